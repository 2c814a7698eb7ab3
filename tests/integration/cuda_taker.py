"""A program that takes and frees memory of a CUDA device as its standard input says, one line each.

`take WAY UNITS` answers the driver's code, in units of that way (see UNITS), `free NUMBER` what the
NUMBERth take got, `info` free and total bytes. Other verbs are named as what they do.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from ctypes import byref, c_int, c_size_t, c_uint, c_ulonglong, c_void_p
from typing import Any

MIB = 1 << 20
#: Way to allocate: the bytes of its unit.
UNITS = {
    "linear": 1,
    "managed": 1,
    "rows": 512,
    "async": 1,
    "async-thread": 1,
    "pool": 1,
    "array": 4,
    "array3d": 2 * 3 * 8,
    "layered": 5,
    "mipmaps": 16 + 4 + 1,
    "block": 2 * MIB,
    "mapped": 2 * MIB,
    "graph": 1,
    "child-graph": 1,
}


class Flat(ctypes.Structure):
    """CUDA_ARRAY_DESCRIPTOR."""

    _fields_ = (
        ("width", c_size_t),
        ("height", c_size_t),
        ("format", c_int),
        ("channels", c_uint),
    )


class Deep(ctypes.Structure):
    """CUDA_ARRAY3D_DESCRIPTOR."""

    _fields_ = (
        ("width", c_size_t),
        ("height", c_size_t),
        ("depth", c_size_t),
        ("format", c_int),
        ("channels", c_uint),
        ("flags", c_uint),
    )


class Properties(ctypes.Structure):
    """CUmemAllocationProp."""

    _fields_ = (
        ("type", c_int),
        ("handle_types", c_int),
        ("location", c_int),
        ("device", c_int),
        ("rest", c_ulonglong * 4),
    )


class Node(ctypes.Structure):
    """CUDA_MEM_ALLOC_NODE_PARAMS."""

    _fields_ = (
        ("pool", Properties),
        ("reserved", c_ulonglong * 5),
        ("access", c_void_p),
        ("count", c_size_t),
        ("bytes", c_size_t),
        ("pointer", c_ulonglong),
    )


U8, U16, FLOAT = 1, 2, 0x20
LAYERED, DEFERRED = 1, 0x80


class Taker:
    """Everything that was taken, and how to free it."""

    def __init__(self) -> None:
        self.cu = ctypes.CDLL("libcuda.so.1")
        self.taken: list[tuple[str, tuple[Any, ...]]] = []
        self.context = c_void_p()
        self.stream = c_void_p()
        assert self.cu.cuInit(0) == 0
        assert self.cu.cuDevicePrimaryCtxRetain(byref(self.context), 0) == 0
        assert self.cu.cuCtxSetCurrent(self.context) == 0
        assert self.cu.cuStreamCreate(byref(self.stream), 1) == 0

    def take(self, way: str, units: str) -> int:
        code, *freed_by = self.allocate(way, int(units))
        self.taken.append((freed_by[0], tuple(freed_by[1:])))
        return int(code)

    def free(self, number: str) -> int:
        name, arguments = self.taken[int(number)]
        if name == "unmap":  # the handle was given up when it was mapped
            code = self.cu.cuMemUnmap(*arguments)
            self.cu.cuMemAddressFree(*arguments)
            return int(code)
        return int(getattr(self.cu, name)(*arguments))

    def allocate(self, way: str, units: int) -> tuple[Any, ...]:
        """The code, and by which call with which arguments it is freed."""
        cu, pointer, handle = self.cu, c_ulonglong(), c_void_p()
        size = c_size_t(units * UNITS[way])
        if way == "linear":
            return cu.cuMemAlloc_v2(byref(pointer), size), "cuMemFree_v2", pointer
        if way == "managed":
            return cu.cuMemAllocManaged(byref(pointer), size, 1), "cuMemFree_v2", pointer
        if way == "rows":
            pitch, width = c_size_t(), c_size_t(100)
            height = c_size_t(units)
            code = cu.cuMemAllocPitch_v2(byref(pointer), byref(pitch), width, height, 4)
            return code, "cuMemFree_v2", pointer
        if way == "async":
            code = cu.cuMemAllocAsync(byref(pointer), size, self.stream)
            return code, "cuMemFreeAsync", pointer, self.stream
        if way == "async-thread":
            code = cu.cuMemAllocAsync_ptsz(byref(pointer), size, None)
            return code, "cuMemFreeAsync_ptsz", pointer, None
        if way == "pool":
            pool = c_void_p()
            assert cu.cuDeviceGetDefaultMemPool(byref(pool), 0) == 0
            code = cu.cuMemAllocFromPoolAsync(byref(pointer), size, pool, self.stream)
            return code, "cuMemFree_v2", pointer
        if way == "array":
            flat = Flat(units, 0, FLOAT, 1)
            return cu.cuArrayCreate_v2(byref(handle), byref(flat)), "cuArrayDestroy", handle
        if way == "array3d":
            deep = Deep(2, 3, units, U16, 4, 0)
            return cu.cuArray3DCreate_v2(byref(handle), byref(deep)), "cuArrayDestroy", handle
        if way == "layered":
            deep = Deep(units, 0, 5, U8, 1, LAYERED)
            return cu.cuArray3DCreate_v2(byref(handle), byref(deep)), "cuArrayDestroy", handle
        if way == "mipmaps":
            deep = Deep(4, 4, 0, U8, units, 0)
            code = cu.cuMipmappedArrayCreate(byref(handle), byref(deep), 3)
            return code, "cuMipmappedArrayDestroy", handle
        if way in ("block", "mapped"):
            return self.create(way, size)
        return self.instantiate(way, size)

    def create(self, way: str, size: c_size_t) -> tuple[Any, ...]:
        handle, at = c_ulonglong(), c_ulonglong()
        on_device = Properties(1, 0, 1, 0)
        code = self.cu.cuMemCreate(byref(handle), size, byref(on_device), c_ulonglong(0))
        if code or way == "block":
            return code, "cuMemRelease", handle
        reserve = (size, c_size_t(0), c_ulonglong(0), c_ulonglong(0))
        assert self.cu.cuMemAddressReserve(byref(at), *reserve) == 0
        assert self.cu.cuMemMap(at, size, c_size_t(0), handle, c_ulonglong(0)) == 0
        assert self.cu.cuMemRelease(handle) == 0
        return code, "unmap", at, size

    def instantiate(self, way: str, size: c_size_t) -> tuple[Any, ...]:
        graph, node, executable = c_void_p(), c_void_p(), c_void_p()
        wanted = Node(Properties(1, 0, 1, 0), bytes=size)
        assert self.cu.cuGraphCreate(byref(graph), 0) == 0
        add = self.cu.cuGraphAddMemAllocNode
        assert add(byref(node), graph, None, c_size_t(0), byref(wanted)) == 0
        if way == "child-graph":
            child, graph = graph, c_void_p()
            assert self.cu.cuGraphCreate(byref(graph), 0) == 0
            inside = self.cu.cuGraphAddChildGraphNode
            assert inside(byref(node), graph, None, c_size_t(0), child) == 0
        code = self.cu.cuGraphInstantiateWithFlags(byref(executable), graph, c_ulonglong(0))
        return code, "cuGraphExecDestroy", executable

    def info(self) -> str:
        left, total, whole = c_size_t(), c_size_t(), c_size_t()
        assert self.cu.cuMemGetInfo_v2(byref(left), byref(total)) == 0
        assert self.cu.cuDeviceTotalMem_v2(byref(whole), 0) == 0
        assert whole.value == total.value
        return f"{left.value} {total.value}"

    def deferred(self, units: str) -> int:
        """An array that has no memory of its own."""
        handle, deep = c_void_p(), Deep(int(units), 0, 0, U8, 1, DEFERRED)
        code = self.cu.cuArray3DCreate_v2(byref(handle), byref(deep))
        return int(code or self.cu.cuArrayDestroy(handle))

    def host(self, units: str) -> int:
        """A block of the host's memory: not the device's."""
        handle, on_host = c_ulonglong(), Properties(1, 0, 2, 0)
        size = c_size_t(int(units) * UNITS["block"])
        code = self.cu.cuMemCreate(byref(handle), size, byref(on_host), c_ulonglong(0))
        return int(code or self.cu.cuMemRelease(handle))

    def retained(self) -> str:
        """A block is there until its last reference and its last mapping are gone."""
        cu, size = self.cu, c_size_t(2 * MIB)
        both = c_size_t(4 * MIB)
        handle, again, at = c_ulonglong(), c_ulonglong(), c_ulonglong()
        on_device, none = Properties(1, 0, 1, 0), c_ulonglong(0)
        seen = []

        def look() -> None:
            seen.append(self.info().split()[0])

        assert cu.cuMemCreate(byref(handle), size, byref(on_device), none) == 0
        assert cu.cuMemAddressReserve(byref(at), both, c_size_t(0), none, none) == 0
        second = c_ulonglong(at.value + 2 * MIB)
        assert cu.cuMemMap(at, size, c_size_t(0), handle, none) == 0
        assert cu.cuMemMap(second, size, c_size_t(0), handle, none) == 0
        assert cu.cuMemRelease(handle) == 0
        look()  # mapped twice
        inside = c_void_p(at.value + MIB)
        assert cu.cuMemRetainAllocationHandle(byref(again), inside) == 0
        assert cu.cuMemUnmap(at, both) == 0
        look()  # referred to
        assert cu.cuMemRelease(again) == 0
        look()  # gone
        assert cu.cuMemRelease(again) != 0
        look()
        return " ".join(seen)

    def unknown(self) -> int:
        """What nobody has allocated is for the driver to refuse."""
        return int(self.cu.cuMemFree_v2(c_ulonglong(4096)))

    def another(self, units: str) -> int:
        """A context that ends with memory in it."""
        context, pointer = c_void_p(), c_ulonglong()
        assert self.cu.cuCtxCreate_v2(byref(context), 0, 0) == 0
        code = self.cu.cuMemAlloc_v2(byref(pointer), c_size_t(int(units)))
        assert self.cu.cuCtxDestroy_v2(context) == 0
        assert self.cu.cuCtxSetCurrent(self.context) == 0
        return int(code)

    def proc(self, units: str) -> int:
        """By the address that the driver itself gives."""
        found, pointer = c_void_p(), c_ulonglong()
        find = self.cu.cuGetProcAddress_v2
        assert find(b"cuMemAlloc", byref(found), 12000, c_ulonglong(0), None) == 0
        kind = ctypes.CFUNCTYPE(c_int, c_void_p, c_size_t)
        assert found.value is not None
        return int(kind(found.value)(ctypes.addressof(pointer), int(units)))


def main() -> None:
    taker = Taker()
    for line in sys.stdin:
        verb, *words = line.split()
        answer: Callable[..., object] = getattr(taker, verb)
        print(answer(*words), flush=True)


if __name__ == "__main__":
    main()
