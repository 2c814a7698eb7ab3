"""The soft XPU: a device of this machine like any other, only that it is a program."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from heddle.inventory.host import Host
from heddle.inventory.sources.pci import Function
from heddle.model.hardware import ACCELERATORS, Component, Reading

IDLE_MW, BUSY_MW = 20_000, 200_000  #: that it would draw, were it a card


class SoftProbe:
    """Counts the energy of its devices as cards do: from looks at their power."""

    pci_vendors: frozenset[int] = frozenset()

    def __init__(self, clock: Callable[[], int] = time.monotonic_ns) -> None:
        self._clock = clock
        self._counters: dict[str, tuple[int, int]] = {}  # the last look, and nanojoules until then

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        return [_component(device) for device in host.management("soft", _ask) or ()]

    def read(self, host: Host, component: Component) -> Reading | None:
        return None

    def energy(self, host: Host) -> dict[str, int]:
        """Of devices that somebody has used since the first look."""
        busy: dict[str, bool] = host.management("soft.busy", _busy) or {}
        now = self._clock()
        for name in {*busy, *self._counters}:
            then, nanojoules = self._counters.get(name, (now, 0))
            power_mw = BUSY_MW if busy.get(name) else IDLE_MW
            self._counters[name] = now, nanojoules + power_mw * (now - then) // 1000
        return {name: count // 1_000_000 for name, (_, count) in self._counters.items()}


def _busy() -> dict[str, bool]:
    """Whether a device has work, of those that have a context."""
    from heddle.inventory.apis.soft import contexts

    found: dict[str, bool] = {}
    for one in contexts():
        name = f"soft@{one.device.decode(errors='replace')}"
        found[name] = found.get(name, False) or bool(one.is_busy)
    return found


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
