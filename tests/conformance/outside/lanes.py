"""A program of Kiln's for what the conformance programs leave out: the lane that a device has by
itself, a wait for all lanes, and two devices in one thread. It prints what the calls return."""

from __future__ import annotations

import ctypes
import subprocess
import sys

kiln = ctypes.CDLL("libkiln.so.1")
LONG_NS = ctypes.c_uint64(100_000_000)


def fire(lane: ctypes.c_void_p | None) -> int:
    size = ctypes.c_size_t(ctypes.sizeof(LONG_NS))
    return int(kiln.kilnFire(lane, b"timed", size, ctypes.byref(LONG_NS)))


print("open", kiln.kilnOpen())
lanes = []
for device in (0, 1):
    lane, here = ctypes.c_void_p(), ctypes.c_int(-1)
    kiln.kilnUse(device)
    print("lane", kiln.kilnLaneOpen(ctypes.byref(lane)), fire(lane), fire(None))
    print("busy", kiln.kilnLaneState(lane), kiln.kilnLaneState(None))
    print("device", kiln.kilnLaneDevice(lane, ctypes.byref(here)), here.value)
    lanes.append(lane)
# From a thread that uses the second device.
print("own lane", kiln.kilnLaneDrain(None), kiln.kilnLaneState(lanes[1]))
kiln.kilnUse(0)
print("all lanes", kiln.kilnDrain(), kiln.kilnLaneState(lanes[0]), kiln.kilnLaneState(None))
print("wrong", kiln.kilnLaneDrain(ctypes.c_void_p(0x1000)))
command = [sys.executable, "-m", "heddle", "ps", "-o", "json"]
sys.stderr.write(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
for lane in lanes:
    print("closed", kiln.kilnLaneClose(lane), kiln.kilnLaneState(lane))
