"""A command beside a member: what it is given, what comes back, and how it ends."""

from __future__ import annotations

import hashlib
import os
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from heddle.engine.local import input_pipe
from heddle.engine.local.engine import Local
from heddle.engine.local.input_pipe import InputPipe
from heddle.errors import UsageError
from heddle.model.wire.execution import (
    BACK,
    ENDED,
    ERRORS,
    OUTPUT,
    TAKEN,
    ExecutionRequest,
    check,
    code_of,
    count_of,
)
from heddle.model.wire.terminal import INPUT, Frames, frame, size_frame
from tests.engines import FINAL, Followed, order, processes, within


class Beside:
    """A local engine with one attempt, and commands beside its members."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.followed = Followed(Local(str(folder)))
        self._lines: list[socket.socket] = []

    def start(
        self, *command: str, members: int = 1, isolated: bool = False, takes_input: bool = False
    ) -> None:
        asked = replace(
            order("j1.1", *command, members=members, grace_s=2),
            isolated=isolated,
            takes_input=takes_input,
        )
        assert self.followed.engine.start(replace(asked, environment={"OWN": "mine"})) is None
        self.followed.until("j1.1", "running", *FINAL)

    def run(
        self,
        *command: str,
        member: int = 0,
        size: tuple[int, int] | None = None,
        number: int = 0,
        feeds: bool = False,
    ) -> Running:
        def connected() -> bool:
            with suppress(UsageError):
                self._lines.append(self.followed.engine.execute("j1.1"))
                return True
            return False

        assert within(connected)
        line = self._lines[-1]
        line.settimeout(20)
        asked = ExecutionRequest(command, member, size, "vt100", number, feeds)
        line.sendall(asked.frame())
        return Running(line)

    def close(self) -> None:
        for line in self._lines:
            line.close()
        self.followed.engine.stop("j1.1", "the test is over")
        assert within(lambda: all(s.state in FINAL for s in self.followed.engine.seen()))
        assert within(lambda: not processes(self.folder, "j1.1"))
        self.followed.engine.close()


class Running:
    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self._frames = Frames(BACK)
        self.said: dict[bytes, bytes] = {OUTPUT: b"", ERRORS: b""}
        self.taken = -1  #: bytes that a member's pipe has taken

    def type(self, data: bytes) -> None:
        self.line.sendall(frame(INPUT, data))

    def next(self) -> int | None:
        """The exit code, if that is what comes next."""
        while (found := self._frames.next()) is None:
            data = self.line.recv(65536)
            assert data, f"it broke off: {self.said}"
            self._frames.add(data)
        kind, data = found
        if kind == ENDED:
            return code_of(data)
        if kind == TAKEN:
            self.taken = count_of(data)
            return None
        self.said[kind] += data
        return None

    def until(self, text: bytes) -> None:
        while text not in self.said[OUTPUT]:
            assert self.next() is None, self.said

    def end(self) -> tuple[int, bytes, bytes]:
        while (code := self.next()) is None:
            pass
        return code, self.said[OUTPUT], self.said[ERRORS]


@pytest.fixture
def beside(tmp_path: Path) -> Iterator[Beside]:
    made = Beside(tmp_path)
    yield made
    made.close()


def test_it_has_the_folder_and_the_environment_of_the_member(beside: Beside) -> None:
    beside.start("sh", "-c", "echo content > file; sleep 60", members=2)
    assert within(lambda: beside.run("test", "-e", "file").end()[0] == 0)
    told = beside.run("sh", "-c", "cat file; echo $OWN $HEDDLE_JOB $RANK; echo no >&2; exit 3")
    assert told.end() == (3, b"content\nmine j1 0\n", b"no\n")
    assert beside.run("sh", "-c", "echo $RANK", member=1).end()[1] == b"1\n"
    code, _, said = beside.run("true", member=2).end()
    assert (code, said) == (126, b"heddle: there is no member 2: they are 0 to 1\n")
    assert beside.run("no-such-command").end()[0] == 127
    assert beside.run("sh", "-c", "kill -9 $$").end()[0] == -9


def test_bytes_go_through_as_they_are(beside: Beside) -> None:
    """More than any pipe holds, both ways, and an end."""
    beside.start("sleep", "60")
    cat = beside.run("cat")
    data = os.urandom(1 << 16)
    for number in range(1, 17):
        cat.type(data)
        while len(cat.said[OUTPUT]) < number * len(data):
            assert cat.next() is None
    cat.type(b"")
    assert cat.end() == (0, data * 16, b"")


def test_with_a_terminal_it_is_as_at_one(beside: Beside) -> None:
    beside.start("sleep", "60")
    shell = beside.run("sh", size=(33, 99))
    shell.type(b"stty size; echo $TERM; test -t 0 && echo at a termina''l\n")
    shell.until(b"at a terminal\r\n")
    assert b"33 99\r\nvt100" in shell.said[OUTPUT]
    shell.line.sendall(size_frame(11, 22))
    shell.type(b"stty size\n")
    shell.until(b"11 22")
    shell.type(b"exit 5\n")
    assert shell.end()[0] == 5


def test_it_ends_with_the_line_and_with_the_attempt(beside: Beside) -> None:
    beside.start("sleep", "60")
    one = beside.run("sh", "-c", "sleep 600 & echo $$; wait")
    one.until(b"\n")
    other = beside.run("sh", "-c", "(setsid sleep 600 &); echo $$; exec sleep 600")
    other.until(b"\n")
    pids = [int(each.said[OUTPUT]) for each in (one, other)]
    one.line.close()
    assert within(lambda: not os.path.exists(f"/proc/{pids[0]}"))
    assert os.path.exists(f"/proc/{pids[1]}")
    beside.followed.engine.stop("j1.1", "cancelled")
    beside.followed.end("j1.1")
    assert not os.path.exists(f"/proc/{pids[1]}")
    assert processes(beside.folder, "j1.1") == []
    with pytest.raises(UsageError, match="does not run"):
        beside.followed.engine.execute("j1.1")


LOOP = "while :; do sleep 0.01; done"
#: Ends with 5 at SIGUSR1, once its child has had it as well.
HEARS = f"trap 'wait; exit 5' USR1; (trap 'echo child; exit' USR1; {LOOP}) & echo here; {LOOP}"


@pytest.mark.parametrize("isolated", [False, True])
def test_a_signal_reaches_all_that_one_member_runs(beside: Beside, isolated: bool) -> None:
    """And nothing that keeps it in a sandbox."""
    if isolated and not beside.followed.engine.isolates_tenants:
        pytest.skip(beside.followed.engine.why_not_isolated)
    logs = partial(beside.followed.engine.logs, "j1.1", 0, 0, 99)
    beside.start("sh", "-c", HEARS, isolated=isolated)
    assert within(lambda: b"here" in logs())
    assert beside.run(member=1, number=signal.SIGUSR1).end()[0] == 126
    assert beside.run(number=signal.SIGUSR1).end() == (0, b"", b"")
    ended = beside.followed.end("j1.1")
    assert ended.exit_code == 5, ended
    assert b"child" in logs()


@pytest.mark.parametrize("isolated", [False, True])
def test_the_first_member_reads_what_clients_send(beside: Beside, isolated: bool) -> None:
    """Whatever the bytes are, and however many clients there are: each goes on where the one
    before had come to, as it is told, and the last one ends it."""
    if isolated and not beside.followed.engine.isolates_tenants:
        pytest.skip(beside.followed.engine.why_not_isolated)
    beside.start("sh", "-c", "sha256sum; sleep 0.1", isolated=isolated, takes_input=True)
    data = os.urandom(3 << 20)
    first = beside.run(feeds=True)
    assert first.next() is None
    assert first.taken == 0
    sending = threading.Thread(target=first.type, args=(data[: 1 << 20],))
    sending.start()
    while first.taken < 1 << 16:
        assert first.next() is None
    first.line.shutdown(socket.SHUT_RDWR)
    sending.join()
    second = beside.run(feeds=True)
    assert second.next() is None
    assert 1 << 16 <= second.taken <= 1 << 20
    for start in range(second.taken, len(data), 1 << 16):
        second.type(data[start : start + (1 << 16)])
    second.type(b"")
    assert second.end()[0] == 0
    assert second.taken == len(data)
    assert beside.followed.end("j1.1").exit_code == 0
    logs = beside.followed.engine.logs("j1.1", 0, 0, 999).decode()
    assert logs.split()[0] == hashlib.sha256(data).hexdigest()


def test_what_a_member_does_not_read_waits_where_it_comes_from(beside: Beside) -> None:
    """And a member that reads no more says so."""
    beside.start("sh", "-c", "read a; until [ -e go ]; do sleep 0.01; done; exec sleep 60 <&-",
                 takes_input=True, members=2)  # fmt: skip
    feeding = beside.run(feeds=True)
    feeding.line.settimeout(0.5)
    much = b"".join(frame(INPUT, b"a\n" + bytes(1 << 19)) for _ in range(4))
    with pytest.raises(TimeoutError):
        feeding.line.sendall(much)
    feeding.line.settimeout(20)
    assert beside.run("touch", "go").end()[0] == 0
    code = None
    while code is None:
        code = feeding.next()
    assert (code, feeding.taken < 1 << 18) == (1, True)
    assert beside.run(feeds=True, member=1).end()[0::2] == (1, b"heddle: member 1 reads no input\n")


def test_a_member_that_was_promised_no_input_finds_none(beside: Beside) -> None:
    beside.start("sh", "-c", "cat; exec sleep 60")
    said = b"heddle: member 0 reads no input\n"
    assert beside.run(feeds=True).end() == (1, b"", said)


def test_input_is_over_when_nobody_sends_it_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a program does not wait for ever for a client that was killed."""
    pipe = InputPipe()
    pipe.begun()
    assert not pipe.is_over()
    monkeypatch.setattr(input_pipe, "PATIENCE_S", 0.0)
    assert pipe.is_over()
    pipe.close()


@pytest.mark.parametrize(
    "wrong",
    [
        ExecutionRequest(("true",), input=True),
        ExecutionRequest((), input=True, signal=2),
    ],
)
def test_input_comes_without_a_command(wrong: ExecutionRequest) -> None:
    with pytest.raises(ValueError, match="no command"):
        check(wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        ExecutionRequest((), signal=9),
        ExecutionRequest((), signal=-2),
        ExecutionRequest(("true",), signal=2),
        ExecutionRequest((), signal=True),
    ],
)
def test_what_is_no_signal_to_send_is_refused(wrong: ExecutionRequest) -> None:
    with pytest.raises(ValueError, match="a signal is one of 1, 2, 3, 10, 12, 15"):
        check(wrong)


def test_beside_an_isolated_member_it_is_confined_as_that(beside: Beside, tmp_path: Path) -> None:
    if not beside.followed.engine.isolates_tenants:
        pytest.skip(beside.followed.engine.why_not_isolated)
    beside.start("sh", "-c", "id -u > uid; sleep 60", isolated=True)
    assert within(lambda: beside.run("test", "-s", "uid").end()[0] == 0)
    member, own = beside.run("sh", "-c", "cat uid; id -u").end()[1].split()
    assert member == own
    outside = (str(tmp_path / "attempts" / "j1.1" / "state.json"), "/proc/1/root/etc/shadow")
    for path in outside:
        assert beside.run("cat", path).end()[0] != 0
    shell = beside.run("sh", size=(24, 80))
    shell.type(b"test -t 0 && echo at a termina''l; exit 4\n")
    shell.until(b"at a terminal")
    assert shell.end()[0] == 4
