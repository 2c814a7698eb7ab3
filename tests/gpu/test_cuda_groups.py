"""Which GPU a channel group is on, by the real resource manager. Run by `make test-gpu`, or alone:

PYTHONPATH=src python3 -m unittest -v tests.gpu.test_cuda_groups
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.world import ROOT

PROGRAM = Path(__file__).parent / "programs" / "channel_groups.cpp"
COMPILER = shutil.which("c++") or shutil.which("g++") or ""
SHORT_US = 1


@unittest.skipUnless(os.path.exists("/dev/nvidiactl"), "no NVIDIA driver on this machine")
@unittest.skipUnless(COMPILER, "no C++ compiler on this machine")
class ChannelGroups(unittest.TestCase):
    """Facts of an interface that is not documented: each is tried out on this driver."""

    def setUp(self) -> None:
        folder = self.enterContext(tempfile.TemporaryDirectory())
        built = Path(folder) / "channel_groups"
        options = ["-std=c++20", "-O1", "-rdynamic", f"-I{ROOT / 'native'}"]
        command = [COMPILER, *options, str(PROGRAM), "-o", str(built), "-ldl", "-lpthread"]
        subprocess.run(command, check=True, timeout=120)
        done = subprocess.run([built], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [line.split() for line in done.stdout.splitlines()]
        self.gpus = [line[1:] for line in lines if line[0] == "gpu"]
        self.short = {
            line[1]: [tuple(group.split(":")) for group in line[2:]]
            for line in lines
            if line[0] == "short"
        }

    def test_each_gpu_is_known_by_its_place_on_the_bus(self) -> None:
        """No two have the same number, and each has groups that take a slice."""
        numbers = [number for _, _, number, _ in self.gpus]
        self.assertEqual(len(set(numbers)), len(numbers), self.gpus)
        for ordinal, bus_id, number, is_settable in self.gpus:
            with self.subTest(ordinal=ordinal, bus_id=bus_id):
                self.assertGreaterEqual(int(number), 0, "its place on the bus is not known")
                self.assertEqual(is_settable, "1")

    def test_the_slice_of_one_gpu_is_set_and_no_other(self) -> None:
        """Each group is known to be on one of the GPUs, and only those of the GPU concerned
        change."""
        known = {number for _, _, number, _ in self.gpus}
        for number, groups in self.short.items():
            with self.subTest(number=number):
                self.assertLessEqual({gpu for gpu, _ in groups}, known, groups)
                for gpu, us in groups:
                    self.assertEqual(int(us) == SHORT_US, gpu == number, groups)


if __name__ == "__main__":
    unittest.main()
