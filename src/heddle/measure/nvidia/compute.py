"""Dense throughput of an NVIDIA GPU: by cuBLASLt, and by our own kernels."""

from __future__ import annotations

import time
from collections.abc import Callable
from ctypes import byref, c_int, c_size_t, c_uint

from heddle.measure import inputs
from heddle.measure.nvidia import ptx
from heddle.measure.nvidia.cublaslt import PRECISIONS, WORKSPACE, CublasLt, Product
from heddle.measure.nvidia.driver import CudaDriver, Launch
from heddle.measure.repeat import repeat, summary
from heddle.measure.ways.base import LeftOut
from heddle.model.metric import Metric

#: Widths of the square matrices; the first estimates the speed.
WIDTHS = (2048, 4096, 8192, 16384)
#: Longest time of one product, and the time of our own kernel.
PRODUCT_S, KERNEL_S = 0.03, 0.01
#: Turns of a kernel that estimate its speed.
FEW = 256


def library(
    cuda: CudaDriver, lt: CublasLt, name: str, word: str, seconds: float
) -> tuple[Metric, int]:
    """The fastest product that cuBLASLt has, and the width of its matrices."""
    begin = time.monotonic()
    precision = next(p for p in PRECISIONS if p.name == word)
    if cuda.sm < precision.sm:
        raise LeftOut(f"this GPU has no {word} arithmetic")
    room = int(cuda.free_bytes() * 0.8) - WORKSPACE
    element = 2 * precision.bytes + precision.result_bytes
    widths = [width for width in WIDTHS if width * width * element <= room]
    if not widths:
        raise LeftOut("too little memory is free on the device")
    square = widths[-1] ** 2
    data = cuda.allocate(square * 2 * precision.bytes)
    result = cuda.allocate(square * precision.result_bytes)
    workspace = cuda.allocate(WORKSPACE)
    cuda.fill(data, square * 2 * precision.bytes, inputs.pattern(word))

    def product(width: int) -> Product:
        return Product(lt, precision, width, data, result, workspace)

    best, width = _fastest(cuda, product, widths)

    def work() -> None:
        best.run(cuda)

    times, operations = cuda.often(work), 2 * width**3
    left = max(seconds / 2, seconds - (time.monotonic() - begin))
    values = repeat(lambda: operations / cuda.seconds(work, times) / 1e12, left)
    return summary(name, values, precision.unit), width


def _fastest(
    cuda: CudaDriver, product: Callable[[int], Product], widths: list[int]
) -> tuple[Product, int]:
    """The fastest of the largest two products that do not take too long."""
    estimate = product(widths[0]).choose(cuda)
    fit = [width for width in widths if estimate * (width / widths[0]) ** 3 <= PRODUCT_S]
    tried = []
    for width in fit[-2:] or widths[:1]:
        one = product(width)
        tried.append((width**3 / one.choose(cuda), width, one))
    _, width, best = max(tried, key=lambda entry: entry[0])
    return best, width


def portable(cuda: CudaDriver, name: str, precision: str, seconds: float) -> Metric:
    """The rate of one instruction, from registers."""
    kernel = ptx.kernel_for(precision, cuda.sm)
    if kernel is None:
        raise LeftOut(f"this GPU has no portable {precision} instruction")
    function = cuda.function(cuda.module(ptx.compute(kernel, cuda.sm)), "compute")
    blocks = c_int()
    cuda.call(
        "cuOccupancyMaxActiveBlocksPerMultiprocessor",
        *(byref(blocks), function, c_int(ptx.BLOCK), c_size_t(0)),
    )
    grid = cuda.units * max(1, blocks.value)  # all run at once, and none is left for the end
    out = cuda.allocate(64)

    def launcher(turns: int) -> Launch:
        return cuda.launcher(function, grid, ptx.BLOCK, out, c_uint(turns))

    trial = launcher(FEW)
    trial()
    turns = max(FEW, min(1 << 24, round(FEW * KERNEL_S / cuda.seconds(trial, 1))))
    work = launcher(turns)
    operations = grid * ptx.BLOCK * turns * ptx.UNROLLED * kernel.tiles * kernel.operations
    values = repeat(lambda: operations / cuda.seconds(work, 2) / 1e12, seconds)
    return summary(name, values, kernel.unit)
