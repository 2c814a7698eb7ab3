"""The memory limit on a real CUDA device; run by `make test-gpu`, or alone:

PYTHONPATH=src python3 -m unittest -v tests.gpu.test_cuda_memory
"""

from __future__ import annotations

import os
import sys
import unittest
from pathlib import Path

import tests.integration.cuda_taker as program
from tests.integration.takers import Taker, check_exact
from tests.world import ROOT, World

OUT_OF_MEMORY = 2  #: CUDA_ERROR_OUT_OF_MEMORY
#: Drivers before CUDA 13 do not let a child graph allocate.
WAYS = [way for way in program.UNITS if way != "child-graph"]


@unittest.skipUnless(os.path.exists("/dev/nvidiactl"), "no NVIDIA driver on this machine")
class Memory(unittest.TestCase):
    def start(self) -> Taker:
        world = World()
        self.addCleanup(world.remove)
        # The machine's own driver, whatever was set for tests on the fake one.
        world.environment.pop("LD_LIBRARY_PATH", None)
        world.environment["PYTHONPATH"] = f"{ROOT / 'src'}:{ROOT}"
        run = [sys.executable, "-m", "heddle", "run", "--mem", "8MiB", "--", sys.executable]
        taker = Taker([*run, str(Path(program.__file__))], world.environment, OUT_OF_MEMORY)
        self.addCleanup(taker.end)
        return taker

    def test_a_quota_admits_exactly_its_bytes(self) -> None:
        for way in WAYS:
            with self.subTest(way=way):
                check_exact(self.start(), way, program.UNITS[way])

    def test_a_block_lives_until_its_last_user(self) -> None:
        free = [bytes_ // program.MIB for bytes_ in map(int, self.start().tell("retained").split())]
        self.assertEqual(free[:3], [6, 6, 8])

    def test_a_context_takes_its_memory_along(self) -> None:
        taker = self.start()
        for _ in range(3):
            self.assertEqual(taker.tell("another", 8 * program.MIB), "0")
        self.assertEqual(taker.info()[0], 8 * program.MIB)


if __name__ == "__main__":
    unittest.main()
