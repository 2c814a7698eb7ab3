"""The quota in NVML and nvidia-smi on a real GPU; run by `make test-gpu`, or alone:

PYTHONPATH=src python3 -m unittest -v tests.gpu.test_nvml
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import unittest
from pathlib import Path

import tests.integration.nvml_asker as program
from tests.integration.cuda_taker import MIB
from tests.integration.takers import Taker
from tests.world import ROOT, World

OUT_OF_MEMORY = 2  #: CUDA_ERROR_OUT_OF_MEMORY
LIMIT = 2048 * MIB
TORCH = """
import torch
from tests.integration.nvml_asker import Asker
kept = torch.ones(1 << 20, device="cuda")
print(*torch.cuda.mem_get_info(), Asker().memory())
"""


@unittest.skipUnless(os.path.exists("/dev/nvidiactl"), "no NVIDIA driver on this machine")
class Nvml(unittest.TestCase):
    def setUp(self) -> None:
        self.world = World()
        self.addCleanup(self.world.remove)
        # The machine's own libraries, whatever was set for tests on the fake ones.
        self.world.environment.pop("LD_LIBRARY_PATH", None)
        self.world.environment["PYTHONPATH"] = f"{ROOT / 'src'}:{ROOT}"

    def start(self) -> Taker:
        run = [sys.executable, "-m", "heddle", "run", "--mem", "2GiB", "--", sys.executable]
        asker = Taker([*run, str(Path(program.__file__))], self.world.environment, OUT_OF_MEMORY)
        self.addCleanup(asker.end)
        return asker

    def run_smi(self, *options: str) -> str:
        ask = ["nvidia-smi", "--id=0", "--query-gpu=memory.total,memory.used,memory.free,name"]
        command = ["run", *options, "--", *ask, "--format=csv,noheader,nounits"]
        done = self.world.heddle(*command)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_every_way_to_ask_shows_the_quota(self) -> None:
        asker = self.start()
        self.assertEqual(asker.tell("memory"), f"{LIMIT} 0 {LIMIT}")  # CUDA is not used yet
        taken = asker.take("linear", 100 * MIB)
        used = f"{LIMIT} {100 * MIB} {LIMIT - 100 * MIB}"
        for way in program.WAYS:
            with self.subTest(way=way):
                self.assertEqual(asker.tell("memory", way), used)
                self.assertEqual(asker.tell("memory2", way), f"{used} 0")
        self.assertEqual(asker.info(), (LIMIT - 100 * MIB, LIMIT))
        asker.free(taken)
        self.assertEqual(asker.tell("memory"), f"{LIMIT} 0 {LIMIT}")

    def test_overhead_is_shown_apart(self) -> None:
        asker = self.start()
        self.assertIsNotNone(asker.take("linear", 100 * MIB))
        (listed,) = json.loads(self.world.heddle("ps", "-o", "json").stdout)
        self.assertEqual(list(listed["memory"].values()), [100 * MIB])
        (more,) = listed["overhead_bytes"].values()
        if more is None:
            self.skipTest("NVML does not tell processes here (a container?)")
        self.assertGreater(more, 10 * MIB)
        self.assertLess(more, 4096 * MIB)

    @unittest.skipUnless(shutil.which("nvidia-smi"), "no nvidia-smi")
    def test_nvidia_smi_shows_it(self) -> None:
        total, used, free = map(int, self.run_smi("--mem", "2GiB").split(",")[:3])
        self.assertEqual((total, used, free), (2048, 0, 2048))
        whole = self.run_smi().split(",")
        self.assertGreater(int(whole[0]), 2048)
        done = self.world.heddle("run", "--mem", "2GiB", "--", "nvidia-smi", "--id=0")
        self.assertIn("2048MiB", done.stdout)

    @unittest.skipUnless(shutil.which("nvidia-smi"), "no nvidia-smi")
    def test_nvidia_smi_is_hardly_slower_with_it(self) -> None:
        """In one environment: only the limit differs, so what starts Python does not count."""
        times: dict[str, list[float]] = {"": [], "1": []}
        show = "import os; print(*(f'{k}={v}' for k, v in os.environ.items()), sep=chr(0))"
        asker = self.start()
        asker.tell("memory")  # the table and the device are there
        done = self.world.heddle("run", "--mem", "2GiB", "--", sys.executable, "-c", show)
        under = dict(pair.split("=", 1) for pair in done.stdout.rstrip("\n").split("\0"))
        (listed,) = json.loads(self.world.heddle("ps", "-o", "json").stdout)
        for round_ in range(16):
            with_limit = "1" if round_ % 2 else ""
            variables = {**under, "HEDDLE_PROGRAM": str(listed["id"]) if with_limit else "0"}
            begin = time.monotonic()
            subprocess.run(["nvidia-smi"], env=variables, capture_output=True, check=True)
            times[with_limit].append(time.monotonic() - begin)
        more_ms = 1000 * (min(times["1"]) - min(times[""]))
        print(f"nvidia-smi with a limit: {more_ms:+.1f} ms of {1000 * min(times['']):.0f}")
        self.assertLess(more_ms, 5)

    def test_torch_agrees(self) -> None:
        found = subprocess.run([sys.executable, "-c", "import torch"], capture_output=True)
        if found.returncode:
            self.skipTest("no PyTorch")
        done = self.world.heddle("run", "--mem", "2GiB", "--", sys.executable, "-c", TORCH)
        self.assertEqual(done.returncode, 0, done.stderr)
        free, total, nvml_total, nvml_used, nvml_free = map(int, done.stdout.split())
        self.assertEqual((free, total), (nvml_free, nvml_total))
        self.assertEqual((total, free + nvml_used), (LIMIT, LIMIT))
        self.assertGreaterEqual(nvml_used, 4 * MIB)


if __name__ == "__main__":
    unittest.main()
