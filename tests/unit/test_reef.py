"""What `heddle bench reef` makes of what it measured."""

from __future__ import annotations

import argparse

import pytest

from heddle.errors import UsageError
from heddle.harness.preemption import DecisionWatch
from heddle.records import DecisionLine
from heddle.research.bench import reef


def line(number: int, kind: str, at_ns: int, *times: int) -> DecisionLine:
    return DecisionLine(number, kind, 7, at_ns, *(times or (100,)))


def test_figures_are_those_that_reef_has_published() -> None:
    """Slowdown over alone; the work of both over the urgent program's."""
    alone: dict[str, object] = {"mean_ms": 10.0, "p50_ms": 9.0}
    row: dict[str, object] = {
        "mean_ms": 10.2, "p50_ms": 9.1, "urgent_busy": 0.2, "background_share": 0.7,
    }  # fmt: skip
    found = reef.figures(row, alone)
    assert found["slowdown_mean"] == pytest.approx(1.02)
    assert found["later_p50_ms"] == pytest.approx(0.1)
    assert found["throughput_over_urgent_only"] == pytest.approx(4.5)


def test_the_third_layer_is_what_is_left_of_the_whole() -> None:
    assert line(1, "reset", 0, 900, 400, 300).running_ns == 200


def test_a_reset_answers_the_decision_before_it() -> None:
    """Of several decisions the newest one; a reset that no decision precedes says nothing."""
    watch = DecisionWatch("no table", "soft@gpu")
    watch._lines = [
        line(0, "reset", 500, 900, 400, 300),
        line(1, "activated", 1_000),
        line(2, "activated", 21_000),
        line(3, "reset", 30_000, 900, 400, 300),
        line(4, "activated", 40_000),
    ]
    assert watch.free_after_us() == [9.0]
    assert len(watch.resets()) == 2


def test_a_device_that_cannot_be_measured_is_refused() -> None:
    options = argparse.Namespace(device="soft@npu", seconds=1.0, rounds=1)
    with pytest.raises(UsageError, match="soft@gpu"):
        reef.measure(options, print)
