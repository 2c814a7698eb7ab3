"""The core of the control plane: nothing accepted is lost, and nothing runs twice at a time."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from heddle.control.calls import StartCall, StopCall
from heddle.engine.base import AttemptStatus
from heddle.errors import UsageError
from heddle.model.record import ALIVE, FINAL
from tests.core_world import ENGINE, ROWS, one
from tests.core_world import CoreWorld as World


def test_a_job_runs_and_is_done() -> None:
    world = World()
    (job,) = world.submit(one())
    world.until_quiet()
    assert world.jobs[job].state == "running"
    (attempt,) = world.runs
    assert world.attempts[attempt].places[0].devices == (("cuda@0", 1000),)
    world.now_ms += 5000
    world.end(attempt, 0)
    world.until_quiet()
    assert world.jobs[job].state == "done"
    assert not world.runs
    (usage,) = [event for event in world.events if event.kind == "usage"]
    assert usage.detail["ms"] == 5000
    assert usage.detail["device_milli"] == 1000


def test_what_a_device_is_worth_counts_also_when_its_node_has_gone() -> None:
    world = World()
    (job,) = world.submit(one())
    world.until_quiet()
    (node,) = {place.node for place in world.attempts[f"{job}.1"].places}
    world.now_ms += 3000
    world.core.leave(node, world.now_ms)
    world.until_quiet()
    (usage,) = [event for event in world.events if event.kind == "usage"]
    assert usage.detail["unit_milli"] > 0
    assert usage.detail["model"] == "T4"


def test_a_failure_is_tried_again_after_a_pause_and_then_it_is_final() -> None:
    world = World()
    (job,) = world.submit(one(retries=1))
    world.until_quiet()
    world.end(f"{job}.1", 3)
    world.until_quiet()
    assert world.jobs[job].state == "waiting"
    assert world.jobs[job].reason["text"] == "retry 1 of 1 in 1s, after exit code 3"
    assert not world.runs
    due = world.core.due_ms()
    assert due == world.now_ms + 1000
    world.now_ms = due
    world.until_quiet()
    assert world.jobs[job].state == "running"
    world.end(f"{job}.2", 3)
    world.until_quiet()
    assert (world.jobs[job].state, world.jobs[job].exit_code) == ("failed", 3)
    assert world.jobs[job].reason["text"] == "exit code 3"


def test_too_long_is_a_failure() -> None:
    world = World()
    (job,) = world.submit(one(timeout="10s"))
    world.until_quiet()
    world.now_ms += 10_000
    world.until_quiet()
    assert world.jobs[job].state == "failed"
    assert world.jobs[job].reason["code"] == "timeout"


def test_jobs_wait_for_others_and_share_their_failure() -> None:
    world = World()
    first, second, third = world.submit(one("x"), one("y", after=["x"]), one("z", after=["y"]))
    world.settle(crash=True)
    world.until_quiet()
    assert world.core.reason(second).text == f"{first} must be done first"  # type: ignore[union-attr]
    world.end(f"{first}.1", 0)
    world.until_quiet()
    assert world.jobs[second].state == "running"
    world.end(f"{second}.1", 1)
    world.until_quiet()
    assert world.jobs[second].state == "failed"
    assert world.jobs[third].state == "cancelled"
    with pytest.raises(UsageError, match="is failed"):
        world.submit(one("w", after=[second]))
    with pytest.raises(UsageError, match="no such job"):
        world.submit(one("w", after=["j99"]))


def test_a_job_waits_for_a_whole_array() -> None:
    world = World()
    many = one("x", shape="array", members=2, devices="cpu:1")
    a, b, last = world.submit(many, one("y", after=["x"]))
    world.settle(crash=True)
    world.until_quiet()
    assert world.core.reason(last).text == "j1 must be done first"  # type: ignore[union-attr]
    world.end(f"{a}.1", 0)
    world.until_quiet()
    (second,) = world.submit(one("z", after=["j1"]))
    world.until_quiet()
    assert world.jobs[last].state == world.jobs[second].state == "waiting"
    world.settle(crash=True)
    world.end(f"{b}.1", 0)
    world.until_quiet()
    assert world.jobs[last].state == "running"
    (third,) = world.submit(one("w", after=["j1"], devices="cpu:1"))
    world.until_quiet()
    assert world.jobs[third].state == "running"


def test_who_waits_for_an_array_shares_its_failure() -> None:
    world = World()
    many = one("x", shape="array", members=2, devices="cpu:1")
    a, _, last = world.submit(many, one("y", after=["x"]))
    world.until_quiet()
    world.end(f"{a}.1", 1)
    world.until_quiet()
    assert world.jobs[last].state == "cancelled"
    with pytest.raises(UsageError, match=r"of which j1\[0\] is failed"):
        world.submit(one("w", after=["j1"]))


def test_who_is_preempted_leaves_before_the_other_comes_and_comes_back() -> None:
    world = World()
    low = world.submit(*(one(f"l{i}") for i in range(3)))
    world.until_quiet()
    (high,) = world.submit(one("h", priority=10))
    world.core.schedule(world.now_ms)
    _, calls = world.core.take()
    assert [type(call) for call in calls] == [StopCall], "its place is not free yet"
    world.call(calls[0])
    world.look()
    _, calls = world.core.take()
    assert any(isinstance(call, StartCall) and call.order.attempt == f"{high}.1" for call in calls)
    assert sum(world.core._book.must(job).record.state == "waiting" for job in low) == 1


def test_held_jobs_wait_for_a_person() -> None:
    world = World()
    (job,) = world.submit(one(), held=True)
    world.until_quiet()
    assert not world.runs
    world.core.release(job, "ann", world.now_ms)
    world.until_quiet()
    assert world.jobs[job].state == "running"
    with pytest.raises(UsageError, match="only a job that waits"):
        world.core.hold(job, "ann", world.now_ms)


def test_an_array_is_as_many_jobs_and_a_crash_forgets_none() -> None:
    world = World()
    jobs = world.submit(one(shape="array", members=5))
    world.settle(crash=True)
    world.until_quiet()
    assert {world.jobs[job].state for job in jobs} == {"running", "waiting"}
    assert len(world.runs) == 3


def test_a_node_that_leaves_takes_its_jobs_along_and_they_run_elsewhere() -> None:
    world = World()
    jobs = world.submit(one("a"), one("b"), one("c"))
    world.until_quiet()
    world.core.leave("two", world.now_ms)
    world.until_quiet()
    states = sorted(world.jobs[job].state for job in jobs)
    assert states == ["running", "running", "waiting"]
    world.core.join(ROWS[1], world.now_ms)
    world.until_quiet()
    assert all(world.jobs[job].state == "running" for job in jobs)


class Life(RuleBasedStateMachine):
    """Anything may happen, crashes above all."""

    @initialize()
    def begin(self) -> None:
        self.world = World()
        self.accepted: set[str] = set()

    @rule(
        devices=st.sampled_from(["gpu:1", "gpu:2", "gpu:1 | cpu:2", "cpu:4"]),
        priority=st.integers(0, 2),
        retries=st.integers(0, 1),
        gang=st.booleans(),
        follows=st.booleans(),
        resumes=st.booleans(),
    )
    def submit(
        self, devices: str, priority: int, retries: int, gang: bool, follows: bool, resumes: bool
    ) -> None:
        more: dict[str, Any] = {"shape": "gang", "members": 2} if gang else {}
        alive = [job for job in sorted(self.accepted) if self.world.core.live(job) is not None]
        if follows and alive:
            more["after"] = alive[-1:]
        more["resumes"] = resumes
        spec = one(devices=devices, priority=priority, retries=retries, **more)
        self.accepted |= set(self.world.submit(spec))
        self.world.settle()

    @rule()
    def restart(self) -> None:
        """What was not written is not known any more."""
        self.world.core = self.world.new_core()

    @rule(crash=st.booleans())
    def turn(self, crash: bool) -> None:
        self.world.settle(crash=crash)

    @rule()
    def look(self) -> None:
        self.world.look()

    @rule(ms=st.integers(1, 100_000))
    def wait(self, ms: int) -> None:
        self.world.now_ms += ms

    @precondition(lambda self: self.world.runs)
    @rule(data=st.data(), code=st.sampled_from([0, 0, 1, -9]))
    def end(self, data: st.DataObject, code: int) -> None:
        self.world.end(data.draw(st.sampled_from(sorted(self.world.runs))), code)

    @precondition(lambda self: self.world.runs)
    @rule(data=st.data())
    def lose(self, data: st.DataObject) -> None:
        """As if the machine had been switched off; the engine remembers that it was."""
        gone = data.draw(st.sampled_from(sorted(self.world.runs)))
        if self.world.runs[gone].state == "running":
            self.world.runs[gone] = AttemptStatus(gone, "lost", why="it is gone")
            self.world.parked.pop(gone, None)
            self.world.core.saw(ENGINE, self.world.runs[gone], self.world.now_ms)

    @precondition(lambda self: self.accepted)
    @rule(data=st.data())
    def cancel(self, data: st.DataObject) -> None:
        job = data.draw(st.sampled_from(sorted(self.accepted)))
        try:
            self.world.core.cancel(job, "ann", self.world.now_ms)
        except UsageError:
            assert self.world.core._book.get(job) is None
        self.world.settle()

    @invariant()
    def nothing_is_lost_or_doubled(self) -> None:
        world = self.world
        assert self.accepted <= set(world.jobs)
        running = [run for run in world.runs.values() if run.state == "running"]
        jobs = [run.attempt.rpartition(".")[0] for run in running]
        assert len(jobs) == len(set(jobs)), "a job runs twice at the same time"
        used: dict[tuple[str, str], int] = {}
        for run in (each for each in running if each.attempt not in world.parked):
            for place in world.attempts[run.attempt].places:
                for device, milli in place.devices:
                    used[place.node, device] = used.get((place.node, device), 0) + milli
        assert all(milli <= 1000 for milli in used.values()), "a device is given twice"
        for record in world.jobs.values():
            mine = [a for a in world.attempts.values() if a.job == record.id]
            assert sum(a.state in ALIVE for a in mine) <= 1
        line = world.core._book.line
        assert sum(len(peers.jobs) for peers in line.all_peers()) == len(line), "in it twice"

    def teardown(self) -> None:
        """Left alone, everything comes to an end."""
        world = self.world
        for _ in range(200):
            world.until_quiet()
            for run in [each for each in world.runs if each not in world.parked]:
                world.end(run, 0)
            world.look()  # before time passes: those that have run for long are preempted
            if world.core.due_ms() is not None:
                world.now_ms = max(world.now_ms, world.core.due_ms() or 0)
            if all(job.state in FINAL for job in world.jobs.values()):
                break
        states = {job.id: job.state for job in world.jobs.values() if job.state not in FINAL}
        impossible = {j for j in states if "gpu:2" in world.jobs[j].spec["devices"]}
        impossible |= {j for j in states if {*world.jobs[j].spec.get("after", ())} & {*states}}
        assert set(states) <= impossible, states  # two nodes with two GPUs each: there is one
        assert not world.runs


TestLife = pytest.mark.slow(Life.TestCase)
TestLife.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
