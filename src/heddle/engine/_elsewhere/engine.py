"""The part of an engine that does not depend on whose nodes members run on."""

from __future__ import annotations

import os
import threading
from socket import socket
from typing import NoReturn, TypeVar

from heddle.engine._news import AttemptNews, FollowedAttempt
from heddle.engine.local.files.folders import Folders
from heddle.errors import UsageError

KEEP_S = 14 * 86_400
_LOCAL = "a job on a node of the engine local (`heddle up --engine local`)"

S = TypeVar("S", bound=FollowedAttempt)


class ElsewhereEngine(AttemptNews[S]):
    """Attempts and their folders. `terminal_by` and `execution_by` are the engine's own ways to
    what it cannot do for us yet, if it has them; {attempt} stands for one."""

    name: str
    isolates_tenants = False
    terminal_by = execution_by = ""

    def __init__(self, folder: str, keep_s: float) -> None:
        """:raises UsageError: if another one has the folder"""
        super().__init__()
        self._folders = Folders(folder, keep_s)
        self._wake = threading.Event()

    def shows(self, path: str) -> bool:
        return False  # it isolates nothing

    def uid_of(self, tenant: str) -> int:
        return os.geteuid()

    def work(self, attempt: str) -> str | None:
        return self._folders.work(attempt)

    def attach(self, attempt: str, member: int) -> socket:
        """:raises UsageError: always"""
        self._refuse(
            f"{attempt} has no terminal: the engine {self.name} has none yet.",
            self.terminal_by.format(attempt=attempt),
        )

    def execute(self, attempt: str) -> socket:
        """:raises UsageError: always"""
        self._refuse(
            f"no command can be executed beside {attempt}: the engine {self.name} cannot do that "
            "yet.",
            self.execution_by.format(attempt=attempt),
        )

    def _refuse(self, what: str, own: str) -> NoReturn:
        raise UsageError(f"{what} Use {f'{own}, or ' if own else ''}{_LOCAL}.")
