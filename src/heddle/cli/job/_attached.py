"""This terminal, attached to that of a job: one thread shows, the other types."""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
import termios
import threading
import tty
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING

from heddle.cli.job._escape import DETACH, SAID, Escape
from heddle.errors import HeddleError, UsageError

if TYPE_CHECKING:
    from http.client import HTTPResponse

    from heddle.client.client import Client

ENDED, DETACHED, LOST = "ended", "detached", "lost"
END_OF_INPUT = b"\x04"  #: what a person would type
BELL = b"\a"
#: What a program in there may have changed of this terminal (xterm's DECRST): the other screen, the
#: mouse, bracketed paste, the keypad; then the cursor and colours.
RESTORE = b"\x1b[?1049;1000;1002;1003;1006;2004;1l\x1b>\x1b[?25h\x1b[0m"
_READ_BYTES = 1 << 16


@contextmanager
def raw(handle: int) -> Iterator[None]:
    """Every key goes to the shell, also those that would stop us; where it is a terminal."""
    if not os.isatty(handle):
        yield
        return
    before = termios.tcgetattr(handle)
    tty.setraw(handle, termios.TCSADRAIN)  # what was typed ahead counts
    try:
        yield
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)


class TerminalSession:
    """Once from attaching to the end."""

    keys = SAID  #: what ~? says

    def __init__(self, client: Client, job: str) -> None:
        self._client, self._job = client, job
        self._stdin, self._stdout = sys.stdin.fileno(), sys.stdout.fileno()
        self._is_terminal = os.isatty(self._stdin)
        self._escape = Escape()
        self._over, self._tell_over = os.pipe()
        self._woken, self._wake = os.pipe()
        self._response: HTTPResponse | None = None
        self._has_begun, self._may_show = threading.Event(), threading.Event()
        self._failure: HeddleError | None = None
        self.has_shown = False  #: anything
        os.set_blocking(self._wake, False)

    def run(self) -> str:
        """`ENDED`: the server ended it, most often because the shell has ended; `LOST`: the server
        has gone.

        :raises HeddleError: if it cannot be attached to
        """
        thread = threading.Thread(target=self._show, daemon=True)
        before = signal.signal(signal.SIGWINCH, self._notice)
        try:
            thread.start()
            self._has_begun.wait()
            if self._response is None and self._failure is not None:
                raise self._failure
            with raw(self._stdin) if self._is_terminal else nullcontext():
                self._may_show.set()  # a user who sees a prompt may type
                how = self._type()
            if os.isatty(self._stdout) and (how == DETACHED or self._failure is not None):
                write(self._stdout, RESTORE + b"\r\n")
        finally:
            signal.signal(signal.SIGWINCH, before)
            self._may_show.set()
            self._hang_up()
            thread.join()
            for handle in (self._over, self._tell_over, self._woken, self._wake):
                os.close(handle)
        return LOST if how == ENDED and self._failure is not None else how

    def _notice(self, *_: object) -> None:
        """This terminal has another size."""
        with suppress(OSError):
            os.write(self._wake, b".")

    def _show(self) -> None:
        try:
            with self._open() as response:
                self._response = response
                self._has_begun.set()
                self._may_show.wait()
                while data := response.read1(_READ_BYTES):
                    self.has_shown = True
                    self._take(data)
        except HeddleError as error:
            self._failure = error
        finally:
            self._has_begun.set()
            with suppress(OSError):
                os.write(self._tell_over, b".")

    def _open(self) -> AbstractContextManager[HTTPResponse]:
        """What is shown, as it comes."""
        return self._client.terminal(self._job)

    def _take(self, data: bytes) -> None:
        """Shows it."""
        write(self._stdout, data)

    def _send(self, data: bytes) -> None:
        """:raises UsageError: if it is not taken now, or never again"""
        self._client.type_in(self._job, data)

    def _end_input(self) -> None:
        self._typed(END_OF_INPUT)

    def _set_size(self, rows: int, columns: int) -> None:
        self._client.resize(self._job, rows, columns)

    def _type(self) -> str:
        reads = [self._stdin, self._over, self._woken]
        try:
            self._resize()
            while True:
                ready = select.select(reads, [], [])[0]
                if self._over in ready:
                    return ENDED
                if self._woken in ready:
                    os.read(self._woken, 4096)
                    self._resize()
                if self._stdin in ready:
                    data = os.read(self._stdin, _READ_BYTES)
                    if not data:
                        reads.remove(self._stdin)
                        self._end_input()
                    elif self._typed(data):
                        return DETACHED
        except HeddleError as error:
            self._failure = self._failure or error
            return ENDED

    def _typed(self, data: bytes) -> bool:
        """Whether to detach."""
        asked: list[str] = []
        if self._is_terminal:
            data, asked = self._escape.feed(data)
        try:
            if data:
                self._send(data)
        except UsageError:  # it takes no input now, or it has just ended, which we hear ourselves
            if os.isatty(self._stdout):
                write(self._stdout, BELL)
        for each in asked:
            if each == DETACH:
                return True
            write(self._stdout, f"\r\n{self.keys}\r\n".encode())
        return False

    def _resize(self) -> None:
        with suppress(OSError, UsageError):
            size = os.get_terminal_size(self._stdout)
            if size.lines and size.columns:
                self._set_size(size.lines, size.columns)

    def _hang_up(self) -> None:
        """The thread that shows waits in the kernel: this wakes it."""
        if self._response is not None:
            hang_up(self._response)


def hang_up(response: HTTPResponse) -> None:
    """Wakes the thread that reads it."""
    if response.isclosed():
        return
    with suppress(OSError, ValueError, AttributeError):  # it has just closed it itself
        line = socket.socket(fileno=os.dup(response.fileno()))
        with line:
            line.shutdown(socket.SHUT_RDWR)


def write(handle: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(handle, left) :]
