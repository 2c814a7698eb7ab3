"""A program of a user of Ray who knows nothing of Heddle but two words of a runtime environment.

Two tasks keep the soft XPU busy for some seconds, from the same moment on, and count their kernels;
each also takes memory, a MiB at a time, until there is no more. Arguments: the address of Ray, the
library, seconds, and the options of each, as JSON.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
import time

MIB = 1 << 20
KERNEL_NS = 500_000
MOST_MIB = 64


def work(path: str, begin: float, seconds: float) -> tuple[int, int, int]:
    """Kernels, MiB that it got, and the process."""
    library = ctypes.CDLL(path)
    assert library.sxInit(0) == 0
    kernel, stream = ctypes.c_void_p(), ctypes.c_void_p()
    assert library.sxGetKernel(ctypes.byref(kernel), b"timed") == 0
    assert library.sxStreamCreate(ctypes.byref(stream), 1) == 0
    got, pointer = 0, ctypes.c_void_p()
    while got < MOST_MIB and not library.sxMalloc(ctypes.byref(pointer), ctypes.c_size_t(MIB)):
        got += 1
    packed = (ctypes.c_uint64 * 1)(KERNEL_NS)
    size, count = ctypes.c_size_t(ctypes.sizeof(packed)), 0
    while time.time() < begin:
        time.sleep(0.001)
    while time.time() < begin + seconds:
        for _ in range(8):
            assert library.sxLaunchKernel(kernel, packed, size, stream) == 0
        assert library.sxStreamSynchronize(stream) == 0
        count += 8
    return count, got, os.getpid()


def ready() -> None:
    """So that workers are there when the work begins."""


def main() -> None:
    import ray

    address, path, seconds, *wanted = sys.argv[1:]
    ray.init(address=address, logging_level="ERROR", log_to_driver=False)
    options = [{"num_cpus": 0.1, **json.loads(each)} for each in wanted]
    ray.get([ray.remote(ready).options(**each).remote() for each in options])
    begin = time.time() + 2
    calls = [
        ray.remote(work).options(**each).remote(path, begin, float(seconds)) for each in options
    ]
    print(json.dumps(ray.get(calls)))


if __name__ == "__main__":
    main()
