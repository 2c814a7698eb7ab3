"""What `heddle bench frameworks` makes of the lines that its programs write."""

from __future__ import annotations

import runpy

import pytest

from heddle.harness.workload import Request
from heddle.research.bench.frameworks import PARTS, STACK_PROGRAM, STACKS, Done

MS = 1_000_000


def requests(*spans: tuple[float, float]) -> Done:
    """Of begin and end in milliseconds."""
    return Done([Request(round(begin * MS), round(end * MS)) for begin, end in spans], "digest")


def test_the_first_token_of_each_burst_is_left_out() -> None:
    tokens = requests((0, 1), (1.1, 2), (2.1, 3), (100, 102), (102.1, 103), (200, 203), (203, 204))
    found = tokens.behind_the_first()
    assert [token.begin_ns / MS for token in found.requests] == [1.1, 2.1, 102.1, 203]
    assert found.output == "digest"


def test_the_rate_is_that_of_the_time_in_which_another_was_at_work() -> None:
    other = requests(*((i, i + 1) for i in range(2000)))
    urgent = requests((500, 501), (1499, 1500))
    assert other.rate(urgent) == pytest.approx(1000, rel=0.01)
    assert other.rate() == pytest.approx(1000, rel=0.01)
    assert requests(*((i * 10, i * 10 + 1) for i in range(100))).rate() == pytest.approx(100, 0.02)


def test_quantiles_are_of_latencies() -> None:
    done = requests(*((i * 10, i * 10 + 1 + i / 100) for i in range(100)))
    assert done.quantile(0.5) == pytest.approx(1.5, abs=0.02)


def test_every_library_has_a_program() -> None:
    assert set(STACKS) == set(runpy.run_path(STACK_PROGRAM)["LIBRARIES"])
    assert "stacks" in PARTS
