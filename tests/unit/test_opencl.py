"""OpenCL devices as they are named and found, without a driver."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from heddle.inventory.apis.opencl import VENDOR
from heddle.inventory.sources import opencl

DEVICE: dict[str, Any] = {
    "id": "opencl@0:0",
    "name": "pthread",
    "type": "cpu",
    "vendor": "GenuineIntel",
    "vendor_id": 0x8086,
    "platform": "Portable Computing Language",
    "memory_bytes": 1 << 30,
    "uuid": None,
}
NUMBER = "01234567-89ab-cdef-0123-456789abcdef"


@pytest.mark.parametrize(
    ("told", "vendor", "kind"),
    [
        ({}, "intel", "cpu"),
        ({"vendor": "Intel(R) Corporation", "vendor_id": 0, "type": "gpu"}, "intel", "gpu"),
        ({"vendor": "NVIDIA Corporation", "vendor_id": 0x10DE, "type": "gpu"}, "nvidia", "gpu"),
        ({"vendor": "Xilinx", "vendor_id": 0, "type": "accelerator"}, "xilinx", "fpga"),
        ({"vendor": "HUAWEI", "vendor_id": 0, "type": "accelerator"}, "huawei", "npu"),
        ({"vendor": "Oclgrind", "vendor_id": 0, "type": "custom"}, "oclgrind", "asic"),
    ],
)
def test_vendor_and_kind_are_words_of_ours(told: dict[str, Any], vendor: str, kind: str) -> None:
    device = DEVICE | told
    assert (opencl.vendor_of(device), opencl.kind_of(device)) == (vendor, kind)


def test_a_card_is_named_as_other_apis_name_it() -> None:
    """So that the Table joins them; one that does not say who it is has its place for a name."""
    assert opencl.uuid_of(3, DEVICE | {"uuid": NUMBER}) == f"GPU-{NUMBER}"
    assert opencl.uuid_of(3, DEVICE) == "opencl-3-pthread"


@pytest.mark.parametrize(
    ("variable", "content", "found"),
    [
        ("OCL_ICD_VENDORS", ["pocl.icd"], True),
        ("OCL_ICD_VENDORS", ["pocl.icd.disabled"], False),
        ("OPENCL_VENDOR_PATH", ["pocl.icd"], True),
        ("OPENCL_VENDOR_PATH", [], False),
    ],
)
def test_a_driver_is_looked_for_where_the_loader_looks(
    variable: str, content: list[str], found: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (*opencl.VARIABLES, opencl.MORE_DRIVERS):
        monkeypatch.delenv(name, raising=False)
    for name in content:
        (tmp_path / name).touch()
    monkeypatch.setenv(variable, str(tmp_path))
    assert VENDOR.present() == found
    one = tmp_path / "one.icd"  # one driver, by its file
    monkeypatch.setenv("OCL_ICD_VENDORS", str(one))
    assert not VENDOR.present()
    one.touch()
    assert VENDOR.present()


def test_hidden_devices_keep_the_others_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opencl, "devices", lambda: [DEVICE, DEVICE, DEVICE])
    assert [device.id for device in VENDOR.devices()] == ["opencl@0", "opencl@1", "opencl@2"]
    monkeypatch.setenv(VENDOR.visible_variable, "2,0")
    assert [device.id for device in VENDOR.devices()] == ["opencl@0", "opencl@2"]
    monkeypatch.setenv(VENDOR.visible_variable, "")
    assert VENDOR.devices() == []
