"""Policies: one suite for all of them, then what each is for."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle import policy
from heddle.agent.state import choose
from heddle.errors import UsageError
from heddle.model.plan import LEARNED_TURNS, Plan
from heddle.policy import (
    best_effort,
    deadline,
    equal_share,
    fair,
    feedback,
    fixed_share,
    laxity,
    reservation,
)
from heddle.policy.base import Policy, ProgramView, Snapshot

MS = 1_000_000
SECOND = 1000 * MS
DOCS = Path(__file__).parents[2] / "docs" / "concepts" / "policies.md"

asked_plans = st.builds(
    Plan,
    rank=st.integers(-255, 255),
    weight=st.integers(1, 1_000_000),
    share_milli=st.integers(0, 1000),
    cap_milli=st.integers(0, 1000),
    deadline_us=st.integers(0, 2**40),
    quantum_us=st.integers(0, 10_000_000),
)
times_ns = st.integers(0, 2**62)
views = st.builds(
    ProgramView,
    id=st.integers(1, 2**63),
    asked=asked_plans | st.just(Plan()),
    tenant=st.sampled_from(["", "a", "b"]),
    devices=st.lists(st.sampled_from(["gpu", "npu", "dsa"]), unique=True).map(tuple),
    active=st.booleans(),
    device_time_ns=times_ns,
    recent_ns=times_ns | st.integers(0, 2 * SECOND),
    burst_at_ns=times_ns,
    burst_ns=times_ns,
    usual_burst_ns=times_ns,
)
option_names = st.sampled_from(["quantum_us", "share_milli", "high_milli", "low_milli", "nonsense"])
snapshots = st.builds(
    Snapshot,
    now_ns=times_ns,
    programs=st.lists(views, max_size=12, unique_by=lambda view: view.id).map(tuple),
    period_ns=st.sampled_from([0, 1, SECOND]),
    options=st.dictionaries(option_names, st.integers(-(2**40), 2**40)),
)

every_policy = pytest.mark.parametrize("name", policy.names())


def check(each: Policy, snapshot: Snapshot, other: Snapshot) -> None:
    """What makes a policy a policy; `other` is what it may have seen in between."""
    options = dict(snapshot.options)
    plans = each.plan(snapshot)
    each.plan(other)
    assert each.plan(snapshot) == plans, "it remembers something"
    assert snapshot.options == options, "it writes to what it sees"
    backwards = replace(snapshot, programs=snapshot.programs[::-1])
    assert each.plan(backwards) == plans, "the order of programs counts"
    assert plans.keys() <= {program.id for program in snapshot.programs}
    for made in plans.values():
        assert -255 <= made.rank <= 255
        assert 1 <= made.weight <= 1_000_000
        assert 0 <= made.share_milli <= 1000
        assert 0 <= made.cap_milli <= 1000
        assert made.deadline_us >= 0
        assert 0 <= made.quantum_us <= 10_000_000


@every_policy
@settings(max_examples=60, deadline=None)
@given(snapshot=snapshots, other=snapshots)
def test_a_policy_is_pure_and_its_plans_are_valid(
    name: str, snapshot: Snapshot, other: Snapshot
) -> None:
    """The same snapshot gives the same valid plans, for programs of the snapshot only."""
    check(policy.find(name), snapshot, other)


@every_policy
def test_a_crowd_is_no_problem(name: str) -> None:
    """More programs than there are ranks or thousandths still have valid plans."""
    crowd = tuple(
        ProgramView(i, Plan(deadline_us=i % 3 * i), devices=("gpu",), burst_at_ns=i)
        for i in range(1, 1501)
    )
    snapshot = Snapshot(SECOND, crowd)
    check(policy.find(name), snapshot, snapshot)


@every_policy
def test_a_policy_says_what_it_is(name: str) -> None:
    """One line of help, a rhythm, and a row in the docs."""
    found = policy.find(name)
    assert 0 < len(found.HELP) <= 80
    assert "\n" not in found.HELP
    assert found.EVERY_MS >= 0
    assert f"| `{name}` |" in DOCS.read_text()


def test_a_misspelt_policy_is_refused_with_the_nearest() -> None:
    """The message names the one that was meant."""
    with pytest.raises(UsageError, match="Did you mean 'fixed_share'"):
        policy.find("fixed_shares")


@settings(max_examples=60, deadline=None)
@given(snapshot=snapshots, other=snapshots)
def test_the_example_in_the_docs_is_a_policy(snapshot: Snapshot, other: Snapshot) -> None:
    """What people copy is complete and passes the suite."""
    check(example(), snapshot, other)


def example() -> Policy:
    found = re.search(r"```python\n(.*?)```", DOCS.read_text(), re.DOTALL)
    assert found
    module: Policy = ModuleType("example")
    exec(found[1], vars(module))
    return module


def snapshot_of(*programs: ProgramView, now_ns: int = SECOND, **options: int) -> Snapshot:
    return Snapshot(now_ns, programs, options=options)


def on_gpu(id: int, asked: Plan | None = None, recent_ms: int = 0) -> ProgramView:
    return ProgramView(id, asked or Plan(), devices=("gpu",), active=True, recent_ns=recent_ms * MS)


def ranks(plans: dict[int, Plan]) -> list[int]:
    return [plans[id].rank for id in sorted(plans)]


@dataclass
class Device:
    """A device whose programs always have work, and an executor of the simplest kind: the highest
    rank runs, and of one rank who had least. Steps of 5 ms; use is counted over the last second."""

    asked: list[Plan]
    policy: ModuleType
    ran: list[int] = field(default_factory=list)  #: which program, step by step

    STEPS_A_SECOND = 200

    def run(self, seconds: int) -> None:
        every = max(self.policy.EVERY_MS // 5, 1)
        plans: dict[int, Plan] = {}
        for step in range(seconds * self.STEPS_A_SECOND):
            recent = self.ran[-self.STEPS_A_SECOND :]
            if step % every == 0:
                views = [
                    on_gpu(i, asked, recent.count(i) * 5) for i, asked in enumerate(self.asked)
                ]
                plans = self.policy.plan(snapshot_of(*views, now_ns=step * 5 * MS))
            self.ran.append(min(plans, key=lambda i: (-plans[i].rank, recent.count(i), i)))

    def longest_wait_ms(self, program: int) -> int:
        at = [-1, *(step for step, i in enumerate(self.ran) if i == program), len(self.ran)]
        return max(b - a for a, b in pairwise(at)) * 5


def test_best_effort_gives_all_the_same_turns() -> None:
    """Ranks, weights, shares and caps do not count."""
    greedy = Plan(rank=200, weight=9000, share_milli=900, cap_milli=10)
    plans = best_effort.plan(snapshot_of(on_gpu(1, greedy), on_gpu(2)))
    assert plans == {1: Plan(quantum_us=LEARNED_TURNS), 2: Plan(quantum_us=LEARNED_TURNS)}


@pytest.mark.parametrize(("given_us", "taken_us"), [(5000, 5000), (-7, 1000), (10**9, 10_000_000)])
def test_an_option_out_of_range_counts_as_the_nearest(given_us: int, taken_us: int) -> None:
    """A slip in an option neither stops the policy nor makes programs run side by side."""
    for each in (best_effort, fair):
        assert each.plan(snapshot_of(on_gpu(1), quantum_us=given_us))[1].quantum_us == taken_us


def test_equal_share_counts_idle_programs_too() -> None:
    """Who comes back from idling finds its part free."""
    idle = ProgramView(3, Plan(), devices=("gpu",), active=False)
    plans = equal_share.plan(snapshot_of(on_gpu(1), on_gpu(2), idle))
    assert [plans[i].cap_milli for i in (1, 2, 3)] == [333, 333, 333]


def test_equal_share_follows_the_most_crowded_device() -> None:
    """A program on two devices is held on both, so it gets what the fuller one has to give."""
    both = ProgramView(1, Plan(), devices=("npu", "gpu"))
    alone = ProgramView(5, Plan(), devices=("npu",))
    plans = equal_share.plan(snapshot_of(both, on_gpu(2), on_gpu(3), on_gpu(4), alone))
    assert [plans[i].cap_milli for i in (1, 2, 5)] == [250, 250, 500]


@settings(max_examples=60, deadline=None)
@given(snapshots)
def test_equal_shares_fit_on_every_device(snapshot: Snapshot) -> None:
    """No device is promised more than once."""
    plans = equal_share.plan(snapshot)
    for device in ("gpu", "npu", "dsa"):
        there = [p for p in snapshot.programs if device in p.devices]
        assert sum(plans[p.id].cap_milli for p in there) <= 1000


def test_equal_share_never_comes_to_0() -> None:
    """A cap of 0 would be none at all."""
    plans = equal_share.plan(snapshot_of(*map(on_gpu, range(1500))))
    assert {plan.cap_milli for plan in plans.values()} == {1}


def test_fixed_share_is_the_share_else_the_cap_else_the_option() -> None:
    """What was sold holds when others idle, and is what counts when they do not."""
    asked = [Plan(share_milli=600, cap_milli=900), Plan(cap_milli=100), Plan(rank=9)]
    programs = [on_gpu(i, plan) for i, plan in enumerate(asked)]
    for options, default in (({}, 250), ({"share_milli": 50}, 50), ({"share_milli": 0}, 1)):
        plans = fixed_share.plan(snapshot_of(*programs, **options))
        assert [plans[i].cap_milli for i in range(3)] == [600, 100, default]
        assert all(plan == Plan(0, 1000, plan.cap_milli, plan.cap_milli) for plan in plans.values())


def test_fair_keeps_weights_shares_and_caps_and_drops_what_is_strict() -> None:
    """Neither a rank nor a deadline makes others wait."""
    asked = Plan(7, weight=2000, share_milli=300, cap_milli=500, deadline_us=9, quantum_us=5000)
    plans = fair.plan(snapshot_of(on_gpu(1, asked), on_gpu(2)))
    assert plans == {
        1: Plan(0, weight=2000, share_milli=300, cap_milli=500, quantum_us=5000),
        2: Plan(quantum_us=LEARNED_TURNS),
    }


def test_feedback_puts_little_use_first() -> None:
    """Below 10 % of the period, below 50 %, and the rest; asked ranks do not count."""
    used = [99, 100, 499, 500, 1000]
    programs = [on_gpu(i, Plan(rank=i), ms) for i, ms in enumerate(used)]
    assert ranks(feedback.plan(snapshot_of(*programs))) == [1, 0, 0, -1, -1]
    moved = snapshot_of(*programs, high_milli=500, low_milli=200)
    assert ranks(feedback.plan(moved)) == [1, 1, 1, -1, -1]


def test_feedback_counts_use_for_each_device() -> None:
    """A program that has two devices may use twice the time."""
    both = ProgramView(2, Plan(), devices=("gpu", "npu"), recent_ns=900 * MS)
    assert ranks(feedback.plan(snapshot_of(on_gpu(1, recent_ms=900), both))) == [-1, 0]


@settings(max_examples=60, deadline=None)
@given(snapshots)
def test_feedback_has_nobody_above_who_had_nothing(snapshot: Snapshot) -> None:
    """Whatever the options: who starved for a period is on the highest level there is."""
    starved = replace(snapshot, programs=(*snapshot.programs, ProgramView(0, Plan())))
    plans = feedback.plan(starved)
    assert plans[0].rank == max(plan.rank for plan in plans.values())


@pytest.mark.parametrize("count", [2, 5, 25])
def test_feedback_lets_nobody_starve(count: int) -> None:
    """Also where the upper levels could fill the device, nobody waits much longer than a period."""
    device = Device([Plan()] * count, feedback)
    device.run(seconds=3)
    assert max(map(device.longest_wait_ms, range(count))) <= 1000 + 50 + count * 5


def test_deadline_keeps_deadlines_and_puts_the_others_behind() -> None:
    """One rank for all with a deadline: the executor orders them by the moment they are due."""
    asked = [Plan(-9, deadline_us=500), Plan(9, deadline_us=100), Plan(99, weight=3, cap_milli=40)]
    plans = deadline.plan(snapshot_of(*(on_gpu(i, plan) for i, plan in enumerate(asked))))
    assert plans == {
        0: Plan(0, deadline_us=500),
        1: Plan(0, deadline_us=100),
        2: Plan(-1, weight=3, cap_milli=40),
    }


def burst(id: int, *, due_ms: int, began_ms: int, usual_ms: int, done_ms: int = 0) -> ProgramView:
    return replace(
        on_gpu(id, Plan(deadline_us=due_ms * 1000)),
        burst_at_ns=began_ms * MS,
        usual_burst_ns=usual_ms * MS,
        burst_ns=done_ms * MS,
    )


def test_laxity_lets_long_work_go_before_what_is_due_earlier() -> None:
    """Due in 40 ms with 35 ms to do comes before due in 20 ms with 5 ms to do."""
    long = burst(1, due_ms=40, began_ms=1000, usual_ms=35)
    short = burst(2, due_ms=20, began_ms=1000, usual_ms=5)
    assert ranks(laxity.plan(snapshot_of(long, short, on_gpu(3, Plan(rank=200))))) == [2, 1, 0]
    # 30 ms later the long one has done its work but for 5 ms, and the short one is late.
    long = replace(long, burst_ns=30 * MS)
    assert ranks(laxity.plan(snapshot_of(long, short, now_ns=1030 * MS))) == [1, 2]


def test_laxity_is_the_deadline_where_the_work_is_not_known() -> None:
    """Work beyond the usual counts as none, and never makes a program more patient."""
    programs = [
        burst(1, due_ms=50, began_ms=990, usual_ms=0),
        burst(2, due_ms=30, began_ms=1000, usual_ms=0),
        burst(3, due_ms=35, began_ms=1000, usual_ms=5, done_ms=90),
    ]
    assert ranks(laxity.plan(snapshot_of(*programs))) == [1, 3, 2]


def test_laxity_has_a_place_for_who_idles() -> None:
    """Its rank is right at once when its burst begins, not at the next decision."""
    at_work = burst(2, due_ms=30, began_ms=1000, usual_ms=5)
    for due_ms, expected in ((10, [2, 1]), (50, [1, 2])):
        idle = burst(1, due_ms=due_ms, began_ms=0, usual_ms=5)
        assert ranks(laxity.plan(snapshot_of(idle, at_work))) == expected


def test_reservation_goes_first_until_it_is_used_up() -> None:
    """Beyond its share a program is best effort like all others."""
    reserved, batch = Plan(share_milli=250), on_gpu(2, Plan(rank=200))
    for used, rank, share in ((0, 1, 250), (249, 1, 250), (250, 0, 0), (900, 0, 0)):
        plans = reservation.plan(snapshot_of(on_gpu(1, reserved, used), batch))
        assert (plans[1].rank, plans[1].share_milli) == (rank, share)
        assert plans[2] == Plan(quantum_us=LEARNED_TURNS)


def test_reservation_holds_on_each_device() -> None:
    """A quarter of two devices is half a second of device time in a second."""
    for used_ms, rank in ((499, 1), (500, 0)):
        both = replace(on_gpu(1, Plan(share_milli=250), used_ms), devices=("gpu", "npu"))
        assert reservation.plan(snapshot_of(both))[1].rank == rank


def test_reservation_is_kept_in_a_crowd_and_wastes_nothing() -> None:
    """A quarter against seven that want all; the same against one is half, as for everybody."""
    for others, least, most in ((7, 240, 270), (1, 480, 520)):
        device = Device([Plan(share_milli=250), *[Plan()] * others], reservation)
        device.run(seconds=3)
        last_two_seconds = device.ran[-2 * Device.STEPS_A_SECOND :]
        used_milli = last_two_seconds.count(0) * 1000 // len(last_two_seconds)
        assert least <= used_milli <= most


def test_an_option_that_a_policy_does_not_have_is_refused() -> None:
    """With the nearest one, and all there are."""
    with pytest.raises(UsageError, match=r"Did you mean 'quantum_us'\? Its options: quantum_us"):
        choose("fair", {"quantm_us": 5000})
    with pytest.raises(UsageError, match="Its options: none"):
        choose("priority", {"quantum_us": 5000})
    assert choose("fair", {"quantum_us": 5000}).options == {"quantum_us": 5000}
