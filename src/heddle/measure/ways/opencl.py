"""OpenCL devices of any vendor, through the loader (libOpenCL.so.1) and kernels of our own."""

from __future__ import annotations

import time
from collections.abc import Callable
from ctypes import c_int

from heddle.inventory.sources.opencl import devices
from heddle.measure.opencl_driver import OpenCl
from heddle.measure.repeat import repeat, summary
from heddle.measure.ways.base import LeftOut, MeasureStep, MeasureTarget, by_word
from heddle.model.hardware import Value
from heddle.model.metric import Metric

#: Vector elements, independent accumulators and turns' worth of multiply-adds of one loop.
WIDTH, TILES, UNROLLED = 4, 8, 4
KERNEL_S, MEMORY_BYTES, COPY_BYTES, LAUNCHES = 0.02, 256 << 20, 64 << 20, 50

TYPES = {"fp32": "float", "fp64": "double", "fp16": "half"}
EXTENSIONS = {"fp64": "cl_khr_fp64", "fp16": "cl_khr_fp16"}
STEPS = (
    *(MeasureStep(f"launch.{what}", 0.5) for what in ("submit", "latency")),
    MeasureStep("memory.bandwidth.library", 1.0),
    MeasureStep("memory.bandwidth.portable", 1.0),
    *(MeasureStep(f"copy.{way}.pageable", 0.8) for way in ("to_device", "from_device")),
    *(MeasureStep(f"compute.{precision}.portable", 1.5) for precision in TYPES),
)
MEMORY = """
kernel void copy(global uint4 *to, global const uint4 *from) {
  size_t i = get_global_id(0);
  to[i] = from[i];
}
kernel void nothing(global uint4 *to, global const uint4 *from) {}
"""


def compute(precision: str) -> str:
    """Each work item adds and multiplies in registers; x = b - x never comes to rest."""
    kind, extension = TYPES[precision], EXTENSIONS.get(precision)
    names = [f"x{i}" for i in range(TILES)]
    lines = [
        f"#pragma OPENCL EXTENSION {extension} : enable" if extension else "",
        f"kernel void compute(global {kind} *out, int turns) {{",
        f"  {kind}{WIDTH} a = ({kind}{WIDTH})(-1), b = ({kind}{WIDTH})(1 + get_local_id(0) % 7);",
        *(f"  {kind}{WIDTH} {name} = ({kind}{WIDTH})({i + 1});" for i, name in enumerate(names)),
        "  for (int i = 0; i < turns; i++) {",
        *(f"    {name} = mad({name}, a, b);" for _ in range(UNROLLED) for name in names),
        "  }",
        f"  {kind}{WIDTH} sum = {' + '.join(names)};",
        f"  if (sum.x == ({kind})-12345) out[0] = sum.x + sum.y + sum.z + sum.w;",
        "}",
    ]
    return "\n".join(lines)


class OpenClWay:
    start_s = 2.0

    def targets(self) -> list[MeasureTarget]:
        return [
            MeasureTarget(
                id=entry["id"],
                key=entry["id"],
                model=entry["name"],
                words=(f"opencl@{index}",),
                versions={"platform": entry["platform"], "driver": entry["driver"]},
                is_usual=entry["type"] != "cpu",  # `cpu` measures that one, and better
            )
            for index, entry in enumerate(devices())
        ]

    def named(self, word: str) -> MeasureTarget | None:
        return by_word(self.targets(), word)

    def steps(self, target: MeasureTarget) -> list[MeasureStep]:
        return list(STEPS) if target.id.startswith("opencl@") else []

    def open(self, target: MeasureTarget) -> OpenClSession:
        platform, _, index = target.id.partition("@")[2].partition(":")
        return OpenClSession(OpenCl(int(platform), int(index)))


class OpenClSession:
    """One device with one queue."""

    def __init__(self, device: OpenCl) -> None:
        self._device = device
        self.facts: dict[str, Value] = dict(device.facts)

    def close(self) -> None:
        """The process ends."""

    def measure(self, name: str, seconds: float) -> Metric:
        try:
            match name.split("."):
                case ["compute", precision, _]:
                    return summary(name, self._compute(precision, seconds), "TFLOPS")
                case ["memory", _, how]:
                    return summary(name, self._memory(how, seconds), "GB/s")
                case ["copy", way, _]:
                    return summary(name, self._copy(way == "to_device", seconds), "GB/s")
                case ["launch", what]:
                    return summary(name, self._launch(what == "latency", seconds), "us")
        finally:
            self._device.free_all()
        raise LeftOut(f"nothing measures {name}")

    def _seconds(self, work: Callable[[], None]) -> float:
        begin = time.perf_counter()
        work()
        self._device.finish()
        return time.perf_counter() - begin

    def _compute(self, precision: str, seconds: float) -> list[float]:
        device = self._device
        extension = EXTENSIONS.get(precision)
        if extension and extension not in device.extensions:
            raise LeftOut(f"the device has no {extension}")
        kernel = device.kernel(compute(precision), "compute")
        items = device.units * device.group * 16
        out = device.buffer(64)

        def work(turns: int) -> Callable[[], None]:
            return device.launcher(kernel, items, device.group, out, c_int(turns))

        self._seconds(work(1))
        turns = 16
        while (spent := self._seconds(work(turns))) < KERNEL_S / 4 and turns < 1 << 24:
            turns *= 4
        turns = max(1, min(1 << 26, round(turns * KERNEL_S / spent)))
        operations = 2 * items * turns * UNROLLED * TILES * WIDTH
        launch = work(turns)
        return repeat(lambda: operations / self._seconds(launch) / 1e12, seconds)

    def _memory(self, how: str, seconds: float) -> list[float]:
        device = self._device
        size = min(MEMORY_BYTES, device.largest, device.memory // 8) // 65536 * 65536
        to, origin = device.buffer(size), device.buffer(size)
        device.write(origin, bytes(range(256)) * (size // 256))
        if how == "portable":
            kernel = device.kernel(MEMORY, "copy")
            work = device.launcher(kernel, size // 16, device.group, to, origin)
        else:
            work = device.copier(to, origin, size)
        return repeat(lambda: 2 * size / self._seconds(work) / 1e9, seconds)

    def _copy(self, to_device: bool, seconds: float) -> list[float]:
        device = self._device
        size = min(COPY_BYTES, device.largest, device.memory // 8)
        work = device.transfer(device.buffer(size), size, to_device)
        return repeat(lambda: size / self._seconds(work) / 1e9, seconds)

    def _launch(self, wait: bool, seconds: float) -> list[float]:
        device = self._device
        a, b = device.buffer(64), device.buffer(64)
        launch = device.launcher(device.kernel(MEMORY, "nothing"), 1, 1, a, b)

        def sample() -> float:
            begin = time.perf_counter()
            for _ in range(LAUNCHES):
                launch()
                if wait:
                    device.finish()
            spent = time.perf_counter() - begin
            device.finish()
            return spent / LAUNCHES * 1e6

        return repeat(sample, seconds)


WAY = OpenClWay()
