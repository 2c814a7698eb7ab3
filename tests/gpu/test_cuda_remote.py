"""Same results on a real CUDA device that another process has, on this machine and over TLS.

PYTHONPATH=src python3 -m unittest -v tests.gpu.test_cuda_remote

The programs are those of tests.gpu.test_cuda_conformance. --proxied needs bubblewrap.
"""

from __future__ import annotations

import os
import shutil
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from heddle.harness.station import ServingStation
from tests.conformance.cuda_programs import CASES, FOLDER
from tests.conformance.same import difference, natively
from tests.world import World

PROGRAMS = Path(os.environ.get("HEDDLE_CONFORMANCE_CUDA", FOLDER))
#: A child of the program in which the driver itself crashes; ours refuses what it was asked for.
CRASHED = "-- ended 0, code 0, signal 11"
AT_ONCE = 6


@unittest.skipUnless(os.path.exists("/dev/nvidiactl"), "no NVIDIA driver on this machine")
@unittest.skipUnless(PROGRAMS.is_dir(), f"the programs are not built in {PROGRAMS}")
class SameResults(unittest.TestCase):
    def setUp(self) -> None:
        self.world = World()
        self.addCleanup(self.world.remove)
        self.world.environment.pop("LD_LIBRARY_PATH", None)

    def check(self, *options: str, token: str = "") -> None:
        def one(case: tuple[str, str]) -> str:
            name, mode = case
            program = PROGRAMS / name
            code, expected, _ = natively(self.world, program, (mode,), 60)
            words = ("run", *options, "--", str(program), mode)
            done = self.world.heddle(*words, HEDDLE_DEVICE_TOKEN=token)
            output, crash = done.stdout, expected.find(CRASHED)
            if crash >= 0:  # what comes behind it is of a program that went on elsewhere
                expected, output, code = expected[:crash], output[:crash], done.returncode
            if (done.returncode, output) == (code, expected):
                return ""
            return f"{name} {mode}: {done.returncode}, {difference(expected, output)}"

        with ThreadPoolExecutor(AT_ONCE) as pool:
            wrong = [said for said in pool.map(one, CASES) if said]
        self.assertEqual(wrong, [])

    @unittest.skipUnless(shutil.which("bwrap"), "bubblewrap is not installed")
    def test_proxied(self) -> None:
        self.check("--proxied", "--device", "cuda@0")

    def test_over_tls(self) -> None:
        with ServingStation("none") as station:
            place = f"127.0.0.1:{station.port}/cuda@0"
            self.check("--device", place, token=station.token)


if __name__ == "__main__":
    unittest.main()
