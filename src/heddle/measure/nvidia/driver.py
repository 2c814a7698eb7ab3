"""The CUDA driver API by ctypes, as far as measuring needs it; used in a worker only."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import byref, c_float, c_int, c_size_t, c_uint, c_uint64, c_void_p

from heddle._gen.cuda_api import LIBRARY
from heddle.measure.ways.base import LeftOut

#: CUdevice_attribute
CLOCK_KHZ, MULTIPROCESSORS, MEMORY_CLOCK_KHZ, BUS_WIDTH, L2_BYTES, MAJOR, MINOR = (
    13, 16, 36, 37, 38, 75, 76,
)  # fmt: skip
#: CUjit_option
ERROR_LOG, ERROR_LOG_BYTES = 5, 6
NON_BLOCKING = 1  # CU_STREAM_NON_BLOCKING
#: CUresult after which every call fails: illegal address, timeout, illegal instruction and the
#: like, and uncorrectable memory.
STICKY = {214, 700, 702, *range(714, 720)}

Launch = Callable[[], None]


class CudaDriver:
    """The first visible device, with its primary context, which cuBLASLt uses too."""

    def __init__(self) -> None:
        try:
            self.library = ctypes.CDLL(LIBRARY)
        except OSError as error:
            raise LeftOut(f"{LIBRARY} does not load ({error})") from None
        self.call("cuInit", 0)
        context, self.stream, version = c_void_p(), c_void_p(), c_int()
        self.call("cuDevicePrimaryCtxRetain", byref(context), 0)
        self.call("cuCtxSetCurrent", context)
        self.call("cuStreamCreate", byref(self.stream), NON_BLOCKING)
        self.call("cuDriverGetVersion", byref(version))
        self.version = f"{version.value // 1000}.{version.value % 1000 // 10}"
        self.sm = 10 * self.attribute(MAJOR) + self.attribute(MINOR)
        self.units = self.attribute(MULTIPROCESSORS)
        self._held: list[c_uint64] = []
        self._events = (c_void_p(), c_void_p())
        for event in self._events:
            self.call("cuEventCreate", byref(event), 0)

    def call(self, name: str, *arguments: object) -> None:
        """:raises LeftOut: if the driver says no"""
        self.check(name, getattr(self.library, name)(*arguments))

    def check(self, name: str, status: int) -> None:
        if status:
            text = ctypes.c_char_p()
            self.library.cuGetErrorName(status, byref(text))
            word = text.value.decode() if text.value else "an unknown error"
            if status in STICKY:  # the other steps go on in a fresh worker
                raise SystemExit(f"the device failed: {word} ({status})")
            raise LeftOut(f"the driver refused {name}: {word} ({status})")

    def attribute(self, number: int) -> int:
        value = c_int()
        self.call("cuDeviceGetAttribute", byref(value), number, 0)
        return value.value

    def free_bytes(self) -> int:
        free, total = c_size_t(), c_size_t()
        self.call("cuMemGetInfo_v2", byref(free), byref(total))
        return free.value

    def allocate(self, count: int) -> c_uint64:
        """Device memory, until free_all()."""
        pointer = c_uint64()
        self.call("cuMemAlloc_v2", byref(pointer), c_size_t(count))
        self._held.append(pointer)
        return pointer

    def free_all(self) -> None:
        while self._held:
            self.call("cuMemFree_v2", self._held.pop())

    def fill(self, pointer: c_uint64, count: int, pattern: bytes) -> None:
        """The pattern again and again, doubled on the device."""
        done = min(len(pattern), count)
        self.call("cuMemcpyHtoD_v2", pointer, pattern, c_size_t(done))
        while done < count:
            part = min(done, count - done)
            target = c_uint64(pointer.value + done)
            self.call("cuMemcpyDtoD_v2", target, pointer, c_size_t(part))
            done += part
        self.call("cuCtxSynchronize")

    def module(self, text: str) -> c_void_p:
        """:raises LeftOut: if the driver cannot compile it; with what its compiler says"""
        log = ctypes.create_string_buffer(4096)
        options = (c_int * 2)(ERROR_LOG, ERROR_LOG_BYTES)
        values = (c_void_p * 2)(ctypes.addressof(log), len(log))
        module = c_void_p()
        try:
            self.call(
                "cuModuleLoadDataEx", byref(module), text.encode() + b"\0", 2, options, values
            )
        except LeftOut as error:
            said = " ".join(log.value.decode(errors="replace").split())
            raise LeftOut(f"{error}{': ' + said if said else ''}") from None
        return module

    def function(self, module: c_void_p, name: str) -> c_void_p:
        function = c_void_p()
        self.call("cuModuleGetFunction", byref(function), module, name.encode())
        return function

    def launcher(
        self, function: c_void_p, grid: int, block: int, *arguments: c_uint64 | c_uint
    ) -> Launch:
        """A call that launches with these arguments, with as little Python in it as possible."""
        pointers = (c_void_p * max(1, len(arguments)))(*map(ctypes.addressof, arguments))
        one, none = c_uint(1), c_uint(0)
        words = (
            *(function, c_uint(grid), one, one, c_uint(block), one, one, none),
            *(self.stream, pointers, None),
        )
        call = self.library.cuLaunchKernel

        def launch(_keep: object = arguments) -> None:
            if status := call(*words):
                self.check("cuLaunchKernel", status)

        return launch

    def copier(self, name: str, to: object, origin: object, count: int) -> Launch:
        """A call of one of the asynchronous copies."""
        words = (to, origin, c_size_t(count), self.stream)
        return lambda: self.call(name, *words)

    def synchronize(self) -> None:
        self.call("cuStreamSynchronize", self.stream)

    def seconds(self, work: Launch, times: int) -> float:
        """Of one of so many in a row, on the device's clock."""
        begin, end = self._events
        self.call("cuEventRecord", begin, self.stream)
        for _ in range(times):
            work()
        self.call("cuEventRecord", end, self.stream)
        self.call("cuEventSynchronize", end)
        elapsed = c_float()
        self.call("cuEventElapsedTime", byref(elapsed), begin, end)
        return elapsed.value / 1000 / times

    def often(self, work: Launch, batch_s: float = 0.02) -> int:
        """How many fill a batch that is long enough for a clock of half a microsecond."""
        work()
        self.synchronize()
        return max(1, min(1000, round(batch_s / max(1e-6, self.seconds(work, 1)))))
