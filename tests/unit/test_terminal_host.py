"""What holds a terminal: the process between a command and those who look at it."""

from __future__ import annotations

import os
import signal
import socket
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from heddle.engine.local.engine import Local
from heddle.errors import UsageError
from heddle.model.wire.terminal import DONE, INPUT, VIEW, frame, size_frame
from tests.engines import FINAL, Followed, order, processes, within, written


class Shells:
    """A local engine whose folder has a long name, as folders of tests and users have."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / ("long" * 40)
        self.followed = Followed(Local(str(self.folder)))

    def start(self, *command: str, idle_s: int = 1000, attempt: str = "j1.1") -> None:
        asked = replace(order(attempt, *command, grace_s=2), terminal_idle_s=idle_s)
        assert self.followed.engine.start(asked) is None
        self.followed.until(attempt, "running", *FINAL)

    def attach(self, attempt: str = "j1.1") -> socket.socket:
        found: list[socket.socket] = []

        def attached() -> bool:
            with suppress(UsageError):
                found.append(self.followed.engine.attach(attempt, 0))
            return bool(found)

        assert within(attached)
        found[0].settimeout(20)
        return found[0]

    def view(self) -> socket.socket:
        line = self.attach()
        line.sendall(frame(VIEW))
        return line

    def tell(self, said: bytes) -> None:
        with self.attach() as line:
            line.sendall(said)
            assert line.recv(1) == DONE

    def finish(self) -> None:
        for seen in self.followed.engine.seen():
            self.followed.engine.stop(seen.attempt, "the test is over")
        assert within(lambda: all(s.state in FINAL for s in self.followed.engine.seen()))
        self.followed.engine.close()


@pytest.fixture
def shells(tmp_path: Path) -> Iterator[Shells]:
    made = Shells(tmp_path)
    yield made
    made.finish()


def until(line: socket.socket, text: bytes) -> bytes:
    seen = b""
    while text not in seen:
        data = line.recv(65536)
        assert data, seen
        seen += data
    return seen


def test_only_its_owner_can_connect(shells: Shells) -> None:
    shells.start("sleep", "1000")
    shells.attach().close()
    path = shells.folder / "attempts" / "j1.1" / "0.terminal"
    assert stat.S_ISSOCK(path.stat().st_mode)
    assert path.stat().st_mode & 0o077 == 0


def test_the_command_has_a_terminal_of_its_own(shells: Shells) -> None:
    """It is its controlling one; what is typed is not in the log unless it is echoed."""
    text = "stty -echo; echo hush; read word < /dev/tty; echo got $word; tty; exit 5"
    shells.start("sh", "-c", text)
    with shells.view() as line:
        until(line, b"hush")
    shells.tell(frame(INPUT, b"secret\n"))
    assert shells.followed.end("j1.1").exit_code == 5
    said = written(shells.followed.engine, "j1.1")
    assert "got secret" in said
    assert said.count("secret") == 1
    assert "/dev/pts/" in said


def test_who_comes_later_sees_the_end_of_what_was_shown(shells: Shells) -> None:
    shells.start("sh", "-c", "seq 1 50000; echo last; exec sleep 1000")
    with shells.view() as line:
        seen = until(line, b"last\r\n")
        assert len(seen) <= 64 << 10 or seen.startswith(b"1\r\n")
    with shells.view() as line:
        seen = until(line, b"last\r\n")
        assert 60_000 < len(seen) <= 64 << 10
        assert seen.split(b"\r\n")[0].isdigit(), "from the beginning of a line on"


@pytest.mark.slow
def test_who_reads_slowly_is_waited_for_and_who_does_not_read_is_let_go(shells: Shells) -> None:
    """So that neither the command nor the others are held up for long."""
    shells.start("sh", "-c", "read x; seq 1 300000; echo last; read x")
    with shells.view() as lazy, shells.view() as line:
        shells.tell(frame(INPUT, b"\n"))
        seen = b""
        while b"last\r\n" not in seen[-10:]:
            data = line.recv(4096 if len(seen) < 400_000 else 65536)
            assert data
            seen += data
        assert seen.split(b"\r\n")[1:-2] == [b"%d" % n for n in range(1, 300_001)]
        lazy.settimeout(5)
        with suppress(ConnectionResetError):
            while lazy.recv(1 << 20):
                pass
    assert shells.followed.seen("j1.1").state == "running"  # type: ignore[union-attr]


def test_programs_draw_anew_for_who_comes_though_the_size_is_the_same(shells: Shells) -> None:
    # Not a shell with a trap: bash forgets a signal that comes while the trap's command runs.
    draws = "signal.signal(signal.SIGWINCH, lambda *_: os.write(1, b'drawn'))"
    rest = "os.write(1, b'up')\nwhile True: time.sleep(1)"
    shells.start(sys.executable, "-c", f"import os, signal, time\n{draws}\n{rest}")
    with shells.view() as line:
        until(line, b"up")
        for _ in range(2):
            shells.tell(size_frame(24, 80))
            until(line, b"drawn")


@pytest.mark.parametrize("wrong", [b"x" * 40, frame(b"s", b"1"), frame(INPUT)[:1] + b"\xff" * 4])
def test_nonsense_ends_the_line_and_nothing_else(shells: Shells, wrong: bytes) -> None:
    shells.start("sleep", "1000")
    with shells.attach() as line:
        line.sendall(wrong)
        with suppress(ConnectionResetError):
            assert line.recv(10) == b""
    shells.tell(frame(INPUT, b"x"))


def test_what_is_typed_to_a_program_that_does_not_read_waits(shells: Shells) -> None:
    """Its line is not answered; another may look, and who gives up has typed nothing more."""
    shells.start("sh", "-c", "stty raw -echo; echo up; sleep 2; head -c 3 | od -c; exec sleep 1000")
    with shells.view() as line:
        until(line, b"up")
        with shells.attach() as much:
            much.sendall(frame(INPUT, b"abc" + b"y" * 500_000))
            much.settimeout(0.3)
            with pytest.raises(TimeoutError):
                much.recv(1)
        until(line, b"a   b   c")


def test_a_killed_host_leaves_nothing(shells: Shells) -> None:
    shells.start("sh", "-c", "sleep 1000 & setsid sleep 1000 & echo up; wait")
    with shells.view() as line:
        until(line, b"up")
    hosts = [
        pid
        for pid in processes(shells.folder, "j1.1")
        if b"heddle.engine.local.terminal.host" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]
    assert len(hosts) == 1
    os.kill(hosts[0], signal.SIGKILL)
    assert shells.followed.end("j1.1").exit_code == -signal.SIGKILL
    assert processes(shells.folder, "j1.1") == []


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV])
def test_a_signal_that_ends_the_command_is_how_it_ended(shells: Shells, number: int) -> None:
    shells.start("sh", "-c", f"kill -{int(number)} $$")
    assert shells.followed.end("j1.1").exit_code == -number


@pytest.mark.slow
def test_what_works_behind_the_shells_back_keeps_it(shells: Shells) -> None:
    """A computation that was sent to the background, in a session of its own."""
    busy = "end=$(($(date +%s) + 4)); while [ $(date +%s) -lt $end ]; do :; done"
    shells.start("bash", "-c", '(setsid bash -c "$1" &); exec sleep 1000', "x", busy, idle_s=1)
    end = shells.followed.end("j1.1")
    assert end.was_idle
    assert end.exit_code == 0
    assert end.ended_ms is not None
    assert end.started_ms is not None
    assert end.ended_ms - end.started_ms > 4000


@pytest.mark.slow
def test_one_that_ignores_the_end_is_made_to(shells: Shells) -> None:
    """By who was asked to stop the attempt."""
    shells.start("sh", "-c", "trap '' HUP TERM; echo up; while :; do sleep 1; done")
    with shells.view() as line:
        until(line, b"up")
        shells.followed.engine.stop("j1.1", "cancelled")
        until(line, b"this terminal ends: cancelled")
    assert shells.followed.end("j1.1").exit_code != 0
    assert processes(shells.folder, "j1.1") == []
