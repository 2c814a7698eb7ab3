"""What came of a simulated cluster, as one object: by tenant, over all, and over time."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from math import ceil
from statistics import fmean
from typing import Any

from heddle.cluster.nodes import Nodes
from heddle.sim.cluster.fragments import FragmentSample
from heddle.sim.cluster.outcome import Instant, Outcome
from heddle.sim.cluster.truth import JobOutcome

POINTS = 200  #: over time


def report(
    outcome: Outcome,
    samples: Sequence[FragmentSample],
    capacity: Nodes,
    end_s: float,
    of: tuple[int, int] | None = None,
) -> dict[str, Any]:
    """All but the last three figures are the same at every run. Times are seconds. Figures of jobs
    are those of all, or of some in the order of their arrival."""
    every = list(outcome.jobs.values())
    told = every if of is None else every[slice(*of)]
    total_milli = int(capacity.device_free.clip(0).sum())
    begin_s = min((each.job.submitted_s for each in every), default=0)
    last_s = max((each.job.submitted_s for each in every), default=0)
    waited: Counter[str] = Counter()
    for each in told:
        waited.update(each.reasons)
    per_second = outcome.decisions / outcome.wall_s if outcome.wall_s else 0.0
    return {
        "begin_s": begin_s,
        "last_arrival_s": last_s,
        "end_s": end_s,
        "overall": row("all", told, outcome.last.waits),
        "tenants": [
            row(name, rows, outcome.last.waits) for name, rows in sorted(_by_tenant(told).items())
        ],
        "utilisation": {
            "mean": busy_share(outcome.instants, total_milli, begin_s, end_s),
            "while_arriving": busy_share(outcome.instants, total_milli, begin_s, last_s),
            "peak": _part(max((i.busy_milli for i in outcome.instants), default=0), total_milli),
        },
        "fragmentation": _fragmentation(samples),
        "jct_percentiles_s": [quantile(_jcts(told), n / 100) for n in range(101)],
        "waited_job_s": dict(sorted(waited.items())),
        "waiting_at_end": dict(
            sorted(Counter(w.reason.code for w in outcome.last.waits.values()).items())
        ),
        "over_time": over_time(outcome.instants, samples, total_milli, begin_s, end_s),
        "cycles": outcome.cycles,
        "decisions": outcome.decisions,
        "starts": sum(1 for each in told if each.first_start_s is not None),
        "wall_s": round(outcome.wall_s, 4),
        "decisions_per_second": round(per_second),
        "jobs_per_second": round(len(every) / outcome.wall_s, 1) if outcome.wall_s else 0.0,
    }


def row(name: str, told: Sequence[JobOutcome], waiting: Container[str]) -> dict[str, Any]:
    """Completion time, waiting and slowdown are those of jobs that have ended; the slowdown is
    beside the time that the job takes, one second at least."""
    done = [each for each in told if each.end_s is not None]
    wait = sum(1 for each in told if each.job.id in waiting)
    return {
        "tenant": name,
        "jobs": len(told),
        "done": len(done),
        "running": len(told) - len(done) - wait,
        "waiting": wait,
        "never_started": sum(1 for each in told if each.first_start_s is None),
        "jct_s": _spread(_jcts(done)),
        "waiting_s": _spread(sorted(float(each.reasons.total()) for each in done)),
        "slowdown": _spread(sorted(_jct(each) / max(each.seconds, 1.0) for each in done)),
        "preemptions": sum(each.preemptions for each in told),
        "changes": sum(each.changes for each in told),
    }


def over_time(
    instants: Sequence[Instant],
    samples: Sequence[FragmentSample],
    total_milli: int,
    begin_s: float,
    end_s: float,
    points: int = POINTS,
) -> list[dict[str, Any]]:
    """Means over equal spans of time; fragmentation is that of the last sample."""
    width = (end_s - begin_s) / points
    if width <= 0:
        return []
    sums: list[Counter[str]] = [Counter() for _ in range(points)]
    for instant, from_s, to_s in spans(instants, begin_s, end_s):
        figures = {
            "busy": instant.busy_milli,
            "running": instant.running,
            "waiting": instant.waiting,
            **{f"reason {code}": count for code, count in instant.reasons.items()},
        }
        first = min(int((from_s - begin_s) / width), points - 1)
        for i in range(first, points):
            left = begin_s + i * width
            part = min(to_s, left + width) - max(from_s, left)
            if part <= 0 and left >= to_s:
                break
            for key, value in figures.items():
                sums[i][key] += value * max(part, 0) / width  # type: ignore[assignment]
    times = [sample.at_s for sample in samples]
    return [
        {
            "at_s": round(begin_s + i * width, 3),
            "utilisation": _part(sums[i]["busy"], total_milli),
            "fragmentation": _useless(samples, bisect_right(times, begin_s + (i + 1) * width) - 1),
            "running": round(sums[i]["running"], 3),
            "waiting": round(sums[i]["waiting"], 3),
            "reasons": {
                key.removeprefix("reason "): round(value, 3)
                for key, value in sorted(sums[i].items())
                if key.startswith("reason ")
            },
        }
        for i in range(points)
    ]


def spans(
    instants: Sequence[Instant], begin_s: float, end_s: float
) -> Iterator[tuple[Instant, float, float]]:
    """Each instant with how long it was so, within these limits."""
    for n, instant in enumerate(instants):
        until = instants[n + 1].at_s if n + 1 < len(instants) else end_s
        from_s, to_s = max(instant.at_s, begin_s), min(until, end_s)
        if to_s > from_s:
            yield instant, from_s, to_s


def busy_share(
    instants: Sequence[Instant], total_milli: int, begin_s: float, end_s: float
) -> float:
    """Of all devices, in the mean over this time."""
    busy = sum(each.busy_milli * (to - at) for each, at, to in spans(instants, begin_s, end_s))
    return _part(busy, total_milli * (end_s - begin_s))


def quantile(ordered: Sequence[float], part: float) -> float | None:
    """The nearest that is there; none of nothing."""
    if not ordered:
        return None
    return ordered[min(len(ordered) - 1, max(0, ceil(part * len(ordered)) - 1))]


def _fragmentation(samples: Sequence[FragmentSample]) -> dict[str, float | None]:
    """Useless devices as a part of the idle ones, a sample as good as another."""
    shares = sorted(s.useless_milli / s.idle_milli for s in samples if s.idle_milli)
    if not shares:
        return {"mean": None, "peak": None}
    return {"mean": round(fmean(shares), 6), "peak": round(shares[-1], 6)}


def _useless(samples: Sequence[FragmentSample], index: int) -> float | None:
    if index < 0 or not samples[index].idle_milli:
        return None
    return _part(samples[index].useless_milli, samples[index].idle_milli)


def _by_tenant(told: Iterable[JobOutcome]) -> dict[str, list[JobOutcome]]:
    found: dict[str, list[JobOutcome]] = {}
    for each in told:
        found.setdefault(each.job.tenant, []).append(each)
    return found


def _jct(told: JobOutcome) -> float:
    assert told.end_s is not None
    return told.end_s - told.job.submitted_s


def _jcts(told: Iterable[JobOutcome]) -> list[float]:
    return sorted(_jct(each) for each in told if each.end_s is not None)


def _spread(ordered: Sequence[float]) -> dict[str, float | None]:
    mean = round(fmean(ordered), 3) if ordered else None
    return {"mean": mean, "p50": quantile(ordered, 0.5), "p99": quantile(ordered, 0.99)}


def _part(some: float, of: float) -> float:
    return round(some / of, 6) if of else 0.0
