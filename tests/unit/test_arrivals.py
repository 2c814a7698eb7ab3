"""When the urgent requests of benchmarks come, and what counts of their runs."""

from __future__ import annotations

from itertools import pairwise

from heddle.harness.workload import Arena
from heddle.research.bench.preempt import _periodic_bars, _run_bars

EVERY_US = 4000


def gaps_ms(arrivals: str) -> list[float]:
    """Between the times at which requests of next to no work were due."""
    words = ["requests", "1", "1", str(EVERY_US), "1", "2"]
    with Arena("gpu") as arena:
        run = arena.start("soft@gpu", words, LOAD_ARRIVALS=arrivals)
        run.wait()
        begins = [request.begin_ns / 1e6 for request in run.requests()]
    return [after - before for before, after in pairwise(begins)]


def test_requests_are_due_as_was_asked_for() -> None:
    """Where the machine was too slow, some are left out."""
    pace = EVERY_US / 1000
    fixed, nearly, random = gaps_ms(""), gaps_ms("2%"), gaps_ms("poisson")
    assert all(abs(gap / pace - round(gap / pace)) < 1e-3 for gap in fixed)
    away = [gap / pace - round(gap / pace) for gap in nearly]
    assert all(abs(part) <= 0.0401 for part in away)
    assert sum(abs(part) > 1e-3 for part in away) > 0.8 * len(away)
    assert 0.2 < sum(gap < pace / 2 for gap in random) / len(random) < 0.6


def row(p50: float, p99: float, kept: float = 1.0) -> dict[str, object]:
    return {"p50_ms": p50, "p99_ms": p99, "background_kept": kept}


def test_four_runs_of_five_must_hold() -> None:
    """Each beside the program alone in that very run."""
    alone = row(1.0, 1.1)
    for slow, holds in ((1, True), (2, False)):
        runs = [(alone, [row(1.2, 1.5 if i < slow else 1.3)]) for i in range(5)]
        (bar,) = _run_bars(runs, [40])
        assert (bar.measured, bar.holds) == (5 - slow, holds)
    (bar,) = _run_bars([], [40])
    assert not bar.holds, "no run counts, so none holds"


def test_the_worst_periodic_row_counts() -> None:
    alone = row(1.0, 1.1)
    good, bad = row(1.02, 1.2, 0.93), row(1.04, 1.25, 0.85)
    assert all(bar.holds for bar in _periodic_bars(alone, [good]))
    assert not any(bar.holds for bar in _periodic_bars(alone, [good, bad]))
