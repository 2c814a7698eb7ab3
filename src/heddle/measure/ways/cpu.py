"""A socket's processors: products by NumPy, memory by the C library in all threads."""

from __future__ import annotations

import ctypes
import importlib
import importlib.metadata
import mmap
import os
import platform
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from heddle.inventory.host import LiveHost
from heddle.inventory.probes.cpu import PROBE
from heddle.measure.repeat import repeat, summary
from heddle.measure.ways.base import LeftOut, MeasureStep, MeasureTarget, by_word
from heddle.model.hardware import Component, Value
from heddle.model.metric import Metric

#: Far larger than the caches, in all threads together, yet no danger to a small machine.
MEMORY_BYTES, MEMORY_PART = 1 << 30, 8
#: Target time of a product; the first estimates the speed.
PRODUCT_S, WIDTHS = 0.2, (256, 512, 1024, 2048, 4096, 8192)

STEPS = (
    *(MeasureStep(f"memory.{what}.library", 1.0) for what in ("bandwidth", "read")),
    *(MeasureStep(f"compute.{precision}.library", 2.0) for precision in ("fp32", "fp64")),
)


def sockets() -> list[Component]:
    return PROBE.components(LiveHost(), ())


def cpus_of(package: Value | None) -> set[int]:
    """The processors of a socket that this process may use; all of them if unknown."""
    allowed = os.sched_getaffinity(0)
    place, host = "/sys/devices/system/cpu/cpu{}/topology/physical_package_id", LiveHost()
    return {cpu for cpu in allowed if host.text(place.format(cpu)) == str(package)} or allowed


class CpuWay:
    start_s = 0.5

    def targets(self) -> list[MeasureTarget]:
        try:
            numpy = importlib.metadata.version("numpy")
        except importlib.metadata.PackageNotFoundError:
            numpy = "none"
        versions = {"kernel": platform.release(), "numpy": numpy}
        return [
            MeasureTarget(
                id=socket.id,
                key=socket.id,
                model=socket.model,
                words=("cpu",) if index == 0 else (),
                versions=versions,
            )
            for index, socket in enumerate(sockets())
        ]

    def named(self, word: str) -> MeasureTarget | None:
        return by_word(self.targets(), word)

    def steps(self, target: MeasureTarget) -> list[MeasureStep]:
        return list(STEPS) if target.id.startswith("cpu@") else []

    def open(self, target: MeasureTarget) -> CpuSession:
        packages = {socket.id: socket.attributes.get("package") for socket in sockets()}
        return CpuSession(cpus_of(packages.get(target.id)))


class CpuSession:
    """The processors of one socket; this process and its threads stay on them."""

    def __init__(self, cpus: set[int]) -> None:
        os.sched_setaffinity(0, cpus)
        self._threads = len(cpus)
        self.facts: dict[str, Value] = {"threads": self._threads}

    def close(self) -> None:
        """Nothing is held."""

    def measure(self, name: str, seconds: float) -> Metric:
        match name.split("."):
            case ["memory", what, _]:
                return summary(name, self._memory(what, seconds), "GB/s")
            case ["compute", precision, _]:
                return summary(name, self._product(precision, seconds), "TFLOPS")
        raise LeftOut(f"nothing measures {name}")

    def _memory(self, what: str, seconds: float) -> list[float]:
        """memmove reads and writes, memcmp of equal memory reads both; neither holds the GIL."""
        pages = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        size = min(MEMORY_BYTES, pages // MEMORY_PART) // self._threads // 2
        size -= size % mmap.PAGESIZE
        if not size:
            raise LeftOut("too little memory is free")
        library = ctypes.CDLL(None)
        function = library.memmove if what == "bandwidth" else library.memcmp
        held: list[Any] = []

        def work(thread: int) -> Callable[[], None]:
            maps = [mmap.mmap(-1, size) for _ in range(2)]
            held.extend(maps)
            places = [ctypes.addressof(ctypes.c_char.from_buffer(m)) for m in maps]
            for place in places:
                ctypes.memset(place, 1, size)  # touched first by the thread that uses it
            words = (*map(ctypes.c_void_p, places), ctypes.c_size_t(size))
            return lambda: function(*words)

        with ThreadPoolExecutor(self._threads) as pool:
            works = list(pool.map(work, range(self._threads)))

            def sample() -> float:
                begin = time.perf_counter()
                list(pool.map(lambda one: one(), works))
                return 2 * size * self._threads / (time.perf_counter() - begin) / 1e9

            return repeat(sample, seconds)

    def _product(self, precision: str, seconds: float) -> list[float]:
        try:
            numpy = importlib.import_module("numpy")
        except ImportError:
            raise LeftOut("needs NumPy: pip install numpy") from None
        self.facts["numpy"] = numpy.__version__
        kind = {"fp32": numpy.float32, "fp64": numpy.float64}[precision]
        random = numpy.random.default_rng(1)

        def product(width: int) -> Callable[[], float]:
            a, b = (random.standard_normal((width, width)).astype(kind) for _ in range(2))

            def sample() -> float:
                begin = time.perf_counter()
                numpy.dot(a, b)
                return 2 * width**3 / (time.perf_counter() - begin) / 1e12

            return sample

        rate = max(repeat(product(WIDTHS[0]), 0.05))
        allowed = min(PRODUCT_S, seconds / 10)
        fit = [width for width in WIDTHS if 2 * width**3 / rate / 1e12 <= allowed]
        width = (fit or WIDTHS[:1])[-1]
        self.facts[f"compute.{precision}.library.width"] = width
        return repeat(product(width), seconds)


WAY = CpuWay()
