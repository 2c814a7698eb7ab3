"""The PCI bus: its functions, what they say of themselves, and the bridges between them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from heddle.inventory.host import Host
from heddle.model.hardware import Link

DEVICES = "/sys/bus/pci/devices"
BRIDGE = 0x0604  #: class of a bridge from one PCI bus to another
ADDRESS = r"[0-9a-f]{4,}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]"


@dataclass(frozen=True, slots=True)
class Function:
    """One function of a PCI device."""

    address: str  #: 0000:3b:00.0
    path: str  #: its folder under /sys/devices
    vendor: int
    device: int
    subsystem: tuple[int, int]
    class_code: int  #: base, sub and interface: 0x030200
    revision: int
    numa: int | None
    driver: str | None
    parents: tuple[str, ...]  #: addresses of the bridges above, nearest first
    root: str  #: pci0000:3a, the host bridge's bus
    physfn: str | None  #: of a virtual function: the physical one's address

    @property
    def id(self) -> str:
        return f"pci@{self.address}"

    @property
    def parent(self) -> str:
        """The id of the bridge above, or of the root."""
        return f"pci@{self.parents[0] if self.parents else self.root}"

    @property
    def base_class(self) -> int:
        return self.class_code >> 16

    @property
    def sub_class(self) -> int:
        return self.class_code >> 8

    @property
    def numbers(self) -> str:
        """vendor:device, as lspci and the facts write it."""
        return f"{self.vendor:04x}:{self.device:04x}"


def functions(host: Host) -> list[Function]:
    """All functions, by address."""
    found = (_function(host, name) for name in host.names(DEVICES))
    return sorted((f for f in found if f), key=lambda f: f.address)


def _function(host: Host, address: str) -> Function | None:
    path = host.resolve(f"{DEVICES}/{address}")
    numbers = [_number(host, f"{path}/{name}") for name in ("vendor", "device", "class")]
    if path is None or None in numbers:
        return None
    vendor, device, class_code = (number or 0 for number in numbers)
    above = posixpath.dirname(path).split("/")
    numa = integer(host.text(f"{path}/numa_node"))
    driver = host.resolve(f"{path}/driver")
    physfn = host.resolve(f"{path}/physfn")
    return Function(
        address=address,
        path=path,
        vendor=vendor,
        device=device,
        subsystem=(
            _number(host, f"{path}/subsystem_vendor") or 0,
            _number(host, f"{path}/subsystem_device") or 0,
        ),
        class_code=class_code,
        revision=_number(host, f"{path}/revision") or 0,
        numa=numa if numa is not None and numa >= 0 else None,
        driver=posixpath.basename(driver) if driver else None,
        parents=tuple(name for name in reversed(above) if re.fullmatch(ADDRESS, name)),
        root=next((name for name in above if name.startswith("pci")), "pci"),
        physfn=posixpath.basename(physfn) if physfn else None,
    )


def link(host: Host, function: Function) -> Link | None:
    """The PCIe link as negotiated; None for what is not on one (a virtual bus, an internal one).

    A bridge tells of itself only, since nothing says at which end of its link it is.
    """
    bridge = function.sub_class == BRIDGE
    return _one_end(host, function.path) if bridge else link_at(host, function.path)


def link_at(host: Host, path: str) -> Link | None:
    """The link from the function in this folder up to the port above it."""
    own, port = _one_end(host, path), _one_end(host, posixpath.dirname(path))
    if own is None or port is None:
        return own
    fewer = own.max_width and port.max_width and port.max_width < own.max_width
    return replace(
        own,
        max_speed_gts=_least(own.max_speed_gts, port.max_speed_gts),
        max_width=port.max_width if fewer else own.max_width,
        own_width=own.max_width if fewer else None,
    )


def slot_link(
    host: Host,
    function: Function,
    by_address: Mapping[str, Function],
    switch: Collection[tuple[int, int]],
) -> Link | None:
    """The link of a card, whose chip may be behind a switch that is on the card itself.

    :param switch: vendor and device of the ports of such switches
    """
    end = function
    for address in function.parents:
        bridge = by_address.get(address)
        if bridge is None or (bridge.vendor, bridge.device) not in switch:
            break
        end = bridge
    return link_at(host, end.path)


def _one_end(host: Host, path: str) -> Link | None:
    def read(name: str) -> float | None:
        return number(host.text(f"{path}/{name}"))

    width, most = read("current_link_width"), read("max_link_width")
    found = Link(
        speed_gts=read("current_link_speed"),
        width=int(width) if width else None,
        max_speed_gts=read("max_link_speed"),
        max_width=int(most) if most and most < 255 else None,
    )
    return None if found == Link() else found


def _least(one: float | None, other: float | None) -> float | None:
    return min(one, other) if one and other else one


def integer(text: str | None, base: int = 10) -> int | None:
    """The number, or None for anything else."""
    try:
        return int(text or "", base)
    except ValueError:
        return None


def number(text: str | None) -> float | None:
    """The number at the beginning ("32.0 GT/s PCIe"), or None."""
    found = re.match(r"-?\d+(\.\d+)?", text or "")
    return float(found[0]) if found else None


def _number(host: Host, path: str) -> int | None:
    return integer(host.text(path), 16)
