"""The nodes of a cluster as arrays: what is free on each, and of what kind its devices are."""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from heddle.cluster.shapes import Placement
from heddle.errors import UsageError
from heddle.model.job import WHOLE

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
ABSENT = -1
CPU, MEMORY, DEVICES = 0, 1, 2  #: columns of what is free; the devices are the rest

_WANTED = re.compile(r"\s*([\w.+-]+?)\s*(?:(>=|==|<=|>|<)\s*([\d.]+))?\s*")
_INSTALLED = re.compile(r"\s*([\w.+-]+?)(?:[ =]+([\d.]+))?\s*")


@dataclass(frozen=True, slots=True)
class DeviceClass:
    """Devices that are alike."""

    kind: str
    model: str = ""
    vendor: str = ""
    memory_mib: int = 0
    level: int = 0


@dataclass(frozen=True, slots=True)
class NodeRow:
    """One node, empty."""

    name: str
    cpu_milli: int
    memory_mib: int
    devices: tuple[DeviceClass, ...] = ()
    site: str = ""
    stack: tuple[str, ...] = ()  #: what is installed: "cuda 12.4"
    cordoned: bool = False


@dataclass(slots=True)
class Nodes:
    """All nodes, sorted by name. A slot that a node does not have is `ABSENT` in both tables."""

    names: list[str]
    free: Ints  #: by node: thousandths of cores, MiB, then thousandths of each device
    device_class: Ints  #: index in `classes`, by node and slot
    cordoned: Bools
    site: Ints  #: index in `sites`
    stack: Ints  #: index in `stacks`
    classes: list[DeviceClass]
    sites: list[str]
    stacks: list[tuple[str, ...]]
    index: dict[str, int] = field(default_factory=dict)  #: by name
    mixed: bool = False  #: some node holds devices of several classes

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
    def from_rows(cls, rows: Iterable[NodeRow]) -> Nodes:
        """:raises UsageError: if two nodes have the same name"""
        ordered = sorted(rows, key=lambda row: row.name)
        for one, other in pairwise(ordered):
            if one.name == other.name:
                raise UsageError(f"two nodes are called {one.name!r}: a node's name is its own")
        slots = max((len(row.devices) for row in ordered), default=0)
        classes: dict[DeviceClass, int] = {}
        sites: dict[str, int] = {}
        stacks: dict[tuple[str, ...], int] = {}
        device_class = np.full((len(ordered), max(slots, 1)), ABSENT, dtype=np.int64)
        for i, row in enumerate(ordered):
            for slot, device in enumerate(row.devices):
                device_class[i, slot] = classes.setdefault(device, len(classes))
        free = np.empty((len(ordered), DEVICES + device_class.shape[1]), dtype=np.int64)
        free[:, CPU] = [row.cpu_milli for row in ordered]
        free[:, MEMORY] = [row.memory_mib for row in ordered]
        free[:, DEVICES:] = np.where(device_class == ABSENT, ABSENT, WHOLE)
        return cls(
            names=[row.name for row in ordered],
            free=free,
            device_class=device_class,
            cordoned=np.array([row.cordoned for row in ordered], dtype=np.bool_),
            site=_codes((row.site for row in ordered), sites),
            stack=_codes((row.stack for row in ordered), stacks),
            classes=list(classes),
            sites=list(sites),
            stacks=list(stacks),
            index={row.name: i for i, row in enumerate(ordered)},
            mixed=any(len(set(row.devices)) > 1 for row in ordered),
        )

    def copy(self) -> Nodes:
        """Shares with the original what never changes."""
        other = copy(self)
        other.free = self.free.copy()
        other.cordoned = self.cordoned.copy()
        return other

    def take(self, placement: Placement) -> None:
        """:raises ValueError: if the node does not have that much; nothing is taken then"""
        free = self.free[placement.node]
        if (
            placement.cpu_milli > free[CPU]
            or placement.memory_mib > free[MEMORY]
            or any(milli > free[DEVICES + slot] for slot, milli in placement.devices)
        ):
            raise ValueError(f"{self.names[placement.node]} has less than {placement}")
        self._add(placement, -1)

    def give_back(self, placement: Placement) -> None:
        """:raises ValueError: if a device would have more than all of it"""
        if any(
            self.device_free[placement.node, slot] + milli > WHOLE
            for slot, milli in placement.devices
        ):
            raise ValueError(f"{self.names[placement.node]} was never given {placement}")
        self._add(placement, 1)

    def _add(self, placement: Placement, sign: int) -> None:
        free = self.free[placement.node]
        free[CPU] += sign * placement.cpu_milli
        free[MEMORY] += sign * placement.memory_mib
        for slot, milli in placement.devices:
            free[DEVICES + slot] += sign * milli


def _codes(values: Iterable[Any], codes: dict[Any, int]) -> Ints:
    return np.array([codes.setdefault(value, len(codes)) for value in values], dtype=np.int64)


def stack_holds(installed: Iterable[str], wanted: str) -> bool:
    """Whether what is installed ("cuda 12.4") satisfies what is wanted ("cuda>=12.1").

    :raises UsageError: if what is wanted cannot be read
    """
    said = _WANTED.fullmatch(wanted)
    if said is None:
        raise UsageError(f"software {wanted!r} cannot be read: say `cuda` or `cuda>=12.4`")
    name, operator, version = said.groups()
    for entry in installed:
        have = _INSTALLED.fullmatch(entry)
        if have is None or have[1] != name:
            continue
        if operator is None:
            return True
        if have[2] is not None and _compare(have[2], operator, version):
            return True
    return False


def _compare(have: str, operator: str, wanted: str) -> bool:
    """Only as many numbers count as are wanted: 12.4.1 is == 12.4."""
    right = [int(part) for part in wanted.split(".") if part]
    left = [int(part) for part in have.split(".") if part][: len(right)]
    left += [0] * (len(right) - len(left))
    return {
        ">=": left >= right,
        "<=": left <= right,
        "==": left == right,
        ">": left > right,
        "<": left < right,
    }[operator]
