"""Checkpoints by the CUDA driver on a real device; run by `make test-gpu`, or alone:

PYTHONPATH=src python3 -m unittest -v tests.gpu.test_checkpoint
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import unittest
from collections.abc import Callable
from functools import partial
from pathlib import Path

from heddle.errors import VendorError
from heddle.virt.checkpoint import CheckpointProcess, State, bring_back, evict
from heddle.virt.checkpoints import checkpointers, host_room
from tests.integration.takers import Taker
from tests.world import ROOT, World, eventually

PROGRAM = str(Path(__file__).with_name("programs") / "cuda_resident.py")
BYTES = 2 << 30


def used_mib() -> int:
    """Of the first card, by all."""
    ask = ["nvidia-smi", "--id=0", "--query-gpu=memory.used", "--format=csv,noheader,nounits"]
    return int(subprocess.run(ask, capture_output=True, text=True, check=True).stdout)


@unittest.skipUnless(
    os.path.exists("/dev/nvidiactl") and shutil.which("nvidia-smi"), "no NVIDIA driver here"
)
class Checkpoint(unittest.TestCase):
    def setUp(self) -> None:
        self.world = World()
        self.addCleanup(self.world.remove)
        self.world.environment.pop("LD_LIBRARY_PATH", None)  # the machine's own driver
        self.world.environment["PYTHONPATH"] = f"{ROOT / 'src'}:{ROOT}"
        self.cuda = checkpointers()["cuda"]

    def start(self, *before: str) -> Taker:
        command = [*before, sys.executable, PROGRAM, str(BYTES)]
        program = Taker(command, self.world.environment, 2)
        self.addCleanup(program.end)
        self.check(program)
        return program

    def check(self, program: Taker) -> int:
        right, launches = program.tell("check").split()
        self.assertEqual(right, "True", "the memory is not as it was")
        return int(launches)

    def works_on(self, program: Taker, launches: int) -> bool:
        return eventually(lambda: self.check(program) > launches)

    def timed(self, what: str, act: Callable[[], object]) -> None:
        begin = time.monotonic()
        act()
        seconds = time.monotonic() - begin
        print(f"{what}: {seconds * 1000:.0f} ms, {BYTES / seconds / 1e9:.1f} GB/s", flush=True)

    def off_and_back(self, program: Taker) -> None:
        """Twice, because the first time may have to find its host memory."""
        by = {"cuda": self.cuda}
        processes = [CheckpointProcess(program.process.pid, "cuda", BYTES)]
        for _ in range(2):
            launches, before = self.check(program), used_mib()
            room = host_room([program.process.pid])
            self.timed("off the card", partial(evict, processes, by, room))
            self.assertIs(self.cuda.state(program.process.pid), State.CHECKPOINTED)
            left = used_mib()
            print(f"used on the card: {before} MiB, then {left} MiB", flush=True)
            self.assertLessEqual(left, before - (BYTES >> 20))
            self.timed("back", partial(bring_back, processes, by))
            self.assertTrue(self.works_on(program, launches))

    def test_a_program_leaves_the_card_and_comes_back(self) -> None:
        print("\nby itself", flush=True)
        self.off_and_back(self.start())

    def run_scheduled(self) -> tuple[Taker, str]:
        program = self.start(sys.executable, "-m", "heddle", "run", "--")
        (shown,) = json.loads(self.world.heddle("ps", "-o", "json").stdout)
        return program, str(shown["id"])

    def test_under_our_shim(self) -> None:
        """Gates and marks are host memory that is registered with the driver."""
        print("\nunder heddle run", flush=True)
        program, number = self.run_scheduled()
        try:
            self.off_and_back(program)
        except VendorError as error:
            print(f"REFUSED with registered host memory: {error}", flush=True)
            self.assertIs(self.cuda.state(program.process.pid), State.RUNNING)
            self.check(program)
            return
        print("WORKS with registered host memory", flush=True)
        self.assertEqual(self.world.heddle("program", "hold", number).returncode, 0)
        self.assertEqual(self.world.heddle("program", "release", number).returncode, 0)
        self.assertTrue(self.works_on(program, self.check(program)), "gates do not open")

    def test_one_that_is_held(self) -> None:
        """Its work stands behind a closed gate: does the driver wait for it?"""
        print("\nheld by a gate", flush=True)
        program, number = self.run_scheduled()
        processes, by = [CheckpointProcess(program.process.pid, "cuda", BYTES)], {"cuda": self.cuda}
        self.assertEqual(self.world.heddle("program", "hold", number).returncode, 0)
        time.sleep(0.2)  # so that a command is behind the gate; if not, it is no less right
        begin = time.monotonic()
        try:
            evict(processes, by, host_room(), timeout_ms=3000)
        except VendorError as error:
            print(f"REFUSED after {time.monotonic() - begin:.1f} s: {error}", flush=True)
        else:
            print(f"WORKS while it is held, {time.monotonic() - begin:.1f} s", flush=True)
            bring_back(processes, by)
        self.assertIs(self.cuda.state(program.process.pid), State.RUNNING)
        self.assertEqual(self.world.heddle("program", "release", number).returncode, 0)
        self.check(program)


if __name__ == "__main__":
    unittest.main()
