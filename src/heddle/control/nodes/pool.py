"""The nodes of the control plane as the cycle sees them; made anew when nodes came or went."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from heddle.cluster.conditions.ceilings import CORES
from heddle.cluster.conditions.network import NOTHING
from heddle.cluster.expected import Expected
from heddle.cluster.lending.lenders import REACH_US
from heddle.cluster.nodes import DeviceClass, NodeRow, Nodes
from heddle.cluster.placer import Placer
from heddle.cluster.quota import Quotas, Usage
from heddle.cluster.running import Cluster, FigureOf, Running
from heddle.cluster.shapes import Placement, Shape
from heddle.cluster.sites.atlas import Atlas
from heddle.metering.models import units_of
from heddle.model.job import WHOLE
from heddle.model.record import Place

HERE = "127.0.0.1"


class Pool:
    """`cluster` is what the cycle changes. Shapes that were asked for are expected again.

    Nodes that come and go only change `rows`. The cluster is made anew once, when it is next looked
    at, so a hundred nodes that join in one turn cost as much as one.
    """

    def __init__(
        self,
        rows: Iterable[NodeRow] = (),
        quotas: Quotas | None = None,
        atlas: Atlas = NOTHING,
        reach_us: int = REACH_US,
    ) -> None:
        """`atlas`: what is configured of sites and the network between them; `reach_us`: how far
        devices are lent."""
        self.atlas, self._reach_us = atlas, reach_us
        self.rows = {row.name: row for row in rows}
        self.quotas = quotas
        self._expected = Expected()
        self._lost: list[Running] = []
        #: Jobs that have what partitions booked since: when one ends, the partitions get it.
        self._in_the_way: set[str] = set()
        self._is_old = False
        self._made = self._make()

    @property
    def cluster(self) -> Cluster:
        """With the rows and quotas as they are now."""
        if self._is_old or not self._in_the_way <= self._made.running.keys():
            self._lost += self._rebuild()
        return self._made

    def expect(self, shapes: Iterable[Shape], times: int = 1) -> None:
        self._expected.add(shapes, times)

    def join(self, row: NodeRow) -> None:
        """The node is there, or has changed."""
        self.rows[row.name] = row
        self._is_old = True

    def leave(self, name: str) -> None:
        self._is_old |= self.rows.pop(name, None) is not None

    def set_quotas(self, quotas: Quotas | None) -> None:
        self.quotas = quotas
        self._is_old = True

    def settle(self) -> list[Running]:
        """Those that cannot go on because of what has changed since the last time."""
        _ = self.cluster
        lost, self._lost = self._lost, []
        return lost

    def _rebuild(self) -> list[Running]:
        """With what runs; gives those for which there is no place now."""
        before, rows = self._made, self._made_of
        self._is_old = False
        self._in_the_way.clear()
        self._made = self._make()
        self._made.matched_s, self._made.freed = before.matched_s, True
        lost = []
        for running in before.running.values():
            # By the names that the devices had: another one may have their numbers by now.
            places = _places(before.nodes, rows, running)
            try:
                self._start(self._made, running, places)
            except (KeyError, ValueError):
                lost.append(running)
        return lost

    def places(self, running: Running) -> tuple[Place, ...]:
        """Where its members are, in words that a person and an engine understand."""
        return _places(self.cluster.nodes, self.rows, running)

    def start(self, running: Running, places: Iterable[Place]) -> Running:
        """Counts it as running at these places, whatever its own say, even if they are booked.

        :raises KeyError: if a node or device is not there
        :raises ValueError: if a node has not that much
        """
        return self._start(self.cluster, running, places)

    def _start(self, cluster: Cluster, running: Running, places: Iterable[Place]) -> Running:
        nodes = cluster.nodes
        placements, places = [], tuple(places)
        for place, old in zip(places, running.placements, strict=True):
            slots = {name: i for i, name in enumerate(names_of(self.rows[place.device_node]))}
            devices = tuple((slots[name], milli) for name, milli in place.devices)
            at = nodes.index[place.device_node]
            placements.append(replace(old, node=at, devices=devices, links=()))
        for place, host in zip(places, running.hosts, strict=False):
            placements.append(replace(host, node=nodes.index[place.node], links=()))
        taken: list[Placement] = []
        try:
            for placement in placements:
                if cluster.placer.make_way(placement):
                    self._in_the_way.add(running.job.id)
                # Bandwidth is booked anew: links may be others than before.
                placement = replace(
                    placement, links=nodes.links_of(placement.shape, placement.node)
                )
                cluster.placer.take(placement)
                taken.append(placement)
        except ValueError:
            for placement in reversed(taken):
                cluster.placer.give_back(placement)
            raise
        members = len(running.placements)
        running = replace(running, placements=tuple(taken[:members]), hosts=tuple(taken[members:]))
        cluster.note(running)
        return running

    def address(self, node: str) -> str:
        """At which its members are reached."""
        row = self.rows.get(node)
        return (row.address if row else "") or HERE

    def engine_of(self, places: Sequence[Place]) -> str:
        """That runs jobs at these places, which all are its own."""
        return self.rows[places[0].node].engine

    def worth(self, places: Iterable[Place]) -> dict[str, Any]:
        """As what time at these places is charged; what is gone counts nothing.

        unit_milli: thousandths of the reference;  device_mib: of the memory of devices, in all
        model: those of the devices, sorted, with + between
        price_micro: of an hour, in millionths of `currency`; not there if some price is unknown
        """
        units = mib = 0
        models: set[str] = set()
        prices: list[int | None] = []
        for place in places:
            row = self.rows.get(place.device_node)
            by_name = dict(zip(names_of(row), row.devices, strict=True)) if row else {}
            limits = place.device_mib or (0,) * len(place.devices)
            for (name, milli), limit in zip(place.devices, limits, strict=True):
                if device := by_name.get(name):
                    units += self.cluster.worth(device.model) * milli // WHOLE
                    mib += limit or device.memory_mib * milli // WHOLE
                    models.add(device.model)
                prices.append(self._price(row, device, milli))
            if not place.devices:  # the cores beside a device are in its price
                prices.append(self._price(row, CORES, place.cpu_milli))
        known = [price for price in prices if price is not None]
        found = {"unit_milli": units, "device_mib": mib, "model": "+".join(sorted(models))}
        if len(known) < len(prices):
            return found
        return {**found, "price_micro": sum(known), "currency": self.atlas.currency}

    def _price(self, row: NodeRow | None, device: DeviceClass | None, milli: int) -> int | None:
        if row is None or device is None:
            return None
        price = self.cluster.nodes.network.price(row.site, device)
        return None if price is None else price * milli

    def _make(self) -> Cluster:
        """Empty. What all tenants together may use is what there is."""
        self._made_of = dict(self.rows)
        nodes = Nodes.from_rows(self.rows.values(), self.atlas, self._reach_us)
        placer = Placer(nodes.copy(), self._expected.policy(nodes))
        made = Cluster(
            placer,
            nodes,
            worth=units_of,
            price=_least(nodes, nodes.network.price),
            watts=_least(nodes, nodes.network.watts),
            expected=self._expected,
        )
        if self.quotas is not None:
            self.quotas = replace(self.quotas, capacity=made.capacity_amounts())
            made.usage = Usage(self.quotas)
        return made


def _least(nodes: Nodes, figure: Callable[[str, DeviceClass], int | None]) -> FigureOf:
    """Of a device by its model, and of a core, where it is least."""
    known = {
        device.model: [found for site in nodes.sites if (found := figure(site, device)) is not None]
        for device in (*nodes.classes, replace(CORES, model=CORES.kind))
    }
    return {model: min(found) for model, found in known.items() if found}.get


def names_of(row: NodeRow) -> list[str]:
    """One name for each device: the first of those that it has, or its number."""
    called = row.called or ((),) * len(row.devices)
    return [names[0] if names else f"device@{i}" for i, names in enumerate(called)]


def _places(nodes: Nodes, rows: Mapping[str, NodeRow], running: Running) -> tuple[Place, ...]:
    found = []
    for placement, host in zip_longest(running.placements, running.hosts):
        name = nodes.names[placement.node]
        devices: tuple[tuple[str, int], ...] = ()
        mib: tuple[int, ...] = ()
        if placement.devices:
            mib = _limits(nodes, placement)
            names = names_of(rows[name]) if name in rows else []
            devices = tuple(
                (names[slot] if slot < len(names) else f"device@{slot}", milli)
                for slot, milli in placement.devices
            )
        at = host or placement
        lender = name if host else ""
        program = nodes.names[at.node]
        found.append(Place(program, devices, at.cpu_milli, at.memory_mib, mib, lender))
    return tuple(found)


def _limits(nodes: Nodes, placement: Placement) -> tuple[int, ...]:
    """Of each device's memory; nothing where whole devices were given without a word of it."""
    if not placement.shape.quota_mib and all(milli == WHOLE for _, milli in placement.devices):
        return ()
    return tuple(nodes.mib_of(placement))
