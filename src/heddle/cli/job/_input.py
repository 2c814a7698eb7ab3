"""What comes on standard input, for a program that runs as a job.

What is read here is kept until the program's pipe has it, so nothing is lost when a connection is:
the next one begins where the pipe is. No more is kept than `_AHEAD_BYTES`; the rest waits where it
comes from.
"""

from __future__ import annotations

import os
import stat
import sys
import threading
import time
from typing import TYPE_CHECKING

from heddle.cli._output import complain
from heddle.cli.job._attached import hang_up
from heddle.client.wire import RefusedError
from heddle.errors import HeddleError, NoServerError
from heddle.model.record import FINAL, RUNNING
from heddle.model.wire.execution import BACK, ENDED, ERRORS, TAKEN, count_of
from heddle.model.wire.terminal import Frames

if TYPE_CHECKING:
    from http.client import HTTPResponse

    from heddle._gen import rest
    from heddle.client.client import Client

_AHEAD_BYTES = 1 << 18
_PIECE_BYTES = 1 << 16
_PAUSE_S = 0.2
_PATIENCE_S = 10.0  #: for a member that has just started
_NOT_THERE = 404  #: the connection has ended, which its reader hears


def has_input() -> bool:
    """Whether standard input is something that a program would read, were it here; a terminal is
    not: it is passed on as one, or people use it for something else meanwhile."""
    if sys.stdin is None:  # it was closed at the start, and its number may be another thing's now
        return False
    found = os.fstat(0)
    is_file = stat.S_ISREG(found.st_mode) and found.st_size > 0
    return is_file or stat.S_ISFIFO(found.st_mode) or stat.S_ISSOCK(found.st_mode)


class StartedAnewError(HeddleError):
    """The program reads from the beginning, which is no longer here."""


class InputRelay:
    """From the start of a job until its program has read all, or reads no more."""

    def __init__(self, job: str) -> None:
        self._job = job
        self._kept = bytearray()  #: was read here, and is not in the program's pipe yet
        self._sent = 0  #: of these, over this connection
        self._taken = 0  #: all before is in its pipe
        self._no_more = False  #: will come here
        self._is_over = False
        self._changed = threading.Condition()

    def start(self) -> None:
        """Nothing waits for these: what is left when the program has ended counts for nothing."""
        for run in (self._read, self._relay):
            threading.Thread(target=run, daemon=True).start()

    def _read(self) -> None:
        while not self._no_more:
            with self._changed:
                self._changed.wait_for(lambda: len(self._kept) < _AHEAD_BYTES)
            try:
                data = os.read(0, _PIECE_BYTES)
            except OSError as error:
                complain(f"standard input: {error.strerror}")
                data = b""
            with self._changed:
                self._kept += data
                self._no_more = not data
                self._changed.notify_all()

    def _relay(self) -> None:
        from heddle.client import where

        tried_s: float | None = None
        while not self._is_over:
            try:
                with where.find() as client:
                    state = client.job(self._job)["state"]
                    if state in FINAL:
                        return
                    if state == RUNNING:
                        tried_s = tried_s or time.monotonic()
                        self._connect(client)
                        tried_s = None
            except NoServerError:
                tried_s = None  # the command itself waits for it
            except HeddleError as error:
                if tried_s is None or time.monotonic() - tried_s > _PATIENCE_S:
                    self._give_up(str(error))
            time.sleep(_PAUSE_S)

    def _connect(self, client: Client) -> None:
        try:
            _Connection(self, client, self._job).run()
        except StartedAnewError:
            self._give_up("it was started anew, and what it had read is gone. It is cancelled")
            client.cancel(self._job)  # it would take the rest for all

    def _give_up(self, why: str) -> None:
        self._is_over = True
        complain(f"what comes on standard input does not reach it: {why}")

    def taken(self, count: int, *, is_first: bool) -> None:
        """So much is in the pipe, as its side says; first of all when a connection begins.

        :raises StartedAnewError: if it is less than before
        """
        with self._changed:
            if count < self._taken:
                raise StartedAnewError
            new, self._taken = count - self._taken, count
            del self._kept[:new]
            self._sent = 0 if is_first else self._sent - new
            self._changed.notify_all()

    def next(self, is_closed: threading.Event) -> bytes | None:
        """What to send, empty for the end; None: nothing more over this connection."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._sent < len(self._kept) or self._no_more or is_closed.is_set()
            )
            if is_closed.is_set():
                return None
            data = bytes(self._kept[self._sent : self._sent + _PIECE_BYTES])
            self._sent += len(data)
            return data

    def over(self, why: str) -> None:
        """The program has been told the end, or reads no more."""
        if why and not self._taken:
            self._give_up(why)
        self._is_over = True

    def wake(self) -> None:
        with self._changed:
            self._changed.notify_all()


class _Connection:
    """One, until it ends for whatever reason."""

    def __init__(self, relay: InputRelay, client: Client, job: str) -> None:
        self._relay, self._client, self._job = relay, client, job
        self._closed = threading.Event()

    def run(self) -> None:
        """:raises HeddleError: if it cannot begin, or what was sent is lost there"""
        sender: threading.Thread | None = None
        frames, said = Frames(BACK), ""
        asked: rest.Execute = {"command": [], "member": 0, "input": True}
        try:
            with self._client.execute(self._job, asked) as response:
                while data := response.read1(_PIECE_BYTES):
                    frames.add(data)
                    while (found := frames.next()) is not None:
                        kind, content = found
                        if kind == TAKEN:
                            self._relay.taken(count_of(content), is_first=sender is None)
                            sender = sender or self._begin(response)
                        elif kind == ERRORS:
                            said += content.decode(errors="replace").removeprefix("heddle: ")
                        elif kind == ENDED:
                            self._relay.over(said.strip())
                            return
        finally:
            self._closed.set()
            self._relay.wake()
            if sender is not None:
                sender.join()

    def _begin(self, response: HTTPResponse) -> threading.Thread:
        sender = threading.Thread(target=self._send, args=(response,), daemon=True)
        sender.start()
        return sender

    def _send(self, response: HTTPResponse) -> None:
        number = response.headers.get("Heddle-Exec", "")
        while (data := self._relay.next(self._closed)) is not None:
            while not self._closed.is_set():
                try:
                    self._client.feed(self._job, number, data)
                    break
                except RefusedError as error:  # not taken: again, unless there is nobody
                    if error.status == _NOT_THERE:
                        return
                    self._closed.wait(_PAUSE_S)
                except HeddleError:  # nobody knows whether it was: the next connection asks
                    hang_up(response)
                    return
            if not data:
                return
