"""What the control plane makes of a crash: its own, an engine's, or of both."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from heddle.cluster.nodes import NodeRow
from heddle.control import loop as looping
from heddle.control.core import Core
from heddle.control.loop import Loop
from heddle.control.nodes.pool import Pool
from heddle.engine.base import AttemptStatus, Engine
from heddle.engine.fake import Fake
from heddle.engine.local.engine import Local
from heddle.errors import UsageError
from heddle.model.reason import Reason
from heddle.model.record import JobRecord
from heddle.store import open_store
from tests.core_world import ENGINE, ROWS, one, read
from tests.core_world import CoreWorld as World
from tests.world import eventually

HERE = NodeRow("here", 8000, 32768)


def new_core(world: World, seen: list[AttemptStatus] | None) -> Core:
    core = Core(Pool(ROWS), world.jobs.get, read, last_number=99)
    alive = [job for job in world.jobs.values() if job.ended_ms is None]
    core.recover(alive, world.attempts.values(), {ENGINE: seen}, world.now_ms)
    return core


def test_who_waited_for_a_job_that_ended_meanwhile_begins_once() -> None:
    """It was in the line twice: once because the other was done, once because it waits."""
    world = World()
    first, second = world.submit(one("x"), one("y", after=["x"]))
    world.until_quiet()
    world.end(f"{first}.1", 0)
    world.core = world.new_core()
    world.until_quiet()
    assert world.jobs[first].state == "done"
    assert world.jobs[second].state == "running"
    assert [name for name in world.attempts if name.startswith(f"{second}.")] == [f"{second}.1"]
    world.end(f"{second}.1", 0)
    world.until_quiet()
    assert world.jobs[second].state == "done"


def test_only_failures_use_up_retries_and_a_crash_does_not_forget_them() -> None:
    world = World()
    (job,) = world.submit(one(retries=1))
    world.until_quiet()
    world.core.leave("one", world.now_ms)  # its node goes away, and the one after it
    world.core.leave("two", world.now_ms)
    world.until_quiet()
    world.core = world.new_core()
    world.until_quiet()
    world.runs[f"{job}.2"] = AttemptStatus(
        f"{job}.2", "lost", None, world.now_ms, world.now_ms + 5, "gone"
    )
    world.until_quiet()
    for number, state in ((3, "waiting"), (4, "failed")):
        world.now_ms += 60_000
        world.until_quiet()
        assert world.jobs[job].state == "running"
        world.end(f"{job}.{number}", 3)
        world.until_quiet()
        assert world.jobs[job].state == state
        if state == "waiting":
            world.core = world.new_core()


def test_a_job_that_takes_its_machine_down_does_not_do_so_for_ever() -> None:
    world = World()
    (job,) = world.submit(one())
    for _ in range(10):
        world.now_ms += 60_000
        world.until_quiet()
        if world.jobs[job].state == "failed":
            break
        world.runs.clear()  # nothing is left of anything
        world.now_ms += 1
        world.core = world.new_core()
    assert world.jobs[job].state == "failed"
    assert world.jobs[job].attempts == 4


def test_the_pause_after_a_failure_survives_a_crash() -> None:
    world = World()
    (job,) = world.submit(one(retries=3))
    world.until_quiet()
    world.end(f"{job}.1", 1)
    world.until_quiet()
    world.core = world.new_core()
    world.until_quiet()
    assert world.jobs[job].state == "waiting"
    assert world.core.due_ms() == world.jobs[job].not_before_ms
    world.now_ms += 1000
    world.until_quiet()
    assert world.jobs[job].state == "running"


def test_a_restart_does_not_change_when_jobs_are_expected_to_end() -> None:
    """Their alternatives have speeds, and an elastic job may run with fewer members."""
    world = World()
    world.submit(
        {
            "id": "slow",
            "expected": "1h",
            "command": ["true"],
            "alternatives": [{"devices": "h100:1"}, {"devices": "t4:1", "rate": 0.5}],
        },
        one("fewer", expected="30m", shape="elastic", least=1, members=4, most=4),
    )
    world.until_quiet()
    before = {job: run.ends_s for job, run in world.core.pool.cluster.running.items()}
    assert list(before.values()) == [1000 + 7200, 1000 + 3600]  # 2 of 4 members
    world.core = world.new_core()
    assert {job: run.ends_s for job, run in world.core.pool.cluster.running.items()} == before


def test_an_attempt_is_charged_for_what_ran() -> None:
    """From when the engine started it, whether or not that was told; nothing, if nothing ran."""
    world = World()
    (job,) = world.submit(one())
    world.settle()
    asked = world.now_ms
    world.now_ms += 9000
    ended = AttemptStatus(f"{job}.1", "ended", 0, asked + 8000, asked + 8500)
    world.core.saw(ENGINE, ended, world.now_ms)
    world.settle()
    attempt = world.attempts[f"{job}.1"]
    assert (attempt.started_ms, attempt.ended_ms) == (asked + 8000, asked + 8500)
    (other,) = world.submit(one())
    world.settle()
    world.now_ms += 9000
    world.core.refused(f"{other}.1", Reason("engine", why="it is down"), world.now_ms)
    world.settle()
    usage = [event.detail["ms"] for event in world.events if event.kind == "usage"]
    assert usage == [500, 0]
    assert world.jobs[other].reason["text"] == "the engine cannot take it now: it is down"


def test_who_never_began_in_the_place_of_another_is_charged_nothing() -> None:
    world = World()
    world.submit(*(one(f"l{i}") for i in range(3)))
    world.until_quiet()
    (high,) = world.submit(one("h", priority=10))
    world.core.schedule(world.now_ms)
    world.now_ms += 5000
    world.core.cancel(high, "ann", world.now_ms)
    changes, _ = world.core.take()
    (attempt,) = [each for each in changes if getattr(each, "kind", "") == "usage"]
    assert attempt.detail["ms"] == 0  # type: ignore[union-attr]


def test_from_a_silent_engine_nothing_follows() -> None:
    """It cannot be asked what runs: so nothing is lost, and nothing is begun twice."""
    world = World()
    running, stopping = world.submit(one("r"), one("s"))
    world.until_quiet()
    world.core.cancel(stopping, "ann", world.now_ms)
    world.core.schedule(world.now_ms)
    for change in world.core.take()[0]:  # written; the call is lost in the crash
        if isinstance(change, JobRecord):
            world.jobs[change.id] = change
        elif type(change) is type(world.attempts[f"{running}.1"]):
            world.attempts[change.id] = change
    core = new_core(world, None)
    core.schedule(world.now_ms)
    changes, calls = core.take()
    assert not [each for each in changes if isinstance(each, JobRecord)]
    assert not calls
    core.looked(ENGINE, list(world.runs.values()), world.now_ms)
    _, calls = core.take()
    assert [call.attempt for call in calls] == [f"{stopping}.1"]


@contextmanager
def running(folder: Path, engine: Engine) -> Iterator[Loop]:
    """A control plane as small as can be, with a store on the disk."""
    store = open_store(str(folder / "store.db"))
    last = store.last_number("job")
    here = replace(HERE, engine=engine.name)
    core = Core(Pool([here]), store.job, read, last_number=last)
    loop = Loop(store, [engine], core)
    loop.start()
    yield loop
    loop.stop()
    store.close()


def submit(loop: Loop, *command: str) -> str:
    spec = {"id": "a", "devices": "cpu:1", "command": list(command)}

    def ask(core: Core) -> str:
        return core.submit([read(spec)], [spec], "ann", loop.now_ms())[0].id

    return loop.ask(ask).result(10)


def until(loop: Loop, job: str, right: Callable[[JobRecord], bool]) -> bool:
    def is_it() -> bool:
        record = loop.store.job(job)
        return record is not None and right(record)

    return eventually(is_it, 15)


def test_an_engine_that_is_down_is_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a crash nor a failure; and what it ran before is not taken to be lost."""
    monkeypatch.setattr(looping, "LOOK_S", 0.05)
    monkeypatch.setattr("heddle.control.attempts.PATIENCE_MS", 0)
    fake = Fake(lambda: int(time.time() * 1000))
    with running(tmp_path, fake) as loop:
        runs = submit(loop, "true")
        assert until(loop, runs, lambda job: job.state == "running")
        fake.down = "its power is off"
        waits = submit(loop, "true")
        assert until(loop, waits, lambda job: "its power is off" in job.reason.get("text", ""))
        assert loop.store.job(runs).state == "running"  # type: ignore[union-attr]
    with running(tmp_path, fake) as loop:  # it is down when we come up, too
        time.sleep(0.2)
        assert loop.store.job(runs).state == "running"  # type: ignore[union-attr]
        assert loop.store.job(waits).state == "waiting"  # type: ignore[union-attr]
        fake.down = ""
        assert until(loop, waits, lambda job: job.state == "running")
        fake.end(f"{runs}.1")
        assert until(loop, runs, lambda job: job.state == "done")
        assert loop.store.job(runs).attempts == 1  # type: ignore[union-attr]


def test_an_order_that_makes_no_sense_fails_at_once(tmp_path: Path) -> None:
    class Strict(Fake):
        def start(self, order: object) -> Reason | None:
            raise UsageError("it is to work in 'here': give the whole path")

    with running(tmp_path, Strict()) as loop:
        job = submit(loop, "true")
        assert until(loop, job, lambda job: job.state == "failed")
        assert "give the whole path" in loop.store.job(job).reason["text"]  # type: ignore[union-attr]


@pytest.mark.slow
def test_both_sides_start_again(tmp_path: Path) -> None:
    """The control plane and the engine end; meanwhile one attempt ends, one loses its supervisor,
    one goes on, and one was never begun."""
    folder = tmp_path / "engine"
    with running(tmp_path, Local(str(folder))) as loop:
        ends, killed, stays = (submit(loop, "sleep", text) for text in ("0.5", "1.5", "1000"))
        for job in (ends, killed, stays):
            assert until(loop, job, lambda job: job.state == "running")
    states = {job: folder / "attempts" / f"{job}.1" / "state.json" for job in (ends, killed)}
    at_ms = int(time.time() * 1000)
    os.kill(json.loads(states[killed].read_text())["supervisor"], signal.SIGKILL)
    assert eventually(lambda: json.loads(states[ends].read_text())["state"] == "ended")
    store = open_store(str(tmp_path / "store.db"))
    kept = store.job(stays)
    assert kept is not None
    never = replace(kept, id="j9", state="starting", attempts=1)
    attempt = replace(store.attempts(stays)[0], id="j9.1", job="j9", state="starting")
    store.write([never, attempt])
    store.close()
    time.sleep(2.5)
    with running(tmp_path, Local(str(folder))) as loop:
        assert until(loop, ends, lambda job: job.state == "done")
        assert until(loop, killed, lambda job: job.state == "done")
        lost, again = loop.store.attempts(killed)
        assert (lost.state, again.exit_code) == ("lost", 0)
        assert lost.ended_ms is not None
        assert abs(lost.ended_ms - at_ms) <= 1100, "when its supervisor was last alive, not now"
        assert until(loop, "j9", lambda job: job.state == "running")
        for job in (stays, "j9"):
            loop.ask(lambda core, job=job: core.cancel(job, "ann", 0)).result(10)  # type: ignore[misc]
            assert until(loop, job, lambda job: job.state == "cancelled")
            assert len(loop.store.attempts(job)) == 1
