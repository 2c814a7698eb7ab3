"""A member with a terminal: this process holds it, the command runs in it, and attached clients
see it. Output also goes to the member's log. No client need be attached.

It ends with the command and as the command did, or with 0 when the terminal was idle for too long;
then a file in the attempt's folder says so (`idle_note`).
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import resource
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Sequence

from heddle.engine.local import process_tree
from heddle.engine.local.files import state_files
from heddle.engine.local.sandbox.bubblewrap import TOLD
from heddle.engine.local.terminal import sockets
from heddle.engine.local.terminal.attached import Lines
from heddle.engine.local.terminal.idle import END, WARN, Idle, ProcessorTime, Signs
from heddle.engine.local.terminal.screen import Screen
from heddle.model.wire.terminal import IDLE

_READ_BYTES = 1 << 16
_HANG_UP_S = 10.0  # for the command to end, when the terminal is idle
_LAST_WORDS_S = 2.0  # for what was written to be taken
_SIZE = struct.Struct("HHHH")
_RESET = (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD, signal.SIGTERM, signal.SIGINT,
          signal.SIGHUP)  # fmt: skip


def idle_note(folder: str, member: int) -> str:
    """The path of the file that is there if the member ended because it was idle."""
    return os.path.join(folder, f"{member}.{IDLE}")


class TerminalHost:
    """One terminal, until its command has ended."""

    def __init__(
        self,
        folder: str,
        member: int,
        idle_s: float,
        command: Sequence[str],
        *,
        has_devices: bool,
        is_isolated: bool = False,
    ) -> None:
        self._is_isolated = is_isolated
        self._folder, self._member = folder, member
        self._command = command
        self._screen = Screen()
        self._idle = Idle(idle_s, time.monotonic())
        self._work = ProcessorTime(has_devices)
        self._shown_s = self._look_s = time.monotonic()
        self._lines = Lines(self._screen.replay, self._resize)
        self._asked = False  #: to end
        self._kill_s: float | None = None  #: when it is made to
        self._code: int | None = None
        self._was_idle = False

    def run(self) -> int:
        """The exit code; -N: signal N."""
        self._wake, woken = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        signal.set_wakeup_fd(woken)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, self._ask)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        process_tree.adopt_orphans()  # so that what goes on behind a shell's back counts, too
        self._lines.listen(self._folder, self._member)
        self._start()
        self._work.since_before()
        while self._code is None:
            self._turn()
        self._last_words()
        return 0 if self._was_idle else self._code

    def _ask(self, *_: object) -> None:
        self._asked = True

    def _start(self) -> None:
        self._terminal, theirs = os.openpty()
        self._set_size(24, 80)
        self._pid = os.fork()
        if self._pid == 0:
            self._become(theirs)
        os.close(theirs)
        os.set_blocking(self._terminal, False)

    def _become(self, terminal: int) -> None:
        """The rest of the command's life; never returns."""
        code = 126
        try:
            signal.set_wakeup_fd(-1)
            for number in _RESET:
                signal.signal(number, signal.SIG_DFL)
            if self._is_isolated:
                self._take(terminal)
            else:
                os.login_tty(terminal)
            os.environ.setdefault("TERM", "xterm-256color")
            os.execvp(self._command[0], list(self._command))
        except OSError as error:
            code = 127 if isinstance(error, FileNotFoundError) else 126  # as shells do
            said = f"heddle: cannot execute {self._command[0]}: {error.strerror}\n"
            os.write(2, said.encode(errors="replace"))
        finally:
            os._exit(code)

    @staticmethod
    def _take(terminal: int) -> None:
        """Without a session that it controls: the sandbox has one of its own (_member.py)."""
        os.setsid()
        for number in (0, 1, 2):
            os.dup2(terminal, number)

    def _turn(self) -> None:
        """Waits for something to happen, and does what follows."""
        for handle, happened in self._poll():
            if handle == self._wake:
                with contextlib.suppress(BlockingIOError):
                    os.read(handle, 4096)
            elif handle != self._terminal:
                self._lines.serve(handle, happened)
            elif happened & ~select.POLLOUT:
                self._read_terminal()
        self._lines.write_to(self._terminal)
        self._reap()
        if self._asked:
            self._asked = False
            stop = state_files.read(os.path.join(self._folder, "stop.json")) or {}
            self._say(f"this terminal ends: {stop.get('why') or 'it was asked to'}")
            self._hang_up()
        elif self._kill_s is None:
            self._look()
        elif time.monotonic() > self._kill_s:
            process_tree.send(process_tree.descendants(os.getpid()), signal.SIGKILL)

    def _poll(self) -> list[tuple[int, int]]:
        poll = select.poll()
        poll.register(self._wake, select.POLLIN)
        if is_behind := self._lines.is_behind():
            self._shown_s = time.monotonic()  # something is being shown
        if self._terminal >= 0:
            reads = 0 if is_behind else select.POLLIN
            writes = select.POLLOUT if self._lines.typed else 0
            poll.register(self._terminal, reads | writes)
        self._lines.register(poll)
        is_ending = self._kill_s is not None
        wait_s = 0.5 if is_behind or is_ending else self._look_s - time.monotonic()
        return poll.poll(max(1.0, wait_s * 1000))

    def _read_terminal(self) -> bool:
        """False if there is no more now."""
        try:
            data = os.read(self._terminal, _READ_BYTES)
        except BlockingIOError:
            return False
        except OSError:  # no process has it open any more
            data = b""
        if not data:
            os.close(self._terminal)
            self._terminal = -1
            return False
        self._shown_s = time.monotonic()
        self._show(data)
        return True

    def _show(self, data: bytes) -> None:
        self._screen.add(data)
        self._lines.show(data)
        left = memoryview(data)
        with contextlib.suppress(OSError):  # the log is gone: those who look are not
            while left:
                left = left[os.write(1, left) :]

    def _say(self, text: str) -> None:
        self._show(f"\r\nheddle: {text}\r\n".encode(errors="replace"))

    def _set_size(self, rows: int, columns: int) -> None:
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, _SIZE.pack(rows, columns, 0, 0))

    def _resize(self, rows: int, columns: int) -> None:
        """Programs redraw, even if the size is the same: a client has just attached."""
        if self._terminal < 0:
            return
        with contextlib.suppress(OSError):
            self._set_size(rows, columns)
            os.killpg(os.tcgetpgrp(self._terminal), signal.SIGWINCH)

    def _reap(self) -> None:
        if (code := process_tree.reap(self._pid)) is not None:
            self._code = code

    def _look(self) -> None:
        now_s = time.monotonic()
        if now_s < self._look_s:
            return
        touched_s = max(self._shown_s, self._lines.typed_s)
        verdict = self._idle.look(now_s, Signs(touched_s, *self._work.since_before()))
        self._look_s = now_s + self._idle.wait_s(now_s)
        if verdict == WARN:
            left = _spoken(self._idle.warn_s)
            self._say(f"nothing happens here, so this ends in {left}. Any key keeps it.")
        elif verdict == END:
            self._was_idle = True
            self._say(f"ended: no input, output or work for {_spoken(self._idle.idle_s)}")
            self._hang_up()
            self._kill_s = now_s + _HANG_UP_S

    def _hang_up(self) -> None:
        """As when a line breaks: shells end, and tell their jobs."""
        everybody = process_tree.descendants(os.getpid())
        if self._is_isolated:
            everybody = [pid for pid in everybody if not process_tree.is_sandbox(pid)]
        process_tree.send(everybody, signal.SIGHUP)
        process_tree.send(everybody, signal.SIGCONT)  # one that was stopped could not hear it

    def _last_words(self) -> None:
        until_s = time.monotonic() + _LAST_WORDS_S
        while self._terminal >= 0 and time.monotonic() < until_s and self._read_terminal():
            pass
        if self._was_idle:
            with contextlib.suppress(OSError):
                state_files.write(idle_note(self._folder, self._member), {}, durable=False)
        self._lines.close(until_s)
        with contextlib.suppress(OSError):
            os.unlink(os.path.join(self._folder, sockets.name_of(self._member)))


def _spoken(seconds: float) -> str:
    for unit, letter in ((86400, "d"), (3600, "h"), (60, "m")):
        if seconds >= unit and seconds % unit == 0:
            return f"{seconds / unit:.0f}{letter}"
    return f"{seconds:g}s"


def main(words: Sequence[str]) -> int:
    """`words`: seconds, whether it has devices (1 or 0), and the command."""
    idle_s, has_devices, *command = words
    folder, member = os.environ["HEDDLE_ATTEMPT_FOLDER"], int(os.environ["HEDDLE_MEMBER"])
    try:
        host = TerminalHost(
            folder, member, float(idle_s), command,
            has_devices=has_devices == "1", is_isolated=TOLD in os.environ,
        )  # fmt: skip
        code = host.run()
    except OSError as error:
        print(f"heddle: no terminal can be made: {error.strerror}", file=sys.stderr)
        return 126
    if code >= 0:
        return code
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # the core is the command's, not ours
    with contextlib.suppress(OSError):  # of those that cannot be caught
        signal.signal(-code, signal.SIG_DFL)
    os.kill(os.getpid(), -code)
    return 128 - code
