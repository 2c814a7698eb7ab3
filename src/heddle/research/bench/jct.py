"""How long jobs take: matching in rounds on the published workloads of Gavel and Sia.

No device is needed: --device does not count. The folder of traces is --traces or HEDDLE_TRACES.

examples:
  heddle bench jct --suite gavel --traces traces
  heddle bench jct --suite gavel --first-seed 10
  heddle bench jct --suite gavel --workload single --rate 4.0 --policy las --seeds 3
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from statistics import fmean
from typing import TYPE_CHECKING, Any

from heddle.cluster import matching
from heddle.errors import UsageError
from heddle.extras import extra
from heddle.harness.report import Bar, Report
from heddle.harness.workload import machine
from heddle.research.folder import traces_folder

if TYPE_CHECKING:
    from heddle.cluster.matching.base import Together
    from heddle.research.rounds import SimulatedJob

HELP = "completion times and makespan on the workloads of Gavel and Sia"

SUITES = ("gavel", "sia")
MEASURED = range(4000, 5000)  #: jobs, once the cluster is in its steady state
WORKLOADS = {"single": 5.6, "several": 2.6, "makespan": 500.0}  #: jobs/h, or jobs at once
_FAIR = "max_min_fairness: rates on each kind, device time so far"
#: What the published policies saw. With space sharing: the rates of pairs as well.
SAW = {
    "single": _FAIR,
    "several": _FAIR,
    "makespan": "min_total_duration: rates on each kind, work left",
}


@dataclass(frozen=True, slots=True)
class PolicyCase:
    """A policy on a workload."""

    workload: str
    load: float
    policy: str
    limit_h: float | None = None  #: what must hold: Gavel
    target_h: float | None = None  #: Gavel with space sharing
    published_h: float | None = None  #: of the same policy, to compare the simulator
    first_seed_only: bool = False


#: Published figures: Gavel's notebooks at c4fa400, 36 of each kind, seeds 0 to 2.
CASES = (
    PolicyCase("single", 5.6, matching.DEFAULT, 28.96, 19.64),
    PolicyCase("single", 5.6, "soonest_alone", 28.96),
    PolicyCase("several", 2.6, matching.DEFAULT, 36.44, 30.51),
    PolicyCase("several", 2.6, "soonest_alone", 36.44),
    # These see what the published policies saw, and no more.
    PolicyCase("single", 5.6, "max_min", 28.96),
    PolicyCase("single", 5.6, "max_min_shared", 28.96, 19.64),
    PolicyCase("several", 2.6, "max_min", 36.44),
    PolicyCase("several", 2.6, "max_min_shared", 36.44, 30.51),
    PolicyCase("makespan", 500, "makespan", 169.4, 168.1),
    PolicyCase("makespan", 500, "makespan_alone", published_h=169.42),
    # Does the simulator agree with theirs where the policy is the same?
    PolicyCase("single", 4.0, "fifo", published_h=25.38, first_seed_only=True),
    PolicyCase("single", 4.0, "las", published_h=23.49, first_seed_only=True),
    PolicyCase("single", 5.6, "max_min_only", published_h=28.96, first_seed_only=True),
    PolicyCase("several", 2.6, "max_min_only", published_h=36.44, first_seed_only=True),
)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--suite", choices=SUITES, help="one of them (default: both)")
    parser.add_argument("--traces", metavar="DIR", help="folder of the traces (HEDDLE_TRACES)")
    parser.add_argument("--seeds", type=int, default=3, help="Gavel: so many (default 3)")
    parser.add_argument(
        "--first-seed", type=int, default=0, metavar="N", help="Gavel: from N on (default 0)"
    )
    parser.add_argument("--workload", help=f"this one only: {', '.join(WORKLOADS)}, or one of Sia")
    parser.add_argument("--policy", help="Gavel: this matching on each workload")
    parser.add_argument("--rate", type=float, help="Gavel: jobs an hour, or jobs for makespan")
    parser.add_argument("--limit", type=int, help="Sia: the first N traces of each workload")
    parser.add_argument("--baselines", action="store_true", help="Sia: published policies too")


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    with extra("heddle bench jct", "NumPy", "cluster"):
        import numpy as _  # noqa: F401
    from heddle.research.sia import suite

    if options.seeds < 1:
        raise UsageError("--seeds must be at least 1.")
    if options.first_seed < 0:
        raise UsageError("--first-seed must be at least 0.")
    if options.rate is not None and options.rate <= 0:
        raise UsageError("--rate must be above 0.")
    rows: list[dict[str, Any]] = []
    bars: list[Bar] = []
    workload = options.workload
    if options.suite != "sia" and workload in (None, *WORKLOADS):
        for case in _cases(options):
            row = _gavel(case, options, say)
            rows.append(row)
            if case.limit_h is not None:
                what = "makespan" if case.workload == "makespan" else "mean completion"
                seeds = f"seeds {row['seeds'][0]} to {row['seeds'][-1]}"
                name = f"{what} h, Gavel {case.workload} {case.load:g}, {case.policy}, {seeds}"
                bars.append(Bar(name, case.limit_h, row["mean_h"]))
    if options.suite != "gavel" and workload not in WORKLOADS:
        found = suite.bench_rows(options, say)
        rows += [{"suite": "sia", **row} for row in found]
        bars += [Bar(*each) for each in suite.bench_bars(found)]
    if not rows:
        there = ", ".join((*WORKLOADS, *(series.name for series in suite.SERIES)))
        raise UsageError(f"no workload {workload!r} in what was asked for. There are: {there}.")
    return Report("jct", rows, bars, machine())


def _cases(options: argparse.Namespace) -> list[PolicyCase]:
    """Those that are built in, or what was asked for in their place."""
    kept = [case for case in CASES if options.workload in (None, case.workload)]
    if options.policy is None and options.rate is None:
        return kept
    names = [options.workload] if options.workload else list(WORKLOADS)
    asked = []
    for name in names:
        default = next(case for case in CASES if case.workload == name)
        policy = options.policy or default.policy
        load = options.rate or WORKLOADS[name]
        known = (c for c in CASES if (c.workload, c.load, c.policy) == (name, load, policy))
        asked.append(replace(next(known, PolicyCase(name, load, policy)), first_seed_only=False))
    return asked


def _gavel(
    case: PolicyCase, options: argparse.Namespace, say: Callable[[str], None]
) -> dict[str, Any]:
    from heddle.cluster.matching.base import Sees
    from heddle.research import gavel, rounds

    make, sees = matching.find(case.policy), matching.sees(case.policy)
    rates = gavel.read_rates(
        traces_folder(options.traces) / "gavel" / "simulation_throughputs.json"
    )
    together = rates.together if Sees.PAIRS in sees else None
    count = 1 if case.first_seed_only else options.seeds
    seeds = range(options.first_seed, options.first_seed + count)
    at_once = case.workload == "makespan"
    hours, bounds, decide_s, decisions, begun = [], [], 0.0, 0, time.perf_counter()
    for seed in seeds:
        head = f"{case.policy}, {case.workload} {case.load:g}, seed {seed}"
        jobs: Iterable[SimulatedJob] = gavel.stream(
            rates,
            seed,
            0.0 if at_once else case.load,
            several=case.workload != "single",
            tells=Sees.LEFT in sees,  # the others are not told how much work is left
        )
        if at_once:
            jobs = list(islice(jobs, int(case.load)))
            bounds.append(_bound_h(jobs, together))
        result = rounds.run(
            jobs,
            gavel.CLUSTER,
            make(),
            round_s=gavel.ROUND_S,
            together=together,
            until=None if at_once else MEASURED,
            say=lambda text, head=head: say(f"{head}: {text}"),  # type: ignore[misc]
        )
        took = result.makespan_s if at_once else fmean(result.took_s[job] for job in MEASURED)
        hours.append(took / 3600.0)
        decide_s += result.decide_s
        decisions += result.rounds
    return {
        "suite": "gavel",
        "workload": case.workload,
        "load": case.load,
        "policy": case.policy,
        "mean_h": round(fmean(hours), 2),
        "spread_h": round(max(hours) - min(hours), 2),
        "bound_h": round(fmean(bounds), 2) if bounds else None,
        "limit_h": case.limit_h,
        "target_h": case.target_h,
        "published_h": case.published_h,
        "seeds": list(seeds),
        "by_seed_h": [round(each, 2) for each in hours],
        "bound_by_seed_h": [round(each, 2) for each in bounds] or None,
        "decide_ms": round(1000.0 * decide_s / decisions, 2),
        "wall_s": round(time.perf_counter() - begun, 1),
        "sees": ", ".join(sees),
        "is_told_work_left": Sees.LEFT in sees,
        "published_saw": SAW[case.workload],
    }


def _bound_h(jobs: Sequence[SimulatedJob], together: Together | None) -> float:
    """No schedule ends sooner: seeds differ in how much work they hold."""
    from heddle.cluster.matching.base import Round, Runnable
    from heddle.cluster.matching.makespan import least_s
    from heddle.research import gavel

    seen = [Runnable(it.id, 0.0, it.choices, left=it.work, profile=it.profile) for it in jobs]
    return least_s(Round(0.0, gavel.ROUND_S, gavel.CLUSTER, seen, together)) / 3600.0
