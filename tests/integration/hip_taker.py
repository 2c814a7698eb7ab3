"""A program that takes and frees memory of a HIP device as its standard input says, one line each.

`take WAY UNITS` answers the runtime's code, in units of that way (see UNITS), `free NUMBER` what
the NUMBERth take got, `info` free and total bytes. Other verbs are named as what they do.
"""

from __future__ import annotations

import ctypes
import sys
from ctypes import byref, c_char, c_int, c_size_t, c_uint, c_ulonglong, c_void_p
from typing import Any

MIB = 1 << 20
#: Way to allocate: the bytes of its unit.
UNITS = {
    "linear": 1,
    "managed": 1,
    "uncached": 1,
    "rows": 256,
    "driver-rows": 256,
    "rows3d": 3 * 256,
    "async": 1,
    "pool": 1,
    "array": 4,
    "array3d": 2 * 3 * 8,
    "driver-array": 2,
    "driver-array3d": 2 * 3,
    "mipmaps": 16 + 4 + 1,
    "block": 2 * MIB,
    "mapped": 2 * MIB,
}
UNCACHED, SIGNAL = 3, 2  #: of hipExtMallocWithFlags
MEMORY_AT = {"hipGetDevicePropertiesR0600": 288, "hipGetDevicePropertiesR0000": 256}


class Extent(ctypes.Structure):
    _fields_ = (("width", c_size_t), ("height", c_size_t), ("depth", c_size_t))


class Rows(ctypes.Structure):
    """hipPitchedPtr."""

    _fields_ = (
        ("pointer", c_void_p),
        ("pitch", c_size_t),
        ("width", c_size_t),
        ("height", c_size_t),
    )


class Channel(ctypes.Structure):
    """hipChannelFormatDesc."""

    _fields_ = (("bits", c_int * 4), ("kind", c_int))


class Flat(ctypes.Structure):
    """HIP_ARRAY_DESCRIPTOR."""

    _fields_ = (("width", c_size_t), ("height", c_size_t), ("format", c_int), ("channels", c_uint))


class Deep(ctypes.Structure):
    """HIP_ARRAY3D_DESCRIPTOR."""

    _fields_ = (("extent", Extent), ("format", c_int), ("channels", c_uint), ("flags", c_uint))


class Properties(ctypes.Structure):
    """hipMemAllocationProp."""

    _fields_ = (
        ("type", c_int),
        ("handle_type", c_int),
        ("location", c_int),
        ("device", c_int),
        ("rest", c_ulonglong * 2),
    )


U8, U16 = 1, 2  #: hipArray_Format


class Taker:
    """Everything that was taken, and how to free it."""

    def __init__(self) -> None:
        self.hip = ctypes.CDLL("libamdhip64.so.6")
        self.taken: list[tuple[str, tuple[Any, ...]]] = []
        self.stream = c_void_p()
        assert self.hip.hipStreamCreateWithFlags(byref(self.stream), 1) == 0

    def take(self, way: str, units: str) -> int:
        code, *freed_by = self.allocate(way, int(units))
        self.taken.append((freed_by[0], tuple(freed_by[1:])))
        return int(code)

    def free(self, number: str) -> int:
        name, arguments = self.taken[int(number)]
        if name == "unmap":  # the handle was given up when it was mapped
            code = self.hip.hipMemUnmap(*arguments)
            self.hip.hipMemAddressFree(*arguments)
            return int(code)
        return int(getattr(self.hip, name)(*arguments))

    def allocate(self, way: str, units: int) -> tuple[Any, ...]:
        """The code, and by which call with which arguments it is freed."""
        hip, pointer = self.hip, c_void_p()
        size, height = c_size_t(units * UNITS[way]), c_size_t(units)
        pitch, width = c_size_t(), c_size_t(100)
        if way == "linear":
            return hip.hipMalloc(byref(pointer), size), "hipFree", pointer
        if way == "managed":
            return hip.hipMallocManaged(byref(pointer), size, 1), "hipFree", pointer
        if way == "uncached":
            return hip.hipExtMallocWithFlags(byref(pointer), size, UNCACHED), "hipFree", pointer
        if way == "rows":
            code = hip.hipMallocPitch(byref(pointer), byref(pitch), width, height)
            return code, "hipFree", pointer
        if way == "driver-rows":
            code = hip.hipMemAllocPitch(byref(pointer), byref(pitch), width, height, 4)
            return code, "hipFree", pointer
        if way == "rows3d":
            rows = Rows()
            code = hip.hipMalloc3D(byref(rows), Extent(100, 3, units))
            return code, "hipFree", c_void_p(rows.pointer)
        if way == "async":
            code = hip.hipMallocAsync(byref(pointer), size, self.stream)
            return code, "hipFreeAsync", pointer, self.stream
        if way == "pool":
            pool = c_void_p()
            assert hip.hipDeviceGetDefaultMemPool(byref(pool), 0) == 0
            code = hip.hipMallocFromPoolAsync(byref(pointer), size, pool, self.stream)
            return code, "hipFree", pointer
        if way in ("block", "mapped"):
            return self.create(way, size)
        return self.allocate_array(way, units)

    def allocate_array(self, way: str, units: int) -> tuple[Any, ...]:
        hip, array = self.hip, c_void_p()
        float_, byte = Channel((32, 0, 0, 0), 2), Channel((8 * units, 0, 0, 0), 1)
        if way == "array":
            code = hip.hipMallocArray(byref(array), byref(float_), c_size_t(units), c_size_t(0), 0)
            return code, "hipFreeArray", array
        if way == "array3d":
            wide = Channel((16, 16, 16, 16), 1)
            code = hip.hipMalloc3DArray(byref(array), byref(wide), Extent(2, 3, units), 0)
            return code, "hipFreeArray", array
        if way == "driver-array":
            flat = Flat(units, 0, U16, 1)
            return hip.hipArrayCreate(byref(array), byref(flat)), "hipArrayDestroy", array
        if way == "driver-array3d":
            deep = Deep(Extent(2, 3, units), U8, 1, 0)
            return hip.hipArray3DCreate(byref(array), byref(deep)), "hipArrayDestroy", array
        assert way == "mipmaps"
        code = hip.hipMallocMipmappedArray(byref(array), byref(byte), Extent(4, 4, 0), 3, 0)
        return code, "hipFreeMipmappedArray", array

    def create(self, way: str, size: c_size_t) -> tuple[Any, ...]:
        handle, at = c_void_p(), c_void_p()
        on_device, none = Properties(1, 0, 1, 0), c_ulonglong(0)
        code = self.hip.hipMemCreate(byref(handle), size, byref(on_device), none)
        if code or way == "block":
            return code, "hipMemRelease", handle
        assert self.hip.hipMemAddressReserve(byref(at), size, c_size_t(0), None, none) == 0
        assert self.hip.hipMemMap(at, size, c_size_t(0), handle, none) == 0
        assert self.hip.hipMemRelease(handle) == 0
        return code, "unmap", at, size

    def info(self) -> str:
        """What each way to ask shows; all of them say the same."""
        left, total, whole = c_size_t(), c_size_t(), c_size_t()
        assert self.hip.hipMemGetInfo(byref(left), byref(total)) == 0
        assert self.hip.hipDeviceTotalMem(byref(whole), 0) == 0
        assert whole.value == total.value
        for name, at in MEMORY_AT.items():
            properties = (c_char * 4096)()
            assert getattr(self.hip, name)(byref(properties), 0) == 0
            assert c_size_t.from_buffer(properties, at).value == total.value
        return f"{left.value} {total.value}"

    def signal(self) -> int:
        """A word for streams to wait for: not the device's memory."""
        word = c_void_p()
        code = self.hip.hipExtMallocWithFlags(byref(word), c_size_t(8), SIGNAL)
        return int(code or self.hip.hipFree(word))

    def host(self, size: str) -> int:
        pointer = c_void_p()
        code = self.hip.hipHostMalloc(byref(pointer), c_size_t(int(size)), 0)
        return int(code or self.hip.hipHostFree(pointer))

    def unknown(self) -> int:
        """What nobody has allocated is for the runtime to refuse."""
        return int(self.hip.hipFree(c_void_p(0x1000)))


def main() -> None:
    taker = Taker()
    for line in sys.stdin:
        verb, *words = line.split()
        print(getattr(taker, verb)(*words), flush=True)


if __name__ == "__main__":
    main()
