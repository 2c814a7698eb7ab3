"""A computation on the soft XPU whose commands may be killed and run again, one by one.

    python reef_steps.py LIBRARY STEPS STEP_US

Each step reads one array and writes the other, then the next one goes back: run again from its
beginning it gives the same, run again after the next one it does not. It prints a digest of what
comes out. It knows nothing of Heddle.
"""

from __future__ import annotations

import ctypes
import hashlib
import sys
from typing import Any

ELEMENTS = 4096
AHEAD = 16  #: steps that are submitted before the first of them is waited for


class StepArgs(ctypes.Structure):
    """sxStepArgs of softxpu.h."""

    _fields_ = (
        ("nanoseconds", ctypes.c_uint64),
        ("x", ctypes.c_void_p),
        ("y", ctypes.c_void_p),
        ("n", ctypes.c_uint64),
    )


def main(library: str, steps: int, step_us: int) -> None:
    api = ctypes.CDLL(library)

    def must(name: str, *arguments: Any) -> None:
        if status := getattr(api, name)(*arguments):
            raise SystemExit(f"{name}: error {status}")

    must("sxInit", 0)
    kernel, stream = ctypes.c_void_p(), ctypes.c_void_p()
    must("sxGetKernel", ctypes.byref(kernel), b"step")
    must("sxStreamCreate", ctypes.byref(stream), 1)
    host = (ctypes.c_uint32 * ELEMENTS)(*range(ELEMENTS))
    arrays = [ctypes.c_void_p(), ctypes.c_void_p()]
    for array in arrays:
        must("sxMalloc", ctypes.byref(array), ctypes.c_size_t(ctypes.sizeof(host)))
    must("sxMemcpy", arrays[0], host, ctypes.c_size_t(ctypes.sizeof(host)))
    events = [ctypes.c_void_p() for _ in range(AHEAD)]
    for event in events:
        must("sxEventCreate", ctypes.byref(event))
    for i in range(steps):
        if i >= AHEAD:
            must("sxEventSynchronize", events[i % AHEAD])
        x, y = arrays[i % 2], arrays[(i + 1) % 2]
        step = StepArgs(step_us * 1000, x.value, y.value, ELEMENTS)
        size = ctypes.c_size_t(ctypes.sizeof(step))
        must("sxLaunchKernel", kernel, ctypes.byref(step), size, stream)
        must("sxEventRecord", events[i % AHEAD], stream)
    must("sxStreamSynchronize", stream)
    must("sxMemcpy", host, arrays[steps % 2], ctypes.c_size_t(ctypes.sizeof(host)))
    print("digest", hashlib.sha256(bytes(host)).hexdigest())


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
