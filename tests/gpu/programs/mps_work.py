"""Keeps a CUDA device busy with kernels of a fixed number of blocks, whatever it is shown of it.

Prints a line when it begins, and then how many kernels it did in how many seconds, and how many
multiprocessors it was shown. Usage: mps_work.py SECONDS
"""

from __future__ import annotations

import ctypes
import sys
import time
from ctypes import byref, c_int, c_uint, c_void_p

PTX = b"""
.version 6.0
.target sm_50
.address_size 64
.visible .entry work(.param .u32 turns, .param .u64 out)
{
  .reg .pred %again, %never;
  .reg .f32 %x, %y;
  .reg .b32 %n, %i, %t;
  .reg .b64 %p;
  ld.param.u32 %n, [turns];
  mov.u32 %t, %tid.x;
  cvt.rn.f32.u32 %x, %t;
  mov.f32 %y, 0f3F7FFFFF;
  mov.u32 %i, 0;
again:
  fma.rn.f32 %x, %x, %y, 0f33D6BF95;
  add.u32 %i, %i, 1;
  setp.lt.u32 %again, %i, %n;
  @%again bra again;
  setp.eq.f32 %never, %x, 0fC7F12000;
  @!%never bra end;
  ld.param.u64 %p, [out];
  st.global.f32 [%p], %x;
end:
  ret;
}
"""
#: Far more than a device has room for at once, so that the time follows from its multiprocessors.
BLOCKS, THREADS, TURNS, BATCH = 8192, 256, 4000, 8
MULTIPROCESSORS = 16  #: CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT


def main(seconds: float) -> None:
    cuda = ctypes.CDLL("libcuda.so.1")

    def must(name: str, *arguments: object) -> None:
        if code := getattr(cuda, name)(*arguments):
            raise SystemExit(f"{name} gave {code}")

    device, shown = c_int(), c_int()
    context, module, work = c_void_p(), c_void_p(), c_void_p()
    must("cuInit", 0)
    must("cuDeviceGet", byref(device), 0)
    must("cuDeviceGetAttribute", byref(shown), MULTIPROCESSORS, device)
    must("cuDevicePrimaryCtxRetain", byref(context), device)
    must("cuCtxSetCurrent", context)
    must("cuModuleLoadData", byref(module), PTX)
    must("cuModuleGetFunction", byref(work), module, b"work")
    turns, out = c_uint(TURNS), c_void_p()
    parameters = (c_void_p * 2)(
        ctypes.cast(byref(turns), c_void_p), ctypes.cast(byref(out), c_void_p)
    )

    def batch() -> None:
        for _ in range(BATCH):
            must("cuLaunchKernel", work, BLOCKS, 1, 1, THREADS, 1, 1, 0, None, parameters, None)
        must("cuCtxSynchronize")

    batch()  # clocks go up
    print("begins", flush=True)
    begin, done = time.monotonic(), 0
    while time.monotonic() < begin + seconds:
        batch()
        done += BATCH
    print(done, time.monotonic() - begin, shown.value)


if __name__ == "__main__":
    main(float(sys.argv[1]))
