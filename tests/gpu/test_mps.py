"""MPS on a real GPU: services, percentages, memory, and that nothing is left. Run by
`make test-gpu`, or alone:

PYTHONPATH=src python3 -m unittest -v tests.gpu.test_mps

Every service has a folder of its own; compute modes and daemons of others are not touched.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

import tests.integration.cuda_taker as taker_program
from tests.integration.takers import Taker, check_exact
from tests.world import ROOT, World

WORK = Path(__file__).parent / "programs" / "mps_work.py"
SECONDS = "3"
OUT_OF_MEMORY = 2  #: CUDA_ERROR_OUT_OF_MEMORY


def mps_processes() -> set[int]:
    """Those that live, of anybody on this machine."""
    found = set()
    for entry in filter(str.isdecimal, os.listdir("/proc")):
        try:
            name = Path(f"/proc/{entry}/comm").read_text()
            state = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        # A zombie waits for a parent that does not ask, as in a container without an init.
        if name.startswith("nvidia-cuda-mps") and state != "Z":
            found.add(int(entry))
    return found


def compute_modes() -> str:
    if shutil.which("nvidia-smi") is None:
        return ""
    query = ["nvidia-smi", "--query-gpu=compute_mode", "--format=csv,noheader"]
    return subprocess.run(query, capture_output=True, text=True, timeout=60).stdout


@unittest.skipUnless(os.path.exists("/dev/nvidiactl"), "no NVIDIA driver on this machine")
@unittest.skipUnless(shutil.which("nvidia-cuda-mps-control"), "no MPS on this machine")
class Mps(unittest.TestCase):
    def setUp(self) -> None:
        self.before = mps_processes(), compute_modes(), os.path.exists("/tmp/nvidia-mps")
        self.world = World()
        self.addCleanup(self.world.remove)
        self.state = self.world.folder / "state"
        # The machine's own driver, whatever was set for tests on the fake one.
        self.world.environment.pop("LD_LIBRARY_PATH", None)
        self.world.environment |= {
            "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}",
            "HEDDLE_STATE": str(self.state),
            "SOFTXPU_DEVICES": "none",
        }
        self.addCleanup(self.world.heddle, "mps", "stop", "--device", "cuda@0", "--force")

    def heddle(self, *arguments: str) -> str:
        done = self.world.heddle(*arguments, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def stop_and_look(self) -> None:
        """Nothing is left, and the machine is as it was found."""
        self.heddle("device", "mps", "stop", "--device", "cuda@0")
        left = [entry.name for entry in self.state.iterdir() if not entry.name.endswith(".lock")]
        self.assertEqual(left, [])
        after = mps_processes(), compute_modes(), os.path.exists("/tmp/nvidia-mps")
        self.assertEqual(after, self.before)

    def work(self, *options: str) -> subprocess.Popen[str]:
        run = ["-m", "heddle", "run", "--device", "cuda@0", *options, "--"]
        return self.world.start(sys.executable, *run, sys.executable, str(WORK), SECONDS)

    def result(self, process: subprocess.Popen[str]) -> tuple[float, int]:
        """Kernels a second, and the multiprocessors that the program was shown."""
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 0, err)
        done, seconds, shown = out.splitlines()[-1].split()
        return int(done) / float(seconds), int(shown)

    def test_percentages_are_roughly_kept(self) -> None:
        whole, units = self.result(self.work())
        self.heddle("device", "mps", "start", "--device", "cuda@0")
        alone = {cap: self.result(self.work("--mps", f"{cap}%")) for cap in (25, 50)}
        pair = {cap: self.work("--mps", f"{cap}%") for cap in (25, 50)}
        for process in pair.values():
            assert process.stdout is not None
            self.assertEqual(process.stdout.readline(), "begins\n")
        (service,) = json.loads(self.heddle("device", "mps", "ls", "-o", "json"))
        levels = {
            queue["level"]
            for program in json.loads(self.heddle("ps", "-o", "json"))
            for queue in program["queues"]
        }
        beside = {cap: self.result(process) for cap, process in pair.items()}
        kept = {
            "whole": whole,
            "units": units,
            "alone": {cap: (rate / whole, shown) for cap, (rate, shown) in alone.items()},
            "beside": {cap: (rate / whole, shown) for cap, (rate, shown) in beside.items()},
            "version": service["version"],
        }
        print(f"\nMPS percentages: {json.dumps(kept)}", file=sys.stderr)
        self.assertEqual(sorted(each["percent"] for each in service["clients"]), [25, 50])
        self.assertTrue(all(each["connected"] for each in service["clients"]))
        self.assertEqual(levels, {2})  # Gates, and no Slices
        for cap, (rate, _) in alone.items():
            self.assertTrue(0.6 * cap / 100 <= rate / whole <= 1.4 * cap / 100, kept)
        # Nothing keeps the two apart, so the lower bound is low.
        for cap, (rate, _) in beside.items():
            self.assertTrue(0.4 * cap / 100 <= rate / whole <= 1.4 * cap / 100, kept)
        self.stop_and_look()

    def test_a_quota_is_exact_under_mps(self) -> None:
        """MPS's own limit leaves room for what the driver takes."""
        run = [sys.executable, "-m", "heddle", "run", "--mps", "50%", "--mem", "8MiB", "--"]
        command = [*run, sys.executable, str(Path(taker_program.__file__))]
        taker = Taker(command, self.world.environment, OUT_OF_MEMORY)
        try:
            check_exact(taker, "linear", taker_program.UNITS["linear"])
            refused = self.world.heddle("device", "mps", "stop", "--device", "cuda@0")
            self.assertEqual(refused.returncode, 2)
            self.assertIn(str(taker.process.pid), refused.stderr)
            assert taker.process.stdin is not None
            taker.process.stdin.close()  # it ends in order
            taker.process.wait(timeout=60)
        finally:
            taker.process.kill()
            taker.process.wait()
        self.stop_and_look()

    def test_static_partitions_or_what_fits_instead(self) -> None:
        done = self.world.heddle(
            "device", "mps", "start", "--static", "--device", "cuda@0", timeout=120
        )
        print(f"\nstatic partitions: {done.returncode} {done.stderr.strip()}", file=sys.stderr)
        if done.returncode:
            self.assertEqual(done.returncode, 118)
            self.assertIn("heddle run --mps 30%", done.stderr)
            self.assertEqual(mps_processes(), self.before[0])
            return
        made = self.heddle("device", "mps", "create", "1", "--device", "cuda@0").strip()
        self.assertIn(made, self.heddle("device", "mps", "ls"))
        self.result(self.work("--mps", made))
        self.heddle("device", "mps", "rm", made, "--device", "cuda@0")
        self.stop_and_look()


if __name__ == "__main__":
    unittest.main()
