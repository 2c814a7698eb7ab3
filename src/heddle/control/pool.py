"""The nodes of the control plane as the cycle sees them; made anew when nodes come or go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from heddle.cluster import placing
from heddle.cluster.nodes import NodeRow, Nodes
from heddle.cluster.placer import Placer
from heddle.cluster.quota import Quotas, Usage
from heddle.cluster.running import Cluster, Running
from heddle.cluster.shapes import Placement, Shape
from heddle.model.record import Place

MANY = 2  #: times as many expected shapes as before: the placing policy is told anew


class Pool:
    """`cluster` is what the cycle changes. Shapes that were asked for are expected again."""

    def __init__(self, rows: Iterable[NodeRow] = (), quotas: Quotas | None = None) -> None:
        self.rows = {row.name: row for row in rows}
        self.quotas = quotas
        self._expected: Counter[Shape] = Counter()
        self._told = 0
        self.cluster = self._cluster()

    def expect(self, shapes: Iterable[Shape]) -> None:
        self._expected.update(shapes)
        if len(self._expected) >= MANY * max(1, self._told):
            self.renew()

    def join(self, row: NodeRow) -> list[Running]:
        """The node is there, or has changed. Gives those that cannot go on because of that."""
        self.rows[row.name] = row
        return self.renew()

    def leave(self, name: str) -> list[Running]:
        self.rows.pop(name, None)
        return self.renew()

    def renew(self) -> list[Running]:
        """Builds the cluster anew with what runs; gives those for which there is no place now."""
        before = self.cluster
        self.cluster = self._cluster()
        lost = []
        for running in before.running.values():
            places = _places(before.nodes, self.rows, running)
            try:
                self.start(running, places)
            except (KeyError, ValueError):
                lost.append(running)
        return lost

    def places(self, running: Running) -> tuple[Place, ...]:
        """Where its members are, in words that a person and an engine understand."""
        return _places(self.cluster.nodes, self.rows, running)

    def start(self, running: Running, places: Iterable[Place]) -> Running:
        """Counts it as running at these places, whatever its own say.

        :raises KeyError: if a node or device is not there
        :raises ValueError: if a node has not that much
        """
        nodes = self.cluster.nodes
        placements = []
        for place, old in zip(places, running.placements, strict=True):
            slots = {name: i for i, name in enumerate(names_of(self.rows[place.node]))}
            devices = tuple((slots[name], milli) for name, milli in place.devices)
            at = nodes.index[place.node]
            placements.append(replace(old, node=at, devices=devices))
        running = replace(running, placements=tuple(placements))
        taken: list[Placement] = []
        try:
            for placement in running.placements:
                self.cluster.placer.take(placement)
                taken.append(placement)
        except ValueError:
            for placement in reversed(taken):
                self.cluster.placer.give_back(placement)
            raise
        self.cluster.note(running)
        return running

    def units(self, places: Iterable[Place]) -> int:
        """What they are worth, in thousandths of the reference; what is gone counts nothing."""
        total = 0
        for place in places:
            row = self.rows.get(place.node)
            by_name = dict(zip(names_of(row), row.devices, strict=True)) if row else {}
            for name, milli in place.devices:
                if name in by_name:
                    total += self.cluster.worth(by_name[name].model) * milli // 1000
        return total

    def _cluster(self) -> Cluster:
        nodes = Nodes.from_rows(self.rows.values())
        self._told = len(self._expected)
        mix: Mapping[Shape, float] = {shape: float(n) for shape, n in self._expected.items()}
        policy = placing.find(placing.DEFAULT, nodes, mix)
        usage = None if self.quotas is None else Usage(self.quotas)
        return Cluster(Placer(nodes.copy(), policy), nodes, usage=usage)


def names_of(row: NodeRow) -> list[str]:
    """One name for each device: the first of those that it has, or its number."""
    called = row.called or ((),) * len(row.devices)
    return [names[0] if names else f"device@{i}" for i, names in enumerate(called)]


def _places(nodes: Nodes, rows: Mapping[str, NodeRow], running: Running) -> tuple[Place, ...]:
    found = []
    for placement in running.placements:
        name = nodes.names[placement.node]
        devices: tuple[tuple[str, int], ...] = ()
        if placement.devices:
            names = names_of(rows[name]) if name in rows else []
            devices = tuple(
                (names[slot] if slot < len(names) else f"device@{slot}", milli)
                for slot, milli in placement.devices
            )
        found.append(Place(name, devices, placement.cpu_milli, placement.memory_mib))
    return tuple(found)
