"""What guests get by asking: whatever they ask for, and whatever a policy makes of it."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle import policy
from heddle.agent.claims import GuestLimits, bound, check_hint, check_limits
from heddle.agent.state import RANGES
from heddle.errors import UsageError
from heddle.model.plan import Plan
from heddle.policy.base import ProgramView, Snapshot

PLANS = st.builds(Plan, **{name: st.integers(low, high) for name, low, high in RANGES})
GPU = ("soft@gpu",)


@given(asked=PLANS, name=st.sampled_from(policy.names()), recent=st.integers(0, 10**9))
def test_no_policy_puts_a_guest_before_the_owners_program(
    asked: Plan, name: str, recent: int
) -> None:
    """Beside one that asked for nothing and used as much: no higher rank, no larger part."""
    counts, _ = bound(asdict(asked), GuestLimits())
    own = ProgramView(1, Plan(), devices=GPU, active=True, recent_ns=recent)
    guest = replace(own, id=2, asked=Plan(**counts), is_guest=True)
    plans = policy.find(name).plan(Snapshot(10**9, (own, guest)))
    mine, other = plans.get(1, own.asked), plans.get(2, guest.asked)
    assert other.rank <= mine.rank
    assert other.deadline_us == 0
    assert other.share_milli <= mine.share_milli
    assert other.weight <= mine.weight
    assert other.quantum_us == mine.quantum_us


@given(asked=PLANS, rank=st.integers(-255, 255), share=st.integers(0, 1000))
def test_what_is_granted_is_the_least_of_both(asked: Plan, rank: int, share: int) -> None:
    """And what does not count is said; a cap is everybody's to ask for."""
    counts, refused = bound(asdict(asked), GuestLimits(rank, share))
    assert counts["rank"] == min(asked.rank, rank)
    assert counts["share_milli"] == min(asked.share_milli, share)
    assert counts["cap_milli"] == asked.cap_milli
    assert bool(refused) == (counts != asdict(asked))
    again, nothing = bound(counts, GuestLimits(rank, share))
    assert (again, nothing) == (counts, [])


@pytest.mark.parametrize(
    "hint",
    [
        {"priority": 1},
        {"share": "100%"},
        {"deadline": 0.001},
        {"weight": 1001},
        {"quantum": 1.0},
    ],
)
def test_a_guest_gets_no_more_by_a_hint(hint: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        check_hint(hint, Plan(), GuestLimits())


@pytest.mark.parametrize(
    "hint",
    [
        {"priority": -5},
        {"share": 0.25, "deadline": 0.02, "weight": 10, "quantum": 0.005},
        {"share": 0, "deadline": 0, "quantum": 0},
        {"cap": "10%", "memory": 5},
    ],
)
def test_what_was_granted_may_be_kept_or_given_back(hint: dict[str, object]) -> None:
    granted = Plan(share_milli=500, deadline_us=10_000, quantum_us=5_000)
    check_hint(hint, granted, GuestLimits())


@pytest.mark.parametrize("hint", [{"cap": 0}, {"cap": "60%"}, {"memory": 0}, {"memory": 101}])
def test_a_guest_does_not_raise_limits_of_a_program_that_is_kept_for_it(
    hint: dict[str, object],
) -> None:
    with pytest.raises(UsageError, match="the table's owner grants that"):
        check_limits(hint, 500, 100)
    check_limits(hint, 0, 0)
    check_limits({"cap": 0.5, "memory": 100}, 500, 100)
    check_limits({"share": 0.1}, 500, 100)
