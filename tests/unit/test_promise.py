"""A share is what a program gets at least, whoever is beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from heddle.errors import UsageError
from heddle.harness.report import quantile
from heddle.model.plan import Plan
from heddle.promise import check, shortfall
from heddle.sim.node.workload import Length, ProgramModel, Work
from tests.unit.test_arbitrate import Made, Memory
from tests.unit.test_sim import lengths_us, parts, periodic, saturating, simulate
from tests.unit.test_top_sampler import program

SECONDS = 8.0


@settings(max_examples=15, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(20, 300), lengths_us, st.sampled_from([0, 5, -3])),
        min_size=1,
        max_size=3,
    ),
    lengths_us,
    st.sampled_from([2, 3]),
)
@example(made=[(82, 5000, 5), (240, 20, 0), (79, 20, 5)], urgent_us=20, level=3)
@example(made=[(57, 20, 5), (100, 20, 0)], urgent_us=5000, level=2)
def test_a_share_holds_beside_whoever_goes_first(
    made: list[tuple[int, int, int]], urgent_us: int, level: int
) -> None:
    """And priority decides who gets the rest."""
    programs = [
        saturating(f"p{i}", us, share_milli=milli, rank=rank)
        for i, (milli, us, rank) in enumerate(made)
    ]
    node = simulate([*programs, saturating("urgent", urgent_us, rank=100)], level=level, seconds=8)
    *got, rest = parts(node)
    for (milli, _, _), part in zip(made, got, strict=True):
        assert abs(part - milli / 1000) < 0.02
    assert rest + sum(got) > 0.97


@pytest.mark.parametrize("length_us", [100, 1000])
@pytest.mark.parametrize("arrivals", ["periodic", "poisson"])
def test_within_the_window_the_urgent_program_goes_first(length_us: int, arrivals: str) -> None:
    """A fifth of the device is its own, beside half of it promised to one that never stops: that
    one gets its half behind it."""
    commands = 4000 // length_us
    work = Work("gpu", Length(length_us), arrivals, commands=commands, period_us=20_000)
    urgent = ProgramModel("urgent", (work,), Plan(rank=100))
    tails = []
    for share in (0, 500):
        node = simulate([urgent, saturating("training", 400, share_milli=share)], seconds=SECONDS)
        tails.append(quantile([ns / 1000 for ns in node.programs[0].latencies_ns], 0.99))
        assert parts(node)[1] > 0.75
    assert tails[1] <= tails[0] + 20


def test_promises_that_add_up_to_the_device_are_all_kept() -> None:
    """What a change of context takes is taken from all of them alike, or nearly so."""
    asked = ((100, 0), (300, 50), (600, -50))
    programs = [saturating(f"p{rank}", 400, share_milli=milli, rank=rank) for milli, rank in asked]
    got = parts(simulate(programs, seconds=SECONDS))
    for (milli, _), part in zip(asked, got, strict=True):
        assert abs(part - milli / 1000) < 0.02


def test_who_needs_less_than_its_share_is_not_slowed_down_for_long() -> None:
    """A camera that needs 3 ms of every 20 ms, with half of the device promised to it."""
    camera = periodic("camera", 300, 10, 20_000, share_milli=500)
    node = simulate([camera, saturating("urgent", 1000, rank=1)], seconds=SECONDS)
    assert abs(parts(node)[0] - 0.15) < 0.01


def test_a_loop_that_stalls_is_promised_as_much() -> None:
    """It works for 100 ms and waits 40 ms for its data; a program that goes first never stops."""
    memory = Memory([Made(rank=100), Made(share_milli=500)])
    step, now = 1_000_000, 1_000_000_000
    had, left, pause, steps = 0, 100, 0, 8000
    for _ in range(steps):
        memory.put("process", 1, active=int(not pause))
        memory.arbitrate(now_ns=now)
        memory.come_to_rest()
        memory.arbitrate(now_ns=now)
        now += step
        if pause:
            pause -= 1
        elif 1 in memory.open():
            had, left = had + 1, left - 1
            if not left:
                left, pause = 100, 40
    assert abs(had / steps - 0.5) < 0.02


def test_who_slept_does_not_go_first_at_once() -> None:
    """Time in which it wanted nothing is not owed to it."""
    memory = Memory([Made(rank=100), Made(share_milli=500)])
    now = 1_000_000_000
    for active in (1, 0):
        memory.put("process", 1, active=active)
        memory.arbitrate(now_ns=now)
    now += 60_000_000_000
    memory.put("process", 1, active=1)
    memory.arbitrate(now_ns=now)
    assert memory.open() == {0}
    memory.arbitrate(now_ns=now + 50_000_000)
    assert memory.open() == {0}


def test_a_leader_beside_a_promise_can_be_held() -> None:
    """So that it places gates, and bounds what it has in flight, as everybody else does."""
    memory = Memory([Made(rank=100), Made(share_milli=500), Made(devices=2, active=2)])
    memory.arbitrate()
    assert [memory.get("program", i, "yields") for i in range(3)] == [1, 0, 0]
    assert memory.get("program", 0, "leads") == 1


# -- admission ------------------------------------------------------------------------------------

GPU, NPU = "soft@gpu", "soft@npu"
TRAIN = program(3, share_milli=600, asked=Plan(share_milli=600))


def test_more_than_the_device_is_not_promised() -> None:
    """Who asks is told who has it, and what is left."""
    check(400, [GPU], [TRAIN], [GPU])
    with pytest.raises(UsageError, match=r"program 3 \(train, 60 %\) has 60 %. Ask for 40 % or"):
        check(401, [GPU], [TRAIN], [GPU])
    with pytest.raises(UsageError, match=r"have 100 %. Have one of them reduced"):
        check(1, [GPU], [TRAIN, replace(TRAIN, id=4, asked=Plan(share_milli=400))], [GPU])


def test_a_share_is_promised_where_there_is_room() -> None:
    """Of several devices one is enough; what one asks for itself is not in its own way."""
    check(500, [GPU, NPU], [TRAIN], [GPU, NPU])
    check(900, [GPU], [TRAIN], [GPU], own=TRAIN.id)


def test_who_has_not_begun_counts_where_it_can_only_begin_there() -> None:
    """Two that start at once must not both get more than half."""
    waiting = replace(TRAIN, devices=())
    with pytest.raises(UsageError):
        check(500, [GPU], [waiting], [GPU])
    check(500, [GPU], [waiting], [GPU, NPU])
    check(500, [GPU], [replace(waiting, is_kept=True)], [GPU])  # a partition, which is empty


@pytest.mark.parametrize(
    ("changes", "other", "code"),
    [
        ({"cap_milli": 300}, {}, "cap"),
        ({}, {"share_milli": 700}, "overbooked"),
        ({}, {"priority": 5}, "outranked"),
        ({}, {}, "other"),
    ],
)
def test_who_gets_less_is_told_why(
    changes: dict[str, Any], other: dict[str, Any], code: str
) -> None:
    """With who is in its way."""
    own = replace(TRAIN, wanted_ns=10_000_000_000, charged_ns=4_000_000_000, **changes)
    found = shortfall(own, [own, program(7, name="game", **other), program(8, devices=(NPU,))])
    assert found is not None
    assert found.code == code
    assert "40 % where 60 % was promised" in str(found)
    assert [who for who in found.culprits if "game" not in who] == []
    assert bool(found.culprits) == (code != "cap")


def test_nobody_is_accused_without_cause() -> None:
    """It has what was promised, or hardly wanted anything yet."""
    for wanted, charged in ((10_000_000_000, 5_900_000_000), (100_000_000, 0)):
        own = replace(TRAIN, wanted_ns=wanted, charged_ns=charged)
        assert shortfall(own, [own, program(7, priority=5)]) is None
