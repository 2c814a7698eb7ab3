"""An ordinary program of HIP, in one process: each verb prints what it saw.

It finds the runtime's functions as its first argument says: `dlsym` or `hipGetProcAddress`.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from ctypes import byref, c_int, c_size_t, c_ulonglong, c_void_p
from typing import Any

VERSION = 602  #: of HIP, as hipGetProcAddress counts
PER_THREAD = 2  #: a flag of it: functions whose default stream is the thread's own
GLOBAL, ACTIVE = 0, 1  #: mode and state of a capture
SOURCE = b'extern "C" __global__ void timed(unsigned long long ticks) {}'


class Program:
    """The runtime, and one kernel that takes a given time."""

    def __init__(self, way: str) -> None:
        self.library = ctypes.CDLL("libamdhip64.so.6")
        self.way = way
        module, self.timed = c_void_p(), c_void_p()
        assert self.call("hipModuleLoadData", byref(module), SOURCE) == 0
        assert self.call("hipModuleGetFunction", byref(self.timed), module, b"timed") == 0

    def call(self, name: str, *arguments: Any, flags: int = 0) -> int:
        if self.way == "dlsym" and not flags:
            return int(getattr(self.library, name)(*arguments))
        found, status = c_void_p(), c_int(-1)
        look_up = self.library.hipGetProcAddress
        flag = c_ulonglong(flags)
        assert look_up(name.encode(), byref(found), VERSION, flag, byref(status)) == 0
        assert status.value == 0
        assert found.value is not None
        return int(ctypes.CFUNCTYPE(c_int)(found.value)(*arguments))

    def launch(self, stream: c_void_p | None, microseconds: int, flags: int = 0) -> int:
        ticks = c_ulonglong(microseconds * 1000)
        words = (c_void_p * 1)(ctypes.addressof(ticks))
        shape = (1, 1, 1, 64, 1, 1, 0)
        return self.call(
            "hipModuleLaunchKernel", self.timed, *shape, stream, words, None, flags=flags
        )

    def stream(self) -> c_void_p:
        made = c_void_p()
        assert self.call("hipStreamCreateWithFlags", byref(made), 1) == 0
        return made

    def many(self) -> None:
        """Commands on a stream, on the default stream, and on the thread's own."""
        stream = self.stream()
        for _ in range(50):
            assert self.launch(stream, 100) == 0
            assert self.launch(None, 100) == 0
            assert self.launch(c_void_p(2), 100) == 0
            assert self.launch(None, 100, PER_THREAD) == 0
        assert self.call("hipDeviceSynchronize") == 0
        print("done")

    def threads(self) -> None:
        """Threads that come and go, each with a default stream of its own."""

        def body() -> None:
            for _ in range(3):
                assert self.launch(c_void_p(2), 50) == 0

        for _ in range(100):
            thread = threading.Thread(target=body)
            thread.start()
            thread.join()
        assert self.call("hipDeviceSynchronize") == 0
        print("done")
        sys.stdout.flush()
        sys.stdin.readline()

    def errors(self) -> None:
        """The thread's last error is the program's own, and none of ours."""
        stream = self.stream()
        seen = []
        for i in range(300):
            assert self.launch(stream, 20) == 0
            seen.append(self.library.hipPeekAtLastError())
            wrong = c_void_p() if i % 2 else self.timed
            bad = (0, 1, 1, 64, 1, 1, 0) if i % 2 == 0 else (1, 1, 1, 64, 1, 1, 0)
            self.call("hipModuleLaunchKernel", wrong, *bad, stream, None, None)
            seen.append(self.library.hipGetLastError())
            seen.append(self.library.hipGetLastError())
        assert self.call("hipStreamSynchronize", stream) == 0
        print(sorted(set(seen[0::3])), sorted(set(seen[1::3])), sorted(set(seen[2::3])))

    def capture(self) -> None:
        """A capture stays whole beside streams with work, and its graph does what was captured."""
        stream, other = self.stream(), self.stream()
        graph, executable, state = c_void_p(), c_void_p(), c_int()
        for _ in range(20):
            assert self.launch(other, 2000) == 0
        assert self.call("hipStreamBeginCapture", stream, GLOBAL) == 0
        for _ in range(200):
            assert self.launch(stream, 100) == 0
            assert self.launch(other, 300) == 0
            assert self.call("hipStreamIsCapturing", stream, byref(state)) == 0
            assert state.value == ACTIVE
        assert self.call("hipStreamEndCapture", stream, byref(graph)) == 0
        none = c_ulonglong(0)
        assert self.call("hipGraphInstantiateWithFlags", byref(executable), graph, none) == 0
        for _ in range(3):
            assert self.call("hipGraphLaunch", executable, stream) == 0
        assert self.call("hipStreamSynchronize", stream) == 0
        assert self.call("hipStreamSynchronize", other) == 0
        print("whole")

    def reset(self) -> None:
        """What was on the device is gone, and the program goes on."""
        pointer, left, total = c_void_p(), c_size_t(), c_size_t()
        for _ in range(3):
            stream = self.stream()
            assert self.call("hipMalloc", byref(pointer), c_size_t(1 << 20)) == 0
            assert self.launch(stream, 100) == 0
            assert self.call("hipDeviceReset") == 0
            assert self.call("hipMemGetInfo", byref(left), byref(total)) == 0
            print(left.value == total.value, self.call("hipStreamQuery", stream))


if __name__ == "__main__":
    getattr(Program(sys.argv[1]), sys.argv[2])()
