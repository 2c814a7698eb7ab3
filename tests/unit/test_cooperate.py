"""Where a request goes, and what is in its way."""

from __future__ import annotations

import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import heddle
from heddle.cooperate.choice import TaskOption, choose
from heddle.errors import NoSuchDeviceError, UsageError

MS = 1_000_000
ways = st.lists(
    st.builds(
        TaskOption,
        usual_ns=st.integers(1, 100 * MS),
        wait_ns=st.integers(0, 100 * MS),
        disturbs=st.booleans(),
    ),
    min_size=1,
    max_size=5,
)


@given(ways)
def test_without_a_deadline_the_earliest_finish_wins(given_ways: list[TaskOption]) -> None:
    """Whoever else is disturbed: priorities are for that."""
    chosen = given_ways[choose(given_ways)]
    assert chosen.finish_ns == min(way.finish_ns for way in given_ways)


@given(ways, st.integers(1, 200 * MS))
def test_a_deadline_is_held_if_any_way_holds_it(
    given_ways: list[TaskOption], deadline_ns: int
) -> None:
    """With some time in hand; and if none does, the earliest finish is the best that can be."""
    chosen = given_ways[choose(given_ways, deadline_ns)]
    safe = [way for way in given_ways if way.finish_ns * 1.1 <= deadline_ns]
    if safe:
        assert chosen in safe
        assert not chosen.disturbs or all(way.disturbs for way in safe)


def test_what_was_never_tried_is_tried_while_nothing_is_at_stake() -> None:
    """Otherwise nobody would ever know."""
    assert choose([TaskOption(5 * MS), TaskOption(0)], 40 * MS) == 1
    assert choose([TaskOption(39 * MS), TaskOption(0)], 40 * MS) == 0
    assert choose([TaskOption(0), TaskOption(0)]) == 0


def test_a_task_calls_one_function_with_what_it_was_given() -> None:
    """And gives back what that one returns, or raises."""
    task = heddle.task(cpu=lambda x, y=1: x + y)
    assert task(2) == 3
    assert task(2, y=5) == 7
    assert task.taken == {"cpu": 2}

    def fails() -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        heddle.task(cpu=fails)()


def test_threads_of_one_task_go_different_ways() -> None:
    """A way on which a call of ours is under way is a busy one."""
    task = heddle.task({"cpu": lambda: time.sleep(0.05), "soft": lambda: time.sleep(0.05)})
    for _ in range(2):
        task()
    threads = [threading.Thread(target=task) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert task.taken == {"cpu": 3, "soft": 3}


def test_mistakes_are_named() -> None:
    """No such device, no function, a negative deadline."""
    with pytest.raises(NoSuchDeviceError, match="fpga"):
        heddle.task(fpga=lambda: None)
    with pytest.raises(UsageError):
        heddle.task()
    with pytest.raises(UsageError):
        heddle.task(cpu=lambda: None, deadline=-1)
