"""The part of an engine that does not depend on whose nodes members run on."""

from __future__ import annotations

import os
import threading
from socket import socket
from typing import TypeVar

from heddle.engine._news import AttemptNews, FollowedAttempt
from heddle.engine.local.files.folders import Folders
from heddle.engine.local.terminal import sockets
from heddle.errors import UsageError

KEEP_S = 14 * 86_400

S = TypeVar("S", bound=FollowedAttempt)


class ElsewhereEngine(AttemptNews[S]):
    """Attempts and their folders."""

    name: str
    isolates_tenants = False

    def __init__(self, folder: str, keep_s: float) -> None:
        """:raises UsageError: if another one has the folder"""
        super().__init__()
        self._folders = Folders(folder, keep_s)
        self._wake = threading.Event()

    def shows(self, path: str) -> bool:
        return False  # it isolates nothing

    def attach(self, attempt: str, member: int) -> socket:
        """:raises UsageError: always"""
        raise _there(attempt)

    def execute(self, attempt: str) -> socket:
        """:raises UsageError: always"""
        raise _there(attempt)

    def uid_of(self, tenant: str) -> int:
        return os.geteuid()

    def door_of(self, attempt: str, member: int) -> tuple[str, str]:
        return os.path.join(self._folders.path(attempt), str(member)), sockets.DOOR

    def terminal_of(self, attempt: str, member: int) -> tuple[str, str]:
        return self._folders.path(attempt), sockets.name_of(member)

    def work(self, attempt: str) -> str | None:
        return self._folders.work(attempt)


def _there(attempt: str) -> UsageError:
    return UsageError(f"{attempt} is reached through its node: `heddle node join` there.")
