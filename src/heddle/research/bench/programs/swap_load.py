"""A program that fills its device memory over and over, and checks that nothing of it was lost.

    python swap_load.py LIBRARY MIB BLOCK_MIB STEPS PAUSE_MS [REPEAT]

In each step every block is looked at (it must hold what the step before wrote), and filled anew
REPEAT times. It says each step as a line of JSON; the last line says whether all was right. It
knows nothing of Heddle, and needs nothing but Python and the vendor's library.
"""

from __future__ import annotations

import ctypes
import json
import sys
import time
from typing import Any

MIB = 1 << 20


class Soft:
    """The soft XPU."""

    def __init__(self, library: str) -> None:
        self.api = ctypes.CDLL(library)
        self._call("sxInit", 0)

    def _call(self, name: str, *arguments: Any) -> None:
        if status := getattr(self.api, name)(*arguments):
            raise SystemExit(f"{name}: error {status}")

    def allocate(self, size: int) -> int:
        pointer = ctypes.c_void_p()
        self._call("sxMalloc", ctypes.byref(pointer), ctypes.c_size_t(size))
        return pointer.value or 0

    def fill(self, pointer: int, value: int, size: int) -> None:
        place = ctypes.c_void_p(pointer)
        self._call("sxMemsetAsync", place, value, ctypes.c_size_t(size), None)

    def read(self, pointer: int) -> int:
        byte = ctypes.c_uint8()
        self._call("sxMemcpy", ctypes.byref(byte), ctypes.c_void_p(pointer), ctypes.c_size_t(1))
        return byte.value

    def wait(self) -> None:
        self._call("sxDeviceSynchronize")


class Cuda(Soft):
    """NVIDIA's driver."""

    def __init__(self, library: str) -> None:
        self.api = ctypes.CDLL(library)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self._call("cuInit", 0)
        self._call("cuDeviceGet", ctypes.byref(device), 0)
        self._call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self._call("cuCtxSetCurrent", context)

    def allocate(self, size: int) -> int:
        pointer = ctypes.c_uint64()
        self._call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(size))
        return pointer.value

    def fill(self, pointer: int, value: int, size: int) -> None:
        place = ctypes.c_uint64(pointer)
        self._call("cuMemsetD8Async", place, ctypes.c_ubyte(value), ctypes.c_size_t(size), None)

    def read(self, pointer: int) -> int:
        byte = ctypes.c_uint8()
        place = ctypes.c_uint64(pointer)
        self._call("cuMemcpyDtoH_v2", ctypes.byref(byte), place, ctypes.c_size_t(1))
        return byte.value

    def wait(self) -> None:
        self._call("cuCtxSynchronize")


def say(**words: object) -> None:
    print(json.dumps({"at_ns": time.monotonic_ns(), **words}), flush=True)


def main() -> int:
    library = sys.argv[1]
    total, size, steps, pause = (int(each) for each in sys.argv[2:6])
    repeat = int(sys.argv[6]) if len(sys.argv) > 6 else 1
    device = (Cuda if "libcuda" in library else Soft)(library)
    blocks = [device.allocate(size * MIB) for _ in range(total // size)]
    for block in blocks:
        device.fill(block, 0, size * MIB)
    device.wait()
    say(allocated_mib=len(blocks) * size)
    places = (0, size * MIB // 2 + 1, size * MIB - 1)
    for step in range(1, steps + 1):
        begin = time.monotonic()
        for number, block in enumerate(blocks):
            for place in places:
                found, wanted = device.read(block + place), (step - 1) % 251
                if found != wanted:
                    say(ok=False, step=step, block=number, found=found, wanted=wanted)
                    return 1
        for _ in range(repeat):
            for block in blocks:
                device.fill(block, step % 251, size * MIB)
        device.wait()
        say(step=step, seconds=time.monotonic() - begin)
        time.sleep(pause / 1000)
    say(ok=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
