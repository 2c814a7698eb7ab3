"""Same results on a real CUDA device, at all levels; run by `make test-gpu`, or alone:

PYTHONPATH=src python3 -m unittest -v tests.gpu.test_cuda_conformance [-k streams]

The programs of tests/conformance/cuda are built by `make native`. $HEDDLE_CONFORMANCE_CUDA names
their folder, where it is not the usual one.
"""

from __future__ import annotations

import os
import unittest
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from tests.conformance.cuda_programs import CASES, FOLDER, WAYS, check_commands_are_seen
from tests.conformance.same import compare
from tests.world import World

PROGRAMS = Path(os.environ.get("HEDDLE_CONFORMANCE_CUDA", FOLDER))


@unittest.skipUnless(os.path.exists("/dev/nvidiactl"), "no NVIDIA driver on this machine")
@unittest.skipUnless(PROGRAMS.is_dir(), f"the programs are not built in {PROGRAMS}")
class Conformance(unittest.TestCase):
    def setUp(self) -> None:
        self.world = World()
        self.addCleanup(self.world.remove)
        # The machine's own driver, whatever was set for tests on the fake one.
        self.world.environment.pop("LD_LIBRARY_PATH", None)
        # This process holds and releases, in the same table.
        here = patch.dict(os.environ, self.world.environment, clear=True)
        here.start()
        self.addCleanup(here.stop)


def same_results(name: str, mode: str, level: int) -> Callable[[Conformance], None]:
    def test(self: Conformance) -> None:
        compare(self.world, PROGRAMS / name, (mode,), [level], "cuda")

    return test


def commands_seen(name: str, mode: str) -> Callable[[Conformance], None]:
    return lambda test: check_commands_are_seen(test.world, PROGRAMS / name, mode)


# A test for each program, way and level, so that one can be picked by its name.
for name, mode in CASES:
    for level in (1, 2, 3):
        label = f"test_same_results_{name}_{mode}_level_{level}"
        setattr(Conformance, label, same_results(name, mode, level))
for name, mode in WAYS:
    setattr(Conformance, f"test_commands_are_seen_{name}_{mode}", commands_seen(name, mode))


if __name__ == "__main__":
    unittest.main()
