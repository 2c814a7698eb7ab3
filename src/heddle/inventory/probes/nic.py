"""Network controllers, their RDMA devices, and those with a computer of their own (DPUs)."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence

from heddle.inventory.host import Host
from heddle.inventory.sources import pci, pci_names, sysfs
from heddle.inventory.sources.pci import Function, number
from heddle.inventory.sources.pci_names import Names
from heddle.model.hardware import Component, Reading, Software, Value

NETWORK = 0x02  #: base class
VIRTIO = 0x1AF4
INTERFACES, RDMA, VERBS = "/sys/class/net", "/sys/class/infiniband", "/sys/class/infiniband_verbs"
#: Interfaces that stand for another function's port in a switch inside the card: pf0vf1, pf0hpf.
REPRESENTOR = re.compile(r"(c\d+)?pf\d+((vf|sf)\d+|hpf)?")


class NicProbe:
    pci_vendors: frozenset[int] = frozenset()

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        names = pci_names.names(host, functions)
        places = _places(host, INTERFACES)
        rdma = _places(host, RDMA)
        by_address = {function.address: function for function in functions}
        found: list[Component] = []
        cards: dict[str, str] = {}  # the function that stands for a DPU, by the card
        for function in functions:
            if function.base_class != NETWORK or function.physfn:
                continue
            model = sysfs.model(function)
            devices = _inside(function.path, rdma)
            attributes = _attributes(host, _inside(function.path, places), devices)
            if copies := sum(other.physfn == function.address for other in functions):
                attributes["virtual_functions"] = copies
            kind = model.kind if model else "nic"
            if kind == "dpu":  # one for a card, whose other functions are its ports
                first = cards.setdefault(_card(function, by_address), function.id)
                if first != function.id:
                    kind, attributes["card"] = "nic", first
            found.append(
                Component(
                    id=function.id,
                    kind=kind,
                    vendor=model.vendor if model else names.vendor(function.vendor),
                    model=model.name if model else _model(function, names),
                    uuid=_guid(host, devices),
                    parent=function.parent,
                    numa=function.numa,
                    driver=function.driver,
                    link=pci.link(host, function),
                    files=_files(host, devices),
                    stack=(
                        *sysfs.driver(host, function.driver),
                        *_firmware(host, devices),
                    ),
                    attributes=attributes,
                )
            )
        return found + _off_the_bus(host, functions, places)

    def read(self, host: Host, component: Component) -> Reading | None:
        return None


def _card(function: Function, by_address: dict[str, Function]) -> str:
    """What all functions of one card share: its uppermost bridge, or without bridges its slot."""
    above = (by_address.get(parent) for parent in function.parents)
    own = [bridge.address for bridge in above if bridge and bridge.vendor == function.vendor]
    return own[-1] if own else function.address.partition(".")[0]


def _model(function: Function, names: Names) -> str:
    return "virtio-net" if function.vendor == VIRTIO else names.device(function)


def _places(host: Host, folder: str) -> dict[str, str]:
    """The members of a class of devices that are hardware, with the folder of each."""
    found = {}
    for name in host.names(folder):
        real = host.resolve(f"{folder}/{name}") or ""
        path = host.resolve(f"{real}/device")
        if path and not REPRESENTOR.fullmatch(host.text(f"{real}/phys_port_name") or ""):
            found[name] = path
    return found


def _inside(path: str, places: dict[str, str]) -> list[str]:
    return [name for name, place in places.items() if f"{place}/".startswith(f"{path}/")]


def _attributes(host: Host, interfaces: list[str], rdma: list[str]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    if interfaces:
        found["interfaces"] = " ".join(interfaces)
        states = [host.text(f"{INTERFACES}/{name}/operstate") for name in interfaces]
        found["state"] = "up" if "up" in states else states[0] or "unknown"
        speeds = (number(host.text(f"{INTERFACES}/{name}/speed")) for name in interfaces)
        if speed := max((s for s in speeds if s and s > 0), default=None):
            found["speed_mbits"] = int(speed)
    if not rdma:
        return found
    found["rdma"] = " ".join(rdma)
    ports = [f"{RDMA}/{d}/ports/{p}" for d in rdma for p in host.names(f"{RDMA}/{d}/ports")]
    for port in ports[:1]:
        if layer := host.text(f"{port}/link_layer"):
            found["rdma_link_layer"] = layer
        if state := host.text(f"{port}/state"):
            found["rdma_state"] = state.rpartition(":")[2].strip().lower()
        rate = number(host.text(f"{port}/rate"))  # "400 Gb/sec (4X NDR)"
        if rate and found.get("rdma_state") == "active":  # of a dead link it means nothing
            found["rdma_gbits"] = rate
    if len(ports) > 1:
        found["rdma_ports"] = len(ports)
    return found


def _guid(host: Host, rdma: list[str]) -> str | None:
    guids = (host.text(f"{RDMA}/{name}/node_guid") for name in rdma)
    return next((guid for guid in guids if guid and guid.strip("0:")), None)


def _firmware(host: Host, rdma: list[str]) -> tuple[Software, ...]:
    return sysfs.firmware(host, {"firmware": f"{RDMA}/{rdma[0]}/fw_ver"}) if rdma else ()


def _files(host: Host, rdma: list[str]) -> tuple[str, ...]:
    return tuple(
        f"/dev/infiniband/{name}"
        for name in (host.names(VERBS) if rdma else ())
        if host.text(f"{VERBS}/{name}/ibdev") in rdma
    )


def _off_the_bus(
    host: Host, functions: Sequence[Function], places: dict[str, str]
) -> list[Component]:
    """Interfaces on USB, on the chip itself, or on a hypervisor's own bus."""
    found = []
    for name, path in places.items():
        above = [f for f in functions if path.startswith(f"{f.path}/") or path == f.path]
        if any(f.base_class == NETWORK for f in above):
            continue
        bus = posixpath.basename(host.resolve(f"{path}/subsystem") or "platform")
        bound = host.resolve(f"{path}/driver")
        found.append(
            Component(
                id=f"{bus}@{posixpath.basename(path)}",
                kind="nic",
                vendor="virtio" if bus == "virtio" else "unknown",
                model=posixpath.basename(bound) if bound else "unknown",
                parent=above[-1].parent if above else None,
                driver=posixpath.basename(bound) if bound else None,
                attributes=_attributes(host, [name], []),
            )
        )
    return found


PROBE = NicProbe()
