"""A program that prints what NVIDIA's management library shows it, and what it refuses, as JSON."""

from __future__ import annotations

import ctypes
import json
import sys
from ctypes import byref, c_uint, c_ulonglong, c_void_p, create_string_buffer

ROOM = 96
#: One of each GPU of fake_nvml.c.
UUIDS = [f"GPU-fa4e0000-0000-0000-0000-00000000000{n}" for n in (1, 2)]
BUS_IDS = ["00000000:0F:00.0", "00000000:1F:00.0"]
LISTS = [
    f"nvmlDeviceGet{kind}RunningProcesses{version}"
    for kind in ("Compute", "Graphics", "MPSCompute")
    for version in ("", "_v2", "_v3")
]


class PciInfo(ctypes.Structure):
    """nvmlPciInfo_t"""

    _fields_ = (
        ("legacy", ctypes.c_char * 16),
        ("numbers", c_uint * 5),
        ("bus_id", ctypes.c_char * 32),
    )


class Library:
    def __init__(self) -> None:
        self.api = ctypes.CDLL("libnvidia-ml.so.1")
        self.api.nvmlErrorString.restype = ctypes.c_char_p

    def number(self, name: str, *arguments: object) -> int:
        """What the function gives; less than 0: what it refuses with."""
        to = c_uint()
        return -getattr(self.api, name)(*arguments, byref(to)) or to.value

    def text(self, name: str, *arguments: object) -> str:
        to = create_string_buffer(ROOM)
        code = getattr(self.api, name)(*arguments, to, c_uint(ROOM))
        return to.value.decode() if code == 0 else str(code)

    def handle(self, way: str, key: object) -> c_void_p | int:
        found = c_void_p()
        return getattr(self.api, f"nvmlDeviceGetHandleBy{way}")(key, byref(found)) or found

    def device(self, index: int) -> dict[str, object]:
        gpu = self.handle("Index_v2", index)
        assert isinstance(gpu, c_void_p), gpu
        pci, older, memory = PciInfo(), (c_uint * 13)(), (c_ulonglong * 3)()
        codes = [
            self.api.nvmlDeviceGetPciInfo_v3(gpu, byref(pci)),
            self.api.nvmlDeviceGetPciInfo_v2(gpu, byref(older)),
            self.api.nvmlDeviceGetMemoryInfo(gpu, byref(memory)),
        ]
        assert codes == [0, 0, 0], codes
        assert bytes(older)[:36] == bytes(pci)[:36]
        uuid = self.text("nvmlDeviceGetUUID", gpu)
        ways: tuple[tuple[str, object], ...] = (
            *(("Index", index), ("UUID", uuid.encode())),
            *(("PciBusId", pci.bus_id), ("PciBusId_v2", pci.bus_id)),
        )
        if uuid.startswith("MIG"):  # its address is the whole device's
            ways = ways[:2]
        for way, key in ways:
            same = self.handle(way, key)
            assert isinstance(same, c_void_p), (way, same)
            assert same.value == gpu.value, way
        return {
            "name": self.text("nvmlDeviceGetName", gpu),
            "uuid": uuid,
            "index": self.number("nvmlDeviceGetIndex", gpu),
            "celsius": self.number("nvmlDeviceGetTemperature", gpu, 0),
            "memory": list(memory),
            "processes": [self.number(name, gpu) for name in LISTS],
            "linked": [
                self.api.nvmlDeviceGetNvLinkRemotePciInfo_v2(gpu, 0, byref(pci)),
                self.api.nvmlDeviceGetNvLinkRemotePciInfo(gpu, 0, byref(older)),
            ],
            "set": [
                self.api.nvmlDeviceSetPersistenceMode(gpu, 1),
                self.api.nvmlDeviceSetPowerManagementLimit(gpu, 100_000),
                self.api.nvmlDeviceSetMigMode(gpu, 1, byref(c_uint())),
            ],
        }


def main() -> None:
    library = Library()
    early = -library.number("nvmlDeviceGetCount_v2")
    assert library.api.nvmlInitWithFlags(0) == 0
    count = library.number("nvmlDeviceGetCount_v2")
    names = [*(("UUID", u) for u in UUIDS), *(("PciBusId_v2", b) for b in BUS_IDS)]
    found = {
        "early": library.api.nvmlErrorString(early).decode(),
        "count": [count, library.number("nvmlDeviceGetCount")],
        "beyond": library.handle("Index_v2", count),
        "devices": [library.device(index) for index in range(max(count, 0))],
        "found": [
            name for way, name in names if isinstance(library.handle(way, name.encode()), c_void_p)
        ],
        "hidden": sorted(
            {
                code
                for way, name in names
                if isinstance(code := library.handle(way, name.encode()), int)
            }
        ),
        "wrong": [
            library.number("nvmlDeviceGetTemperature", c_void_p(48), 0),
            library.api.nvmlDeviceGetName(
                library.handle("Index_v2", 0), create_string_buffer(4), c_uint(4)
            ),
        ]
        if count > 0
        else [],
    }
    assert library.api.nvmlShutdown() == 0
    found["late"] = library.api.nvmlErrorString(-library.number("nvmlDeviceGetCount")).decode()
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
