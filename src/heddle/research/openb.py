"""The openb lists of nodes and pods (Alibaba, 2023), and the protocol of FGD's packing results.

Nodes are empty at first. Pods arrive one at a time and stay; one that does not fit is lost.
"""

from __future__ import annotations

import csv
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from heddle.cluster.migration import migrate
from heddle.cluster.migration.movable import MovableMembers
from heddle.cluster.nodes import DeviceClass, NodeRow, Nodes
from heddle.cluster.placer import Placer
from heddle.cluster.shapes import Shape, Term
from heddle.errors import UsageError
from heddle.model.job import WHOLE

NODES = "alibaba-gpu-v2023/openb_node_list_gpu_node.csv"
PODS = "alibaba-gpu-v2023/openb_pod_list_{}.csv"
TARGET_PERCENT = 130  #: of the devices there are, arrived in the end
AGAIN = 32  #: pods placed before moves are looked for again for a shape that had none


def _rows(path: Path, needed: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """:raises UsageError: if the file or a column of it is not there"""
    try:
        with path.open(newline="") as file:
            reader = csv.DictReader(file)
            for word in needed:
                if word not in (reader.fieldnames or ()):
                    raise UsageError(f"{path}: line 1: there is no column {word!r}")
            for row in reader:
                yield reader.line_num, row
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read ({error.strerror}): name the folder of traces "
            "with --traces or HEDDLE_TRACES"
        ) from None


def _number(path: Path, line: int, row: dict[str, str], key: str) -> int:
    try:
        return int(row[key])
    except (TypeError, ValueError):
        raise UsageError(
            f"{path}: line {line}: {key} is {row[key]!r}, and must be a whole number"
        ) from None


def read_nodes(path: Path, seed: int | None = None) -> Nodes:
    """With a seed, names begin with a number by chance, as the authors' simulator has them.

    Ties by name then go to nodes in an order that is random, but the same from pod to pod.

    :raises UsageError: if the list cannot be read
    """
    found = []
    for line, row in _rows(path, ("sn", "cpu_milli", "memory_mib", "gpu", "model")):
        devices = (DeviceClass("gpu", row["model"]),) * _number(path, line, row, "gpu")
        cpu, memory = (_number(path, line, row, key) for key in ("cpu_milli", "memory_mib"))
        found.append(NodeRow(row["sn"], cpu, memory, devices))
    if seed is not None:
        found.sort(key=lambda row: row.name)
        numbers = random.Random(f"nodes {seed}").sample(range(len(found)), len(found))
        found = [
            replace(row, name=f"{number:04d}-{row.name}")
            for number, row in zip(numbers, found, strict=True)
        ]
    return Nodes.from_rows(found)


def read_pods(path: Path) -> list[Shape]:
    """Sorted by name.

    :raises UsageError: if the list cannot be read
    """
    found = []
    for line, row in _rows(path, ("name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli")):
        cpu, memory, count, share = (
            _number(path, line, row, key)
            for key in ("cpu_milli", "memory_mib", "num_gpu", "gpu_milli")
        )
        if count and not 0 < share <= WHOLE:
            raise UsageError(f"{path}: line {line}: gpu_milli is {share}, not 1 to {WHOLE}")
        models = tuple(sorted(set(filter(None, (row.get("gpu_spec") or "").split("|")))))
        terms = (Term(count, ("gpu",), (), models, share),) if count else ()
        found.append((row["name"], Shape(cpu, memory, terms)))
    return [shape for _, shape in sorted(found, key=lambda pair: pair[0])]


def arrivals(pods: Sequence[Shape], capacity_milli: int, seed: int) -> list[Shape]:
    """The pods in the order of the protocol, up to `TARGET_PERCENT` of the capacity."""
    chance = random.Random(seed)
    order = list(pods)
    chance.shuffle(order)
    limit = capacity_milli * TARGET_PERCENT // 100
    total = sum(pod.device_milli for pod in order)
    while total > limit:
        total -= order.pop(chance.randrange(len(order))).device_milli
    if total < limit and len(order) == len(pods):
        while True:
            pod = pods[chance.randrange(len(pods))]
            if total + (pod.terms[0].share_milli if pod.terms else 0) > limit:
                break
            total += pod.device_milli
            order.append(pod)
    return order


@dataclass(slots=True)
class PackingResult:
    """What came of a list: allocated devices by arrived demand, both in percent of capacity."""

    capacity_milli: int
    arrived_milli: int = 0
    allocated_milli: int = 0
    placed: int = 0
    lost: int = 0
    moves: int = 0
    seconds: float = 0.0  #: of one core
    sums: Counter[int] = field(default_factory=Counter)
    events: Counter[int] = field(default_factory=Counter)

    def count(self, pod: Shape, placed: bool) -> None:
        self.arrived_milli += pod.device_milli
        self.allocated_milli += pod.device_milli * placed
        self.placed += placed
        self.lost += not placed
        percent = round(100 * self.arrived_milli / self.capacity_milli)
        self.sums[percent] += self.allocated_milli
        self.events[percent] += 1

    def at(self, percent: int) -> float:
        """Mean of the events at which so much had arrived."""
        return 100 * self.sums[percent] / self.events[percent] / self.capacity_milli


def pack(placer: Placer, pods: Sequence[Shape], most_moves: int = 0) -> PackingResult:
    """One pod after the other, none tried again; with moves, others make room for it."""
    result = PackingResult(int(placer.nodes.device_free.clip(0).sum()))
    running = MovableMembers()
    again: dict[Shape, int] = {}  #: how many are placed when moves are looked for again
    begun = time.process_time()
    for member, pod in enumerate(pods):
        placement = placer.best(pod)
        if placement is not None:
            placer.take(placement)
        elif most_moves and result.placed >= again.get(pod, 0):
            plan = migrate.plan(placer, running, pod, most_moves)
            if plan is None:
                again[pod] = result.placed + AGAIN
            else:
                migrate.carry_out(placer, running, plan)
                placement = plan.placement
                result.moves += len(plan.moves)
        if placement is not None and most_moves:
            running.add(member, placement)
        result.count(pod, placement is not None)
    result.seconds = time.process_time() - begun
    return result
