"""Escapes on a real CUDA device, as NVML and /proc show them; run by `make test-gpu`, or alone:

PYTHONPATH=src python3 -m unittest -v tests.gpu.test_escape
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
import time
import unittest
from typing import Any

from tests.world import ROOT, World, eventually

GIB = 1 << 30
FOUND_S = 7.0  #: 5 s are stated; a driver takes its time to start


def hold(gibibytes: int) -> None:
    """A program that has so much of the first GPU, and waits."""
    cuda = ctypes.CDLL("libcuda.so.1")

    def call(name: str, *arguments: Any) -> None:
        status = getattr(cuda, name)(*arguments)
        assert status == 0, (name, status)

    context, pointer = ctypes.c_void_p(), ctypes.c_uint64()
    call("cuInit", 0)
    call("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
    call("cuCtxSetCurrent", context)
    if gibibytes:
        size = ctypes.c_size_t(gibibytes * GIB)
        call("cuMemAlloc_v2", ctypes.byref(pointer), size)
        call("cuMemsetD8_v2", pointer, ctypes.c_ubyte(1), size)
        call("cuCtxSynchronize")
    print("ready", flush=True)
    time.sleep(60)


@unittest.skipUnless(os.path.exists("/dev/nvidiactl"), "no NVIDIA driver on this machine")
class Escape(unittest.TestCase):
    def setUp(self) -> None:
        self.world = World()
        self.addCleanup(self.world.remove)
        self.world.environment.pop("LD_LIBRARY_PATH", None)
        self.world.environment["PYTHONPATH"] = f"{ROOT / 'src'}:{ROOT}"
        self.world.environment["SOFTXPU_DEVICES"] = "none"

    def start(self, gibibytes: int, *before: str) -> subprocess.Popen[str]:
        run = (sys.executable, "-m", "heddle", "run", "--", *before)
        program = self.world.start(*run, sys.executable, __file__, str(gibibytes))
        assert program.stdout
        self.assertEqual(program.stdout.readline(), "ready\n", program.poll())
        return program

    def breaches(self) -> dict[int, dict[str, Any]]:
        told = self.world.heddle("node", "agent", "status", "-o", "json").stdout
        return {breach["pid"]: breach for breach in json.loads(told)["breaches"]}

    def test_who_has_no_preload_is_found_with_its_memory_and_nobody_else(self) -> None:
        self.world.start_agent()
        honest = [self.start(0), self.start(4)]
        escaped = self.start(4, "env", "LD_PRELOAD=")
        self.assertTrue(eventually(lambda: escaped.pid in self.breaches(), FOUND_S))
        found = self.breaches()[escaped.pid]
        print(found["text"])
        self.assertEqual((found["kind"], found["device"]), ("unscheduled", "cuda@0"))
        self.assertGreater(found["program"], 0)
        subprocess.run(["nvidia-smi"], stdout=subprocess.DEVNULL)
        time.sleep(5)
        self.assertEqual(set(self.breaches()), {escaped.pid})
        self.assertEqual([program.poll() for program in honest], [None, None])

    def test_strict_ends_it(self) -> None:
        self.world.start_agent("--strict")
        escaped = self.start(1, "env", "LD_PRELOAD=")
        self.assertEqual(escaped.wait(timeout=FOUND_S), -9)


if __name__ == "__main__":
    if len(sys.argv) == 2 and sys.argv[1].isdigit():
        hold(int(sys.argv[1]))
    else:
        unittest.main()
