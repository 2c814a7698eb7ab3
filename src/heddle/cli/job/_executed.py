"""A command that is executed in a job, with this terminal or these pipes: what `heddle job exec`
does once the command is known."""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from heddle.cli.job._attached import TerminalSession, write
from heddle.client.wire import RefusedError
from heddle.errors import UsageError
from heddle.model.wire.execution import BACK, ENDED, ERRORS, code_of
from heddle.model.wire.terminal import Frames

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from http.client import HTTPResponse

    from heddle._gen import rest
    from heddle.client.client import Client

PAUSE_S = 0.2
NOT_NOW = 409


class Executed(TerminalSession):
    """Once from its start to its end. With a terminal, if this is one on both sides."""

    keys = "~.  hangs up: the command ends        ~~  types a ~        ~?  this; each behind Enter"

    def __init__(self, client: Client, job: str, command: Sequence[str], member: int) -> None:
        super().__init__(client, job)
        self._command, self._member = list(command), member
        self._is_terminal = self._is_terminal and os.isatty(self._stdout)
        self._stderr = sys.stderr.fileno()
        self._frames = Frames(BACK)
        self._number = ""
        self.code: int | None = None  #: its exit code; -N: signal N

    @contextmanager
    def _open(self) -> Iterator[HTTPResponse]:
        asked: rest.Execute = {"command": self._command, "member": self._member}
        if self._is_terminal:
            size = os.get_terminal_size(self._stdout)
            asked["terminal"] = {"rows": size.lines or 24, "columns": size.columns or 80}
            asked["term"] = os.environ.get("TERM", "")
        with self._client.execute(self._job, asked) as response:
            self._number = response.headers.get("Heddle-Exec", "")
            yield response

    def _take(self, data: bytes) -> None:
        self._frames.add(data)
        while (found := self._frames.next()) is not None:
            kind, content = found
            if kind == ENDED:
                self.code = code_of(content)
            else:
                write(self._stderr if kind == ERRORS else self._stdout, content)

    def _send(self, data: bytes) -> None:
        """In a pipe all counts: what is not taken now is sent again."""
        while self.code is None:
            try:
                self._client.feed(self._job, self._number, data)
                return
            except RefusedError as error:
                if self._is_terminal or error.status != NOT_NOW:
                    raise
                time.sleep(PAUSE_S)

    def _end_input(self) -> None:
        if self._is_terminal:
            super()._end_input()
            return
        with suppress(UsageError):  # it has just ended
            self._send(b"")

    def _set_size(self, rows: int, columns: int) -> None:
        if self._is_terminal:
            self._client.resize_execution(self._job, self._number, rows, columns)
