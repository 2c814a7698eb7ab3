"""The accelerators as people see them: the hardware, and what Heddle can do with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from heddle.model.device import Device
from heddle.model.hardware import Component, Machine


@dataclass(frozen=True, slots=True)
class DeviceListing:
    """One accelerator; `device` is None where Heddle has no shim for it, or no driver."""

    component: Component
    device: Device | None

    @property
    def id(self) -> str:
        return self.device.id if self.device else self.component.name

    def as_dict(self) -> dict[str, Any]:
        """For programs: one object, None for what is not known."""
        own = {} if self.device is None else asdict(self.device)
        component = asdict(self.component)
        component["bus"] = component.pop("id")
        component.pop("device")
        known = {key: value for key, value in component.items() if value not in (None, {}, ())}
        unscheduled = {"api": None, "index": None, "level": None, "scheduler": None}
        return {"id": self.id, **unscheduled, "capabilities": (), **component, **own, **known}


def accelerators(machine: Machine, devices: Iterable[Device]) -> list[DeviceListing]:
    """Every accelerator once: what is scheduled first, in the order of its API, then the rest."""
    by_name = {name: c for c in machine.accelerators for name in (c.uuid, c.device) if name}
    listed = []
    for device in devices:
        component = by_name.get(device.uuid) or by_name.get(device.id) or _unseen(device)
        listed.append(DeviceListing(component, device))
    joined = {entry.component.id for entry in listed}
    return listed + [DeviceListing(c, None) for c in machine.accelerators if c.id not in joined]


def _unseen(device: Device) -> Component:
    """A device that its driver has and no bus shows: a software one, or one behind a fake."""
    return Component(
        id=device.id,
        kind=device.kind,
        vendor=device.vendor,
        model=device.model,
        uuid=device.uuid or None,
        device=device.id,
        memory_bytes=device.memory_bytes or None,
    )
