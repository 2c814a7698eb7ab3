"""One suite for every engine: what the control plane may count on, whoever runs the members."""

from __future__ import annotations

import contextlib
import importlib
import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from socket import socket

import pytest

from heddle import engine
from heddle.engine.base import AttemptStatus, Engine, Order, RemoteEngine
from heddle.engine.fake import Fake
from heddle.engine.local.engine import Local
from heddle.errors import HeddleError, UsageError
from heddle.model.reason import Reason
from heddle.model.wire.terminal import VIEW, frame
from heddle.node.lines import connect
from heddle.seams import names_in
from tests.engines import FINAL, Followed, order, within, written
from tests.ray_cluster import RayCluster
from tests.slurm import SlurmServer

DONE = ("true",)
FAILS = ("sh", "-c", "exit 3")
STAYS = ("sleep", "1000")
SPEAKS = ("sh", "-c", "printf one; printf two >&2; exec sleep 1000")
ONE_FAILS = ("sh", "-c", "[ $RANK = 1 ] && exit 5; trap 'exit 9' TERM; sleep 1000 & wait")
DEAF = ("sh", "-c", "trap '' TERM; echo up; while :; do sleep 0.1; done")
WRITTEN = {SPEAKS: b"onetwo", DEAF: b"up\n"}
OTHERS = "member 1 ended with exit code 5, so the others were ended"


class Fated(Fake):
    """A fake that does what the commands of this suite would."""

    def start(self, order: Order) -> Reason | None:
        if self.down:
            return super().start(order)
        is_new = not self.logs(order.attempt, 0, 0, 1) and all(
            seen.attempt != order.attempt for seen in self.seen()
        )
        reason = super().start(order)
        if reason or not is_new or all(seen.attempt != order.attempt for seen in self.seen()):
            return reason
        if order.command in WRITTEN:
            self.write(order.attempt, 0, WRITTEN[order.command])
        elif order.command == ONE_FAILS:
            self.end(order.attempt, 5, OTHERS)
        elif order.command != STAYS:
            self.end(order.attempt, 3 if order.command == FAILS else 0)
        return None

    def stop(self, attempt: str, why: str) -> None:
        held = next((seen for seen in self.seen() if seen.attempt == attempt), None)
        if held and held.state == "running" and self.order(attempt).command == DEAF:
            self.end(attempt, -9, why)
        super().stop(attempt, why)


def maker(kind: str, folder: Path, request: pytest.FixtureRequest) -> Callable[[], Engine]:
    """Makes the engine, and after a new start of the control plane another object for it; a fake
    stays the same, as an engine that is elsewhere does."""
    if kind == "local":
        return partial(Local, str(folder))
    if kind == "slurm":
        server: SlurmServer = request.getfixturevalue("slurm")
        return partial(server.engine, folder)
    if kind == "ray":
        cluster: RayCluster = request.getfixturevalue("ray")
        return partial(cluster.engine, folder)
    clock = itertools.count(1)
    fake = Fated(lambda: next(clock))
    return lambda: fake


#: Those that start what they run on have a target of their own in the Makefile.
STARTED = [pytest.param(name, marks=getattr(pytest.mark, name)) for name in ("ray", "slurm")]


@pytest.fixture(params=["fake", "local", *STARTED])
def followed(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Followed]:
    make = maker(request.param, tmp_path, request)
    made = Followed(make(), make)
    yield made
    last = made.engine
    for seen in last.seen():
        last.stop(seen.attempt, "the test is over")
    assert within(lambda: all(seen.state in FINAL for seen in last.seen()))
    last.close()


def test_a_command_that_succeeds_ends_with_0(followed: Followed) -> None:
    assert followed.engine.start(order("j1.1", *DONE)) is None
    end = followed.end("j1.1")
    assert (end.state, end.exit_code, end.why) == ("ended", 0, "")
    assert followed.seen("j1.1") == end
    assert end.started_ms is not None
    assert end.ended_ms is not None
    assert end.started_ms <= end.ended_ms


def test_a_command_that_fails_ends_with_its_code(followed: Followed) -> None:
    followed.engine.start(order("j1.1", *FAILS))
    assert followed.end("j1.1").exit_code == 3


def test_running_is_told_and_seen(followed: Followed) -> None:
    followed.engine.start(order("j1.1", *STAYS))
    assert followed.until("j1.1", "running").exit_code is None
    seen = followed.seen("j1.1")
    assert seen is not None
    assert (seen.state, seen.ended_ms) == ("running", None)


def test_an_order_said_twice_is_one(followed: Followed) -> None:
    for _ in range(3):
        assert followed.engine.start(order("j1.1", *STAYS)) is None
    followed.until("j1.1", "running")
    assert followed.engine.start(order("j1.1", *STAYS)) is None
    assert len(followed.engine.seen()) == 1
    followed.engine.stop("j1.1", "enough")
    followed.end("j1.1")
    assert [seen.state for seen in followed.of("j1.1")].count("ended") == 1


def test_what_has_ended_is_not_started_again(followed: Followed) -> None:
    followed.engine.start(order("j1.1", *FAILS))
    end = followed.end("j1.1")
    assert followed.engine.start(order("j1.1", *STAYS)) is None
    assert followed.seen("j1.1") == end
    followed.engine.forget("j1.1")
    assert followed.engine.start(order("j1.1", *STAYS)) is None
    assert followed.engine.seen() == []


def test_stop_ends_it_and_says_why(followed: Followed) -> None:
    followed.engine.start(order("j1.1", *STAYS))
    followed.until("j1.1", "running")
    followed.engine.stop("j1.1", "cancelled")
    followed.engine.stop("j1.1", "cancelled once more")
    end = followed.end("j1.1")
    assert (end.state, end.exit_code, end.why) == ("ended", -15, "cancelled")
    followed.engine.stop("j1.1", "too late")
    assert followed.seen("j1.1") == end


def test_what_it_does_not_know_needs_nothing(followed: Followed) -> None:
    followed.engine.stop("j9.1", "cancelled")
    followed.engine.forget("j9.1")
    assert followed.engine.logs("j9.1", 0, 0, 100) == b""
    assert followed.engine.seen() == []
    assert followed.told == []


def test_only_what_has_ended_is_forgotten(followed: Followed) -> None:
    followed.engine.start(order("j1.1", *SPEAKS))
    followed.until("j1.1", "running")
    followed.engine.forget("j1.1")
    assert followed.seen("j1.1") is not None
    assert within(lambda: written(followed.engine, "j1.1") == "onetwo")
    followed.engine.stop("j1.1", "enough")
    followed.end("j1.1")
    followed.engine.forget("j1.1")
    followed.engine.forget("j1.1")
    assert followed.seen("j1.1") is None
    assert written(followed.engine, "j1.1") == "onetwo", "logs stay"


def test_logs_are_read_from_a_byte_on(followed: Followed) -> None:
    followed.engine.start(order("j1.1", *SPEAKS))
    assert within(lambda: written(followed.engine, "j1.1") == "onetwo")
    logs = followed.engine.logs
    assert logs("j1.1", 0, 2, 2) == b"et"
    assert logs("j1.1", 0, 4, 100) == b"wo"
    assert logs("j1.1", 0, 6, 100) == b""
    assert logs("j1.1", 0, 600, 100) == b""
    assert logs("j1.1", 0, 0, 0) == b""
    assert logs("j1.1", 7, 0, 100) == b"", "there is no such member"


def test_attempts_do_not_mind_each_other(followed: Followed) -> None:
    for number in range(5):
        followed.engine.start(order(f"j{number}[0].1", *STAYS, members=2))
    followed.engine.start(order("j5.1", *FAILS))
    followed.end("j5.1")
    followed.engine.stop("j3[0].1", "cancelled")
    followed.end("j3[0].1")
    for number in (0, 1, 2, 4):
        followed.until(f"j{number}[0].1", "running")
    states = {seen.attempt: seen.state for seen in followed.engine.seen()}
    assert sorted(states.values()) == ["ended"] * 2 + ["running"] * 4


def test_a_member_that_fails_ends_the_others(followed: Followed) -> None:
    followed.engine.start(order("j1.1", *ONE_FAILS, members=3))
    end = followed.end("j1.1")
    assert (end.state, end.exit_code, end.why) == ("ended", 5, OTHERS)


def test_one_that_does_not_end_is_made_to(followed: Followed) -> None:
    followed.engine.start(order("j1.1", *DEAF, grace_s=0.5))
    assert within(lambda: written(followed.engine, "j1.1") == "up\n")
    followed.engine.stop("j1.1", "cancelled")
    end = followed.end("j1.1")
    assert (end.state, end.exit_code, end.why) == ("ended", -9, "cancelled")


def again(followed: Followed) -> Followed:
    """The control plane has ended, and a new one comes: with a new object where the engine is part
    of it, to the same engine where that is elsewhere."""
    followed.engine.close()
    followed.engine = followed.make()
    return Followed(followed.engine)


@pytest.mark.slow
def test_a_new_control_plane_finds_what_was_and_goes_on(followed: Followed) -> None:
    followed.engine.start(order("j1.1", *STAYS, members=2))
    followed.engine.start(order("j2.1", *FAILS))
    followed.engine.start(order("j3.1", *DONE))
    for attempt in ("j2.1", "j3.1"):
        followed.end(attempt)
    followed.until("j1.1", "running")
    followed.engine.forget("j3.1")
    new = again(followed)
    assert {(seen.attempt, seen.state, seen.exit_code) for seen in new.engine.seen()} == {
        ("j1.1", "running", None),
        ("j2.1", "ended", 3),
    }
    for attempt in ("j1.1", "j2.1", "j3.1"):  # nobody knows whether the first time counted
        assert new.engine.start(order(attempt, *STAYS, members=2)) is None
    assert len(new.engine.seen()) == 2
    new.engine.stop("j1.1", "cancelled")
    end = new.end("j1.1")
    assert (end.state, end.exit_code, end.why) == ("ended", -15, "cancelled")
    assert [seen.attempt for seen in new.of("j2.1")] == [], "that it ended was told before"


@pytest.mark.slow
def test_what_was_asked_of_an_engine_that_is_down_is_refused_not_raised(
    followed: Followed,
) -> None:
    """And what it was told no for does not happen later."""
    followed.engine.start(order("j1.1", *STAYS))
    followed.until("j1.1", "running")
    if isinstance(followed.engine, Fake):
        followed.engine.down = "its power is off"
    else:
        followed.engine.close()
    refusal = followed.engine.start(order("j2.1", *STAYS))
    assert refusal is not None
    assert refusal.code == "engine"
    assert refusal.why
    followed.engine.forget("j1.1")
    followed.engine.logs("j1.1", 0, 0, 100)
    if isinstance(followed.engine, Fake):
        followed.engine.down = ""
    new = again(followed)
    assert [(seen.attempt, seen.state) for seen in new.engine.seen()] == [("j1.1", "running")]
    assert new.engine.start(order("j2.1", *DONE)) is None
    assert new.end("j2.1").exit_code == 0


def test_an_end_is_told_once_and_last(followed: Followed) -> None:
    for number in range(10):
        followed.engine.start(order(f"j{number}.1", *(DONE, FAILS)[number % 2]))
    for number in range(10):
        followed.end(f"j{number}.1")
        states = [seen.state for seen in followed.of(f"j{number}.1")]
        assert states in (["ended"], ["running", "ended"])


def test_whoever_fails_to_listen_does_not_stop_the_others(tmp_path: Path) -> None:
    """Only of engines with a thread: the fake calls in the caller's own."""

    def fail(seen: AttemptStatus) -> None:
        raise ValueError(seen.attempt)

    local = Local(str(tmp_path))
    local.watch(fail)
    followed = Followed(local)
    local.start(order("j1.1", *DONE))
    assert followed.end("j1.1").exit_code == 0
    local.close()


def attach(engine: Engine, attempt: str, member: int) -> socket:
    """As the control plane does, or the node of an engine elsewhere."""
    if not isinstance(engine, RemoteEngine):
        return engine.attach(attempt, member)
    try:
        line = connect(*engine.terminal_of(attempt, member), engine.uid_of("default"))
    except OSError as error:
        raise UsageError(f"no terminal: {error}") from None
    line.setblocking(False)
    return line


def test_a_terminal_can_be_attached_to_as_often_as_one_likes(followed: Followed) -> None:
    """Lines do not block; what is on them is heddle/model/wire/terminal.py's."""
    asked = replace(order("j1.1", *STAYS), terminal_idle_s=1000)
    assert followed.engine.start(asked) is None
    followed.until("j1.1", "running")
    lines: list[socket] = []

    def attached() -> bool:
        with contextlib.suppress(UsageError):  # not yet
            lines.append(attach(followed.engine, "j1.1", 0))
        return len(lines) == 3

    assert within(attached)
    for line in lines:
        assert not line.getblocking()
        assert line.send(frame(VIEW)) == len(frame(VIEW))
        line.close()


def test_where_there_is_no_terminal_nobody_attaches(followed: Followed) -> None:
    """An attempt without one, one that is over, another member, one that is not known."""
    followed.engine.start(order("j1.1", *STAYS))
    followed.until("j1.1", "running")
    followed.engine.start(replace(order("j2.1", *DONE), terminal_idle_s=1000))
    assert followed.end("j2.1").exit_code == 0
    followed.engine.start(replace(order("j3.1", *STAYS), terminal_idle_s=1000))
    followed.until("j3.1", "running")
    for attempt, member in (("j1.1", 0), ("j2.1", 0), ("j3.1", 1), ("j9.1", 0)):
        with pytest.raises(UsageError, match="no terminal"):
            attach(followed.engine, attempt, member)


def test_every_engine_is_in_this_suite() -> None:
    names = [name for name in names_in(engine.__path__) if name != "base"]
    assert names == ["fake", "kubernetes", "local", "ray", "slurm"], "add it to `followed`, too"
    for name in names:
        assert importlib.import_module(f"heddle.engine.{name}").ENGINE.name == name


def test_a_fake_that_is_down_says_so_and_comes_back() -> None:
    fake = Fake(lambda: 7)
    followed = Followed(fake)
    fake.start(order("j1.1", *STAYS))
    fake.down = "its machine room is on fire"
    refusal = fake.start(order("j2.1", *STAYS))
    assert refusal is not None
    assert "on fire" in refusal.text
    fake.end("j1.1")
    with pytest.raises(HeddleError, match="on fire"):
        fake.seen()
    assert [seen.state for _, seen in followed.told] == ["running"]
    fake.down = ""
    fake.tell_all()
    assert followed.told[-1][1] == AttemptStatus("j1.1", "ended", 0, 7, 7)
    assert fake.start(order("j2.1", *STAYS)) is None


def test_the_fate_of_a_fake_comes_from_outside() -> None:
    fake = Fake(at_once=False)
    followed = Followed(fake)
    for attempt in ("j1.1", "j2.1", "j3.1"):
        fake.start(order(attempt, *STAYS))
    assert {seen.state for seen in fake.seen()} == {"starting"}
    fake.run("j1.1")
    fake.stop("j1.1", "preempted")
    assert fake.seen()[0].state == "running", "it takes its time"
    fake.end("j1.1", -15)
    fake.lose("j1.1")
    fake.lose("j2.1")
    fake.vanish("j3.1")
    assert [(seen.state, seen.why) for seen in fake.seen()] == [
        ("ended", "preempted"),
        ("lost", "its node went away"),
    ]
    assert fake.order("j1.1").command == STAYS
    assert fake.calls[-1] == ("stop", "j1.1")
    assert [seen.state for seen in followed.of("j1.1")] == ["running", "ended"]
