"""The soft XPU: a device of this machine like any other, only that it is a program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from heddle.inventory.host import Host
from heddle.inventory.sources.pci import Function
from heddle.model.hardware import ACCELERATORS, Component, Reading


class SoftProbe:
    pci_vendors: frozenset[int] = frozenset()

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        return [_component(device) for device in host.management("soft", _ask) or ()]

    def read(self, host: Host, component: Component) -> Reading | None:
        return None


def _ask() -> list[dict[str, Any]]:
    from heddle.inventory.apis.soft import VENDOR

    devices = VENDOR.devices() if VENDOR.present() else []
    return [{"id": device.id, **asdict(device)} for device in devices]


def _component(device: dict[str, Any]) -> Component:
    label = device["kind"].rstrip("0123456789")
    return Component(
        id=device["id"],
        kind=label if label in ACCELERATORS else "npu",  # "edge" is one of a small machine
        vendor=device["vendor"],
        model=device["model"],
        uuid=device["uuid"],
        device=device["id"],
        memory_bytes=device["memory_bytes"] or None,
        attributes={
            "level": device["level"],
            "capabilities": " ".join(device["capabilities"]),
            "scheduler": device["scheduler"],
        },
    )


PROBE = SoftProbe()
