"""A program with a stream and a thread on each of several CUDA devices.

`cuda_several.py LOG DEVICES WORKED COMMAND_US`: it uses each of DEVICES once (`0,1,2,3`), then
sends requests of ten commands to each of WORKED, as fast as they are done, and writes a line
`DEVICE END_NS` for each. It ends when it is killed.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from ctypes import byref, c_uint64, c_void_p
from typing import TextIO

PTX = b".version 6.0\n.target sm_50\n.visible .entry spin(.param .u64 nanoseconds) { ret; }\n"
COMMANDS = 10


class Gpu:
    """One device, as one thread uses it."""

    def __init__(self, cu: ctypes.CDLL, number: int) -> None:
        self.cu, self.number = cu, number
        self.context, self.stream, self.spin = c_void_p(), c_void_p(), c_void_p()
        module = c_void_p()
        self.must(cu.cuDevicePrimaryCtxRetain(byref(self.context), number))
        self.begin_thread()
        self.must(cu.cuModuleLoadData(byref(module), PTX))
        self.must(cu.cuModuleGetFunction(byref(self.spin), module, b"spin"))
        self.must(cu.cuStreamCreate(byref(self.stream), 1))
        self.request(1000, 1)

    def must(self, result: int) -> None:
        assert result == 0, f"device {self.number}: error {result}"

    def begin_thread(self) -> None:
        self.must(self.cu.cuCtxSetCurrent(self.context))

    def request(self, command_us: int, commands: int = COMMANDS) -> None:
        length = c_uint64(command_us * 1000)
        arguments = (c_void_p * 1)(ctypes.addressof(length))
        grid = (1,) * 6
        for _ in range(commands):
            self.must(
                self.cu.cuLaunchKernel(self.spin, *grid, 0, self.stream, arguments, c_void_p())
            )
        self.must(self.cu.cuStreamSynchronize(self.stream))

    def work(self, command_us: int, log: TextIO) -> None:
        self.begin_thread()
        while True:
            self.request(command_us)
            log.write(f"{self.number} {time.monotonic_ns()}\n")


def main(path: str, devices: str, worked: str, command_us: str) -> None:
    cu = ctypes.CDLL("libcuda.so.1")
    assert cu.cuInit(0) == 0
    gpus = {number: Gpu(cu, int(number)) for number in devices.split(",")}
    with open(path, "w", buffering=1) as log:
        for number in worked.split(","):
            arguments = (int(command_us), log)
            threading.Thread(target=gpus[number].work, args=arguments, daemon=True).start()
        threading.Event().wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
