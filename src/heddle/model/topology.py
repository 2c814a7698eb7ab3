"""How a machine hangs together: NUMA nodes, PCIe roots, bridges, devices, and their own links."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from heddle.model.distance import NEIGHBOUR, Distance, distance_of, linked, pcie_mbytes_s
from heddle.model.hardware import Component, Machine


@dataclass(frozen=True, slots=True)
class Branch:
    """One place of the tree."""

    id: str
    kind: str  #: machine, numa, root, bridge, or a component's kind
    component: Component | None = None
    children: tuple[Branch, ...] = ()
    folded: int = 0  #: bridges above it that lead nowhere else, left out

    def walk(self) -> Iterator[Branch]:
        yield self
        for child in self.children:
            yield from child.walk()


class Topology:
    """One machine, for questions about it."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._by_id = {component.id: component for component in machine.components}
        self._children: dict[str | None, list[str]] = {}
        for component in machine.components:
            self._children.setdefault(self._above(component.id), []).append(component.id)
        for parent in list(self._children):  # bridges and roots that were not listed
            if parent is not None and parent not in self._by_id:
                self._children.setdefault(None, []).append(parent)
        self._nodes = {component.numa for component in machine.components} - {None}
        self._numa_distances = _numa_distances(machine)

    def tree(self) -> Branch:
        """Bridges that lead to one thing are folded into it, those that lead nowhere left out."""
        by_node: dict[int | None, list[Branch]] = {}
        for top in self._children.get(None, ()):
            for branch in self._branches(top):
                by_node.setdefault(self._numa(top), []).append(branch)
        nodes = [
            Branch(f"numa@{node}", "numa", children=tuple(sorted(found, key=_order)))
            for node, found in sorted((n, f) for n, f in by_node.items() if n is not None)
        ]
        rest = sorted(by_node.get(None, ()), key=_order)
        return Branch(self.machine.name, "machine", children=(*nodes, *rest))

    def distance(self, a: str, b: str) -> Distance:
        """Between two components, by their ids."""
        if a == b:
            return distance_of("SELF")
        one, other = self._path(a), self._path(b)
        common = next((place for place in one if place in other), None)
        if common is not None and not self._is_bridge(common):
            return distance_of("CHIP")
        if (joined := self._joined(a, b)) is not None:
            return joined
        mbytes_s = self._bus_mbytes_s(one, other, common)
        if common is None:
            near, far = self._numa(a), self._numa(b)
            if near == far or len(self._nodes) < 2:
                return distance_of("NODE", mbytes_s)
            return distance_of("SYS", mbytes_s, self._numa_distances.get((near, far), NEIGHBOUR))
        if self._is_root(common):
            return distance_of("PHB", mbytes_s)
        between = [place for path in (one, other) for place in path[: path.index(common)]]
        return distance_of("PXB" if any(map(self._is_switch, between)) else "PIX", mbytes_s)

    def _above(self, id: str) -> str | None:
        """The parent."""
        component = self._by_id.get(id)
        return component.parent if component and component.parent != id else None

    def _path(self, id: str) -> list[str]:
        """The component and all that is above it, nearest first."""
        path = [id]
        while (above := self._above(path[-1])) is not None and above not in path:
            path.append(above)
        return path

    def _is_bridge(self, id: str) -> bool:
        component = self._by_id.get(id)
        return component is None or component.kind == "bridge"

    def _is_root(self, id: str) -> bool:
        return self._is_bridge(id) and self._above(id) is None

    def _is_switch(self, id: str) -> bool:
        """It leads to several bridges; to several functions of one card leads any port."""
        below = [child for child in self._children.get(id, ()) if self._is_bridge(child)]
        return self._is_bridge(id) and len(below) > 1

    def _numa(self, id: str) -> int | None:
        """Its own node, else that of the nearest above, of all below, or the only one there is."""
        for place in self._path(id):
            component = self._by_id.get(place)
            if component is not None and component.numa is not None:
                return component.numa
        below = {self._below_numa(child) for child in self._children.get(id, ())} - {None}
        if not below and not id.startswith("soft@"):  # what is only software is nowhere
            below = set(self._nodes)
        return below.pop() if len(below) == 1 else None

    def _below_numa(self, id: str) -> int | None:
        component = self._by_id[id]
        found = {component.numa, *map(self._below_numa, self._children.get(id, ()))} - {None}
        return found.pop() if len(found) == 1 else None

    def _branches(self, id: str) -> list[Branch]:
        """What stands in the tree for this place: itself, its only child, or nothing."""
        below = [branch for child in self._children.get(id, ()) for branch in self._branches(child)]
        below.sort(key=_order)
        component = self._by_id.get(id)
        if not self._is_bridge(id):
            return [Branch(id, component.kind if component else "bridge", component, tuple(below))]
        if not below:
            return []
        if self._is_root(id):
            return [Branch(id, "root", component, tuple(below))]
        if len(below) == 1:
            only = below[0]
            folded = only.folded + 1
            return [Branch(only.id, only.kind, only.component, only.children, folded)]
        return [Branch(id, "bridge", component, tuple(below))]

    def _joined(self, a: str, b: str) -> Distance | None:
        """By links that are not the bus: from one to the other, or both to the same switches."""
        one, other = self._links(a), self._links(b)
        ends = ((one, self._whole(b)), (other, self._whole(a)))
        if direct := [whose[to] for whose, to in ends if to in whose]:
            return linked("LINK", *min(direct, key=lambda link: link[1]))  # the same both ways
        shared = [to for to in one if to in other]
        if not shared:
            return None
        kind = one[shared[0]][0]
        links = min(sum(side[to][1] for to in shared) for side in (one, other))
        speeds = [[side[to][2] for to in shared] for side in (one, other)]
        known = [sum(s for s in side if s is not None) for side in speeds if None not in side]
        return linked("FABRIC", kind, links, min(known) if len(known) == 2 else None)

    def _links(self, id: str) -> dict[str, tuple[str, int, int | None]]:
        component = self._by_id.get(self._whole(id))
        peers = component.peers if component else ()
        return {peer.to: (peer.kind, peer.links, peer.mbytes_s) for peer in peers}

    def _whole(self, id: str) -> str:
        """The device that a partition is a part of."""
        return [place for place in self._path(id) if place == id or not self._is_bridge(place)][-1]

    def _bus_mbytes_s(
        self, one: Sequence[str], other: Sequence[str], common: str | None
    ) -> int | None:
        """The narrowest PCIe link on the way; None if no link on it is known."""
        way = [
            place
            for path in (one, other)
            for place in (path if common is None else path[: path.index(common)])
        ]
        links = [self._by_id[place].link for place in way if place in self._by_id]
        speeds = [speed for link in links if link and (speed := pcie_mbytes_s(link)) is not None]
        return min(speeds, default=None)


def _numa_distances(machine: Machine) -> dict[tuple[int | None, int | None], int]:
    """From the kernel, as memory components carry it: "0:10 1:21", node and distance."""
    found: dict[tuple[int | None, int | None], int] = {}
    for component in machine.components:
        line = str(component.attributes.get("distances", "")) if component.kind == "memory" else ""
        for other, far in re.findall(r"(\d+):(\d{1,9})\b", line):
            pair = component.numa, int(other)  # both ways the same, whichever is farther
            found[pair] = found[pair[::-1]] = max(int(far), found.get(pair, 0))
    return found


def _order(branch: Branch) -> tuple[int, list[int | str]]:
    """Processors and memory first, then by address; numbers in names count as numbers."""
    first = ("cpu", "memory").index(branch.kind) if branch.kind in ("cpu", "memory") else 2
    if branch.id.startswith("pci@"):
        return first, [branch.id]  # hexadecimal, all of one length
    return first, [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", branch.id)]
