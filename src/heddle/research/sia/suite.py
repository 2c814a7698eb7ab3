"""Rows of `heddle bench jct` on the workloads of Sia and Pollux; see docs/internals/goodput.md.

python -m heddle.research.sia.suite [--traces DIR] [--workload philly] [--limit N] [--baselines]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median, stdev
from typing import Any

from heddle.cluster.matching.base import Matching
from heddle.cluster.matching.goodput import GoodputMatching
from heddle.errors import UsageError
from heddle.research.folder import traces_folder
from heddle.research.matching.most_throughput import MostThroughput
from heddle.research.sia.files import read_workload
from heddle.research.sia.job import read_application
from heddle.research.sia.rounds import ROUND_S, NodeGroup, RoundSimulation, WorkloadResult

HOUR_S = 3600.0
HETEROGENEOUS = {"aws": NodeGroup(6, 4), "rtx": NodeGroup(3, 8), "dgx-ext": NodeGroup(2, 8)}
ONE_KIND = {"gpu": NodeGroup(16, 4)}
LEARNED = "steps on one device of each kind, then what ran; not what is left"
DECISION_LIMIT_MS = 100.0


@dataclass(frozen=True, slots=True)
class WorkloadSeries:
    """Workloads that are averaged, with what was published for them."""

    name: str
    folder: str  #: below the traces
    cluster: Mapping[str, NodeGroup]
    typed: bool  #: profiles by kind of device
    published: Mapping[str, float]  #: average JCT in hours
    limit_h: float | None = None  #: to hold, when rounded to one decimal as it was published


#: Sia: Table 3 of the paper. Pollux: osdi21-artifact, results-jobload, 2751.13 s at load 1.
SERIES = (
    WorkloadSeries(
        "philly",
        "sia/workloads/philly",
        HETEROGENEOUS,
        True,
        {"sia": 0.6, "pollux": 1.0, "gavel": 1.9},
        0.6,
    ),
    WorkloadSeries(
        "helios",
        "sia/workloads/saturn",
        HETEROGENEOUS,
        True,
        {"sia": 0.7, "pollux": 1.0, "gavel": 2.5},
        0.7,
    ),
    WorkloadSeries("pollux", "pollux/workloads", ONE_KIND, False, {"pollux": 2751.13 / HOUR_S}),
)


@dataclass(frozen=True, slots=True)
class PolicyVariant:
    """A policy with what it may do and see."""

    name: str
    make: Callable[[], Matching]
    sees: str = LEARNED
    round_s: float = ROUND_S
    rigid: bool = False
    published_as: str = ""  #: the row that it repeats


OURS = PolicyVariant("goodput", GoodputMatching)
#: Checks of the simulator: they should give what was published.
BASELINES = (
    PolicyVariant(
        "goodput, power and waiting as Sia",
        lambda: GoodputMatching(power=-0.5, waiting=0.1),
        published_as="sia",
    ),
    PolicyVariant(
        "most throughput, rigid tuned jobs, as Gavel",
        MostThroughput,
        "steps of the request on each kind, exactly",
        360.0,
        True,
        "gavel",
    ),
)


def simulate(
    traces: Path, series: WorkloadSeries, path: Path, way: PolicyVariant
) -> WorkloadResult:
    jobs = read_workload(path)
    profiles = traces / series.folder.split("/")[0] / "profiles"
    on_node = {kind: nodes.on_node for kind, nodes in series.cluster.items()}
    applications = {
        name: read_application(profiles / name, on_node, typed=series.typed)
        for name in sorted({job.application for job in jobs})
    }
    return RoundSimulation(
        jobs, applications, series.cluster, way.make(), round_s=way.round_s, rigid=way.rigid
    ).simulate()


def row(
    series: WorkloadSeries, way: PolicyVariant, results: Mapping[str, WorkloadResult]
) -> dict[str, Any]:
    """One policy on one series; each workload on its own, and their average."""
    each = {name: mean(result.jct_s) / HOUR_S for name, result in results.items()}
    all_jct = sorted(jct for result in results.values() for jct in result.jct_s)
    decisions = [took for result in results.values() for took in result.decisions_s]
    jobs = len(all_jct)
    return {
        "what": f"{series.name}, {way.name}",
        "workload": series.name,
        "policy": way.name,
        "sees": way.sees,
        "workloads": len(results),
        "avg_jct_h": round(mean(each.values()), 4),
        "avg_jct_h_std": round(stdev(each.values()), 4) if len(each) > 1 else None,
        "avg_jct_h_each": {name: round(value, 4) for name, value in each.items()},
        "p99_jct_h": round(all_jct[min(jobs - 1, int(0.99 * jobs))] / HOUR_S, 2),
        "makespan_h": round(mean(r.makespan_s for r in results.values()) / HOUR_S, 2),
        "gpu_h_per_job": round(sum(r.device_s for r in results.values()) / HOUR_S / jobs, 2),
        "restarts_per_job": round(mean(r.restarts for r in results.values()), 2),
        "contention_mean": round(mean(n for r in results.values() for n in r.contention), 1),
        "decision_median_ms": round(median(decisions) * 1e3, 2),
        "decision_p95_ms": round(sorted(decisions)[int(0.95 * len(decisions))] * 1e3, 2),
        "published_avg_jct_h": dict(series.published),
        "repeats": way.published_as or None,
    }


def bench_rows(
    options: argparse.Namespace, say: Callable[[str], None] = lambda _: None
) -> list[dict[str, Any]]:
    """Options: `traces`; `workload`: one series; `limit`: of its workloads; `baselines`."""
    traces = traces_folder(getattr(options, "traces", None))
    limit = getattr(options, "limit", None)
    only = getattr(options, "workload", None)
    ways = (OURS, *BASELINES) if getattr(options, "baselines", False) else (OURS,)
    found = []
    for series in SERIES:
        if only and only != series.name:
            continue
        files = sorted(
            (traces / series.folder).glob("workload-*.csv"),
            key=lambda path: (len(path.stem), path.stem),
        )[:limit]
        if not files:
            raise UsageError(f"{traces / series.folder}: no workload-*.csv. Check --traces.")
        for way in ways:
            if way.published_as and way.published_as not in series.published:
                continue
            results = {}
            for path in files:
                begun = time.perf_counter()
                results[path.stem] = simulate(traces, series, path, way)
                took = time.perf_counter() - begun
                say(f"{series.name} {path.stem}, {way.name}: {took:.1f} s")
            found.append(row(series, way, results))
    return found


def bench_bars(rows: list[dict[str, Any]]) -> list[tuple[str, float, float]]:
    """Name, limit and measured of what must hold (at most)."""
    limits = {series.name: series.limit_h for series in SERIES}
    bars = []
    for each in rows:
        limit = limits[each["workload"]]
        if each["policy"] != OURS.name or limit is None:
            continue
        name = f"{each['workload']} on 64 devices of three kinds"
        jct = round(each["avg_jct_h"], 1)
        bars.append((f"average JCT, {name}, h, to one decimal", limit, jct))
        bars.append((f"median decision, {name}, ms", DECISION_LIMIT_MS, each["decision_median_ms"]))
    return bars
