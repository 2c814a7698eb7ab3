"""The nodes of a cluster as arrays: what is free on each, and of what kind its devices are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from heddle.cluster.conditions.budgets import Budgets, budgets
from heddle.cluster.conditions.network import NOTHING, Network
from heddle.cluster.lending.lenders import REACH_US, Lenders, lent_slots
from heddle.cluster.row import ABSENT as ABSENT
from heddle.cluster.row import Booked
from heddle.cluster.row import DeviceClass as DeviceClass
from heddle.cluster.row import NodeRow as NodeRow
from heddle.cluster.shapes import Placement, Shape
from heddle.cluster.sites.atlas import Atlas
from heddle.errors import UsageError
from heddle.model.job import WHOLE

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
CPU, MEMORY, DEVICES = 0, 1, 2  #: columns of what is free; the devices are the rest


@dataclass(slots=True)
class Nodes:
    """All nodes, sorted by name. A slot that a node does not have is `ABSENT` in both tables."""

    names: list[str]
    free: Ints  #: by node: thousandths of cores, MiB, then thousandths of each device
    device_class: Ints  #: index in `classes`, by node and slot
    cordoned: Bools  #: also those whose engine is down
    site: Ints  #: index in `sites`
    stack: Ints  #: index in `stacks`
    classes: list[DeviceClass]
    sites: list[str]
    stacks: list[tuple[str, ...]]
    engine: Ints  #: index in `engines`
    engines: list[str]
    lacks: Ints  #: index in `lackings`
    lackings: list[tuple[str, ...]]
    index: dict[str, int] = field(default_factory=dict)  #: by name
    mixed: bool = False  #: some node holds devices of several classes
    groups: dict[str, Ints] = field(default_factory=dict)  #: as in `NodeRow`, by node and slot
    called: Ints | None = None  #: index in `calls`, by node, slot and name; None: none has a name
    calls: dict[str, int] = field(default_factory=dict)
    #: MiB of each device, by node and slot: its size, and what is free.
    device_size: Ints = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int64))
    device_mib: Ints = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int64))
    quotas: int = 0  #: placements with a memory limit. Without any, a device with a free share has
    #: the memory free that goes with it, and no check is needed.
    #: What is not free because partitions or others have it, by node and slot.
    booked: dict[tuple[int, int], Booked] = field(default_factory=dict)
    down: dict[int, str] = field(default_factory=dict)  #: as in `NodeRow`, by node
    network: Network = field(default_factory=Network)
    spot: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))  #: of it, by node
    #: MB/s of each link that are not booked; less than nothing where what runs needs more.
    link_free: Ints = field(default_factory=lambda: np.zeros(1, dtype=np.int64))
    budgets: Budgets | None = None  #: of power; None: there are none
    lenders: Lenders = field(default_factory=lambda: Lenders((), NOTHING))
    lender: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))  #: in it, by node
    #: Devices that are served to other nodes, by node and slot.
    lent: Bools = field(default_factory=lambda: np.zeros((0, 0), dtype=np.bool_))

    def __len__(self) -> int:
        return len(self.names)

    @property
    def cpu_free(self) -> Ints:
        """Thousandths of cores, by node."""
        return self.free[:, CPU]

    @property
    def memory_free(self) -> Ints:
        """MiB, by node."""
        return self.free[:, MEMORY]

    @property
    def device_free(self) -> Ints:
        """Thousandths, by node and slot."""
        return self.free[:, DEVICES:]

    @classmethod
    def from_rows(
        cls, rows: Iterable[NodeRow], atlas: Atlas = NOTHING, reach_us: int = REACH_US
    ) -> Nodes:
        """`atlas`: what is configured of sites and the network between them; `reach_us`: how far
        devices are lent.

        :raises UsageError: if two nodes have the same name, or two devices of one
        """
        ordered = sorted(rows, key=lambda row: row.name)
        for one, other in pairwise(ordered):
            if one.name == other.name:
                raise UsageError(f"two nodes are called {one.name!r}: a node's name is its own")
        slots = max((len(row.devices) for row in ordered), default=0)
        classes: dict[DeviceClass, int] = {}
        sites: dict[str, int] = {}
        stacks: dict[tuple[str, ...], int] = {}
        engines: dict[str, int] = {}
        lackings: dict[tuple[str, ...], int] = {}
        calls: dict[str, int] = {}
        device_class = np.full((len(ordered), max(slots, 1)), ABSENT, dtype=np.int64)
        for i, row in enumerate(ordered):
            for slot, device in enumerate(row.devices):
                device_class[i, slot] = classes.setdefault(device, len(classes))
        sizes = np.array([*(each.memory_mib for each in classes), 0], dtype=np.int64)
        size = sizes[device_class]  # that of `ABSENT` is the last
        free = np.empty((len(ordered), DEVICES + device_class.shape[1]), dtype=np.int64)
        free[:, CPU] = [row.cpu_milli for row in ordered]
        free[:, MEMORY] = [row.memory_mib for row in ordered]
        free[:, DEVICES:] = np.where(device_class == ABSENT, ABSENT, WHOLE)
        mib, booked = size.copy(), _booked(ordered)
        network = Network(ordered, atlas)
        lent = np.zeros(device_class.shape, dtype=np.bool_)
        for i, row in enumerate(ordered):
            if row.serves is not None:
                lent[i, : len(row.devices)] = lent_slots(row)
        for (i, slot), each in booked.items():
            free[i, DEVICES + slot] -= each.milli
            mib[i, slot] -= each.mib
        return cls(
            names=[row.name for row in ordered],
            free=free,
            device_class=device_class,
            cordoned=np.array([row.cordoned or bool(row.down) for row in ordered], dtype=np.bool_),
            site=_codes((row.site for row in ordered), sites),
            stack=_codes((row.stack for row in ordered), stacks),
            engine=_codes((row.engine for row in ordered), engines),
            lacks=_codes((row.lacks for row in ordered), lackings),
            classes=list(classes),
            sites=list(sites),
            stacks=list(stacks),
            engines=list(engines),
            lackings=list(lackings),
            index={row.name: i for i, row in enumerate(ordered)},
            mixed=any(len(set(row.devices)) > 1 for row in ordered),
            groups=_groups(ordered, device_class.shape[1]),
            called=_called(ordered, device_class.shape[1], calls),
            calls=calls,
            device_size=size,
            device_mib=mib,
            quotas=len(booked),  # they say how much, too
            booked=booked,
            down={i: row.down for i, row in enumerate(ordered) if row.down},
            network=network,
            spot=network.spot,
            link_free=network.free(),
            budgets=budgets(ordered, network, list(classes), device_class),
            lenders=Lenders(ordered, atlas, reach_us),
            lender=np.arange(len(ordered)),
            lent=lent,
        )

    def copy(self) -> Nodes:
        """Shares with the original what never changes."""
        other = copy(self)
        other.free = self.free.copy()
        other.cordoned = self.cordoned.copy()
        other.device_mib = self.device_mib.copy()
        other.booked = self.booked.copy()
        other.link_free = self.link_free.copy()
        return other

    def unbooked(self) -> Nodes:
        """A copy in which partitions and others have nothing."""
        other = self.copy()
        for (node, slot), each in self.booked.items():
            other.free[node, DEVICES + slot] += each.milli
            other.device_mib[node, slot] += each.mib
        other.quotas -= len(self.booked)
        other.booked = {}
        return other

    def make_way(self, placement: Placement) -> tuple[int, int]:
        """For a running member whose devices were booked since: that much less counts as
        booked as it lacks. Gives how much that is, in thousandths and in MiB."""
        node, total, total_mib = placement.node, 0, 0
        for (slot, milli), mib in zip(placement.devices, self.mib_of(placement), strict=True):
            if (booked := self.booked.get((node, slot))) is None:
                continue
            less = min(booked.milli, max(0, milli - self.free.item(node, DEVICES + slot)))
            less_mib = min(booked.mib, max(0, mib - self.device_mib.item(node, slot)))
            self.free[node, DEVICES + slot] += less
            self.device_mib[node, slot] += less_mib
            left = replace(booked, milli=booked.milli - less, mib=booked.mib - less_mib)
            self.booked[node, slot] = left
            total, total_mib = total + less, total_mib + less_mib
        return total, total_mib

    def rows(self, node: Ints) -> Nodes:
        """A row for each of these nodes, however often it is named; its own to change."""
        return replace(
            self,
            names=[self.names[i] for i in node],
            free=self.free[node],
            device_class=self.device_class[node],
            cordoned=self.cordoned[node],
            site=self.site[node],
            stack=self.stack[node],
            engine=self.engine[node],
            lacks=self.lacks[node],
            index={},
            groups={word: groups[node] for word, groups in self.groups.items()},
            called=None if self.called is None else self.called[node],
            device_size=self.device_size[node],
            device_mib=self.device_mib[node],
            booked={},
            down={},
            spot=self.spot[node],
            lender=self.lender[node],
            lent=self.lent[node],
            link_free=self.link_free.copy(),
            budgets=None,  # that of a site is about other nodes, too
        )

    def is_called(self, name: str) -> Bools:
        """By node and slot: the device that has this name on its node."""
        if self.called is None or name not in self.calls:
            return np.zeros(self.device_class.shape, dtype=np.bool_)
        found: Bools = (self.called == self.calls[name]).any(axis=2)
        return found

    def take(self, placement: Placement) -> None:
        """:raises ValueError: if the node does not have that much; nothing is taken then"""
        if min(self._add(placement, -1)) < 0:
            self._add(placement, 1)
            raise ValueError(f"{self.names[placement.node]} has less than {placement}")

    def give_back(self, placement: Placement) -> None:
        """:raises ValueError: if a device would have more than all of it"""
        left = self._add(placement, 1)[DEVICES : DEVICES + len(placement.devices)]
        if max(left, default=0) > WHOLE:
            self._add(placement, -1)
            raise ValueError(f"{self.names[placement.node]} was never given {placement}")

    def _add(self, placement: Placement, sign: int) -> list[int]:
        """What is then free of what was changed; by lists, which are faster for so few."""
        row, slots = self.free[placement.node], [slot for slot, _ in placement.devices]
        free = row.tolist()
        free[CPU] += sign * placement.cpu_milli
        free[MEMORY] += sign * placement.memory_mib
        for slot, milli in placement.devices:
            free[DEVICES + slot] += sign * milli
        row[:] = free
        left = [free[CPU], free[MEMORY], *[free[DEVICES + slot] for slot in slots]]
        if slots:
            row = self.device_mib[placement.node]
            mib = row.tolist()
            for slot, amount in zip(slots, self.mib_of(placement), strict=True):
                mib[slot] += sign * amount
            row[:] = mib
            left += [mib[slot] for slot in slots]
            self.quotas -= sign * (placement.shape.quota_mib > 0)
        if placement.links:
            self.book(placement, sign)
        return left

    def is_shared(self, shape: Shape) -> bool:
        """Whether what runs on other nodes may keep it from this one: bandwidth, or power."""
        asked = shape.conditions
        return self.budgets is not None or (asked is not None and asked.bandwidth_mbytes_s > 0)

    def book(self, placement: Placement, sign: int = -1) -> None:
        """Of links; whether they have so much is found out before, by `links_of`."""
        assert placement.shape.conditions is not None
        amount = placement.shape.conditions.bandwidth_mbytes_s
        self.link_free[list(placement.links)] += sign * amount

    def links_of(self, shape: Shape, node: int) -> tuple[int, ...]:
        """Those that a member of this shape books there."""
        if shape.conditions is None:
            return ()
        return self.network.reach(shape.conditions).chosen(self.link_free, self.spot.item(node))

    def mib_of(self, placement: Placement) -> list[int]:
        """What it takes of the memory of each of its devices."""
        if placement.shape.quota_mib:
            return [placement.shape.quota_mib] * len(placement.devices)
        size = self.device_size[placement.node].tolist()
        return [milli * size[slot] // WHOLE for slot, milli in placement.devices]


def _codes(values: Iterable[Any], codes: dict[Any, int]) -> Ints:
    return np.array([codes.setdefault(value, len(codes)) for value in values], dtype=np.int64)


def _booked(rows: Sequence[NodeRow]) -> dict[tuple[int, int], Booked]:
    """Never more than what is there, whatever a row says."""
    found = {}
    for i, row in enumerate(rows):
        if len(row.booked) not in (0, len(row.devices)):
            raise UsageError(
                f"{row.name} has {len(row.devices)} devices, and says what is booked of "
                f"{len(row.booked)}: give one for each, an empty one where nothing is"
            )
        for slot, each in enumerate(row.booked):
            milli = max(0, min(each.milli, WHOLE))
            mib = max(0, min(each.mib, row.devices[slot].memory_mib))
            if milli or mib:
                found[i, slot] = replace(each, milli=milli, mib=mib)
    return found


def _groups(rows: Sequence[NodeRow], slots: int) -> dict[str, Ints]:
    found: dict[str, Ints] = {}
    for i, row in enumerate(rows):
        for word, groups in row.groups.items():
            if len(groups) != len(row.devices):
                raise UsageError(
                    f"{row.name} has {len(row.devices)} devices, and {word} says the groups of "
                    f"{len(groups)}: give one for each, {ABSENT} where it is unknown"
                )
            if word not in found:
                found[word] = np.full((len(rows), slots), ABSENT, dtype=np.int64)
            found[word][i, : len(groups)] = groups
    return found


def _called(rows: Sequence[NodeRow], slots: int, calls: dict[str, int]) -> Ints | None:
    most = max((len(names) for row in rows for names in row.called), default=0)
    if not most:
        return None
    found = np.full((len(rows), slots, most), ABSENT, dtype=np.int64)
    for i, row in enumerate(rows):
        if len(row.called) not in (0, len(row.devices)):
            raise UsageError(
                f"{row.name} has {len(row.devices)} devices, and names for {len(row.called)}: give "
                "a tuple of names for each, an empty one where it has none"
            )
        own: set[str] = set()
        for slot, names in enumerate(row.called):
            if twice := own.intersection(names):
                raise UsageError(
                    f"two devices of {row.name} are called {min(twice)!r}: a name means one device"
                )
            own.update(names)
            for n, name in enumerate(names):
                found[i, slot, n] = calls.setdefault(name, len(calls))
    return found
