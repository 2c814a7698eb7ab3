"""How large a device is, and how fast it copies to and from the host at best: one line of JSON.

python copy_speed.py LIBRARY
"""

from __future__ import annotations

import ctypes
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from swap_load import MIB, Cuda, Soft


def main() -> int:
    library = sys.argv[1]
    is_cuda = "libcuda" in library
    device = (Cuda if is_cuda else Soft)(library)
    api = device.api
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    name = "cuMemGetInfo_v2" if is_cuda else "sxMemGetInfo"
    getattr(api, name)(ctypes.byref(free), ctypes.byref(total))
    size = 2048 * MIB if is_cuda else 64 * MIB
    pointer, host = device.allocate(size), ctypes.c_void_p()
    if is_cuda:
        api.cuMemHostAlloc(ctypes.byref(host), ctypes.c_size_t(size), 0)
    else:
        host = ctypes.cast(ctypes.create_string_buffer(size), ctypes.c_void_p)
    bytes_ = ctypes.c_size_t(size)
    place = ctypes.c_uint64(pointer)
    out = (api.cuMemcpyDtoH_v2, host, place) if is_cuda else (api.sxMemcpy, host, place)
    back = (api.cuMemcpyHtoD_v2, place, host) if is_cuda else (api.sxMemcpy, place, host)
    found = {"bytes": total.value, "free_bytes": free.value}
    for name, (function, to, from_) in (("out_gbs", out), ("in_gbs", back)):
        best = float("inf")
        for _ in range(3):
            device.wait()
            begin = time.monotonic()
            function(to, from_, bytes_)
            device.wait()
            best = min(best, time.monotonic() - begin)
        found[name] = size / best / 1e9
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
