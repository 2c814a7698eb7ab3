"""Whatever is killed, nothing runs twice, nothing is left, and every attempt has one end."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from heddle.engine.local import process_tree
from heddle.engine.local.engine import Local
from heddle.engine.local.files import folders, state_files
from heddle.engine.local.sandbox import cgroup_trees
from heddle.errors import UsageError
from tests.engines import FINAL, Followed, order, processes, within, written
from tests.unit.test_engine_local import HIDING, groups, supervisor, trees

__all__ = ["trees"]

#: A control plane as small as can be: starts what it reads, notes every end, until it is killed.
CONTROL = """
import sys
from heddle.engine.base import Order
from heddle.engine.local.engine import Local
from heddle.model.record import Place

def note(seen):
    if seen.state in ("ended", "lost"):
        with open(sys.argv[2], "a") as file:
            file.write(f"{seen.attempt} {seen.state} {seen.exit_code} {seen.ended_ms}\\n")

engine = Local(sys.argv[1])
engine.watch(note)
for seen in engine.seen():
    note(seen)
print("up", flush=True)
for line in sys.stdin:
    attempt, members, command = line.split(" ", 2)
    places = (Place("here", (), 500, 256),) * int(members)
    engine.start(Order(attempt, ("sh", "-c", command), places, grace_s=0.2))
"""


class Control:
    """A process with an engine."""

    def __init__(self, folder: Path, ends: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", CONTROL, str(folder), str(ends)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "up\n"

    def start(self, attempt: str, command: str, members: int = 1) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{attempt} {members} {command}\n")
        self.process.stdin.flush()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()


def test_attempts_outlive_the_control_plane(tmp_path: Path) -> None:
    control = Control(tmp_path, tmp_path / "ends")
    control.start("j1.1", "echo once >> starts; sleep 1000", members=2)
    control.start("j2.1", "sleep 0.5; exit 4")
    for attempt, count in (("j1.1", 4), ("j2.1", 2)):
        assert within(lambda a=attempt, c=count: len(processes(tmp_path, a)) == c)  # type: ignore[misc]
    control.kill()
    noted = tmp_path / "attempts" / "j2.1" / "state.json"
    assert within(lambda: "ended" in noted.read_text())
    local = Followed(Local(str(tmp_path)))
    ended = local.seen("j2.1")
    assert ended is not None
    assert (ended.state, ended.exit_code) == ("ended", 4)
    running = local.seen("j1.1")
    assert running is not None
    assert running.state == "running"
    local.engine.start(order("j1.1", "sh", "-c", "echo twice >> starts", members=2))
    local.engine.stop("j1.1", "cancelled")
    assert local.end("j1.1").why == "cancelled"
    assert (tmp_path / "attempts" / "j1.1" / "work" / "starts").read_text() == "once\n" * 2
    local.engine.close()


def test_closing_lets_go_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "_PATIENCE_S", 0.05)
    first = Local(str(tmp_path))
    first.start(order("j1.1", "sleep", "1000"))
    with pytest.raises(UsageError, match="another control plane"):
        Local(str(tmp_path))
    first.close()
    first.close()
    refusal = first.start(order("j2.1", "true"))
    assert refusal is not None
    second = Followed(Local(str(tmp_path)))
    assert within(lambda: len(processes(tmp_path, "j1.1")) == 1)
    second.engine.stop("j1.1", "cancelled")
    assert second.end("j1.1").exit_code == -15
    second.engine.close()


def test_a_killed_supervisor_leaves_nothing(
    trees: tuple[cgroup_trees.CgroupTree, ...], tmp_path: Path
) -> None:
    local = Local(str(tmp_path), trees=trees)
    left: list[list[int]] = []
    local.watch(
        lambda seen: left.append(processes(tmp_path, "j1.1")) if seen.state == "lost" else None
    )
    followed = Followed(local)
    local.start(order("j1.1", "sh", "-c", HIDING, members=2))
    assert within(lambda: len(processes(tmp_path, "j1.1")) >= 10)
    os.kill(supervisor(tmp_path, "j1.1"), signal.SIGKILL)
    end = followed.end("j1.1")
    assert (end.state, end.exit_code, end.why) == ("lost", None, "its supervisor was killed")
    assert left == [[]], "lost is said when the last process has gone"
    assert groups(tmp_path, "j1.1") == []
    assert local.start(order("j1.1", "true")) is None
    assert local.seen() == [end]
    local.close()


def test_the_next_engine_ends_what_is_left(
    trees: tuple[cgroup_trees.CgroupTree, ...], tmp_path: Path
) -> None:
    first = Local(str(tmp_path), trees=trees)
    first.start(order("j1.1", "sh", "-c", HIDING))
    assert within(lambda: len(processes(tmp_path, "j1.1")) >= 5)
    first.close()
    os.kill(supervisor(tmp_path, "j1.1"), signal.SIGKILL)
    second = Followed(Local(str(tmp_path), trees=()))
    assert within(lambda: (seen := second.seen("j1.1")) is not None and seen.state == "lost")
    assert processes(tmp_path, "j1.1") == []
    assert groups(tmp_path, "j1.1") == []
    second.engine.close()


def test_a_restart_of_the_machine_loses_attempts(tmp_path: Path) -> None:
    first = Local(str(tmp_path), trees=())
    followed = Followed(first)
    for attempt in ("j1.1", "j2.1"):
        first.start(order(attempt, "sleep", "1000"))
        followed.until(attempt, "running")
    first.close()
    for attempt in ("j1.1", "j2.1"):
        os.kill(supervisor(tmp_path, attempt), signal.SIGKILL)
        assert within(lambda: processes(tmp_path, attempt) == [])  # noqa: B023
        state = tmp_path / "attempts" / attempt / "state.json"
        changed = {**json.loads(state.read_text()), "boot": "another"}
        state.write_text(json.dumps(changed) if attempt == "j1.1" else "")  # a power cut: nothing
    second = Local(str(tmp_path))
    assert [(seen.state, seen.why) for seen in second.seen()] == [
        ("lost", "the machine was restarted")
    ] * 2
    second.close()


def test_a_killed_fork_server_is_started_again(tmp_path: Path) -> None:
    """Also when it had an order, and whether or not it had looked at it."""
    local = Local(str(tmp_path))
    followed = Followed(local)
    for number in range(3):
        process = local._forker._process
        assert process is not None
        if number:
            process.send_signal(signal.SIGSTOP)
            local.start(order(f"j{number}.1", "sleep", "1000"))
        process.kill()
        process.wait()
        if not number:
            local.start(order(f"j{number}.1", "sleep", "1000"))
        followed.until(f"j{number}.1", "running")
        assert len(processes(tmp_path, f"j{number}.1")) <= 1
    for seen in local.seen():
        local.stop(seen.attempt, "enough")
        followed.end(seen.attempt)
    local.close()


def test_a_stop_before_the_start_wins(tmp_path: Path) -> None:
    local = Local(str(tmp_path))
    followed = Followed(local)
    process = local._forker._process
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    local.start(order("j1.1", "touch", "ran"))
    assert [seen.state for seen in local.seen()] == ["starting"]
    local.stop("j1.1", "cancelled")
    process.send_signal(signal.SIGCONT)
    end = followed.end("j1.1")
    assert (end.state, end.exit_code, end.why) == ("ended", -15, "cancelled")
    assert not (tmp_path / "attempts" / "j1.1" / "work" / "ran").exists()
    local.close()


def test_a_stop_is_heard_at_any_moment(tmp_path: Path) -> None:
    local = Local(str(tmp_path))
    followed = Followed(local)
    for number in range(12):
        local.start(order(f"j{number}.1", "sleep", "1000", grace_s=60))
        time.sleep(number * 0.002)
        local.stop(f"j{number}.1", "cancelled")
    for number in range(12):
        assert followed.end(f"j{number}.1").exit_code == -15
    local.close()


def test_a_start_that_got_no_further_than_its_folder_is_made_again(tmp_path: Path) -> None:
    (tmp_path / "attempts" / "j1.1").mkdir(parents=True)
    (tmp_path / "attempts" / "j1.1" / "lock").touch()
    local = Followed(Local(str(tmp_path)))
    assert local.engine.seen() == []
    local.engine.start(order("j1.1", "echo", "hello"))
    assert local.end("j1.1").exit_code == 0
    assert written(local.engine, "j1.1") == "hello\n"
    local.engine.close()


def test_what_was_said_to_start_has_an_end(tmp_path: Path) -> None:
    """An order that was on its way when engine and fork server were killed."""
    (tmp_path / "attempts" / "j1.1").mkdir(parents=True)
    underway = state_files.lock(str(tmp_path / "attempts" / "j1.1" / "lock"))
    assert underway is not None
    local = Followed(Local(str(tmp_path)))
    assert [seen.state for seen in local.engine.seen()] == ["starting"]
    os.close(underway)
    end = local.end("j1.1")
    assert (end.state, end.why) == ("lost", "no supervisor could be started")
    local.engine.start(order("j1.1", "true"))
    assert local.engine.seen() == [end]
    local.engine.close()


def test_the_lock_of_a_killed_engine_may_linger(tmp_path: Path) -> None:
    linger = state_files.lock(str(tmp_path / "engine.lock"))
    assert linger is not None
    timer = threading.Timer(0.2, os.close, [linger])
    timer.start()
    Local(str(tmp_path)).close()
    timer.join()


@pytest.mark.slow
def test_random_kills_leave_one_end_each_and_nothing_else(tmp_path: Path) -> None:
    """100 times a member, a supervisor, a fork server or the control plane, under load."""
    chance = random.Random(7)
    ends = tmp_path / "ends"
    attempts: list[str] = []
    #: A member that finds another one of its rank says so; it holds the lock while it lives.
    body = "exec 9>>$RANK.lock; flock -n 9 || echo twice >>../twice; echo s >>$RANK.starts; "
    bodies = (
        "sleep 0.05; exit 0",
        "sleep 0.1; exit 3",
        "sleep 1000",
        "(setsid sleep 1000 &); sleep 0.3",
    )
    control = Control(tmp_path, ends)
    orders: dict[str, tuple[str, int]] = {}
    for _ in range(100):
        for _ in range(3):
            attempt = f"j{len(attempts)}.1"
            attempts.append(attempt)
            orders[attempt] = (body + chance.choice(bodies), chance.choice((1, 1, 2)))
            control.start(attempt, *orders[attempt])
        time.sleep(chance.random() * 0.06)
        victim = chance.choice(("member", "supervisor", "control", "forker", "supervisor"))
        if victim == "control":
            control.kill()
            over = _ends(ends)
            control = Control(tmp_path, ends)
            for attempt in [one for one in attempts if one not in over]:  # as a store would
                control.start(attempt, *orders[attempt])
        elif victim == "forker":
            _kill(chance, _children(control.process.pid))
        elif victim == "supervisor":
            _kill(chance, _supervisors(tmp_path))
        else:
            _kill(chance, _members(tmp_path))
    control.kill()
    local = Local(str(tmp_path))
    for attempt in attempts:
        local.start(order(attempt, "sh", "-c", "sleep 0.01"))
    assert within(lambda: all(seen.state != "starting" for seen in local.seen()))
    for seen in local.seen():
        local.stop(seen.attempt, "the test is over")
    assert within(lambda: all(seen.state in FINAL for seen in local.seen()), 60)
    final = {
        seen.attempt: (seen.state, str(seen.exit_code), str(seen.ended_ms)) for seen in local.seen()
    }
    assert sorted(final) == sorted(attempts)
    for attempt, told in _ends(ends).items():
        assert set(told) == {final[attempt]}, attempt
    assert not (tmp_path / "attempts" / "twice").exists()
    for path in (tmp_path / "attempts").glob("*/work/*.starts"):
        assert path.read_text() in ("", "s\n"), path  # killed before it could write
    local.close()
    assert _members(tmp_path) == []
    assert _supervisors(tmp_path) == []
    for attempt in attempts:
        assert groups(tmp_path, attempt) == []
        lock = state_files.lock(str(tmp_path / "attempts" / attempt / "lock"))
        assert lock is not None, "nobody holds it"
        os.close(lock)


def _ends(path: Path) -> dict[str, list[tuple[str, ...]]]:
    found: dict[str, list[tuple[str, ...]]] = {}
    for line in path.read_text().splitlines() if path.exists() else ():
        attempt, *rest = line.split()
        found.setdefault(attempt, []).append(tuple(rest))
    return found


def _kill(chance: random.Random, pids: list[int]) -> None:
    if pids:
        process_tree.send([chance.choice(pids)], signal.SIGKILL)


def _children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _members(folder: Path) -> list[int]:
    prefix = f"HEDDLE_ATTEMPT_FOLDER={folder}/".encode()
    return _with("environ", lambda text: prefix in text)


def _supervisors(folder: Path) -> list[int]:
    """Those whose lock is held: what the kernel says, not what a file does."""
    found = []
    for path in (folder / "attempts").glob("*/state.json"):
        lock = state_files.lock(str(path.with_name("lock")))
        if lock is None:
            found.append(int(json.loads(path.read_text())["supervisor"]))
        else:
            os.close(lock)
    return found


def _with(file: str, right: Callable[[bytes], bool]) -> list[int]:
    found = []
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and right(Path(f"/proc/{name}/{file}").read_bytes()):
                found.append(int(name))
        except OSError:
            continue
    return found
