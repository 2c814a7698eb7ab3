"""Training jobs of Sia and Pollux: their workloads as jobs that the cycle can place.

A job is rigid, with the devices and the batch size of its tuned request, or elastic, with any
number of devices up to those and the batch size that does best on them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from heddle.cluster.nodes import DeviceClass, NodeRow, Nodes
from heddle.errors import UsageError
from heddle.model.job import Alternative, DeviceAsk, Job
from heddle.research.sia import rounds
from heddle.research.sia.files import Submitted, read_workload
from heddle.research.sia.job import Application, read_application
from heddle.research.sia.truth import Learning
from heddle.sim.cluster.bad_lines import BadLine
from heddle.sim.cluster.truth import Arrival
from heddle.sim.traces.base import Ask, Holes, Trace, alike, find

NUMBERED = re.compile(r"(.+)/(\d{1,3})")


@dataclass(frozen=True, slots=True)
class Servers:
    """Nodes of one kind of the profiles, and what their devices are."""

    count: int
    on_node: int
    device: DeviceClass

    def spread(self, devices: int) -> tuple[int, ...]:
        return rounds.NodeGroup(self.count, self.on_node).spread(devices)


@dataclass(frozen=True, slots=True)
class TraceSeries:
    """Where workloads are, and the cluster that they were made for."""

    where: str  #: below the folder of traces: a folder of workload-N.csv, or one file
    profiles: str
    cluster: Mapping[str, Servers]
    typed: bool  #: profiles by kind of device


def read(what: str, ask: Ask, named: Mapping[str, TraceSeries], usual: TraceSeries) -> Trace:
    """NAME of a series, which the seed chooses from; NAME/NUMBER; or a file, on the usual cluster.

    :raises UsageError: if there is none, or if it has holes
    """
    numbered = NUMBERED.fullmatch(what)
    name, number = numbered.groups() if numbered and numbered[1] in named else (what, None)
    if name in named:
        path, by_seed = _workload(name, number, ask, named[name])
        return _Reader(path, ask, named[name]).trace(by_seed)
    path = find(what, ask.folder)
    if not path.is_file():
        raise UsageError(
            f"{what!r} is neither a file nor one of {', '.join(named)}, with or without a number: "
            f"{next(iter(named))}/3."
        )
    return _Reader(path, ask, usual).trace(by_seed=False)


def _workload(name: str, number: str | None, ask: Ask, series: TraceSeries) -> tuple[Path, bool]:
    """The file, and whether another seed would choose another."""
    path = ask.folder / series.where
    alone = path.suffix == ".csv"
    if alone and number:
        raise UsageError(f"{name} is one workload: leave /{number} out.")
    have = len(list(path.glob("workload-*.csv")))
    if not alone:
        path /= f"workload-{number or ask.seed + 1}.csv"
    if not path.is_file():
        rule = f"There are 1 to {have}" if have else "Name the folder of traces with --traces"
        more = "." if number or not have else ": --seed 0 is the first."
        raise UsageError(f"{path} is not there. {rule}{more}")
    return path, not alone and not number


class _Reader:
    def __init__(self, path: Path, ask: Ask, series: TraceSeries) -> None:
        self._path, self._ask, self._series = path, ask, series
        self._holes = Holes(path, ask.skip_bad)
        self._applications: dict[str, Application] = {}
        self._truths: dict[object, Learning] = {}

    def trace(self, by_seed: bool) -> Trace:
        jobs = read_workload(self._path, bad=self._holes.bad)[: self._ask.limit]
        arrivals = [made for job in jobs if (made := self._arrival(job)) is not None]
        rules = [
            f"{self._path.parent.name}/{self._path.name}, on the cluster that it was made for",
            "jobs say how fast they are on each kind; a change of devices costs what it costs the "
            "application",
            "any number of devices up to the request, and the batch size that does best there, by "
            "the true profile that the original systems had to learn"
            if self._ask.elastic
            else "devices and batch size are those of the tuned request, in members alike",
        ]
        return Trace(self._nodes(), arrivals, rules, dict(self._holes.left_out), random=by_seed)

    def _nodes(self) -> Nodes:
        return Nodes.from_rows(
            NodeRow(f"{kind}-{i:02}", 0, 0, (servers.device,) * servers.on_node)
            for kind, servers in self._series.cluster.items()
            for i in range(servers.count)
        )

    def _arrival(self, it: Submitted) -> Arrival | None:
        cluster = self._series.cluster
        kinds = tuple(k for k, s in cluster.items() if it.devices <= s.count * s.on_node)
        if not kinds:
            what = "more devices than there are of any kind"
            self._holes.bad(BadLine(self._path, it.line, what, f"{it.name} asks for {what}."))
            return None
        application = self._application(it.application)
        batch = None if self._ask.elastic else it.batch
        key = it.application, kinds, batch
        if key not in self._truths:
            self._truths[key] = Learning(application, kinds, batch)
        truth = self._truths[key]
        members, each = alike(it.devices, min(s.on_node for s in cluster.values()))
        shape = "gang" if members > 1 else "single"
        if self._ask.elastic:
            members, each, shape = it.devices, 1, "elastic"
        takes = [truth.takes_s(kind, cluster[kind].spread(it.devices)) for kind in kinds]
        job = Job(
            it.name,
            it.application,
            tuple(
                _way(cluster[kind].device, each, takes[0] / seconds)
                for kind, seconds in zip(kinds, takes, strict=True)
            ),
            shape=shape,
            members=members,
            least=1 if self._ask.elastic else members,
            most=members,
            submitted_s=math.floor(it.at_s),
            resumes=True,
            workload=it.application,
        )
        return Arrival(job, takes[0], truth, application.restart_s, application.restart_s)

    def _application(self, name: str) -> Application:
        if name not in self._applications:
            on_node = {kind: servers.on_node for kind, servers in self._series.cluster.items()}
            folder = self._ask.folder / self._series.profiles / name
            typed = self._series.typed
            self._applications[name] = read_application(folder, on_node, typed=typed)
        return self._applications[name]


def _way(device: DeviceClass, count: int, speed: float) -> Alternative:
    models = (device.model,) if device.model else ()
    ask = DeviceAsk(count, device.kind, models=models)
    return Alternative((ask,), rate_milli=max(1, round(1000 * speed)))
