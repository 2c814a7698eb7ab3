"""A cluster and a workload of our own: TOML, with the job files that arrive.

[[nodes]]
name = "h"                      # h-0 to h-3, as there are four
count = 4
devices = "h100:8"              # `+` between several kinds on one node
cores = 96
memory = "512GiB"
site = "eu/fra1/2/B12"          # region/data centre/room/rack, as far as it matters
stack = ["cuda 12.4"]
level = 3                       # at which its devices can be preempted (0)

[[jobs]]
file = "jobs/train.yaml"        # from here; each job of it arrives
at = "10m"                      # (0s)
seconds = 5400                  # that it takes, with its first alternative and all its members
times = 20                      # so often (1)
every = "5m"                    # one after another
random = true                   # every 5m in the mean, by the seed (false)

A folder stands for all its TOML files together. `quota = "quota.toml"` at the top sets quotas.
[units], [watts] and [price] say by model or kind what a device is worth, draws and costs an hour:
`t4 = 300`. Without them it is worth and draws what the catalogue has, and costs nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from heddle.cluster.nodes import NodeRow, Nodes
from heddle.cluster.quota import Quotas
from heddle.errors import UsageError
from heddle.model.job import Job
from heddle.model.quantity import CORES, DURATION, MEMORY, MONEY
from heddle.sim.cluster.hardware import devices
from heddle.sim.cluster.truth import Arrival
from heddle.sim.cluster.worth import ModelFigures
from heddle.sim.traces.base import Ask, Trace
from heddle.spec import job_file, quota_file, values
from heddle.spec.document import DocumentNode, FileError
from heddle.spec.section import Section
from heddle.spec.sites_file import by_device
from heddle.spec.toml_reader import open_source, read_toml

TAKES = ()
TOP = ("quota", "units", "price", "watts", "nodes", "jobs")
NODE = (
    "name", "count", "devices", "cores", "memory", "site", "stack", "level", "device_memory",
)  # fmt: skip
JOB = ("file", "at", "seconds", "times", "every", "random")
MOST_NODES, MOST_TIMES, MOST_UNITS, MOST_WATTS = 100_000, 1_000_000, 1_000_000, 100_000
T = TypeVar("T")


def read(what: str, ask: Ask) -> Trace:
    """:raises UsageError: with every problem and its place, if a file has one"""
    path = Path(what)
    files = sorted(path.glob("*.toml")) if path.is_dir() else [path]
    if not files:
        raise UsageError(f"{path}: there is no TOML file in this folder.")
    nodes: list[NodeRow] = []
    arrivals: list[Arrival] = []
    quotas: Quotas | None = None
    figures = ModelFigures()
    chance = False
    for file in files:
        reader = _Reader(file, ask.seed)
        nodes += reader.nodes()
        arrivals += reader.arrivals()
        quotas = reader.quotas() or quotas
        figures |= reader.figures()
        chance = chance or reader.random
        reader.source.end()
    if not nodes:
        raise UsageError(
            f"{path}: there is no [[nodes]]. docs/guides/sim-cluster.md has an example."
        )
    seen: set[str] = set()
    for name in (each.job.id for each in arrivals):
        if name in seen:
            raise UsageError(f"{path}: two jobs are called {name!r}: give one another id.")
        seen.add(name)
    return Trace(Nodes.from_rows(nodes, ask.atlas), arrivals, [], {}, quotas, chance, figures)


class _Reader:
    """One file. Problems are collected on its source."""

    def __init__(self, path: Path, seed: int) -> None:
        self.source = open_source(path)
        self.random = False
        self._path, self._seed = path, seed
        self._top = Section(read_toml(self.source), self.source, "the file", TOP)

    def nodes(self) -> list[NodeRow]:
        return [row for node in self._top.entries("nodes") for row in self._node(node)]

    def _node(self, node: DocumentNode) -> list[NodeRow]:
        its = self._table(node, "[[nodes]]", NODE, ("name", "cores", "memory"))
        count = its.read("count", values.whole(1, MOST_NODES), 1)
        memory = its.read("device_memory", MEMORY.parse, None)
        level = its.read("level", values.whole(0, 3), 0)
        row = NodeRow(
            name=its.read("name", values.name, ""),
            cpu_milli=its.read("cores", CORES.parse, 0),
            memory_mib=its.read("memory", MEMORY.parse, 0),
            devices=its.read("devices", lambda text: devices(text, memory, level), ()),
            site=its.read("site", values.text, ""),
            stack=its.many("stack", values.text),
        )
        if count == 1:
            return [row]
        width = len(str(count - 1))
        return [replace(row, name=f"{row.name}-{i:0{width}}") for i in range(count)]

    def arrivals(self) -> list[Arrival]:
        return [
            each
            for number, node in enumerate(self._top.entries("jobs"))
            for each in self._arrivals(number, node)
        ]

    def _arrivals(self, number: int, node: DocumentNode) -> list[Arrival]:
        its = self._table(node, "[[jobs]]", JOB, ("file", "seconds"))
        at = float(its.read("at", DURATION.parse, 0))
        seconds = its.read("seconds", _seconds, 0)
        times = its.read("times", values.whole(1, MOST_TIMES), 1)
        every_s = its.read("every", DURATION.parse, 0)
        chance = its.read("random", values.truth, False)
        if times > 1 and "every" not in its:
            its.refuse(its.at("times"), 'how far apart they are is missing: `every = "5m"`.')
        if times == 1 and ("every" in its or chance):
            rule = "only with `times`, if it comes more than once."
            its.refuse(its.at("every", "random"), rule)
        self.random = self.random or chance
        jobs = self._named(its, "file", job_file.read, list[Job]())
        source = random.Random(f"{self._seed} {self._path.name} {number}")
        found = []
        for time in range(times):
            for job in jobs:
                name = job.id if times == 1 else f"{job.id}-{time}"
                deadline = None if job.deadline_s is None else job.deadline_s + round(at)
                one = replace(job, id=name, submitted_s=round(at), deadline_s=deadline)
                found.append(Arrival(one, seconds))
            at += source.expovariate(1 / every_s) if chance and every_s else every_s
        return found

    def quotas(self) -> Quotas | None:
        return self._named(self._top, "quota", quota_file.read, None)

    def figures(self) -> ModelFigures:
        return ModelFigures(
            by_device(self._top, "units", values.whole(0, MOST_UNITS)),
            by_device(self._top, "price", MONEY.parse),
            by_device(self._top, "watts", values.whole(0, MOST_WATTS)),
        )

    def _table(
        self, node: DocumentNode, what: str, allowed: tuple[str, ...], needed: tuple[str, ...]
    ) -> Section:
        its = Section(node, self.source, what, allowed)
        for key in needed if node.entries is not None else ():
            if key not in its:
                its.refuse(node, f"{key!r} is missing in {what}.")
        return its

    def _named(self, its: Section, key: str, read: Callable[[Path], T], default: T) -> T:
        """What is in the file that is named here; its problems say where themselves."""

        def parse(name: str) -> T:
            try:
                return read(self._path.parent / name)
            except FileError as error:
                self.source.problems += error.problems
                return default

        return its.read(key, parse, default)


def _seconds(text: str) -> int:
    return DURATION.parse(f"{text}s" if text.isdecimal() else text)
