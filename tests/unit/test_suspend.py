"""Preemption without loss: a job that does not resume by itself is suspended, not stopped."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from heddle.cluster.nodes import NodeRow
from heddle.control.core import Core
from heddle.control.loop import Loop
from heddle.control.nodes.pool import Pool
from heddle.control.suspend import KIND, LIMIT_MS
from heddle.engine.base import SuspendingEngine
from heddle.engine.fake import Fake
from heddle.engine.local.engine import Local
from heddle.model.reason import Reason
from heddle.store import open_store
from tests.core_world import ENGINE, GPU, CoreWorld, one, read
from tests.unit.test_control_core import Life
from tests.world import eventually

ONE = [NodeRow("one", 8000, 32768, (GPU,), called=(("cuda@0",),))]


@pytest.fixture
def world() -> CoreWorld:
    return CoreWorld(ONE, suspends=True)


def low(**more: Any) -> dict[str, Any]:
    return one("low", cpu=1, memory="8GiB", **more)


def high(**more: Any) -> dict[str, Any]:
    return one("high", priority=10, **more)


def preempted(world: CoreWorld, **more: Any) -> tuple[str, str]:
    """A job that runs, and one that takes its device a minute later."""
    (first,) = world.submit(low(**more))
    world.until_quiet()
    world.now_ms += 60_000
    (second,) = world.submit(high())
    world.until_quiet()
    return first, second


def states(world: CoreWorld, *jobs: str) -> list[str]:
    return [world.jobs[each].state for each in jobs]


def used_ms(world: CoreWorld, attempt: str) -> int:
    """That it is charged for, in all."""
    return sum(each.detail["ms"] for each in world.events if each.subject == attempt)


def test_it_goes_on_where_it_was(world: CoreWorld) -> None:
    first, second = preempted(world)
    assert states(world, first, second) == ["suspended", "running"]
    assert world.parked == {f"{first}.1": 100}
    world.now_ms += 3_600_000
    world.end(f"{second}.1", 0)
    world.look()
    world.until_quiet()
    assert states(world, first, second) == ["running", "done"]
    assert not world.parked
    world.now_ms += 30_000
    world.end(f"{first}.1", 0)
    world.look()
    world.until_quiet()
    assert states(world, first) == ["done"]
    assert world.jobs[first].attempts == 1
    assert used_ms(world, f"{first}.1") == 90_000, "not for the hour in which it was suspended"
    assert not world.suspended, "nothing of it is kept"


def test_others_start_when_it_is_off_its_devices(world: CoreWorld) -> None:
    world.why_not = None
    first, second = preempted(world)
    assert states(world, first, second) == ["suspended", "starting"]
    assert f"{second}.1" not in world.begun
    world.core.suspended(f"{first}.1", 100, world.now_ms)
    world.until_quiet()
    assert states(world, second) == ["running"]


def test_one_that_cannot_be_suspended_is_stopped(world: CoreWorld) -> None:
    world.why_not = "the driver refuses"
    first, second = preempted(world)
    assert states(world, first, second) == ["waiting", "running"]
    assert "the driver refuses" in str(world.jobs[first].reason["text"])
    assert used_ms(world, f"{first}.1") == 60_000
    assert world.attempts[f"{first}.1"].why == "preempted"
    world.end(f"{second}.1", 0)
    world.look()
    world.until_quiet()
    assert states(world, first) == ["running"]
    assert world.jobs[first].attempts == 2


def test_an_engine_that_does_not_answer_is_not_waited_for(world: CoreWorld) -> None:
    world.why_not = None
    first, second = preempted(world)
    world.now_ms += LIMIT_MS - 1
    world.until_quiet()
    assert states(world, first) == ["suspended"]
    world.now_ms += 1
    world.until_quiet()
    assert states(world, first, second) == ["waiting", "running"]


def test_one_that_cannot_be_resumed_starts_anew(world: CoreWorld) -> None:
    first, second = preempted(world)
    world.why_not = "out of memory"
    world.end(f"{second}.1", 0)
    world.look()
    world.until_quiet()
    assert states(world, first) == ["running"]
    assert world.jobs[first].attempts == 2
    assert world.attempts[f"{first}.1"].why == "not-resumed"
    assert any("out of memory" in str(each.detail) for each in world.events)


def test_a_resume_without_an_answer_is_given_up(world: CoreWorld) -> None:
    first, second = preempted(world)
    world.why_not = None
    world.end(f"{second}.1", 0)
    world.look()
    world.until_quiet()
    assert states(world, first) == ["starting"]
    world.now_ms += LIMIT_MS
    world.until_quiet()
    assert states(world, first) == ["running"]
    assert world.jobs[first].attempts == 2


def test_one_that_resumes_by_itself_is_stopped(world: CoreWorld) -> None:
    first, second = preempted(world, resumes=True)
    assert states(world, first, second) == ["waiting", "running"]


def test_its_host_memory_stays_taken(world: CoreWorld) -> None:
    preempted(world)
    assert world.room_mib == 15360, "as much as its device has"
    assert world.core.pool.cluster.nodes.memory_free.tolist() == [32768 - 8192 - 100]
    (large,) = world.submit(one("large", devices="cpu:1", memory="24GiB"))
    (small,) = world.submit(one("small", devices="cpu:1", memory="23GiB"))
    world.until_quiet()
    assert states(world, large, small) == ["waiting", "running"]


def test_only_what_is_free_may_be_used_for_what_is_parked(world: CoreWorld) -> None:
    """The job in its place has been promised the rest."""
    world.submit(low())
    world.until_quiet()
    world.submit(high(memory="20GiB"))
    world.until_quiet()
    assert world.room_mib == 4096
    assert world.core.pool.cluster.nodes.memory_free.tolist() == [4096 - 100]


def test_several_share_what_is_free() -> None:
    """None is stopped because another one might need all of it."""
    rows = [NodeRow("one", 8000, 24576, (GPU, GPU), called=(("cuda@0",), ("cuda@1",)))]
    world = CoreWorld(rows, suspends=True)
    jobs = [*world.submit(low()), *world.submit(low())]
    world.until_quiet()
    world.submit(high(devices="gpu:2"))
    world.until_quiet()
    assert states(world, *jobs) == ["suspended", "suspended"]
    assert world.room_mib == 4096, "half of what they did not ask for"


def test_a_job_that_needs_its_memory_ends_it(world: CoreWorld) -> None:
    (first,) = world.submit(low())
    world.until_quiet()
    (second,) = world.submit(high(memory="30GiB"))
    world.until_quiet()
    assert states(world, first, second) == ["waiting", "running"]
    assert not world.suspended


def test_it_waits_for_its_own_devices() -> None:
    """Another one of the same kind would have to be filled again."""
    world = CoreWorld(suspends=True)
    everything = [one(f"low-{i}") for i in range(3)]
    jobs = world.submit(*everything)
    world.until_quiet()
    node = {world.attempts[f"{each}.1"].places[0].node: each for each in jobs}
    on_two = node["two"]
    (other,) = world.submit(high(devices="gpu:2"))
    world.until_quiet()
    world.end(f"{on_two}.1", 0)
    world.look()
    world.until_quiet()
    rest = [each for each in jobs if each != on_two]
    assert states(world, other, *rest) == ["running", "suspended", "suspended"]
    world.end(f"{other}.1", 0)
    world.look()
    world.until_quiet()
    assert states(world, *rest) == ["running", "running"]


def test_members_of_a_gang_share_a_device(world: CoreWorld) -> None:
    (first,) = world.submit(one("gang", shape="gang", members=2, share="50%"))
    world.until_quiet()
    (second,) = world.submit(high(share="10%"))
    world.until_quiet()
    assert states(world, first, second) == ["suspended", "running"]
    world.end(f"{second}.1", 0)
    world.look()
    world.until_quiet()
    assert states(world, first) == ["running"]
    assert world.core.pool.cluster.nodes.device_free[0].tolist() == [0]


def test_its_clock_stands_still(world: CoreWorld) -> None:
    first, second = preempted(world, timeout="2m")
    world.now_ms += 3_600_000
    world.end(f"{second}.1", 0)
    world.look()
    world.until_quiet()
    world.now_ms += 59_000
    world.until_quiet()
    assert states(world, first) == ["running"]
    world.now_ms += 1_000
    world.until_quiet()
    assert states(world, first) == ["failed"]


def test_cancel(world: CoreWorld) -> None:
    first, second = preempted(world)
    world.core.cancel(first, "ann", world.now_ms)
    world.until_quiet()
    assert states(world, first, second) == ["cancelled", "running"]
    assert not world.core.pool.cluster.running.keys() - {second}
    assert not world.suspended
    assert used_ms(world, f"{first}.1") == 60_000


def test_it_may_end_while_it_is_suspended(world: CoreWorld) -> None:
    first, second = preempted(world)
    world.now_ms += 5_000
    world.end(f"{first}.1", 3)
    world.look()
    world.until_quiet()
    assert states(world, first, second) == ["failed", "running"]
    assert used_ms(world, f"{first}.1") == 60_000


def test_its_node_is_lost(world: CoreWorld) -> None:
    first, second = preempted(world)
    world.core.leave("one", world.now_ms)
    world.until_quiet()
    assert states(world, first, second) == ["waiting", "waiting"]
    world.core.join(ONE[0], world.now_ms)
    world.until_quiet()
    assert states(world, first, second) == ["waiting", "running"]


def test_its_device_is_gone(world: CoreWorld) -> None:
    first, second = preempted(world)
    world.end(f"{second}.1", 0)
    world.look()
    world.core.join(NodeRow("one", 8000, 32768, (GPU,), called=(("cuda@7",),)), world.now_ms)
    world.until_quiet()
    assert states(world, first) == ["running"]
    assert world.jobs[first].attempts == 2
    assert world.attempts[f"{first}.2"].places[0].devices == (("cuda@7", 1000),)


def test_it_goes_on_while_its_node_is_drained(world: CoreWorld) -> None:
    first, second = preempted(world)
    drained = NodeRow("one", 8000, 32768, (GPU,), called=(("cuda@0",),), cordoned=True)
    world.core.join(drained, world.now_ms)
    world.end(f"{second}.1", 0)
    world.look()
    (new,) = world.submit(one("new"))
    world.until_quiet()
    assert states(world, first, new) == ["running", "waiting"]
    assert world.jobs[first].attempts == 1


@pytest.mark.parametrize("answers", [True, False])
def test_a_control_plane_that_was_killed_goes_on(world: CoreWorld, answers: bool) -> None:
    """Whatever its engine had done by then."""
    world.why_not = "" if answers else None
    first, second = preempted(world)
    world.now_ms += 1_000
    world.why_not = ""
    world.core = world.new_core()
    world.until_quiet()
    assert states(world, first, second) == ["suspended", "running"]
    assert world.parked == {f"{first}.1": 100}
    world.now_ms += 10_000
    world.why_not = None
    world.end(f"{second}.1", 0)
    world.look()
    world.until_quiet()
    assert states(world, first) == ["starting"]
    world.why_not = ""
    world.core = world.new_core()
    world.until_quiet()
    assert states(world, first) == ["running"]
    assert world.jobs[first].attempts == 1
    world.end(f"{first}.1", 0)
    world.look()
    world.until_quiet()
    assert used_ms(world, f"{first}.1") == 60_000


def test_it_may_be_suspended_again_and_preempt_others(world: CoreWorld) -> None:
    first, second = preempted(world, priority=5)
    (lowest,) = world.submit(one("lowest"))
    world.end(f"{second}.1", 0)
    world.look()
    world.until_quiet()
    assert states(world, first, lowest) == ["running", "waiting"]
    world.now_ms += 1_000
    (third,) = world.submit(high())
    world.until_quiet()
    assert states(world, first, third, lowest) == ["suspended", "running", "waiting"]
    world.now_ms += 1_000
    world.end(f"{third}.1", 0)
    world.look()
    world.until_quiet()
    world.end(f"{first}.1", 0)
    world.look()
    world.until_quiet()
    assert used_ms(world, f"{first}.1") == 61_000


def test_why(world: CoreWorld) -> None:
    first, second = preempted(world)
    reason = world.core.reason(first)
    assert reason is not None
    assert reason.code == "devices"
    found = world.core.explain(first)
    assert found is not None
    assert [each.job.id for each in found.holders] == [second]
    assert world.core.suspended_ms(first) == world.now_ms
    assert world.core.suspended_ms(second) is None


def test_a_replica_of_a_service_is_stopped(world: CoreWorld) -> None:
    first, _ = preempted(world, environment={"HEDDLE_SERVICE": "web"})
    assert states(world, first) == ["waiting"]
    assert {seen.state for seen in world.runs.values()} == {"running"}
    world.core.looked(ENGINE, list(world.runs.values()), world.now_ms)


class Slow(Fake):
    """It suspends when it is allowed to."""

    def __init__(self) -> None:
        super().__init__()
        self.allowed = threading.Event()

    def suspend(self, attempt: str, room_mib: int, timeout_s: float) -> int | Reason:
        self.calls.append(("suspend", attempt))
        assert self.allowed.wait(20)
        return min(room_mib, 64)

    def resume(self, attempt: str, timeout_s: float) -> Reason | None:
        self.calls.append(("resume", attempt))
        return None


def test_others_do_not_wait_while_memory_is_moved(tmp_path: Path) -> None:
    engine = Slow()
    store = open_store(str(tmp_path / "store.db"))
    row = replace(ONE[0], engine=engine.name)
    loop = Loop(store, [engine], Core(Pool([row]), store.job, read, suspending=[engine.name]))
    loop.start()

    def submit(spec: Mapping[str, Any]) -> str:
        def ask(core: Core) -> str:
            return core.submit([read(spec)], [spec], "ann", loop.now_ms())[0].id

        return loop.ask(ask).result(10)

    def is_(job: str, state: str) -> bool:
        return eventually(lambda: (found := store.job(job)) is not None and found.state == state)

    try:
        first = submit(low())
        assert is_(first, "running")
        second = submit(high())
        assert is_(first, "suspended")
        others = [submit(one(f"o{i}", devices="cpu:1")) for i in range(6)]
        assert all(is_(each, "running") for each in others), "each thread can start jobs"
        assert ("start", f"{second}.1") not in engine.calls
        engine.allowed.set()
        assert is_(second, "running")
        assert store.things(KIND)[f"{first}.1"]["parked_mib"] == 64
        engine.end(f"{second}.1", 0)
        assert is_(first, "running")
        assert engine.calls[-1] != ("start", f"{first}.1")
        assert ("resume", f"{first}.1") in engine.calls
    finally:
        loop.stop()
        store.close()


def test_which_engines_can_suspend() -> None:
    assert issubclass(Slow, SuspendingEngine)
    assert issubclass(Local, SuspendingEngine)
    assert not issubclass(Fake, SuspendingEngine)


class SuspendingLife(Life):
    """The same with an engine that can suspend, now and then."""

    @initialize()
    def begin(self) -> None:
        self.world = CoreWorld(suspends=True)
        self.accepted: set[str] = set()

    @rule(why_not=st.sampled_from(["", "", "it refuses", None]))
    def change(self, why_not: str | None) -> None:
        self.world.why_not = why_not

    @rule()
    def take_all(self) -> None:
        """Those that run have to go, but for the most important."""
        self.world.until_quiet()
        self.accepted |= set(self.world.submit(*(one(priority=3) for _ in range(3))))
        self.world.settle()
        self.world.look()

    @invariant()
    def memory_is_counted_once(self) -> None:
        nodes = self.world.core.pool.cluster.nodes
        assert (nodes.memory_free >= 0).all()
        assert (nodes.cpu_free >= 0).all()

    def teardown(self) -> None:
        super().teardown()
        assert not self.world.suspended
        assert not self.world.parked


TestSuspendingLife = pytest.mark.slow(SuspendingLife.TestCase)
TestSuspendingLife.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)


def test_a_job_that_is_about_to_be_resumed_is_suspended_again() -> None:
    """And charged for each time that it ran when it did: reports of a day do not change later."""
    world = CoreWorld(ONE, suspends=True)
    (job,) = world.submit(one("low"))
    world.until_quiet()
    world.now_ms += 60_000
    (first,) = world.submit(one("mid", priority="high"))
    world.until_quiet()
    suspended_ms = world.now_ms
    told = [each for each in world.events if each.kind == "usage" and each.subject == f"{job}.1"]
    assert [(each.at_ms, each.detail["ms"]) for each in told] == [(suspended_ms, 60_000)]
    assert told[0].detail["part"] == "so far"
    world.why_not = None  # the engine does not answer
    world.now_ms += 60_000
    world.end(f"{first}.1", 0)
    world.look()
    world.settle()
    world.settle()
    assert world.jobs[job].state == "starting"
    (again,) = world.submit(one("again", priority="high"))
    world.why_not = ""
    world.until_quiet()
    assert (world.jobs[job].state, world.jobs[again].state) == ("suspended", "running")
    world.now_ms += 60_000
    world.end(f"{again}.1", 0)
    world.look()
    world.until_quiet()
    world.now_ms += 5000
    world.end(f"{job}.1", 0)
    world.look()
    world.until_quiet()
    assert (world.jobs[job].state, world.jobs[job].attempts) == ("done", 1)
    told = [each for each in world.events if each.kind == "usage" and each.subject == f"{job}.1"]
    assert sum(each.detail["ms"] for each in told) == 65_000
