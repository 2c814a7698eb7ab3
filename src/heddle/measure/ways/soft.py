"""The soft XPU through its own library, as any program uses it."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from ctypes import byref, c_float, c_int, c_uint64, c_void_p

from heddle import native
from heddle._gen.soft_abi import FUNCTIONS, MatmulArgs, TimedArgs
from heddle._gen.soft_api import LIBRARY
from heddle.inventory.apis.soft import VENDOR, refused
from heddle.measure.repeat import repeat, summary
from heddle.measure.ways.base import LeftOut, MeasureStep, MeasureTarget, by_word, of_device
from heddle.model.hardware import Value
from heddle.model.metric import Metric

COPY_BYTES, WIDTH, LAUNCHES = 8 << 20, 128, 50
#: What a timed kernel is asked to take.
ASKED_NS = 1_000_000

STEPS = (
    *(MeasureStep(f"launch.{what}", 0.5) for what in ("submit", "latency")),
    MeasureStep("kernel.time_ratio", 0.5),
    MeasureStep("memory.bandwidth.library", 0.5),
    *(MeasureStep(f"copy.{way}.pageable", 0.5) for way in ("to_device", "from_device")),
    MeasureStep("compute.fp32.library", 0.5),
)


class SoftWay:
    start_s = 0.5

    def targets(self) -> list[MeasureTarget]:
        if not VENDOR.present():
            return []
        return [
            of_device(device, {}, {VENDOR.visible_variable: str(device.index)})
            for device in VENDOR.devices()
        ]

    def named(self, word: str) -> MeasureTarget | None:
        return by_word(self.targets(), word)

    def steps(self, target: MeasureTarget) -> list[MeasureStep]:
        return list(STEPS) if target.id.startswith("soft@") else []

    def open(self, target: MeasureTarget) -> SoftSession:
        return SoftSession()


class SoftSession:
    """The only device that is visible."""

    def __init__(self) -> None:
        self._library = native.Library(LIBRARY, FUNCTIONS)
        self._stream = c_void_p()
        self._call("sxInit", 0)
        version = c_int()
        self._call("sxGetVersion", byref(version))
        self._call("sxStreamCreate", byref(self._stream), 1)
        self.facts: dict[str, Value] = {"api_version": version.value}

    def close(self) -> None:
        self._call("sxStreamDestroy", self._stream)

    def measure(self, name: str, seconds: float) -> Metric:
        match name.split("."):
            case ["launch", what]:
                return summary(name, repeat(self._launch(what), seconds), "us")
            case ["kernel", "time_ratio"]:
                return summary(name, repeat(self._time_ratio, seconds), "ratio")
            case ["memory", *_]:
                return summary(name, repeat(self._copy(True, True), seconds), "GB/s")
            case ["copy", way, _]:
                to = way == "to_device"
                return summary(name, repeat(self._copy(to, not to), seconds), "GB/s")
            case ["compute", *_]:
                return summary(name, repeat(self._matmul(), seconds), "TFLOPS")
        raise LeftOut(f"nothing measures {name}")

    def _call(self, name: str, *arguments: object) -> None:
        if status := getattr(self._library, name)(*arguments):
            raise refused(name, self._library.sxGetErrorString(status).decode())

    def _allocate(self, count: int) -> c_void_p:
        pointer = c_void_p()
        self._call("sxMalloc", byref(pointer), count)
        return pointer

    def _launcher(self, name: str, arguments: ctypes.Structure) -> Callable[[], None]:
        kernel = c_void_p()
        self._call("sxGetKernel", byref(kernel), name.encode())
        words = (kernel, byref(arguments), ctypes.sizeof(arguments), self._stream)
        return lambda: self._call("sxLaunchKernel", *words)

    def _wait(self) -> None:
        self._call("sxStreamSynchronize", self._stream)

    def _launch(self, what: str) -> Callable[[], float]:
        launch = self._launcher("timed", TimedArgs(0))

        def sample() -> float:
            begin, spent = time.perf_counter(), 0.0
            for _ in range(LAUNCHES):
                launch()
                if what == "latency":
                    self._wait()
            spent = time.perf_counter() - begin
            self._wait()
            return spent / LAUNCHES * 1e6

        return sample

    def _time_ratio(self) -> float:
        """Time on the device's clock by what was asked: 1 where a millisecond is one."""
        begin, end, elapsed = c_void_p(), c_void_p(), c_uint64()
        for event in (begin, end):
            self._call("sxEventCreate", byref(event))
        self._call("sxEventRecord", begin, self._stream)
        self._launcher("timed", TimedArgs(ASKED_NS))()
        self._call("sxEventRecord", end, self._stream)
        self._call("sxEventSynchronize", end)
        self._call("sxEventElapsed", byref(elapsed), begin, end)
        for event in (begin, end):
            self._call("sxEventDestroy", event)
        return elapsed.value / ASKED_NS

    def _copy(self, to_device: bool, from_device: bool) -> Callable[[], float]:
        """Both: from the device to itself, which reads and writes each byte."""
        pages = ctypes.create_string_buffer(COPY_BYTES)
        host = c_void_p(ctypes.addressof(pages))
        to = self._allocate(COPY_BYTES) if to_device else host
        origin = self._allocate(COPY_BYTES) if from_device else host
        moved = COPY_BYTES * (2 if to_device and from_device else 1)

        def sample(_keep: object = pages) -> float:
            begin = time.perf_counter()
            self._call("sxMemcpyAsync", to, origin, COPY_BYTES, self._stream)
            self._wait()
            return moved / (time.perf_counter() - begin) / 1e9

        return sample

    def _matmul(self) -> Callable[[], float]:
        a, b, c = (self._allocate(WIDTH * WIDTH * ctypes.sizeof(c_float)) for _ in range(3))
        launch = self._launcher("matmul", MatmulArgs(a, b, c, WIDTH))

        def sample() -> float:
            begin = time.perf_counter()
            launch()
            self._wait()
            return 2 * WIDTH**3 / (time.perf_counter() - begin) / 1e12

        return sample


WAY = SoftWay()
