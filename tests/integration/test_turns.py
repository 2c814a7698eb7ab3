"""Several programs that never stop, and one that is urgent."""

from __future__ import annotations

import time

import pytest

from heddle.harness.workload import Arena, Under
from heddle.research.bench.share import rates
from heddle.table import Table

SECONDS = 4


def shares(command_us: int) -> tuple[list[float], float]:
    """What part of the device each of three saturating programs got; the urgent one's median."""
    saturating = ["requests", "1", str(command_us), "0", "10", "60"]
    with Arena("gpu") as arena:
        others = [arena.start("soft@gpu", saturating, Under(-100)) for _ in range(3)]
        time.sleep(1)
        words = ["requests", "10", "100", "5000", "1", str(SECONDS)]
        urgent = arena.start("soft@gpu", words, Under(100))
        urgent.wait()
        requests = urgent.requests()[20:]
        begin, end = requests[0].begin_ns, requests[-1].end_ns
        counts = [sum(begin < r.end_ns < end for r in other.requests()) for other in others]
    latencies = sorted(request.latency_ms for request in requests)
    parts = [count * command_us * 1000 / (end - begin) for count in counts]
    return parts, latencies[len(latencies) // 2]


@pytest.mark.alone
def test_three_saturating_programs_and_an_urgent_one() -> None:
    """No livelock of short slices, equal shares, and the urgent one hardly notices."""
    for command_us in (100, 1000):
        parts, median_ms = shares(command_us)
        # The urgent one takes a fifth, its switches and its lingering a twentieth.
        assert sum(parts) > 0.5, f"{command_us} us commands: {parts}"
        assert max(parts) < 1.25 * min(parts), f"{command_us} us commands: {parts}"
        assert median_ms < 2.5


@pytest.mark.alone
@pytest.mark.parametrize("level", [1, 3])
def test_a_share_holds_beside_an_urgent_program_that_never_stops(level: int) -> None:
    """Priority decides who gets the rest."""
    words = ["requests", "1", "1000", "0", "4", "60"]
    with Arena("gpu") as arena:
        urgent = arena.start("soft@gpu", words, Under(100, level))
        promised = arena.start("soft@gpu", words, Under(-100, level, share_milli=300))
        rest, part = (rate / 1000 for rate in rates([urgent, promised], 1.0, 3.0))
    assert 0.27 < part < 0.36, (part, rest)
    assert rest > 0.55, (part, rest)


@pytest.mark.alone
def test_what_a_capped_program_leaves_is_for_one_at_level_1() -> None:
    """Its commands look longer than they are, when another one's turns lie between: it must not
    wait for as long as it believes that they take."""
    words = ["requests", "1", "1000", "0", "4", "60"]
    with Arena("gpu") as arena:
        capped = arena.start("soft@gpu", words, Under(cap_milli=100))
        other = arena.start("soft@gpu", words, Under(level=1))
        time.sleep(2)
        begin = time.monotonic_ns()
        time.sleep(2)
        end = time.monotonic_ns()
        parts = [
            sum(begin < r.end_ns <= end for r in run.requests()) * 1e6 / (end - begin)
            for run in (capped, other)
        ]
    assert parts[0] < 0.12, parts
    assert parts[1] > 0.7, parts


@pytest.mark.alone
def test_the_device_is_free_for_work_that_comes_at_a_steady_pace() -> None:
    """At level 2 somebody else's command of 2 ms would be in its way."""
    request = ["requests", "10", "100", "40000", "1", "5"]
    with Arena("gpu") as arena:
        other = arena.start("soft@gpu", ["requests", "1", "2000", "0", "10", "60"], Under(-100, 2))
        time.sleep(0.5)
        urgent = arena.start("soft@gpu", request, Under(100, 2))
        time.sleep(4)
        with Table(arena.table) as table:
            (learned,) = (p for p in table.programs() if p.priority == 100)
        urgent.wait()
        requests = urgent.requests()[50:]
        begin, end = requests[0].begin_ns, requests[-1].end_ns
        done = sum(begin < r.end_ns < end for r in other.requests()) * 2e6 / (end - begin)
    assert 39_000 < learned.period_us < 41_000
    assert learned.came_milli > 900
    latencies = sorted(each.latency_ms for each in requests)
    assert latencies[len(latencies) // 2] < 1.4, latencies  # of 1 ms
    assert done > 0.85  # of 97 %


@pytest.mark.alone
def test_a_program_that_never_pauses_lets_the_held_one_come_to_its_gate() -> None:
    """A GPU would load what that has in front of its gate in each short pause, and save it again.
    Seen a hundred times over half a second: nothing is left there."""
    with Arena("gpu") as arena:
        arena.start("soft@gpu", ["requests", "1", "300", "0", "10", "60"], Under(-100))
        time.sleep(0.5)
        arena.start("soft@gpu", ["requests", "10", "20", "300", "1", "60"], Under(100))
        time.sleep(1)
        seen = []
        with Table(arena.table) as table:
            (held,) = (p.id for p in table.programs() if p.priority == -100)
            for _ in range(100):
                seen += [p.is_loose for p in table.processes() if p.program == held]
                time.sleep(0.005)
    assert sum(seen) < 10, sum(seen)
