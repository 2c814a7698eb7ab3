"""A program that works in device memory of the soft XPU without a pause, and answers its standard
input, one line each.

`take BYTES` answers the vendor's code, `free NUMBER` frees what the NUMBERth take got. `work BYTES`
starts it on what the first take got; `check` answers whether all results so far are right, and the
number of launches; `long MS` puts a command of that length in. The library is the first argument.
"""

from __future__ import annotations

import ctypes
import sys
import threading

NON_BLOCKING = 1  #: SX_STREAM_NON_BLOCKING


class Work:
    """Fills what it takes, and launches one kernel behind another, whose result tells the order."""

    def __init__(self, path: str) -> None:
        self.library = ctypes.CDLL(path)
        assert self.library.sxInit(0) == 0
        self.kernels = {name: ctypes.c_void_p() for name in ("chain", "timed")}
        for name, kernel in self.kernels.items():
            assert self.library.sxGetKernel(ctypes.byref(kernel), name.encode()) == 0
        self.stream = ctypes.c_void_p()
        self.taken: list[ctypes.c_void_p] = []
        self.bytes = 0
        self.launches = self.expected = 0
        self.mutex = threading.Lock()

    def take(self, amount: int) -> int:
        pointer = ctypes.c_void_p()
        code = int(self.library.sxMalloc(ctypes.byref(pointer), ctypes.c_size_t(amount)))
        self.taken.append(pointer)
        return code

    def work(self, amount: int) -> int:
        """On what it took first, from now on."""
        assert self.library.sxStreamCreate(ctypes.byref(self.stream), NON_BLOCKING) == 0
        self._fill(7, amount)
        self._fill(0, 8)
        self.bytes = amount
        threading.Thread(target=self._work, daemon=True).start()
        return 0

    def free(self, number: int) -> int:
        return int(self.library.sxFree(self.taken[number]))

    def check(self) -> str:
        with self.mutex:
            raw = ctypes.create_string_buffer(self.bytes)
            assert self.library.sxStreamSynchronize(self.stream) == 0
            copied = self.library.sxMemcpy(raw, self.taken[0], ctypes.c_size_t(self.bytes))
            value = int.from_bytes(raw.raw[:8], sys.byteorder)
            right = copied == 0 and value == self.expected
            return f"{right and raw.raw[8:] == bytes([7]) * (self.bytes - 8)} {self.launches}"

    def long(self, milliseconds: int) -> int:
        """A command of that length, and back when the device has it."""
        with self.mutex:
            return self._launch("timed", milliseconds * 1_000_000)

    def _work(self) -> None:
        while True:
            with self.mutex:
                value = self.launches
                assert self._launch("chain", self.taken[0].value or 0, value) == 0
                self.expected = (self.expected * 6364136223846793005 + value) % (1 << 64)
                self.launches += 1
                if self.launches % 32 == 0:
                    assert self.library.sxStreamSynchronize(self.stream) == 0

    def _launch(self, name: str, *arguments: int) -> int:
        packed = (ctypes.c_uint64 * len(arguments))(*arguments)
        size = ctypes.c_size_t(ctypes.sizeof(packed))
        return int(self.library.sxLaunchKernel(self.kernels[name], packed, size, self.stream))

    def _fill(self, value: int, amount: int) -> None:
        fill = self.library.sxMemsetAsync
        assert fill(self.taken[0], value, ctypes.c_size_t(amount), self.stream) == 0


def main() -> None:
    work = Work(sys.argv[1])
    for line in sys.stdin:
        verb, *numbers = line.split()
        print(getattr(work, verb)(*map(int, numbers)), flush=True)


if __name__ == "__main__":
    main()
