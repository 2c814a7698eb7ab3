"""Intel's Movidius vision processors on USB sticks and cameras."""

from __future__ import annotations

from collections.abc import Sequence

from heddle.inventory import facts
from heddle.inventory.host import Host
from heddle.inventory.sources import usb
from heddle.inventory.sources.pci import Function
from heddle.model.hardware import Component, Reading

#: What a stick becomes when its first user has loaded the firmware.
AWAKE = "03e7:f63b"


class Movidius:
    """They have no kernel driver: programs talk to them through the bus."""

    pci_vendors: frozenset[int] = frozenset()

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        return [
            Component(
                id=device.id,
                kind=known.kind,
                vendor="movidius",
                model=known.name,
                uuid=device.serial,
                parent=device.parent,
                files=(device.file,) if device.file else (),
                attributes={
                    "firmware_loaded": device.numbers == AWAKE,
                    **({"usb_mbits": device.mbits} if device.mbits is not None else {}),
                },
            )
            for device in usb.devices(host)
            if (known := facts.find(f"usb:{device.numbers}")) and known.vendor == "movidius"
        ]

    def read(self, host: Host, component: Component) -> Reading | None:
        return None


PROBE = Movidius()
