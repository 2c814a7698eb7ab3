"""A Triton program that prints its results, bit for bit; tests compare two runs."""

from __future__ import annotations

import hashlib

import torch
import triton
import triton.language as tl


@triton.jit  # type: ignore[untyped-decorator]
def scramble(x, n, salt, block: tl.constexpr):  # type: ignore[no-untyped-def]
    at = tl.program_id(0) * block + tl.arange(0, block)
    inside = at < n
    value = tl.load(x + at, mask=inside)
    tl.store(x + at, (value ^ salt) * 5 + at, mask=inside)


def main() -> None:
    n = 1 << 20
    x = torch.arange(n, dtype=torch.int32, device="cuda")
    for turn in range(3000):
        scramble[(triton.cdiv(n, 1024),)](x, n, turn, 1024)
    print("kernels", hashlib.sha256(x.cpu().numpy().tobytes()).hexdigest()[:16])

    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for turn in range(20):
            scramble[(triton.cdiv(n, 1024),)](x, n, turn, 1024)
    for _ in range(100):
        graph.replay()
    print("graph", hashlib.sha256(x.cpu().numpy().tobytes()).hexdigest()[:16])


if __name__ == "__main__":
    main()
