"""Jobs of Microsoft's Philly clusters (2017): when they came, how long they ran, on how many GPUs.

`philly:FILE` is a file, or one within the folder of traces. It says nothing of the nodes, so
--cluster does. A virtual cluster is a tenant. A job of more GPUs than a node has is a gang of
members alike, as large as fit on a node; Philly kept its jobs on few nodes in the same way.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from heddle.errors import UsageError
from heddle.model.job import Alternative, DeviceAsk, Job
from heddle.sim.cluster.hardware import cluster
from heddle.sim.cluster.truth import Arrival
from heddle.sim.traces.base import Ask, Holes, Trace, alike, find, rows

FILE = "philly/philly.csv"
TAKES = ("cluster",)


def read(what: str, ask: Ask) -> Trace:
    """:raises UsageError: if the file cannot be read or has holes, or no cluster is given"""
    if ask.cluster is None:
        raise UsageError(
            "philly: the trace does not say which nodes there were. Say which to simulate, as "
            "DEVICES:EACHxNODES: --cluster gpu:8x64"
        )
    nodes = cluster(ask.cluster)
    path = find(what, ask.folder)
    holes = Holes(path, ask.skip_bad)
    largest = nodes.device_free.shape[1]
    found: list[tuple[datetime, int, float, int, str]] = []
    needed = ("timestamp", "duration", "num_gpus", "cluster")
    otherwise = "It must be the philly.csv of the Sia artifact; see docs/guides/sim-cluster.md."
    for line, row in rows(path, needed, otherwise):
        at, seconds = _when(line, row, holes), _seconds(line, row, holes)
        gpus = holes.whole(line, row, "num_gpus")
        if at is None or seconds is None or gpus is None:
            continue
        if not gpus:
            holes.found(line, "num_gpus is 0")
        elif not row["cluster"]:
            holes.found(line, "cluster is missing")
        else:
            found.append((at, line, seconds, gpus, row["cluster"]))
    begin = min((each[0] for each in found), default=datetime.now(UTC))
    arrivals = [
        Arrival(
            _job(f"philly-{line}", tenant, gpus, largest, round((at - begin).total_seconds())),
            seconds,
        )
        for at, line, seconds, gpus, tenant in sorted(found)[: ask.limit]
    ]
    rules = [
        f"the cluster is assumed: {ask.cluster}",
        "the number of a job is its line; a virtual cluster is a tenant; jobs ask no cores",
        f"a job of more than {largest} GPUs is a gang of members alike",
    ]
    return Trace(nodes, arrivals, rules, dict(holes.left_out))


def _job(name: str, tenant: str, gpus: int, largest: int, at_s: int) -> Job:
    members, each = alike(gpus, largest)
    return Job(
        name,
        tenant,
        (Alternative((DeviceAsk(each),)),),
        shape="gang" if members > 1 else "single",
        members=members,
        submitted_s=at_s,
    )


def _when(line: int, row: dict[str, str], holes: Holes) -> datetime | None:
    text = row["timestamp"] or ""
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC)
    except ValueError:
        holes.found(line, "timestamp is not a date" if text else "timestamp is missing", text)
        return None


def _seconds(line: int, row: dict[str, str], holes: Holes) -> float | None:
    text = row["duration"] or ""
    if re.fullmatch(r"\d{1,12}(\.\d+)?", text):
        return float(text)
    if not text:
        holes.found(line, "duration is missing")
    else:
        what = "negative" if text.startswith("-") else "not a number"
        holes.found(line, f"duration is {what}", text)
    return None
