"""What is told of attempts: each change of their state, once, to all who watch the engine."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from heddle.engine.base import AttemptStatus
from heddle.model.record import ENDED, LOST, STARTING

OVER = (ENDED, LOST)


@dataclass(slots=True, kw_only=True)
class FollowedAttempt:
    """An attempt whose end was not told yet."""

    told: str = STARTING


F = TypeVar("F", bound=FollowedAttempt)


class AttemptNews(Generic[F]):
    """The part of an engine that tells."""

    def __init__(self) -> None:
        self._mutex = threading.RLock()  #: for all below, and for what we do to the folders
        self._alive: dict[str, F] = {}
        self._tellers: list[Callable[[AttemptStatus], None]] = []
        self._closed = False

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
