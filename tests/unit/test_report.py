"""Benchmarks' results: several rounds of the same rows."""

from __future__ import annotations

from heddle.harness.report import combine


def test_one_spoilt_round_does_not_spoil_the_result() -> None:
    """The median of each figure; names and what is not a number stay."""
    rounds = [
        [{"row": "alone", "p99_ms": p99, "requests": 10}, {"row": "level 3", "p99_ms": 2 * p99}]
        for p99 in (1.0, 9.0, 1.2)
    ]
    alone, level = combine(rounds)
    assert (alone["row"], alone["p99_ms"], alone["requests"]) == ("alone", 1.2, 10)
    assert level["p99_ms"] == 2.4
    assert alone["rounds_p99_ms"] == [1.0, 9.0, 1.2]


def test_one_round_stays_as_it_is() -> None:
    """And a figure that a round could not have is not made up."""
    assert combine([[{"row": "alone", "ratio": None}]]) == [{"row": "alone", "ratio": None}]
    assert combine([[{"ratio": None}], [{"ratio": 1.0}]])[0]["ratio"] is None
