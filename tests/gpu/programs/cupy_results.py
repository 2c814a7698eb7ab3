"""A CuPy program that prints its results, bit for bit; tests compare two runs."""

from __future__ import annotations

import hashlib

import cupy

KERNEL = r"""
extern "C" __global__ void scramble(unsigned *x, unsigned n, unsigned salt) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = (x[i] ^ salt) * 2654435761u + (i << 7);
}
"""


def digest(array: cupy.ndarray) -> str:
    return hashlib.sha256(cupy.asnumpy(array).tobytes()).hexdigest()[:16]


def main() -> None:
    scramble = cupy.RawKernel(KERNEL, "scramble")
    n = 1 << 20
    x = cupy.arange(n, dtype=cupy.uint32)
    for turn in range(2000):
        scramble((n // 256,), (256,), (x, cupy.uint32(n), cupy.uint32(turn)))
    print("kernels", digest(x))

    streams = [cupy.cuda.Stream(non_blocking=True) for _ in range(4)]
    parts = []
    for turn in range(200):
        with streams[turn % 4]:
            a = cupy.full((256, 256), turn + 1, dtype=cupy.int64)
            parts.append((a * a - turn).sum())
    for stream in streams:
        stream.synchronize()
    print("streams", [int(part) for part in parts])

    with cupy.cuda.Stream.ptds:
        y = cupy.arange(n, dtype=cupy.uint32)
        for turn in range(500):
            scramble((n // 256,), (256,), (y, cupy.uint32(n), cupy.uint32(turn)))
        print("thread's own stream", digest(y))

    cupy.cuda.set_allocator(cupy.cuda.MemoryAsyncPool().malloc)
    total = 0
    for turn in range(300):
        z = cupy.ones(1000 + turn, dtype=cupy.int32)
        total += int(z.sum())
    print("asynchronous allocation", total)
    try:
        scramble((1,), (100_000,), (x, cupy.uint32(n), cupy.uint32(0)))
    except cupy.cuda.driver.CUDADriverError as error:
        print("error", error)


if __name__ == "__main__":
    main()
