"""Python's multiprocessing by each of its methods: multi.py METHOD. The parent uses the device."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import sys
import time
from pathlib import Path

KERNELS = 8


class Affine(ctypes.Structure):
    """sxAffineArgs of softxpu.h."""

    _fields_ = (
        ("x", ctypes.c_void_p),
        ("n", ctypes.c_uint64),
        ("a", ctypes.c_uint32),
        ("b", ctypes.c_uint32),
    )


def must(result: int) -> None:
    if result:
        raise RuntimeError(f"the soft XPU refused a call: {result}")


def use_device(seed: int) -> int:
    soft = ctypes.CDLL(os.environ["HOSTILE_LIBRARY"])
    stream, kernel, memory = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
    result = (ctypes.c_uint32 * 16)(*([seed] * 16))
    size = ctypes.c_size_t(ctypes.sizeof(result))
    must(soft.sxInit(0))
    must(soft.sxStreamCreate(ctypes.byref(stream), 1))
    must(soft.sxGetKernel(ctypes.byref(kernel), b"affine"))
    must(soft.sxMalloc(ctypes.byref(memory), size))
    must(soft.sxMemcpyAsync(memory, result, size, stream))
    for i in range(KERNELS):
        told = Affine(memory, 16, 2 * i + 3, i + 1)
        must(soft.sxLaunchKernel(kernel, ctypes.byref(told), ctypes.sizeof(told), stream))
    must(soft.sxMemcpyAsync(result, memory, size, stream))
    must(soft.sxStreamSynchronize(stream))
    return int(sum(result) & 0xFFFFFFFF)


def work(seed: int) -> int:
    meeting = Path(os.environ["HOSTILE_MEETING"])
    before = use_device(seed)
    (meeting / str(os.getpid())).touch()
    while not (meeting / "go").exists():
        time.sleep(0.002)
    return before ^ use_device(before & 0xFFFF)


def main() -> None:
    context = multiprocessing.get_context(sys.argv[1])
    print("parent", use_device(1))
    with context.Pool(2) as pool:
        print("children", pool.map(work, [2, 3], chunksize=1))
    print("parent", work(4))


if __name__ == "__main__":
    main()
