"""Defragmentation: running jobs that resume move, so that one that fits nowhere starts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from heddle.cluster.cycle import Rules
from heddle.cluster.migration.budget import FEW_MOVES, NO_MOVES, MoveBudget, MoveLog
from heddle.cluster.nodes import NodeRow
from heddle.cluster.running import Running
from heddle.control.calls import StartCall
from heddle.errors import UsageError
from heddle.model.job import Job
from heddle.model.reason import Reason
from heddle.model.record import RUNNING, STARTING, WAITING
from heddle.server.plane import move_budget
from tests.core_world import GPU, CoreWorld, one, read
from tests.unit.test_control_core import Life

TWO = (GPU, GPU)
NAMES = (("cuda@0",), ("cuda@1",))
ROWS = [NodeRow(name, 8000, 32768, TWO, called=NAMES) for name in ("a", "b")]
BUDGET = MoveBudget(each=1, an_hour=4, after_s=60, again_s=600)
RULES = Rules(bands_s=(), moves=BUDGET)
SMALL = {"resumes": True}


def fragmented(rules: Rules = RULES, **more: object) -> tuple[CoreWorld, str, str]:
    """A job on each of two nodes, which have one device left; they are the first two."""
    world = CoreWorld(ROWS, rules)
    jobs = world.submit(*(one(f"s{i}", **{**SMALL, **more}) for i in range(4)))
    world.until_quiet()
    where = {job: world.core.places(job)[0].node for job in jobs}
    stay = [next(job for job in jobs if where[job] == node) for node in ("a", "b")]
    for job in jobs:
        if job not in stay:
            end(world, job, 1)
    return world, stay[0], stay[1]


def end(world: CoreWorld, job: str, attempt: int) -> None:
    world.end(f"{job}.{attempt}", 0)
    world.look()
    world.until_quiet()


def later(world: CoreWorld, seconds: int) -> None:
    world.now_ms += 1000 * seconds
    world.until_quiet()


def large(world: CoreWorld, **more: object) -> str:
    (job,) = world.submit(one("large", devices="gpu:2", **more))
    world.until_quiet()
    return job


def node_of(world: CoreWorld, job: str) -> str:
    (place,) = world.core.places(job)
    return place.node


def test_a_job_moves_so_that_a_larger_one_fits() -> None:
    world, *small = fragmented()
    later(world, 60)
    wide = large(world)
    assert {world.jobs[job].state for job in (*small, wide)} == {RUNNING}
    assert node_of(world, small[0]) == node_of(world, small[1]) != node_of(world, wide)
    (moved,) = (job for job in small if world.jobs[job].attempts == 2)
    assert world.attempts[f"{moved}.1"].why == "moved"
    assert f"moved for {wide}" in [event.detail.get("text") for event in world.events]
    end(world, moved, 2)
    assert world.jobs[moved].state == "done"
    (run,) = (event for event in world.events if event.subject == f"{moved}.1")
    assert run.detail["ms"] == 60_000  # what it ran for before is charged


def test_the_larger_job_begins_when_the_others_are_gone() -> None:
    world, *small = fragmented()
    later(world, 60)
    (wide,) = world.submit(one("large", devices="gpu:2"))
    world.core.schedule(world.now_ms)
    world.core.schedule(world.now_ms)
    _, calls = world.core.take()
    assert not any(isinstance(call, StartCall) for call in calls)
    (moved,) = (job for job in small if world.core.live(job).state == "stopping")  # type: ignore[union-attr]
    assert world.core.live(wide).state == STARTING  # type: ignore[union-attr]
    assert [each.id for each in world.core.leaving(wide)] == [f"{moved}.1"]


def test_a_job_that_does_not_resume_or_is_new_stays() -> None:
    for more in ({"resumes": False}, {"preemptible": False}, {"priority": 1}):
        world, *_ = fragmented(**more)
        later(world, 3600)
        assert world.jobs[large(world)].state == WAITING
    world, *_ = fragmented()
    later(world, 30)
    wide = large(world)
    assert world.jobs[wide].state == WAITING
    assert world.core.due_ms() == world.now_ms + 30_000  # when they may be moved
    later(world, 30)
    assert world.jobs[wide].state == RUNNING


def test_nothing_moves_without_a_budget() -> None:
    for budget in (NO_MOVES, replace(BUDGET, an_hour=0)):
        world, *_ = fragmented(replace(RULES, moves=budget))
        later(world, 3600)
        wide = large(world)
        later(world, 7200)
        assert world.jobs[wide].state == WAITING


def test_a_cluster_that_has_moved_enough_in_an_hour_waits() -> None:
    world, *small = fragmented(replace(RULES, moves=replace(BUDGET, an_hour=1, again_s=0)))
    later(world, 60)
    wide = large(world)
    (moved,) = (job for job in small if world.jobs[job].attempts == 2)
    (other,) = world.submit(one("other", **SMALL))  # nothing is left
    end(world, wide, 1)
    assert world.core.places(other)[0].node != node_of(world, moved)
    (stays,) = (job for job in small if job != moved)
    end(world, stays, 1)
    wide = large(world)
    assert world.jobs[wide].state == WAITING
    later(world, 3599)
    assert world.jobs[wide].state == WAITING
    later(world, 1)
    assert world.jobs[wide].state == RUNNING


def test_a_restart_remembers_what_was_moved() -> None:
    world, *small = fragmented(replace(RULES, moves=replace(BUDGET, after_s=0)))
    wide = large(world)
    (moved,) = (job for job in small if world.jobs[job].attempts == 2)
    world.core = world.new_core()
    end(world, wide, 1)
    (stays,) = (job for job in small if job != moved)
    world.core.cancel(stays, "ann", world.now_ms)
    world.until_quiet()
    pins = world.submit(one("p1"), one("p2"), one("p3"))
    world.until_quiet()
    for pin in pins:  # of these one stays, on the node where the moved one is not
        if node_of(world, pin) == node_of(world, moved):
            end(world, pin, 1)
    end(world, next(pin for pin in pins if world.jobs[pin].state == RUNNING), 1)
    wide = large(world)
    assert world.jobs[wide].state == WAITING
    later(world, 600)
    assert world.jobs[wide].state == RUNNING


def test_a_crash_while_a_job_moves_loses_nothing() -> None:
    for turns in range(4):
        world, *small = fragmented()
        later(world, 60)
        (wide,) = world.submit(one("large", devices="gpu:2"))
        for _ in range(turns):
            world.settle()
            world.look()
        world.settle(crash=True)
        world.until_quiet()
        later(world, 600)
        assert {world.jobs[job].state for job in (*small, wide)} == {RUNNING}
        assert sum(seen.state == "running" for seen in world.runs.values()) == 3


def test_a_job_whose_new_place_is_gone_waits_again() -> None:
    world, *small = fragmented()
    later(world, 60)
    (wide,) = world.submit(one("large", devices="gpu:2"))
    world.core.schedule(world.now_ms)
    (moved,) = (job for job in small if world.core.live(job).state == "stopping")  # type: ignore[union-attr]
    (stays,) = (job for job in small if job != moved)
    gone = node_of(world, stays)
    world.core.leave(gone, world.now_ms)
    world.until_quiet()
    assert world.attempts[f"{moved}.1"].why == "node-lost"
    assert {world.jobs[job].state for job in small} == {WAITING}
    assert world.jobs[wide].state == RUNNING  # it has what is left
    world.core.join(next(row for row in ROWS if row.name == gone), world.now_ms)
    world.until_quiet()
    assert {world.jobs[job].state for job in (*small, wide)} == {RUNNING}


def test_a_job_whose_start_is_refused_waits_again() -> None:
    world, *small = fragmented()
    later(world, 60)
    wide = large(world)
    (moved,) = (job for job in small if world.jobs[job].attempts == 2)
    world.runs.pop(f"{moved}.2")
    world.core.refused(f"{moved}.2", Reason("engine", why="no room"), world.now_ms)
    world.settle()
    assert world.jobs[moved].state == WAITING
    later(world, 10)
    assert world.jobs[moved].state == world.jobs[wide].state == RUNNING


def test_a_job_is_cancelled_while_it_moves() -> None:
    world, *small = fragmented()
    later(world, 60)
    (wide,) = world.submit(one("large", devices="gpu:2"))
    world.core.schedule(world.now_ms)
    (moved,) = (job for job in small if world.core.live(job).state == "stopping")  # type: ignore[union-attr]
    world.core.cancel(moved, "ann", world.now_ms)
    world.until_quiet()
    assert world.jobs[moved].state == "cancelled"
    assert world.jobs[wide].state == RUNNING


def test_a_job_that_is_being_cancelled_makes_room_as_well() -> None:
    world, *small = fragmented()
    later(world, 60)
    for job in small:
        world.core.cancel(job, "ann", world.now_ms)  # they have not ended yet
    (wide,) = world.submit(one("large", devices="gpu:2"))
    world.until_quiet()
    assert {world.jobs[job].state for job in small} == {"cancelled"}
    assert world.jobs[wide].state == RUNNING


def test_an_administrator_sets_the_budget() -> None:
    assert move_budget({}) == FEW_MOVES
    assert move_budget({"HEDDLE_MOVES": "0"}).an_hour == 0
    some = move_budget({"HEDDLE_MOVES": "30", "HEDDLE_MOVE_AFTER": "5m"})
    assert some == replace(FEW_MOVES, an_hour=30, after_s=300)
    for name, text in (("HEDDLE_MOVES", "-1"), ("HEDDLE_MOVES", "few"), ("HEDDLE_MOVE_AFTER", "x")):
        with pytest.raises(UsageError, match=text):
            move_budget({name: text})


class MovingLife(Life):
    """The same where nodes are fragmented, and jobs move whenever it helps."""

    @initialize()
    def begin(self) -> None:
        self.world, *_ = fragmented(Rules(bands_s=(), moves=MoveBudget(2, 100, 0, 0)))
        self.accepted = set(self.world.jobs)

    @rule(resumes=st.booleans(), devices=st.sampled_from(["gpu:1", "gpu:2"]))
    def submit_one(self, resumes: bool, devices: str) -> None:
        self.accepted |= set(self.world.submit(one(devices=devices, resumes=resumes)))
        self.world.settle()


TestMovingLife = pytest.mark.slow(MovingLife.TestCase)
TestMovingLife.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)


def running(name: str, started_s: int) -> Running:
    job: Job = replace(read(one(name)), id=name)
    return Running(job, 0, (), started_s)


def test_the_log_counts_an_hour_and_each_job() -> None:
    log = MoveLog(MoveBudget(each=2, an_hour=3, after_s=60, again_s=7200))
    assert (log.left(0), log.more_s(0)) == (2, None)
    log.note("a", 100)
    log.note("b", 200)
    assert (log.left(200), log.more_s(200)) == (1, 3700)
    log.note("c", 300)
    assert (log.left(3699), log.left(3700), log.left(3900)) == (0, 1, 2)
    assert log.ready_s(running("a", 0)) == 7300
    assert log.ready_s(running("d", 50)) == 110
