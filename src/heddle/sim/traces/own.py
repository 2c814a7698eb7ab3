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
"""

from __future__ import annotations

import difflib
import random
import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from heddle.cluster import jobfile, quotafile
from heddle.cluster.document import FileError, Source
from heddle.cluster.nodes import NodeRow, Nodes
from heddle.cluster.quota import Quotas
from heddle.errors import UsageError
from heddle.model.job import Job
from heddle.model.quantity import CORES, DURATION, MEMORY
from heddle.sim.cluster import Arrival
from heddle.sim.traces._devices import devices
from heddle.sim.traces.base import Ask, Trace

KEYS = {
    "nodes": (
        "name", "count", "devices", "cores", "memory", "site", "stack", "level", "device_memory",
    ),
    "jobs": ("file", "at", "seconds", "times", "every", "random"),
}  # fmt: skip
NEEDED = {"nodes": ("name", "cores", "memory"), "jobs": ("file", "seconds")}
MOST_NODES, MOST_TIMES = 100_000, 1_000_000


def read(what: str, ask: Ask) -> Trace:
    """:raises UsageError: with every problem and its place, if a file has one"""
    path = Path(what)
    files = sorted(path.glob("*.toml")) if path.is_dir() else [path]
    if not files:
        raise UsageError(f"{path}: there is no TOML file in this folder.")
    nodes: list[NodeRow] = []
    arrivals: list[Arrival] = []
    quotas: Quotas | None = None
    chance = False
    for file in files:
        reader = _Reader(file, ask.seed)
        nodes += reader.nodes()
        arrivals += reader.arrivals()
        quotas = reader.quotas() or quotas
        chance = chance or reader.random
        reader.source.end()
    if not nodes:
        raise UsageError(f"{path}: there is no [[nodes]]. docs/sim-cluster.md has an example.")
    ids = [each.job.id for each in arrivals]
    if twice := sorted(
        {each for each in ids if ids.count(each) > 1} if len(set(ids)) < len(ids) else ()
    ):
        raise UsageError(f"{path}: two jobs are called {twice[0]!r}: give one another id.")
    return Trace(Nodes.from_rows(nodes), arrivals, [], {}, quotas, chance)


class _Reader:
    """One file. Problems are collected on its source."""

    def __init__(self, path: Path, seed: int) -> None:
        try:
            self.source = Source(str(path), path.read_text(encoding="utf-8"))
        except OSError as error:
            raise UsageError(f"cannot read {path}: {error.strerror}.") from None
        except UnicodeDecodeError as error:
            raise UsageError(f"{path} is not UTF-8: byte {error.start}.") from None
        self._path, self._seed = path, seed
        self.random = False
        self._at = ("", 0)  # which table of the file is looked at
        try:
            self._given: dict[str, Any] = tomllib.loads(self.source.text)
        except tomllib.TOMLDecodeError as error:
            place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
            line, column = map(int, place.groups()) if place else (len(self.source.lines), 1)
            self.source.refuse(line, column, f"not TOML: {str(error).partition(' (at ')[0]}.")
            self.source.end()
        self._only(self._given, ("quota", *KEYS), "the file")

    def nodes(self) -> list[NodeRow]:
        return [row for table in self._tables("nodes") for row in self._node(table)]

    def _node(self, table: dict[str, Any]) -> list[NodeRow]:
        count = self._whole(table, "count", 1, 1, MOST_NODES)
        memory = self._read(table, "device_memory", MEMORY.parse, None)
        level = self._whole(table, "level", 0, 0, 3)
        row = NodeRow(
            name=self._read(table, "name", str, ""),
            cpu_milli=self._read(table, "cores", CORES.parse, 0),
            memory_mib=self._read(table, "memory", MEMORY.parse, 0),
            devices=self._read(table, "devices", lambda text: devices(text, memory, level), ()),
            site=self._read(table, "site", str, ""),
            stack=tuple(map(str, table.get("stack", ()))),
        )
        if isinstance(table.get("stack", []), str):
            self._refuse("stack", 'a list is expected: ["cuda 12.4"].')
        if count == 1:
            return [row]
        width = len(str(count - 1))
        return [replace(row, name=f"{row.name}-{i:0{width}}") for i in range(count)]

    def arrivals(self) -> list[Arrival]:
        return [each for table in self._tables("jobs") for each in self._arrivals(table)]

    def _arrivals(self, table: dict[str, Any]) -> list[Arrival]:
        at_s = self._read(table, "at", DURATION.parse, 0)
        seconds = self._read(table, "seconds", _seconds, 0)
        times = self._whole(table, "times", 1, 1, MOST_TIMES)
        every_s = self._read(table, "every", DURATION.parse, 0)
        chance = table.get("random", False)
        if not isinstance(chance, bool):
            self._refuse("random", "random is true or false.")
        if times > 1 and "every" not in table:
            self._refuse("times", 'how far apart they are is missing: `every = "5m"`.')
        if times == 1 and ("every" in table or chance is True):
            self._refuse("every", "only with `times`, if it comes more than once.")
        self.random = self.random or chance is True
        jobs = self._read(table, "file", self._jobs, [])
        source = random.Random(f"{self._seed} {self._path.name} {self._at[1]}")
        found, at = [], float(at_s)
        for number in range(times):
            for job in jobs:
                name = job.id if times == 1 else f"{job.id}-{number}"
                deadline = None if job.deadline_s is None else job.deadline_s + round(at)
                one = replace(job, id=name, submitted_s=round(at), deadline_s=deadline)
                found.append(Arrival(one, seconds))
            at += source.expovariate(1 / every_s) if chance is True and every_s else every_s
        return found

    def _jobs(self, name: str) -> list[Job]:
        return jobfile.read(self._path.parent / name)

    def quotas(self) -> Quotas | None:
        self._at = ("", 0)
        path = self._path.parent
        found: Quotas | None = self._read(
            self._given, "quota", lambda name: quotafile.read(path / name), None
        )
        return found

    def _tables(self, what: str) -> Any:
        """Each table of a list, with its keys checked."""
        given = self._given.get(what, [])
        if not isinstance(given, list) or not all(isinstance(each, dict) for each in given):
            self._at = ("", 0)
            self._refuse(what, f"write [[{what}]] for each, and its keys below.")
            return
        for number, table in enumerate(given):
            self._at = (what, number)
            self._only(table, KEYS[what], f"[[{what}]]")
            for key in NEEDED[what]:
                if key not in table:
                    self._refuse("", f"{key!r} is missing in [[{what}]].")
            yield table

    def _read(
        self, table: dict[str, Any], key: str, parse: Callable[[str], Any], default: Any
    ) -> Any:
        """A text or a number, by a function that raises UsageError."""
        value = table.get(key)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, (str, int, float)):
            self._refuse(key, f"{key}: one value is expected.")
            return default
        try:
            return parse(str(value))
        except FileError as error:  # of the file that is named here: it says where itself
            self.source.problems += error.problems
        except UsageError as error:
            self._refuse(key, f"{key}: {error}")
        return default

    def _whole(self, table: dict[str, Any], key: str, default: int, least: int, most: int) -> int:
        value = table.get(key, default)
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        self._refuse(key, f"{key} is a whole number from {least} to {most}.")
        return default

    def _only(self, given: dict[str, Any], allowed: Sequence[str], what: str) -> None:
        for key in given:
            if key not in allowed:
                near = difflib.get_close_matches(key.lower(), allowed, n=1)
                hint = f" Did you mean {near[0]!r}?" if near else ""
                known = ", ".join(allowed)
                self._refuse(key, f"{key!r} is not known in {what}.{hint} Known: {known}.")

    def _refuse(self, key: str, rule: str) -> None:
        """At the key of the table that is looked at, as far as it can be found."""
        what, number = self._at
        header = re.compile(rf"\s*\[\[\s*{what}\s*\]\]" if what else r"")
        begins = [n for n, line in enumerate(self.source.lines) if header.match(line)]
        first = begins[number] if number < len(begins) else 0
        for n in range(first, len(self.source.lines)):
            line = self.source.lines[n]
            if what and n > first and line.lstrip().startswith("["):
                break
            if key and (found := re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", line)):
                self.source.refuse(n + 1, found.start() + 1, rule)
                return
        self.source.refuse(first + 1, 1, rule)


def _seconds(text: str) -> int:
    return DURATION.parse(f"{text}s" if text.isdecimal() else text)
