"""A command beside a member of a running attempt: with its folder, environment, devices, limits and
isolation. The process here holds the command's terminal or pipes; it is a child of the attempt's
supervisor, in the member's control group, so that nothing of it outlives the attempt.

An isolated member's sandbox is made once more: the command is confined as the member is, and has a
/tmp and process ids of its own. A container it joins.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import select
import signal
import socket
import struct
import termios
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from heddle.engine.local import process_tree
from heddle.engine.local.exec_server import RESET
from heddle.engine.local.member import JOIN
from heddle.engine.local.sandbox import cgroup
from heddle.engine.local.sandbox.bubblewrap import Sandbox, hand_on
from heddle.errors import HeddleError
from heddle.model.wire.execution import (
    ERRORS,
    OUTPUT,
    RUN,
    TOWARDS,
    ExecutionRequest,
    asked_of,
    ended_frame,
)
from heddle.model.wire.terminal import INPUT, SIZE, Frames, frame, size_of

_READ_BYTES = 1 << 16
_BEHIND_BYTES = 1 << 18  # a slow client is waited for, as on any connection
_TYPED_BYTES = 1 << 16  # so much is taken in before the command has taken it
_HANG_UP_S = 10.0  # for the command to end after the client is gone
_PROGRAM = b"HEDDLE_PROGRAM="
_SIZE = struct.Struct("HHHH")


class ExecHost:
    """One command, from its start to its end."""

    def __init__(self, line: socket.socket, frames: Frames, told: Mapping[str, Any]) -> None:
        line.setblocking(False)
        self._line, self._frames, self._told = line, frames, told
        self._is_open = True
        self._unsent = bytearray()
        self._typed = bytearray()
        self._no_more = False  #: will be typed
        self._outputs: dict[int, bytes] = {}  #: what comes from each, by handle
        self._input = self._terminal = -1
        self._code: int | None = None
        self._kill_s: float | None = None

    def run(self, asked: ExecutionRequest) -> None:
        wake, woken = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        signal.set_wakeup_fd(woken)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        process_tree.adopt_orphans()
        try:
            self._start(asked)
        except (OSError, ValueError) as error:
            said = getattr(error, "strerror", None) or str(error)
            self._send(frame(ERRORS, f"heddle: {said}\n".encode(errors="replace")))
            self._code = 126
        self._obey()  # what came together with the first frame
        while self._code is None:
            self._turn(wake)
            self._reap()
        for handle in list(self._outputs):
            while self._read(handle):
                pass
        self._send(ended_frame(self._code))
        self._line.setblocking(True)
        with contextlib.suppress(OSError):
            self._line.sendall(self._unsent)
        self._line.close()

    def _start(self, asked: ExecutionRequest) -> None:
        """:raises OSError: if no process can be started
        :raises ValueError: if there is no such member, or it cannot be joined now"""
        members = self._told["members"]
        if asked.member >= len(members):
            raise ValueError(f"there is no member {asked.member}: they are 0 to {len(members) - 1}")
        member = members[asked.member]
        program = _program_of(member)
        with contextlib.suppress(OSError):  # it is below the supervisor all the same
            cgroup.enter(member["group"])
        theirs = self._open_terminal(asked.size) if asked.size else self._open_pipes()
        self._pid = os.fork()
        if self._pid == 0:
            _become(self._told["work"], member, program, asked, theirs)
        for handle in set(theirs):
            os.close(handle)
        for handle in {*self._outputs, self._input}:
            os.set_blocking(handle, False)

    def _open_terminal(self, size: tuple[int, int]) -> tuple[int, int, int]:
        self._terminal, theirs = os.openpty()
        self._input = self._terminal
        self._outputs = {self._terminal: OUTPUT}
        self._resize(*size)
        return theirs, theirs, theirs

    def _open_pipes(self) -> tuple[int, int, int]:
        theirs_in, self._input = os.pipe()
        output, theirs_out = os.pipe()
        errors, theirs_err = os.pipe()
        self._outputs = {output: OUTPUT, errors: ERRORS}
        return theirs_in, theirs_out, theirs_err

    def _turn(self, wake: int) -> None:
        """Waits for something to happen, and does what follows."""
        self._type()
        poll = select.poll()
        poll.register(wake, select.POLLIN)
        if self._is_open:
            reads = select.POLLIN if len(self._typed) < _TYPED_BYTES else 0
            poll.register(self._line, reads | (select.POLLOUT if self._unsent else 0))
        waits = set(self._outputs) if len(self._unsent) < _BEHIND_BYTES else set()
        for handle in {*waits, self._input} - {-1}:
            reads = select.POLLIN if handle in waits else 0
            writes = select.POLLOUT if handle == self._input and self._typed else 0
            if reads or writes:
                poll.register(handle, reads | writes)
        for handle, happened in poll.poll(None if self._kill_s is None else 500):
            if handle == wake:
                with contextlib.suppress(BlockingIOError):
                    os.read(handle, 4096)
            elif handle == self._line.fileno():
                self._send()
                if happened & ~select.POLLOUT:
                    self._hear()
            elif handle in self._outputs and happened & ~select.POLLOUT:
                self._read(handle)
        if self._kill_s is not None and time.monotonic() > self._kill_s:
            process_tree.send(process_tree.descendants(os.getpid()), signal.SIGKILL)

    def _send(self, data: bytes = b"") -> None:
        """As much as is taken now."""
        self._unsent += data
        try:
            while self._unsent and self._is_open:
                del self._unsent[: self._line.send(self._unsent)]
        except BlockingIOError:
            pass
        except OSError:
            self._hang_up()

    def _hear(self) -> None:
        try:
            data = self._line.recv(_READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._hang_up()
            return
        self._frames.add(data)
        self._obey()

    def _obey(self) -> None:
        try:
            while (found := self._frames.next()) is not None:
                kind, content = found
                if kind == SIZE:
                    self._resize(*size_of(content))
                elif kind == INPUT and content:
                    self._typed += content
                elif kind == INPUT:
                    self._no_more = True
        except ValueError:
            self._hang_up()

    def _type(self) -> None:
        if self._input < 0:
            self._typed.clear()
            return
        try:
            while self._typed:
                del self._typed[: os.write(self._input, self._typed)]
        except BlockingIOError:
            return
        except OSError:  # its reader is gone
            self._typed.clear()
            self._no_more = True
        if self._no_more and self._input != self._terminal:
            os.close(self._input)
            self._input = -1

    def _read(self, handle: int) -> bool:
        """False if there is no more now."""
        try:
            data = os.read(handle, _READ_BYTES)
        except BlockingIOError:
            return False
        except OSError:  # no process has the terminal open any more
            data = b""
        if data:
            self._send(frame(self._outputs[handle], data))
            return True
        del self._outputs[handle]
        if handle == self._terminal:
            self._terminal = self._input = -1
        os.close(handle)
        return False

    def _resize(self, rows: int, columns: int) -> None:
        if self._terminal >= 0:
            with contextlib.suppress(OSError):
                size = _SIZE.pack(rows, columns, 0, 0)
                fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, size)

    def _reap(self) -> None:
        code = process_tree.reap(self._pid)
        if code is None:
            return
        is_isolated = self._told["members"][0]["sandbox"] is not None
        # As bubblewrap says it of a signal.
        self._code = 128 - code if is_isolated and code > 128 else code

    def _hang_up(self) -> None:
        """The client is gone: the command gets SIGHUP, and is killed later."""
        if not self._is_open:
            return
        self._is_open, self._no_more = False, True
        self._unsent.clear()
        self._kill_s = time.monotonic() + _HANG_UP_S
        everybody = process_tree.descendants(os.getpid())
        everybody = [pid for pid in everybody if not process_tree.is_sandbox(pid)]
        process_tree.send(everybody, signal.SIGHUP)
        process_tree.send(everybody, signal.SIGCONT)  # one that was stopped could not hear it


def _program_of(member: Mapping[str, Any]) -> int:
    """The program that the member is in the scheduler's table; 0: it has no devices.

    :raises ValueError: if it has, and is none yet, or no more
    """
    if not member["has_devices"]:
        return 0
    pid = member["pid"]
    family = () if pid is None else (pid, *process_tree.descendants(pid))
    if member["sandbox"] is not None:
        return _granted(member["outside"], family)
    for each in family:
        with contextlib.suppress(OSError), open(f"/proc/{each}/environ", "rb") as file:
            for variable in file.read().split(b"\0"):
                number = variable.removeprefix(_PROGRAM)
                if variable.startswith(_PROGRAM) and number.isdigit():
                    return int(number)
    raise ValueError("the member has not begun to use its devices yet, or has ended; try again")


def _granted(outside: Mapping[str, str], family: Sequence[int]) -> int:
    """The program that the member's sandbox was let in as. What is inside says what it likes, so
    only the process that makes the sandbox counts, as the table knows it.

    :raises ValueError: if there is none yet, or no more
    """
    from heddle import native
    from heddle.system.process import Stat
    from heddle.table import Table

    here = os.readlink("/proc/self/ns/pid")
    with contextlib.suppress(OSError, HeddleError):
        with Table(outside.get("HEDDLE_TABLE") or native.table_path()) as table:
            known = {each.pid: each for each in table.programs()}
        for pid in family:
            with contextlib.suppress(OSError, ValueError, KeyError):
                is_outside = os.readlink(f"/proc/{pid}/ns/pid") == here
                if is_outside and Stat.read(pid).start_ticks == known[pid].start_ticks:
                    return known[pid].id
    raise ValueError("the member has not begun to use its devices yet, or has ended; try again")


def _become(
    work: str,
    member: Mapping[str, Any],
    program: int,
    asked: ExecutionRequest,
    handles: Sequence[int],
) -> NoReturn:
    """The rest of the command's life."""
    code, what = 126, "start"
    try:
        signal.set_wakeup_fd(-1)
        for number in RESET:
            signal.signal(number, signal.SIG_DFL)
        process_tree.die_with(os.getppid())
        is_isolated = member["sandbox"] is not None
        if asked.size and not is_isolated:
            os.login_tty(handles[0])
        else:  # an isolated one has a session of its own, inside (_member.py)
            os.setsid()
            for place, handle in enumerate(handles):
                os.dup2(handle, place)
        what = f"work in {work}"
        os.chdir(work)
        what = f"execute {asked.command[0]}"
        environment = dict(member["environment"])
        if asked.size:
            environment["TERM"] = asked.term or "xterm-256color"
        joins = {JOIN: str(program)} if program else {}
        words = [*member["starter"], *asked.command]
        if is_isolated:
            told = hand_on(_beside(Sandbox.read(member["sandbox"])), environment)
            os.execve(words[0], words, {**member["outside"], **told, **joins})
        os.execvpe(words[0], words, {**environment, **joins})
    except OSError as error:
        if isinstance(error, FileNotFoundError) and what.startswith("execute"):
            code = 127  # as shells do
        os.write(2, f"heddle: cannot {what}: {error.strerror}\n".encode(errors="replace"))
    finally:
        os._exit(code)


def _beside(sandbox: Sandbox) -> Sandbox:
    """A container is joined; another sandbox is made once more."""
    if sandbox.container is None:
        return sandbox
    return replace(sandbox, container=replace(sandbox.container, is_beside=True))


def main(words: Sequence[str]) -> int:
    """`words`: the handles of the line, of what is known of the attempt, and of the pipe that its
    first member reads, if it still does."""
    line = socket.socket(fileno=int(words[0]))
    pipe = tuple(map(int, words[2:]))
    for handle in (line.fileno(), *pipe):
        os.set_inheritable(handle, False)
    with open(int(words[1]), "rb") as file:
        told = json.load(file)
    frames = Frames(TOWARDS)
    try:
        while (first := frames.next()) is None:
            data = line.recv(_READ_BYTES)
            if not data:
                return 0
            frames.add(data)
        if first[0] != RUN:
            return 2
        asked = asked_of(first[1])
    except (OSError, ValueError):
        return 2
    if asked.signal:
        _signal(line, asked, told)
        return 0
    if asked.input:
        _feed(line, frames, asked.member, pipe)
        return 0
    for handle in pipe:
        os.close(handle)
    ExecHost(line, frames, told).run(asked)
    return 0


def _feed(line: socket.socket, frames: Frames, member: int, pipe: tuple[int, ...]) -> None:
    from heddle.engine.local.input_host import NOT_READ, feed

    with contextlib.suppress(OSError, ValueError):  # whoever sends has gone
        if member or not pipe:
            said = f"heddle: member {member} reads no input\n".encode()
            line.sendall(frame(ERRORS, said) + ended_frame(NOT_READ))
            return
        feed(line, frames, (pipe[0], pipe[1]))


def _signal(line: socket.socket, asked: ExecutionRequest, told: Mapping[str, Any]) -> None:
    """To all that the member runs, as a terminal does; not to what keeps it in its sandbox, and not
    to what holds its terminal: that would take the signal for itself."""
    members = told["members"]
    pid = members[asked.member]["pid"] if asked.member < len(members) else None
    with contextlib.suppress(OSError):  # whoever asked has gone
        if pid is None:
            said = f"heddle: member {asked.member} does not run\n".encode()
            line.sendall(frame(ERRORS, said) + ended_frame(126))
            return
        # Said first: where the member ends at once, the supervisor ends us with it.
        line.sendall(ended_frame(0))
        parent, roots = os.getppid(), [pid]
        if members[asked.member]["has_terminal"]:
            parent, roots = pid, process_tree.children(pid)
        for root in roots:
            process_tree.send_below(parent, root, asked.signal)
