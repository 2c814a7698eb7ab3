"""The agent without its hands: events in, instructions out."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from heddle.agent.state import (
    AgentState,
    Chosen,
    Event,
    Observed,
    PolicySet,
    Say,
    SetPlan,
    TableProgram,
    choose,
)
from heddle.model.plan import Plan
from heddle.policy import names

MS = 1_000_000


def seen(program: int, **more: Any) -> TableProgram:
    asked = more.pop("asked", Plan())
    return TableProgram(program, "train", "lab", asked, more.pop("plan", asked), **more)


def own(plan: Any, every_ms: int = 0) -> Chosen:
    policy: Any = SimpleNamespace(HELP="own", EVERY_MS=every_ms, plan=plan)
    return Chosen("own", policy)


def plans(instructions: list[Any]) -> dict[int, Plan]:
    return {i.program: i.plan for i in instructions if isinstance(i, SetPlan)}


def test_strict_priority_changes_nothing() -> None:
    """What was asked for is in the table already."""
    state = AgentState()
    out = state.handle(Observed(MS, (seen(1), seen(2, asked=Plan(rank=100)))))
    assert plans(out) == {}


def test_a_policy_is_applied_at_once_and_once() -> None:
    """And again only if something has changed."""
    state = AgentState({"*": choose("best_effort")})
    programs = (seen(1, asked=Plan(rank=100)), seen(2))
    made = plans(state.handle(Observed(MS, programs)))
    assert set(made) == {1, 2}
    assert made[1].rank == made[2].rank == 0
    now_planned = tuple(seen(p.id, asked=p.asked, plan=made[p.id]) for p in programs)
    assert plans(state.handle(Observed(2 * MS, now_planned))) == {}


def test_devices_may_have_policies_of_their_own() -> None:
    """A program on several devices follows the first that has one."""
    state = AgentState({"soft@gpu": choose("best_effort")})
    out = state.handle(
        Observed(
            MS,
            (
                seen(1, asked=Plan(rank=9), devices=("soft@gpu",)),
                seen(2, asked=Plan(rank=9), devices=("soft@npu",)),
                seen(3, asked=Plan(rank=9), devices=("soft@gpu", "soft@npu")),
            ),
        )
    )
    assert set(plans(out)) == {1, 3}


def test_a_policy_that_fails_is_rolled_back() -> None:
    """With its traceback, and scheduling goes on in the same breath."""
    state = AgentState({"*": choose("best_effort")})
    state.handle(Observed(MS, (seen(1, asked=Plan(rank=5)),)))

    def broken(snapshot: object) -> None:
        raise ZeroDivisionError("in my policy")

    state.handle(PolicySet(2 * MS, "*", own(broken)))
    out = state.handle(Observed(3 * MS, (seen(1, asked=Plan(rank=5)),)))
    assert state.chosen["*"].name == "best_effort"
    assert "in my policy" in state.refusals["*"]
    assert any(isinstance(i, Say) and i.warning for i in out)
    assert plans(out)[1].rank == 0


def test_nonsense_of_a_policy_is_refused() -> None:
    """Before any of it reaches the table."""
    wrong: list[Any] = [None, [], {1: None}, {7: Plan()}, {1: Plan(rank=999)}, {1: Plan(weight=0)}]
    for nonsense in wrong:
        state = AgentState({"*": own(lambda snapshot, value=nonsense: value)})
        assert plans(state.handle(Observed(MS, (seen(1),)))) == {}
        assert state.chosen["*"].name == "priority"


def test_recent_use_is_that_of_the_last_second() -> None:
    """What was used before does not count for ever."""
    views = []

    def watch(snapshot: Any) -> dict[int, Plan]:
        views.extend(snapshot.programs)
        return {}

    state = AgentState({"*": own(watch, every_ms=1)})
    for i in range(40):
        used = min(i, 10) * 50 * MS  # half of the time, then nothing
        state.handle(Observed((i + 1) * 100 * MS, (seen(1, device_time_ns=used),)))
    assert max(view.recent_ns for view in views) == 500 * MS
    assert views[-1].recent_ns == 0


def test_metering_outlives_a_program() -> None:
    """A tenant pays for programs that have ended, too."""
    state = AgentState()
    state.handle(Observed(MS, (seen(1, device_time_ns=5), seen(2, device_time_ns=7))))
    state.handle(Observed(2 * MS, (seen(2, device_time_ns=9),)))
    assert state.used_ns() == {"lab": 14}


def test_a_story_tells_what_happened() -> None:
    """In order, with reasons."""
    state = AgentState({"*": choose("fair")})
    state.handle(Observed(MS, (seen(1, asked=Plan(share_milli=250)),)))
    state.handle(Observed(2 * MS, (seen(1, reason="program 2 goes first on soft@gpu"),)))
    told = "\n".join(state.story(1))
    assert "asked for share 25 %" in told
    assert "fair plans" in told
    assert "program 2 goes first" in told


observations = st.builds(
    lambda ids, times: tuple(
        seen(i, device_time_ns=t, devices=("soft@gpu",), burst_at_ns=t % 3)
        for i, t in zip(sorted(ids), times, strict=False)
    ),
    st.sets(st.integers(1, 9), max_size=6),
    st.lists(st.integers(0, 10**12), min_size=6, max_size=6),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(observations, st.sampled_from(names())), max_size=20))
def test_any_sequence_of_events_keeps_the_state_sound(events: list[Any]) -> None:
    """Programs come and go, counters jump, policies change: nothing breaks."""
    state = AgentState()
    for number, event in enumerate(events):
        now = (number + 1) * 7 * MS
        made: Event = (
            PolicySet(now, "*", choose(event)) if isinstance(event, str) else Observed(now, event)
        )
        out = state.handle(made)
        state.validate()
        assert not any(isinstance(i, Say) and i.warning for i in out)
        assert set(plans(out)) <= set(state.programs)
