"""Isolated members on a real GPU: those that were given it have it, others cannot open it."""

from __future__ import annotations

import os
import tempfile
import time
import unittest
from pathlib import Path
from unittest.mock import patch

from heddle import native
from heddle.engine.base import Order
from heddle.engine.local.engine import Local
from heddle.engine.local.member_spec import inherited
from heddle.model.record import Place
from tests.world import World

OPEN = 'for f in /dev/nvidia*; do [ -c "$f" ] && ( : <> "$f" ) && echo "has $f"; done; '
MADE = "mknod /tmp/n c 195 0 && echo made; "
ASK = "nvidia-smi -L; echo end"


@unittest.skipUnless(os.path.exists("/dev/nvidiactl"), "no NVIDIA driver on this machine")
class Isolation(unittest.TestCase):
    def setUp(self) -> None:
        self.world = World()
        self.addCleanup(self.world.remove)
        self.world.environment["SOFTXPU_DEVICES"] = "none"
        self.world.start_agent("--tenants")
        state = tempfile.TemporaryDirectory()
        self.addCleanup(state.cleanup)
        ours = patch.dict(os.environ, self.world.environment, clear=True)
        ours.start()
        self.addCleanup(ours.stop)
        # The package may be no more than built in place: members' own Python must find it.
        found = {**inherited(os.environ), "PYTHONPATH": str(Path(native.__file__).parents[1])}
        self.engine = Local(state.name, environment=found)
        self.addCleanup(self.engine.close)
        if not self.engine.isolates_tenants:
            self.skipTest(self.engine.why_not_isolated)

    def says(self, attempt: str, place: Place, *command: str, priority: int = 0) -> str:
        """What it has written at its end."""
        order = Order(attempt, command, (place,), tenant="acme", priority=priority, isolated=True)
        self.assertIsNone(self.engine.start(order))
        until = time.monotonic() + 120
        while not self._is_over(attempt):
            self.assertLess(time.monotonic(), until, self._log(attempt))
            time.sleep(0.1)
        return self._log(attempt)

    def _is_over(self, attempt: str) -> bool:
        return any(
            s.attempt == attempt and s.state in ("ended", "lost") for s in self.engine.seen()
        )

    def _log(self, attempt: str) -> str:
        return self.engine.logs(attempt, 0, 0, 1 << 20).decode()

    def test_who_was_not_given_the_gpu_cannot_open_it(self) -> None:
        said = self.says("j1.1", Place("here"), "sh", "-c", OPEN + MADE + ASK)
        self.assertIn("end", said)
        self.assertNotIn("has /dev", said)
        self.assertNotIn("made", said)
        self.assertNotIn("GPU 0", said)

    def test_who_was_given_it_computes_as_a_guest(self) -> None:
        whole = Place("here", (("cuda@0", 1000),))
        said = self.says("j1.1", whole, "sh", "-c", OPEN + "id -u; env | grep CUDA_VIS; " + ASK)
        self.assertIn("has /dev/nvidia0", said)
        self.assertIn("GPU 0", said)
        load = (native.file("cuda-load"), "requests", "4", "500", "10000", "1", "3")
        times = self.says("j2.1", whole, *load, priority=100)
        self.assertGreater(len(times.splitlines()), 100, times)
        self.assertNotIn("without scheduling", times)


if __name__ == "__main__":
    unittest.main()
