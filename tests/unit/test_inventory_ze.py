"""Level Zero's devices: their numbers do not depend on what a program is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from heddle.inventory.apis import ze


@pytest.mark.parametrize(
    ("mask", "numbers"),
    [
        ("", [0, 1, 2]),
        ("1", [1]),
        ("2,0", [0, 2]),  # a set: the order is the driver's
        ("1.0,1.1,3", [1, 3]),  # parts of a device are that device
    ],
)
def test_the_mask_does_not_change_a_number(mask: str, numbers: list[int]) -> None:
    assert [ze.unmasked(position, mask) for position in range(len(numbers))] == numbers


def test_files_of_intel_devices_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """GPUs of both kernel drivers and NPUs, and nobody else's."""
    for place in (
        "i915/0000:00:02.0/drm/renderD128",
        "i915/0000:00:02.0/drm/card0",
        "xe/0000:03:00.0/drm/renderD129",
        "intel_vpu/0000:00:0b.0/accel/accel0",
        "amdgpu/0000:04:00.0/drm/renderD130",
    ):
        (tmp_path / place).mkdir(parents=True)
    monkeypatch.setattr(ze, "PCI_DRIVERS", str(tmp_path))
    assert ze.device_files() == ["dri/renderD128", "dri/renderD129", "accel/accel0"]
    assert ze.VENDOR.mapped("/dev/dri/renderD129") == "ze"
    assert ze.VENDOR.mapped("/dev/dri/renderD130") == ""
