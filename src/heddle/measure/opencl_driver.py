"""The OpenCL 1.2 API by ctypes, as far as measuring needs it; used in a worker only.

Numbers are those of the Khronos headers (cl.h).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import byref, c_char_p, c_int, c_size_t, c_uint, c_uint64, c_void_p
from typing import Any

from heddle.measure.ways.base import LeftOut
from heddle.model.hardware import Value

LIBRARY = "libOpenCL.so.1"
#: cl_device_type, cl_device_info, cl_program_build_info
ALL = 0xFFFFFFFF
UNITS, GROUP, CLOCK_MHZ, LARGEST, MEMORY = 0x1002, 0x1004, 0x100C, 0x1010, 0x101F
VERSION, EXTENSIONS, BUILD_LOG = 0x102F, 0x1030, 0x1183
READ_WRITE = 1
NO_PLATFORM, NO_DEVICE = -1001, -1
#: Work items of a group, where the device allows so many.
MOST_GROUP = 256
#: Functions that give a pointer and tell their status in the last argument.
MAKERS = ("clCreateContext", "clCreateCommandQueue", "clCreateBuffer", "clCreateKernel",
          "clCreateProgramWithSource")  # fmt: skip


class Api:
    """The loader."""

    def __init__(self) -> None:
        """:raises LeftOut: if it is not installed"""
        try:
            self.library = ctypes.CDLL(LIBRARY)
        except OSError:
            raise LeftOut(f"{LIBRARY} is not installed") from None
        for name in MAKERS:
            getattr(self.library, name).restype = c_void_p

    def call(self, name: str, *arguments: object) -> None:
        if status := getattr(self.library, name)(*arguments):
            raise LeftOut(f"OpenCL refused {name} ({status})")

    def make(self, name: str, *arguments: object) -> c_void_p:
        status = c_int()
        made = getattr(self.library, name)(*arguments, byref(status))
        if status.value:
            raise LeftOut(f"OpenCL refused {name} ({status.value})")
        return c_void_p(made)

    def text(self, function: str, *of: object) -> str:
        size = c_size_t()
        self.call(function, *of, c_size_t(0), None, byref(size))
        buffer = ctypes.create_string_buffer(size.value + 1)
        self.call(function, *of, size, buffer, None)
        return buffer.value.decode(errors="replace").strip()

    def device(self, platform: int, index: int) -> c_void_p:
        """:raises LeftOut: if it is gone"""
        try:
            held = self._ids("clGetPlatformIDs")[platform]
            return self._ids("clGetDeviceIDs", held, c_uint64(ALL))[index]
        except IndexError:
            raise LeftOut("OpenCL has no such device any more") from None

    def _ids(self, function: str, *of: object) -> list[c_void_p]:
        count = c_uint()
        status = getattr(self.library, function)(*of, 0, None, byref(count))
        if status in (NO_PLATFORM, NO_DEVICE) or not count.value:
            return []
        ids = (c_void_p * count.value)()
        self.call(function, *of, count, ids, None)
        return [c_void_p(one) for one in ids]


class OpenCl:
    """One device, with a context and a queue in order."""

    def __init__(self, platform: int, index: int) -> None:
        self.api = Api()
        self._device = self.api.device(platform, index)
        call = self.api.make
        devices = (c_void_p * 1)(self._device)
        self._context = call("clCreateContext", None, 1, devices, None, None)
        self._queue = call("clCreateCommandQueue", self._context, self._device, c_uint64(0))
        self.units = self._number(UNITS, c_uint)
        self.group = min(MOST_GROUP, self._number(GROUP, c_size_t))
        self.largest, self.memory = self._number(LARGEST, c_uint64), self._number(MEMORY, c_uint64)
        self.extensions = self.api.text("clGetDeviceInfo", self._device, EXTENSIONS).split()
        self._held: list[c_void_p] = []
        self.facts: dict[str, Value] = {
            "opencl": self.api.text("clGetDeviceInfo", self._device, VERSION),
            "compute_units": self.units,
            "clock_mhz": self._number(CLOCK_MHZ, c_uint),
            "memory_bytes": self.memory,
        }

    def _number(self, what: int, kind: Any) -> int:
        value = kind()
        size = c_size_t(ctypes.sizeof(value))
        self.api.call("clGetDeviceInfo", self._device, what, size, byref(value), None)
        return int(value.value)

    def buffer(self, count: int) -> c_void_p:
        """Device memory, until free_all()."""
        words = (self._context, c_uint64(READ_WRITE), c_size_t(count), None)
        self._held.append(self.api.make("clCreateBuffer", *words))
        return self._held[-1]

    def free_all(self) -> None:
        while self._held:
            self.api.call("clReleaseMemObject", self._held.pop())

    def kernel(self, source: str, name: str) -> c_void_p:
        """:raises LeftOut: if the device's compiler refuses it; with what it says"""
        text = (c_char_p * 1)(source.encode())
        program = self.api.make("clCreateProgramWithSource", self._context, 1, text, None)
        devices = (c_void_p * 1)(self._device)
        try:
            self.api.call("clBuildProgram", program, 1, devices, b"", None, None)
        except LeftOut as error:
            log = self.api.text("clGetProgramBuildInfo", program, self._device, BUILD_LOG)
            raise LeftOut(f"{error}: {' '.join(log.split())[:300]}") from None
        return self.api.make("clCreateKernel", program, name.encode())

    def launcher(
        self, kernel: c_void_p, items: int, group: int, *arguments: c_void_p | c_int
    ) -> Callable[[], None]:
        sizes = ((c_size_t * 1)(items), (c_size_t * 1)(group))

        def launch() -> None:
            for i, argument in enumerate(arguments):
                size = c_size_t(ctypes.sizeof(argument))
                self.api.call("clSetKernelArg", kernel, i, size, byref(argument))
            self.api.call(
                "clEnqueueNDRangeKernel", self._queue, kernel, 1, None, *sizes, 0, None, None
            )

        return launch

    def copier(self, to: c_void_p, origin: c_void_p, count: int) -> Callable[[], None]:
        none = c_size_t(0)
        words = (self._queue, origin, to, none, none, c_size_t(count), 0, None, None)
        return lambda: self.api.call("clEnqueueCopyBuffer", *words)

    def transfer(self, buffer: c_void_p, count: int, to_device: bool) -> Callable[[], None]:
        """From or to memory of the host that is nothing special."""
        pages = ctypes.create_string_buffer(b"\1" * (count - 1), count)
        name = "clEnqueueWriteBuffer" if to_device else "clEnqueueReadBuffer"
        words = (self._queue, buffer, 1, c_size_t(0), c_size_t(count), pages, 0, None, None)
        return lambda: self.api.call(name, *words)

    def write(self, buffer: c_void_p, data: bytes) -> None:
        words = (self._queue, buffer, 1, c_size_t(0), c_size_t(len(data)), data, 0, None, None)
        self.api.call("clEnqueueWriteBuffer", *words)

    def finish(self) -> None:
        self.api.call("clFinish", self._queue)
