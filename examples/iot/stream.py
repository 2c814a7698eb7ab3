"""Watches a machine's vibration: a reading every few milliseconds, an alarm where it jumps.

Where Heddle gave it a soft device, every reading is one command on it, as a real NPU would be
asked; otherwise the processor does it. Real sensors would write to standard input.
"""

import argparse
import ctypes
import math
import os
import random
import time

COMMAND_NS = 200_000  #: what a reading takes on the device


def on_device():
    """A function that has one command done; None if there is no soft device."""
    if not os.environ.get("SOFTXPU_VISIBLE_DEVICES"):
        return None
    library = ctypes.CDLL(soft_library())
    kernel, stream = ctypes.c_void_p(), ctypes.c_void_p()
    length = ctypes.c_uint64(COMMAND_NS)

    def call(name: str, *arguments: object) -> None:
        if status := getattr(library, name)(*arguments):
            raise SystemExit(f"{name} failed with {status}")

    call("sxInit", 0)
    call("sxGetKernel", ctypes.byref(kernel), b"timed")
    call("sxSetDevice", 0)
    call("sxStreamCreate", ctypes.byref(stream), 1)

    def once() -> None:
        call("sxLaunchKernel", kernel, ctypes.byref(length), 8, stream)
        call("sxStreamSynchronize", stream)

    return once


def soft_library() -> str:
    """It lies beside what Heddle has loaded into this process."""
    with open("/proc/self/maps") as maps:
        loaded = next(line.split()[-1] for line in maps if "libheddle" in line)
    return os.path.join(os.path.dirname(loaded), "libsoftxpu.so.1")


def readings(count: int):
    chance = random.Random(3)
    for number in range(count):
        fault = 4.0 if number % 50 == 49 else 0.0
        yield math.sin(number / 5) + chance.gauss(0, 0.1) + fault


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--readings", type=int, default=200)
    options.add_argument("--every-ms", type=float, default=10)
    options.add_argument("--deadline-ms", type=float, default=8)
    options = options.parse_args()
    once = on_device()
    print("on", "a soft device" if once else "the processor", flush=True)
    begun, late, alarms = time.monotonic(), 0, 0
    for number, value in enumerate(readings(options.readings)):
        due = begun + number * options.every_ms / 1000
        time.sleep(max(0.0, due - time.monotonic()))
        if once is not None:
            once()
        if abs(value) > 2.5:
            alarms += 1
            print(f"reading {number}: {value:.2f}, alarm", flush=True)
        late += time.monotonic() - due > options.deadline_ms / 1000
    print(f"{options.readings} readings, {alarms} alarms, {late} late")


main()
