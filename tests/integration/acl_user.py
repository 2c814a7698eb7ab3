"""A program that uses an Ascend NPU as its standard input says, one line each; it answers each so.

`launch STREAM NS COUNT`, `sync STREAM` and `query STREAM` are of one of its streams, or of
`default`. `model NS` executes a model and waits, `model-async STREAM NS COUNT` does not. `capture
NS COUNT` records a model of so many commands, `replay STREAM` executes it. `device` resets the
device and sets it again, `context` goes on in a context of its own. `take WAY BYTES` allocates.
"""

from __future__ import annotations

import ctypes
import sys
from ctypes import byref, c_int, c_size_t, c_uint, c_ulonglong, c_void_p

acl = ctypes.CDLL("libascendcl.so")
STREAMS = 3
WAYS = {
    "plain": "aclrtMalloc",
    "cached": "aclrtMallocCached",
    "aligned": "aclrtMallocAlign32",
}
COMPLETE = 0


def call(name: str, *arguments: object) -> None:
    result = getattr(acl, name)(*arguments)
    if result:
        raise SystemExit(f"{name} gave {result}")


class User:
    def __init__(self) -> None:
        call("aclInit", None)
        self.set_up()

    def set_up(self) -> None:
        binary, self.timed, self.captured = c_void_p(), c_void_p(), c_void_p()
        self.streams: dict[str, c_void_p] = {"default": c_void_p()}
        call("aclrtSetDevice", 0)
        call("aclrtBinaryLoadFromData", b"timed", c_size_t(5), None, byref(binary))
        call("aclrtBinaryGetFunction", binary, b"timed", byref(self.timed))
        self.make_streams()

    def make_streams(self) -> None:
        for number in range(STREAMS):
            call("aclrtCreateStream", byref(stream := c_void_p()))
            self.streams[str(number)] = stream

    def launch(self, stream: str, nanoseconds: str, count: str) -> None:
        arguments = c_ulonglong(int(nanoseconds))
        for _ in range(int(count)):
            call(
                "aclrtLaunchKernelWithHostArgs",
                *(self.timed, c_uint(1), self.streams[stream], None),
                *(byref(arguments), c_size_t(8), None, c_size_t(0)),
            )

    def sync(self, stream: str) -> None:
        call("aclrtSynchronizeStream", self.streams[stream])

    def query(self, stream: str) -> str:
        call("aclrtStreamQuery", self.streams[stream], byref(status := c_int(7)))
        return "empty" if status.value == COMPLETE else "busy"

    def loaded(self, text: str) -> c_uint:
        number = c_uint()
        call("aclmdlLoadFromMem", text.encode(), c_size_t(len(text)), byref(number))
        return number

    def model(self, nanoseconds: str) -> None:
        call("aclmdlExecute", self.loaded(nanoseconds), None, None)

    def model_async(self, stream: str, nanoseconds: str, count: str) -> None:
        number = self.loaded("\n".join([nanoseconds] * int(count)))
        call("aclmdlExecuteAsync", number, None, None, self.streams[stream])

    def capture(self, nanoseconds: str, count: str) -> None:
        call("aclmdlRICaptureBegin", self.streams["0"], c_int(0))
        self.launch("0", nanoseconds, count)
        call("aclmdlRICaptureEnd", self.streams["0"], byref(self.captured))

    def replay(self, stream: str) -> None:
        call("aclmdlRIExecuteAsync", self.captured, self.streams[stream])

    def device(self) -> None:
        call("aclrtResetDevice", 0)
        self.set_up()

    def context(self) -> None:
        call("aclrtCreateContext", byref(c_void_p()), 0)
        self.make_streams()

    def take(self, way: str, size: str) -> str:
        return str(getattr(acl, WAYS[way])(byref(c_void_p()), c_size_t(int(size)), c_int(0)))


def main() -> None:
    user = User()
    for line in sys.stdin:
        verb, *words = line.split()
        print(getattr(user, verb.replace("-", "_"))(*words) or "done", flush=True)


main()
