"""A program that holds device memory with a pattern in it, works beside it without a pause, and
answers its standard input: `check` with whether all of it is as it was and the number of its
launches, anything else by ending. Bytes to hold are its argument.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from ctypes import byref, c_int, c_size_t, c_uint, c_ulonglong, c_void_p

PIECE = 64 << 20
SCRATCH = 1 << 20


class Resident:
    def __init__(self, amount: int) -> None:
        self.cuda = ctypes.CDLL("libcuda.so.1")
        self.context, self.stream = c_void_p(), c_void_p()
        device = c_int()
        self.do("cuInit", 0)
        self.do("cuDeviceGet", byref(device), 0)
        self.do("cuDevicePrimaryCtxRetain", byref(self.context), device)
        self.do("cuCtxSetCurrent", self.context)
        self.do("cuStreamCreate", byref(self.stream), c_uint(1))
        self.pieces = [self.allocate(PIECE) for _ in range(amount // PIECE)]
        self.scratch = self.allocate(SCRATCH)
        for number, pointer in enumerate(self.pieces):
            self.do("cuMemsetD32_v2", pointer, c_uint(pattern(number)), c_size_t(PIECE // 4))
        self.do("cuCtxSynchronize")
        self.launches = 0
        threading.Thread(target=self.work, daemon=True).start()

    def do(self, name: str, *arguments: object) -> None:
        status = getattr(self.cuda, name)(*arguments)
        if status:
            raise SystemExit(f"{name} gave {status}")

    def allocate(self, amount: int) -> c_ulonglong:
        pointer = c_ulonglong()
        self.do("cuMemAlloc_v2", byref(pointer), c_size_t(amount))
        return pointer

    def work(self) -> None:
        self.do("cuCtxSetCurrent", self.context)
        words = c_size_t(SCRATCH // 4)
        while True:
            value = c_uint(self.launches & 0xFFFF)
            self.do("cuMemsetD32Async", self.scratch, value, words, self.stream)
            self.do("cuStreamSynchronize", self.stream)
            self.launches += 1

    def check(self) -> str:
        read = ctypes.create_string_buffer(PIECE)
        right = True
        for number, pointer in enumerate(self.pieces):
            self.do("cuMemcpyDtoH_v2", read, pointer, c_size_t(PIECE))
            expected = bytes(c_uint(pattern(number)))
            right = right and read.raw == expected * (PIECE // 4)
        return f"{right} {self.launches}"


def pattern(number: int) -> int:
    return 0x5A000000 + number


def main() -> None:
    resident = Resident(int(sys.argv[1]))
    for line in sys.stdin:
        if line.strip() != "check":
            break
        print(resident.check(), flush=True)


if __name__ == "__main__":
    main()
