"""NVIDIA's GPUs through the CUDA driver: `portable` by our own PTX, `library` by NVIDIA's code."""

from __future__ import annotations

import ctypes
import time
from ctypes import byref, c_size_t, c_void_p
from functools import cached_property

from heddle.inventory.apis import cuda as api
from heddle.inventory.host import LiveHost
from heddle.measure import inputs
from heddle.measure.nvidia import compute, driver, ptx
from heddle.measure.nvidia.cublaslt import PRECISIONS, CublasLt
from heddle.measure.nvidia.driver import CudaDriver
from heddle.measure.repeat import repeat, summary
from heddle.measure.ways.base import LeftOut, MeasureStep, MeasureTarget, by_word, of_device
from heddle.model.hardware import Value
from heddle.model.metric import Metric

MEMORY_BYTES, COPY_BYTES = 1 << 30, 256 << 20
LAUNCHES = 200

STEPS = (
    *(MeasureStep(f"launch.{what}", 0.5) for what in ("submit", "latency")),
    *(MeasureStep(f"memory.{what}", 1.0) for what in ("bandwidth.library", "bandwidth.portable")),
    MeasureStep("memory.read.portable", 1.0),
    *(MeasureStep(f"compute.{precision.name}.library", 2.5) for precision in PRECISIONS),
    *(MeasureStep(f"compute.{precision}.portable", 1.2) for precision in ptx.PRECISIONS),
    *(MeasureStep(f"copy.{way}.{kind}", 0.8) for way in ("to_device", "from_device")
      for kind in ("pinned", "pageable")),
)  # fmt: skip


def driver_version() -> str:
    try:
        with open("/proc/driver/nvidia/version") as file:
            words = file.readline().split()
    except OSError:
        return "unknown"
    return next((word for word in words if word[0].isdigit()), "unknown")


def bus_address(index: int) -> str:
    try:
        return api.bus_ids()[index]
    except (OSError, IndexError):
        return ""


def pci_name(address: str) -> tuple[str, ...]:
    """pci:vendor:device, as the facts call a model."""
    host = LiveHost()
    numbers = [host.text(f"/sys/bus/pci/devices/{address}/{name}") for name in ("vendor", "device")]
    words = [number.removeprefix("0x") for number in numbers if number]
    return (f"pci:{':'.join(words)}",) if len(words) == 2 else ()


class CudaWay:
    start_s = 4.0

    def targets(self) -> list[MeasureTarget]:
        vendor = api.VENDOR
        if not vendor.present():
            return []
        versions = {"driver": driver_version()}
        found = []
        for device in vendor.devices():
            address, variables = bus_address(device.index), {vendor.visible_variable: device.uuid}
            found.append(of_device(device, versions, variables, address, pci_name(address)))
        return found

    def named(self, word: str) -> MeasureTarget | None:
        return by_word(self.targets(), word)

    def steps(self, target: MeasureTarget) -> list[MeasureStep]:
        return list(STEPS) if target.id.startswith("cuda@") else []

    def open(self, target: MeasureTarget) -> CudaSession:
        return CudaSession(CudaDriver())


class CudaSession:
    """One GPU."""

    def __init__(self, cuda: CudaDriver) -> None:
        self._cuda = cuda
        self.facts: dict[str, Value] = {
            "cuda": cuda.version,
            "compute_capability": f"{cuda.sm // 10}.{cuda.sm % 10}",
            "multiprocessors": cuda.units,
            "clock_mhz": cuda.attribute(driver.CLOCK_KHZ) // 1000,
            "memory_clock_mhz": cuda.attribute(driver.MEMORY_CLOCK_KHZ) // 1000,
            "memory_bus_bits": cuda.attribute(driver.BUS_WIDTH),
            "l2_bytes": cuda.attribute(driver.L2_BYTES),
        }

    def close(self) -> None:
        """The process ends, and the driver takes all back."""

    def measure(self, name: str, seconds: float) -> Metric:
        try:
            return self._measure(name, seconds)
        finally:
            self._cuda.free_all()

    def _measure(self, name: str, seconds: float) -> Metric:
        match name.split("."):
            case ["compute", precision, "library"]:
                metric, width = compute.library(self._cuda, self._lt, name, precision, seconds)
                self.facts[f"{name}.width"] = width
                return metric
            case ["compute", precision, "portable"]:
                return compute.portable(self._cuda, name, precision, seconds)
            case ["memory", what, how]:
                return self._memory(name, what, how, seconds)
            case ["copy", way, kind]:
                return self._copy(name, way, kind, seconds)
            case ["launch", what]:
                return self._launch(name, what, seconds)
        raise LeftOut(f"nothing measures {name}")

    @cached_property
    def _lt(self) -> CublasLt:
        found = CublasLt()
        self.facts["cublaslt"] = found.version
        return found

    @cached_property
    def _memory_module(self) -> c_void_p:
        return self._cuda.module(ptx.memory(self._cuda.sm))

    def _memory(self, name: str, what: str, how: str, seconds: float) -> Metric:
        cuda = self._cuda
        size = min(MEMORY_BYTES, cuda.free_bytes() // 4) // ptx.BLOCK_BYTES * ptx.BLOCK_BYTES
        if not size:
            raise LeftOut("too little memory is free on the device")
        origin, to = cuda.allocate(size), cuda.allocate(size)
        cuda.fill(origin, size, inputs.pattern("fp32"))
        if how == "library":
            work = cuda.copier("cuMemcpyDtoDAsync_v2", to, origin, size)
        else:
            entry = "copy" if what == "bandwidth" else what
            function = cuda.function(self._memory_module, entry)
            work = cuda.launcher(function, size // ptx.BLOCK_BYTES, ptx.BLOCK, to, origin)
        moved = size if what == "read" else 2 * size
        times = cuda.often(work)
        values = repeat(lambda: moved / cuda.seconds(work, times) / 1e9, seconds)
        return summary(name, values, "GB/s")

    def _copy(self, name: str, way: str, kind: str, seconds: float) -> Metric:
        cuda = self._cuda
        size = min(COPY_BYTES, cuda.free_bytes() // 4)
        device = cuda.allocate(size)
        pinned = c_void_p()
        if kind == "pinned":
            cuda.call("cuMemAllocHost_v2", byref(pinned), c_size_t(size))
            host = pinned
        else:
            pages = ctypes.create_string_buffer(size)
            ctypes.memset(pages, 1, size)
            host = c_void_p(ctypes.addressof(pages))
        if way == "to_device":
            work = cuda.copier("cuMemcpyHtoDAsync_v2", device, host, size)
        else:
            work = cuda.copier("cuMemcpyDtoHAsync_v2", host, device, size)

        def sample() -> float:
            begin = time.perf_counter()  # pageable memory is copied by this very thread
            work()
            cuda.synchronize()
            return size / (time.perf_counter() - begin) / 1e9

        values = repeat(sample, seconds)
        if pinned:
            cuda.call("cuMemFreeHost", pinned)
        return summary(name, values, "GB/s")

    def _launch(self, name: str, what: str, seconds: float) -> Metric:
        cuda = self._cuda
        launch = cuda.launcher(cuda.function(self._memory_module, "empty"), 1, 1)

        def submit() -> float:
            begin = time.perf_counter()
            for _ in range(LAUNCHES):
                launch()
            spent = time.perf_counter() - begin
            cuda.synchronize()
            return spent / LAUNCHES * 1e6

        def complete() -> float:
            begin = time.perf_counter()
            for _ in range(LAUNCHES):
                launch()
                cuda.synchronize()
            return (time.perf_counter() - begin) / LAUNCHES * 1e6

        return summary(name, repeat(submit if what == "submit" else complete, seconds), "us")


WAY = CudaWay()
