"""A program that asks NVIDIA's management library as its standard input says, one line each.

`memory WAY` answers total, used and free bytes of the first GPU (with a number: of that one), found
by WAY; `memory2` also what is reserved; `mig` of the second GPU's MIG device. `take`, `free` and
`info` are those of cuda_taker.py, which touches the CUDA driver only then.
"""

from __future__ import annotations

import ctypes
import sys
from ctypes import byref, c_uint, c_void_p
from functools import cached_property
from typing import Any

from heddle.inventory.sources.nvml_abi import (
    FUNCTION_NOT_FOUND,
    Memory2,
    MemoryInfo,
    PciInfo,
    version,
)
from tests.integration.cuda_taker import Taker

#: How a GPU is found, by the library's own functions.
WAYS = ("Index_v2", "Index", "UUID", "PciBusId_v2", "PciBusId")


class Asker:
    def __init__(self) -> None:
        self.nvml = ctypes.CDLL("libnvidia-ml.so.1")
        self.call("nvmlInit_v2")

    @cached_property
    def taker(self) -> Taker:
        return Taker()

    def call(self, name: str, *arguments: Any) -> None:
        code = getattr(self.nvml, name)(*arguments)
        assert code == 0, f"{name}: {code}"

    def handle(self, way: str, index: int) -> c_void_p:
        """First by its index, then by what is known of it."""
        found, pci, uuid = c_void_p(), PciInfo(), ctypes.create_string_buffer(96)
        self.call("nvmlDeviceGetHandleByIndex_v2", c_uint(index), byref(found))
        if not way.startswith("Index"):
            self.call("nvmlDeviceGetUUID", found, uuid, c_uint(96))
            self.call("nvmlDeviceGetPciInfo_v3", found, byref(pci))
            found = c_void_p()
        by: dict[str, Any] = {"Index": c_uint(index), "UUID": uuid, "PciBusId": pci.bus_id}
        key = by[way.removesuffix("_v2")]
        self.call(f"nvmlDeviceGetHandleBy{way}", key, byref(found))
        return found

    def memory(self, way: str = WAYS[0], index: str = "0") -> str:
        return self.of(self.handle(way, int(index)))

    def of(self, handle: c_void_p) -> str:
        shown = MemoryInfo()
        self.call("nvmlDeviceGetMemoryInfo", handle, byref(shown))
        return f"{shown.total} {shown.used} {shown.free}"

    def memory2(self, way: str = WAYS[0], index: str = "0") -> str:
        if not hasattr(self.nvml, "nvmlDeviceGetMemoryInfo_v2"):
            return str(FUNCTION_NOT_FOUND)
        shown = Memory2(version(Memory2, 2))
        self.call("nvmlDeviceGetMemoryInfo_v2", self.handle(way, int(index)), byref(shown))
        return f"{shown.total} {shown.used} {shown.free} {shown.reserved}"

    def mig(self) -> str:
        parent, handle = self.handle("Index", 1), c_void_p()
        self.call("nvmlDeviceGetMigDeviceHandleByIndex", parent, c_uint(0), byref(handle))
        return self.of(handle)

    def errors(self) -> str:
        """What is refused is the library's to refuse."""
        ask = self.nvml.nvmlDeviceGetMemoryInfo
        ask2, shown = self.nvml.nvmlDeviceGetMemoryInfo_v2, Memory2(1)
        handle = self.handle("Index", 0)
        return f"{ask(None, byref(MemoryInfo()))} {ask(handle, None)} {ask2(handle, byref(shown))}"

    def take(self, *words: str) -> int:
        return self.taker.take(*words)

    def free(self, *words: str) -> int:
        return self.taker.free(*words)

    def info(self) -> str:
        return self.taker.info()


def main() -> None:
    asker = Asker()
    for line in sys.stdin:
        verb, *words = line.split()
        print(getattr(asker, verb)(*words), flush=True)


if __name__ == "__main__":
    main()
