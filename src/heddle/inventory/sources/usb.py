"""The USB bus: its devices, and what they say of themselves."""

from __future__ import annotations

import re
from dataclasses import dataclass

from heddle.inventory.host import Host
from heddle.inventory.sources import pci

DEVICES = "/sys/bus/usb/devices"
#: A device by the ports that lead to it: bus-port.port. (usb1 is a root, 1-2:1.0 an interface.)
_PORTS = re.compile(r"\d+-\d+(\.\d+)*")
#: A root of the PCI bus, or a function.
_PCI = re.compile(rf"pci[0-9a-f]{{4,}}:[0-9a-f]{{2}}|{pci.ADDRESS}")


@dataclass(frozen=True, slots=True)
class UsbDevice:
    """One device of the bus. Its ports stay the same when it is plugged in again; its number does
    not."""

    ports: str  #: 1-2.3
    vendor: int
    product: int
    serial: str | None
    mbits: float | None  #: negotiated, 5000 for USB 3
    file: str | None  #: /dev/bus/usb/001/004
    parent: str | None  #: id of what its controller hangs on, None if that is not on the PCI bus

    @property
    def id(self) -> str:
        return f"usb@{self.ports}"

    @property
    def numbers(self) -> str:
        """vendor:product, as lsusb and the facts write it."""
        return f"{self.vendor:04x}:{self.product:04x}"


def devices(host: Host) -> list[UsbDevice]:
    """All devices, by their ports."""
    found = (_device(host, name) for name in host.names(DEVICES) if _PORTS.fullmatch(name))
    return sorted((d for d in found if d), key=lambda d: [int(n) for n in _numbers(d.ports)])


def _device(host: Host, ports: str) -> UsbDevice | None:
    path = host.resolve(f"{DEVICES}/{ports}")
    vendor = pci.integer(host.text(f"{path}/idVendor"), 16)
    product = pci.integer(host.text(f"{path}/idProduct"), 16)
    if path is None or vendor is None or product is None:
        return None
    bus = pci.integer(host.text(f"{path}/busnum"))
    number = pci.integer(host.text(f"{path}/devnum"))
    above = [name for name in path.split("/") if _PCI.fullmatch(name)]
    return UsbDevice(
        ports=ports,
        vendor=vendor,
        product=product,
        serial=host.text(f"{path}/serial") or None,
        mbits=pci.number(host.text(f"{path}/speed")),
        file=None if bus is None or number is None else f"/dev/bus/usb/{bus:03}/{number:03}",
        parent=f"pci@{above[-2]}" if len(above) > 1 else None,
    )


def _numbers(ports: str) -> list[str]:
    return re.findall(r"\d+", ports)
