"""Elastic jobs that resume are resized while they run: with one attempt after another."""

from __future__ import annotations

from heddle.cluster.nodes import NodeRow
from heddle.control.calls import Call, StopCall
from heddle.model.record import DONE, RUNNING, WAITING
from tests.core_world import GPU, CoreWorld, one

ELASTIC = {"shape": "elastic", "least": 1, "most": 3, "resumes": True}


def members(world: CoreWorld, job: str) -> int:
    return len(world.core.places(job))


def test_a_job_shrinks_for_others_and_grows_when_they_are_gone() -> None:
    world = CoreWorld()
    (elastic,) = world.submit(one("e", **ELASTIC))
    world.until_quiet()
    assert members(world, elastic) == 3
    (other,) = world.submit(one("other"))
    world.until_quiet()
    assert members(world, elastic) == 2
    assert world.jobs[elastic].state == world.jobs[other].state == RUNNING
    assert world.attempts[f"{elastic}.1"].why == "resized"
    world.end(f"{other}.1", 0)
    world.look()
    world.until_quiet()
    assert members(world, elastic) == 2, "it has just been restarted"
    due_ms = world.core.due_ms()
    assert due_ms is not None
    world.now_ms = due_ms
    world.until_quiet()
    assert members(world, elastic) == 3
    assert world.jobs[elastic].attempts == 3
    world.end(f"{elastic}.3", 0)
    world.look()
    world.until_quiet()
    assert world.jobs[elastic].state == DONE
    assert not world.core.pool.cluster.running


def test_one_that_does_not_resume_keeps_its_members() -> None:
    world = CoreWorld()
    (elastic,) = world.submit(one("e", **{**ELASTIC, "resumes": False}))
    world.until_quiet()
    (other,) = world.submit(one("other"))
    world.until_quiet()
    assert members(world, elastic) == 3
    assert world.jobs[other].state == WAITING


def test_a_job_is_cancelled_or_preempted_while_it_is_resized() -> None:
    for urgent in (False, True):
        world = CoreWorld()
        (elastic,) = world.submit(one("e", **ELASTIC))
        world.until_quiet()
        world.submit(one("other"))
        world.core.schedule(world.now_ms)  # it is told to end, and has not yet
        if urgent:
            world.submit({**one("urgent"), "priority": 9, "shape": "gang", "members": 3})
        else:
            world.core.cancel(elastic, "ann", world.now_ms)
        world.until_quiet()
        assert world.jobs[elastic].state == ("waiting" if urgent else "cancelled")
        assert elastic not in world.core.pool.cluster.running


def test_a_crash_while_a_job_is_resized_loses_nothing() -> None:
    world = CoreWorld()
    (elastic,) = world.submit(one("e", **ELASTIC))
    world.until_quiet()
    (other,) = world.submit(one("other"))
    world.settle(crash=True)
    world.until_quiet()
    assert world.jobs[elastic].state == world.jobs[other].state == RUNNING
    assert members(world, elastic) == 2
    assert sum(seen.state == "running" for seen in world.runs.values()) == 2


def test_nothing_begins_where_members_of_a_lost_gang_still_run() -> None:
    """Its other node is there, and they have not ended yet."""

    class SlowToStop(CoreWorld):
        def call(self, call: Call) -> None:
            if not isinstance(call, StopCall):
                super().call(call)

    world = SlowToStop([NodeRow(name, 8000, 32768, (GPU,)) for name in ("a", "b")])
    (gang,) = world.submit({**one("gang"), "shape": "gang", "members": 2})
    world.until_quiet()
    world.core.leave("a", world.now_ms)
    (other,) = world.submit(one("other"))
    world.until_quiet()
    assert f"{other}.1" not in world.runs
    world.end(f"{gang}.1", -15)
    world.look()
    world.until_quiet()
    assert world.runs[f"{other}.1"].state == RUNNING
