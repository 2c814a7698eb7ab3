"""What PyTorch reaches on this GPU: bf16 products and copies in its memory, as JSON."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from functools import partial

import torch

WIDTHS = (4096, 8192, 16384)
COPY_BYTES = 1 << 30
WARM_UP_S, BATCHES = 1.0, 20


def seconds(work: Callable[[], object], times: int) -> float:
    """The median time of one, over batches, when the clocks have settled."""
    end = time.monotonic() + WARM_UP_S
    while time.monotonic() < end:
        work()
        torch.cuda.synchronize()
    found = []
    for _ in range(BATCHES):
        begin, stop = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        for _ in range(times):
            work()
        stop.record()
        stop.synchronize()
        found.append(begin.elapsed_time(stop) / 1000 / times)
    return statistics.median(found)


def main() -> None:
    torch.manual_seed(0)
    rates = {}
    for width in WIDTHS:
        a, b = (torch.randn(width, width, device="cuda", dtype=torch.bfloat16) for _ in range(2))
        out = torch.empty_like(a)
        times = max(2, 10 * 8192**3 // width**3)
        spent = seconds(partial(torch.matmul, a, b, out=out), times)
        rates[width] = 2 * width**3 / spent / 1e12
        del a, b, out
    a = torch.randn(COPY_BYTES // 4, device="cuda")
    b = torch.empty_like(a)
    copy = 2 * COPY_BYTES / seconds(lambda: b.copy_(a), 20) / 1e9
    print(json.dumps({"bf16_tflops": max(rates.values()), "by_width": rates, "copy_gbs": copy}))


if __name__ == "__main__":
    main()
