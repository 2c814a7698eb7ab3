"""Pods hear that they are held once it lasts, and that they go on."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from heddle.kubernetes.hold_events import AGAIN_S, HELD_S, HoldEvents
from heddle.model.plan import Plan
from heddle.records import ProgramState

PROGRAM = ProgramState(
    7, 1, 1, 0, True, "claim", "lab", -100, "held", "rank", 0, 0, 1000, 0, 0, 0, Plan(), 0, (), (),
    (), 5, 0, 0, {},
)  # fmt: skip


def reasons(events: HoldEvents, program: ProgramState, at: float) -> list[str]:
    return [each.reason for each in events.look([program], at)]


def test_it_is_said_once_that_it_is_held_and_once_that_it_goes_on() -> None:
    events = HoldEvents()
    assert reasons(events, PROGRAM, 0) == []
    assert reasons(events, PROGRAM, HELD_S - 0.1) == []
    assert reasons(events, PROGRAM, HELD_S) == ["XpuHeld"]
    assert reasons(events, PROGRAM, HELD_S + 100) == []
    assert reasons(events, replace(PROGRAM, device_time_ns=6), HELD_S + 101) == ["XpuResumed"]
    assert reasons(events, replace(PROGRAM, device_time_ns=7), HELD_S + 102) == []


@given(st.lists(st.tuples(st.floats(0.1, 10), st.booleans()), max_size=60))
def test_nobody_is_told_too_often(steps: list[tuple[float, bool]]) -> None:
    """Whatever happens: held and resumed by turns, and held not again before its time."""
    events, now, told, used = HoldEvents(), 0.0, list[tuple[float, str]](), 0
    for pause, works in steps:
        now, used = now + pause, used + works
        told += [
            (now, each) for each in reasons(events, replace(PROGRAM, device_time_ns=used), now)
        ]
    kinds = [kind for _, kind in told]
    assert kinds == (["XpuHeld", "XpuResumed"] * len(kinds))[: len(kinds)]
    held = [at for at, kind in told if kind == "XpuHeld"]
    assert all(later - at >= AGAIN_S for at, later in pairwise(held))
