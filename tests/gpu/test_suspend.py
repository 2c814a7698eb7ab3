"""Attempts of the local engine are suspended and resumed on a real device; run by `make test-gpu`,
or alone: PYTHONPATH=src python3 -m unittest -v tests.gpu.test_suspend
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
import unittest
from pathlib import Path

from heddle.engine.base import Order
from heddle.engine.local.engine import Local
from heddle.model.reason import Reason
from heddle.model.record import Place
from tests.world import ROOT, World, eventually

PROGRAM = str(Path(__file__).with_name("programs") / "cuda_resident.py")
GIB = 1 << 30
LOW, HIGH = 20, 125  #: GiB that they hold: together more than an H200 has
PLACES = (Place("here", (("cuda@0", 1000),)),)


@unittest.skipUnless(
    os.path.exists("/dev/nvidiactl") and shutil.which("nvidia-smi"), "no NVIDIA driver here"
)
class Suspend(unittest.TestCase):
    def setUp(self) -> None:
        self.world = World()
        self.addCleanup(self.world.remove)
        self.world.environment.pop("LD_LIBRARY_PATH", None)  # the machine's own driver
        self.world.environment["PYTHONPATH"] = f"{ROOT / 'src'}:{ROOT}"
        os.environ["HEDDLE_TABLE"] = str(self.world.table)
        self.addCleanup(os.environ.pop, "HEDDLE_TABLE")
        self.world.start_agent()
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        self.engine = Local(folder, environment=self.world.environment)
        self.addCleanup(self.engine.close)

    def start(self, attempt: str, feed: str, gib: int, **variables: str) -> None:
        words = ("sh", "-c", f'{feed} | {sys.executable} "$@"', "sh", PROGRAM, str(gib * GIB))
        self.addCleanup(self.engine.stop, attempt, "the test is over")
        self.assertIsNone(self.engine.start(Order(attempt, words, PLACES, variables)))

    def launches(self, attempt: str) -> int:
        text = self.engine.logs(attempt, 0, 0, 1 << 20).decode()
        lines = [line.split() for line in text.splitlines()]
        self.assertTrue(all(right == "True" for right, _ in lines), text)
        return int(lines[-1][1]) if lines else 0

    def off_and_back(self, **variables: str) -> None:
        feed = "while echo check; do sleep 0.2; done"
        self.start("low.1", feed, LOW, **variables)
        self.assertTrue(eventually(lambda: self.launches("low.1") > 0, 120))
        begin = time.monotonic()
        answer = self.engine.suspend("low.1", 100 * 1024, 180)
        print(f"{answer} MiB off the card in {time.monotonic() - begin:.1f} s", flush=True)
        self.assertNotIsInstance(answer, Reason, getattr(answer, "text", ""))
        before = self.launches("low.1")
        self.start("high.1", "true", HIGH)

        def code() -> int | None:
            return next(s.exit_code for s in self.engine.seen() if s.attempt == "high.1")

        self.assertTrue(eventually(lambda: code() is not None, 120))
        self.assertEqual(code(), 0, self.engine.logs("high.1", 0, 0, 1 << 20))
        begin = time.monotonic()
        self.assertIsNone(self.engine.resume("low.1", 180))
        print(f"back in {time.monotonic() - begin:.1f} s", flush=True)
        self.assertTrue(eventually(lambda: self.launches("low.1") > before, 120))

    def test_by_the_driver(self) -> None:
        print("\nby the driver", flush=True)
        self.off_and_back()

    def test_by_itself(self) -> None:
        print("\nby itself", flush=True)
        self.off_and_back(HEDDLE_SWAP="1")

    def test_too_little_host_memory(self) -> None:
        self.start("low.1", "while echo check; do sleep 0.2; done", 1)
        self.assertTrue(eventually(lambda: self.launches("low.1") > 0, 120))
        answer = self.engine.suspend("low.1", 512, 180)
        assert isinstance(answer, Reason)
        self.assertIn("do not fit", answer.text)
        before = self.launches("low.1")
        self.assertTrue(eventually(lambda: self.launches("low.1") > before, 120))


if __name__ == "__main__":
    unittest.main()
