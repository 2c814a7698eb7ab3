"""The identifiers of a machine: of itself, its devices, and their partitions.

An identity is made from what stays with the hardware. The order in which things are found never
counts.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from heddle.inventory import facts
from heddle.model.hardware import ACCELERATORS, Component, Machine
from heddle.model.identifiers.codes import UNREGISTERED, VENDORS
from heddle.model.identifiers.identifier import Identifier, Resource
from heddle.model.identifiers.rules import MODEL, PLACE, VENDOR, digest, word
from heddle.model.site import PLACES

MIB, GIB = 1 << 20, 1 << 30
#: A component's attributes that name a single piece, best first.
SERIALS = ("serial", "unique_id")
#: Nominal figures (tera) by unit: of these, the first that is known stands in an identifier.
COMPUTE = (("F16", ("fp16", "bf16")), ("I8", ("int8",)), ("F32", ("fp32",)), ("F64", ("fp64",)))

#: Units and numbers, in the order of the table.
Amounts = tuple[tuple[str, int], ...]
#: Free memory in MiB and free compute share in milli-units by a component's id; None is unknown.
Free = Mapping[str, tuple[int | None, int | None]]


@dataclass(frozen=True, slots=True)
class Identified:
    """One thing of the machine and its identifier."""

    component: str | None  #: its id; None for the machine itself
    name: str  #: what people call it
    identifier: Identifier


class Identifying:
    """One machine's identifiers, in one edition: the available one if `free` is given.

    `path` says where the machine stands: any of region, data_centre, room, rack.
    """

    def __init__(
        self,
        machine: Machine,
        *,
        registration: str = UNREGISTERED,
        path: Mapping[str, str] | None = None,
        free: Free | None = None,
    ) -> None:
        self._machine = machine
        self._registration = registration
        self._free = free
        self._by_id = {component.id: component for component in machine.components}
        places = tuple(word((path or {}).get(name), PLACE) for name in PLACES)
        self._site = places if any(places) else ()
        self._node = _node_identity(machine)
        self._identities = _identities(machine.components)

    def all(self) -> list[Identified]:
        """The machine's, then those of its accelerators and their partitions."""
        node = Identified(None, self._machine.name, self.node())
        return [node, *(self.of(component) for component in self._machine.accelerators)]

    def of(self, component: Component) -> Identified:
        """That of any component of the machine."""
        device = self._device(component)
        identity = self._identities[component.id]
        place = component.attributes.get("partition")
        if device is not component and identity[0] == "A" and isinstance(place, int):
            identity = "P" + digest("place", str(place))
        identities = (identity,) if device is component else (self._identities[device.id], identity)
        resource = _resource(component, self._amounts(component, device is component))
        return Identified(component.id, component.name, self._identifier((resource,), *identities))

    def slice(
        self, component: Component, name: str, share_milli: int, memory_mib: int
    ) -> Identifier:
        """Of a part of a device that Heddle hands out under a name: how much it is, or of it is
        free."""
        resource = _resource(component, (("SH", share_milli), ("MI", memory_mib)))
        device = self._device(component)
        within = "" if device is component else self._identities[component.id]
        identity = "L" + digest("slice", within + name)
        return self._identifier((resource,), self._identities[device.id], identity)

    def node(self) -> Identifier:
        """The machine's, with its chips: processors and accelerators, equal ones together.

        Network cards and disks are left out, as are soft devices: they come and go.
        """
        groups: dict[tuple[str, int], list[Component]] = defaultdict(list)
        for component in self._machine.components:
            is_chip = component.kind in ACCELERATORS or component.kind == "cpu"
            if is_chip and self._device(component) is component and not _is_soft(component):
                mib = (component.memory_bytes or 0) // MIB
                groups[_resource(component).code, mib].append(component)
        chips = [
            _resource(same[0], (("CT", len(same)), *_sum(self._amounts(c, True) for c in same)))
            for _, same in sorted(groups.items())
        ]
        about = self._machine.attributes
        vendor, model = str(about.get("vendor", "")), str(about.get("product", ""))
        memory = [c for c in self._machine.components if c.kind == "memory"]
        total = dict(_sum(self._amounts(c, True) for c in memory)).get("MI")
        whole = (("GI", total // 1024),) if total is not None else ()
        itself = Resource("NODE", _vendor(vendor), _model(vendor, model), whole)
        return self._identifier((itself, *chips))

    def _identifier(self, resources: tuple[Resource, ...], *identities: str) -> Identifier:
        device, partition = [*identities, None, None][:2]
        return Identifier(
            edition="T" if self._free is None else "A",
            registration=self._registration,
            resources=resources,
            node=self._node,
            device=device,
            partition=partition,
            site=self._site,
        )

    def _device(self, component: Component) -> Component:
        """The device that it is, or is a partition of."""
        passed = {component.id}  # what others recorded may go round in a circle
        while above := self._by_id.get(component.parent or ""):
            if {above.kind, component.kind} - set(ACCELERATORS) or above.id in passed:
                break
            passed.add(above.id)
            component = above
        return component

    def _amounts(self, component: Component, is_whole: bool) -> Amounts:
        if self._free is not None:
            memory, share = self._free.get(component.id, (None, None))
            found = {"SH": share, "MI": memory}
        else:
            cores = component.attributes.get("cores") if component.kind == "cpu" else None
            found = {"CO": cores if isinstance(cores, int) else None}
            found |= _compute(component) if is_whole else {}
            found["MI"] = None if (b := component.memory_bytes) is None else b // MIB
        return tuple((unit, number) for unit, number in found.items() if number is not None)


def _resource(component: Component, amounts: Amounts = ()) -> Resource:
    vendor, model = component.vendor, component.model
    if isinstance(profile := component.attributes.get("partition"), str):  # 1g.18gb
        model = f"{model} {profile}"
    return Resource(component.kind.upper(), _vendor(vendor), _model(vendor, model), amounts)


def _vendor(name: str) -> str | None:
    """Of "Dell Inc." the first word is the vendor's code."""
    first = word(name.partition(" ")[0], VENDOR)
    code = first if first in VENDORS else word(name, VENDOR)
    return None if code == "UNKNOWN" else code


def _model(vendor: str, model: str) -> str | None:
    """Without marks, and without the vendor's name in front."""
    plain = re.sub(r"\((R|TM|C)\)|[®™©]", " ", model, flags=re.IGNORECASE).strip()
    name = vendor.partition(" ")[0]
    if name and plain.lower().startswith(f"{name.lower()} "):
        plain = plain[len(name) :]
    return word(plain, MODEL)


def _compute(component: Component) -> dict[str, int | None]:
    known = facts.named(component.vendor, component.model)
    nominal = known.nominal if known else {}
    for unit, names in COMPUTE:
        if tera := next((nominal[name] for name in names if name in nominal), None):
            return {unit: int(Decimal(str(tera)) * 1000)}  # exact: facts have three decimals
    return {}


def _sum(many: Iterable[Amounts]) -> Amounts:
    """What all have, together; what one does not report is known of none."""
    each = [dict(amounts) for amounts in many]
    units = [unit for unit in each[0] if all(unit in other for other in each)] if each else []
    return tuple((unit, sum(other[unit] for other in each)) for unit in units)


def _is_soft(component: Component) -> bool:
    return component.id.startswith("soft@")


def _node_identity(machine: Machine) -> str:
    known = str(machine.attributes.get("identity", ""))
    if known:
        is_plain = re.fullmatch("[0-9A-Fa-f]{16}", known)
        return "M" + (known.upper() if is_plain else digest("machine", known))
    ids = sorted(c.id for c in machine.components if not _is_soft(c))
    return "H" + digest("host", "\n".join((machine.name, *ids)))


def _identities(components: Iterable[Component]) -> dict[str, str]:
    """By a component's id: from the best name that no other component has, too."""
    names: dict[str, list[tuple[str, str]]] = {}
    for component in components:
        serials = (component.attributes.get(name) for name in SERIALS)
        given = (("U", component.uuid), *(("S", serial) for serial in serials))
        plain = [(basis, str(value or "").strip().lower()) for basis, value in given]
        # 00000000-..., FFFF: an empty field
        names[component.id] = [n for n in plain if len(set(n[1]) - set(" -:._")) > 1]
    held = Counter(name for each in names.values() for name in set(each))
    return {
        id: next((f"{b}{digest('device', v)}" for b, v in each if held[b, v] == 1), None)
        or "A" + digest("address", id)
        for id, each in names.items()
    }
