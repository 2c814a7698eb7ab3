"""The part of an engine that does not depend on whose nodes members run on."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from heddle.engine.base import AttemptStatus
from heddle.engine.local.files.folders import Folders
from heddle.model.record import ENDED, LOST, STARTING

KEEP_S = 14 * 86_400
OVER = (ENDED, LOST)


@dataclass(slots=True, kw_only=True)
class SubmittedAttempt:
    """An attempt whose end was not told yet."""

    told: str = STARTING


S = TypeVar("S", bound=SubmittedAttempt)


class ElsewhereEngine(Generic[S]):
    """Attempts, their folders, and those who want to hear of them."""

    isolates_tenants = False

    def __init__(self, folder: str, keep_s: float) -> None:
        """:raises UsageError: if another one has the folder"""
        self._folders = Folders(folder, keep_s)
        self._mutex = threading.RLock()  #: for all below, and for what we do to the folders
        self._alive: dict[str, S] = {}
        self._tellers: list[Callable[[AttemptStatus], None]] = []
        self._closed = False
        self._wake = threading.Event()

    def shows(self, path: str) -> bool:
        return False  # it isolates nothing

    def work(self, attempt: str) -> str | None:
        return self._folders.work(attempt)

    def watch(self, tell: Callable[[AttemptStatus], None]) -> None:
        with self._mutex:
            self._tellers.append(tell)

    def _drop(self, attempt: str) -> None:
        """Its end was told, or is not to be."""
        self._alive.pop(attempt, None)

    def _news(
        self, attempt: str, examine: Callable[[str], AttemptStatus | None]
    ) -> AttemptStatus | None:
        """How it is now, if that was not told before."""
        alive = self._alive[attempt]
        try:
            seen = examine(attempt)
        except OSError:  # a full disk, a file server that is away: the next look may do better
            return None
        if seen is None or seen.state == alive.told:
            return None
        alive.told = seen.state
        if seen.state in OVER:
            self._drop(attempt)
        return seen

    def _tell(self, seen: AttemptStatus) -> None:
        for tell in [*self._tellers]:
            try:
                tell(seen)
            except Exception:  # theirs; ours goes on
                traceback.print_exc()
