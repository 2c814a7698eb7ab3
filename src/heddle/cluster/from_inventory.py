"""A node of a cluster from what the inventory of a machine says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import combinations

from heddle.cluster.row import ABSENT, Booked, DeviceClass, NodeRow
from heddle.inventory.listing import DeviceListing, accelerators
from heddle.model.device import Device
from heddle.model.hardware import ACCELERATORS, Component, Machine, Software
from heddle.model.site import Site
from heddle.model.topology import Branch, Topology

MIB = 1 << 20
NOWHERE = Site()


def node_row(
    machine: Machine,
    devices: Iterable[Device] = (),
    site: Site = NOWHERE,
    *,
    cordoned: bool = False,
    booked: Callable[[DeviceListing], Booked] = lambda _: Booked(),
) -> NodeRow:
    """The machine, empty. Devices of unknown level have none. `booked` says what of each is not for
    jobs.
    """
    listed = given(machine, devices)
    components = [entry.component for entry in listed]
    taken = tuple(map(booked, listed))
    return NodeRow(
        name=machine.name,
        cpu_milli=1000 * sum(map(_cores, machine.components)),
        memory_mib=sum(map(_mib, (c for c in machine.components if c.kind == "memory"))),
        devices=tuple(map(_device_class, listed)),
        site="/".join(place or "" for place in site.places).rstrip("/"),
        stack=_stack((*machine.stack, *(s for c in machine.components for s in c.stack))),
        cordoned=cordoned,
        groups=groups(machine, components),
        called=_called(listed),
        ways=site.ways,
        booked=taken if any(each.milli or each.mib for each in taken) else (),
    )


def given(machine: Machine, devices: Iterable[Device]) -> list[DeviceListing]:
    """What jobs can be given: a whole device that is divided is not, its parts are."""
    listed = _once(accelerators(machine, devices))
    divided = {entry.component.parent for entry in listed}
    return [entry for entry in listed if entry.component.id not in divided]


def _once(listed: Iterable[DeviceListing]) -> list[DeviceListing]:
    """Without the second name of a device that two APIs know, and without processors: these are
    given by the core, whatever else can be asked to run on them."""
    seen: set[str] = set()
    kept = []
    for entry in listed:
        known = entry.component.uuid or entry.component.id
        if entry.component.kind != "cpu" and known not in seen:
            kept.append(entry)
        seen.add(known)
    return kept


def groups(machine: Machine, devices: Sequence[Component]) -> Mapping[str, tuple[int, ...]]:
    """By how devices can be joined: the group of each, `ABSENT` where it is unknown.

    pcie-switch: below one PCIe switch or in one slot, so that no data passes the root. numa: on
    one NUMA node. nvlink, xgmi, ...: each two have links of their own, or links to a switch that
    both have; where not all have, those with the most links are put together first.
    """
    by_id = {component.id: component for component in machine.components}
    numa, switch = _places(Topology(machine).tree())
    found = {
        "pcie-switch": _numbered([switch.get(_whole(device, by_id)) for device in devices]),
        "numa": _numbered([_numa(device, by_id, numa) for device in devices]),
    }
    for kind in sorted({peer.kind for device in devices for peer in device.peers}):
        found[kind] = _linked(devices, kind, {each.id for each in machine.accelerators})
    return found


def _cores(component: Component) -> int:
    cores = component.attributes.get("cores")
    return cores if component.kind == "cpu" and isinstance(cores, int) else 0


def _mib(component: Component) -> int:
    return (component.memory_bytes or 0) // MIB


def _device_class(entry: DeviceListing) -> DeviceClass:
    component = entry.component
    level = entry.device.level if entry.device else 0
    return DeviceClass(component.kind, component.model, component.vendor, _mib(component), level)


def _stack(software: Iterable[Software]) -> tuple[str, ...]:
    """In the form of `NodeRow`, without firmware; of a version the numbers that it begins with."""
    found = set()
    for each in software:
        if each.role != "firmware" and re.fullmatch(r"[\w.+-]+", each.name):
            numbers = re.match(r"\d+(\.\d+)*(?!\w)", each.version or "")
            found.add(f"{each.name.lower()} {numbers[0]}" if numbers else each.name.lower())
    return tuple(sorted(found))


def _called(listed: Sequence[DeviceListing]) -> tuple[tuple[str, ...], ...]:
    """All names by which a device can be asked for; one that two devices have means neither."""
    names = []
    for entry in listed:
        component, device = entry.component, entry.device
        own = [entry.id, component.device, component.uuid, component.id]
        if device is not None:
            own += [f"{device.api}@{device.index}", device.uuid]
        names.append(tuple(dict.fromkeys(name for name in own if name)))
    held = Counter(name for own in names for name in own)
    return tuple(tuple(name for name in own if held[name] == 1) for own in names)


def _above(device: Component, by_id: Mapping[str, Component]) -> list[Component]:
    """The device and all that it hangs on, nearest first."""
    path = [device]
    while (above := by_id.get(path[-1].parent or "")) is not None and above not in path:
        path.append(above)
    return path


def _whole(device: Component, by_id: Mapping[str, Component]) -> str:
    """The id of the device that it is a part of; its own, if it is not a part."""
    return [each.id for each in _above(device, by_id) if each.kind in ACCELERATORS][-1]


def _places(tree: Branch) -> tuple[dict[str, str], dict[str, str]]:
    """By a component's id: its NUMA node, and its highest switch; that of one without is itself."""
    numa: dict[str, str] = {}
    switch: dict[str, str] = {}
    for node in tree.walk():
        if node.kind == "numa":
            numa |= {branch.id: node.id for branch in node.walk()}
        if node.kind == "root":
            for child in node.children:
                for branch in child.walk():
                    if branch.id.startswith("pci@"):
                        switch[branch.id] = child.id
    return numa, switch


def _numa(device: Component, by_id: Mapping[str, Component], tree: Mapping[str, str]) -> str | None:
    """Its own node, or that of the nearest above that says one, or that which the tree shows."""
    said = (each.numa for each in _above(device, by_id) if each.numa is not None)
    node = next(said, None)
    return tree.get(device.id) if node is None else f"numa@{node}"


def _numbered(places: Sequence[str | None]) -> tuple[int, ...]:
    """Each place by a number, in the order in which they come; no place is `ABSENT`."""
    numbers: dict[str, int] = {}
    return tuple(
        ABSENT if place is None else numbers.setdefault(place, len(numbers)) for place in places
    )


def _linked(
    devices: Sequence[Component], kind: str, accelerators: Collection[str]
) -> tuple[int, ...]:
    """Groups in which each two are joined by links of this kind; another accelerator is no way from
    one to the other."""
    ends = [{peer.to: peer.links for peer in d.peers if peer.kind == kind} for d in devices]

    def links(one: int, other: int) -> int:
        direct = ends[one].get(devices[other].id, 0), ends[other].get(devices[one].id, 0)
        shared = ends[one].keys() & ends[other].keys() - set(accelerators)
        return max(*direct, sum(min(ends[one][to], ends[other][to]) for to in shared))

    pairs = {pair: links(*pair) for pair in combinations(range(len(devices)), 2)}
    group = [{slot} for slot in range(len(devices))]
    for one, other in sorted(pairs, key=lambda pair: (-pairs[pair], pair)):
        both = group[one] | group[other]
        if all(pairs[pair] for pair in combinations(sorted(both), 2)):
            for slot in both:
                group[slot] = both
    return _numbered([str(min(slots)) if ends[slot] else None for slot, slots in enumerate(group)])
