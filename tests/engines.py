"""Engines for tests: what was told, and looking for what should not be there any more."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

from heddle.engine.base import AttemptStatus, Engine, Order
from heddle.engine.local import process_tree
from heddle.engine.local.marker import MARKER
from heddle.model.record import Place

FINAL = ("ended", "lost")
WAIT_S = 120.0


class Followed:
    """An engine, with all that it told. `make` makes another object for the same one."""

    def __init__(self, engine: Engine, make: Callable[[], Engine] | None = None) -> None:
        self.engine = engine
        self.make = make or (lambda: engine)
        self.told: list[tuple[float, AttemptStatus]] = []  #: when, by time.time
        self._news = threading.Condition()
        engine.watch(self._tell)

    def _tell(self, seen: AttemptStatus) -> None:
        with self._news:
            self.told.append((time.time(), seen))
            self._news.notify_all()

    def of(self, attempt: str) -> list[AttemptStatus]:
        with self._news:
            return [seen for _, seen in self.told if seen.attempt == attempt]

    def until(self, attempt: str, *states: str) -> AttemptStatus:
        """The first that was told of it with one of these states."""

        def found() -> AttemptStatus | None:
            return next((seen for seen in self.of(attempt) if seen.state in states), None)

        with self._news:
            assert self._news.wait_for(lambda: found() is not None, WAIT_S), self.told
        seen = found()
        assert seen is not None
        return seen

    def end(self, attempt: str) -> AttemptStatus:
        return self.until(attempt, *FINAL)

    def seen(self, attempt: str) -> AttemptStatus | None:
        return next((seen for seen in self.engine.seen() if seen.attempt == attempt), None)


def order(attempt: str, *command: str, members: int = 1, grace_s: float = 10.0) -> Order:
    return Order(attempt, command, (Place("here"),) * members, grace_s=grace_s)


def processes(folder: Path, attempt: str) -> list[int]:
    """All that live of an attempt, whatever they did to hide."""
    return process_tree.marked(f"{MARKER}={folder / 'attempts' / attempt}".encode())


def written(engine: Engine, attempt: str, member: int = 0) -> str:
    return engine.logs(attempt, member, 0, 1 << 20).decode()


def within(condition: Callable[[], bool], seconds: float = WAIT_S) -> bool:
    """As world.eventually, with a finer grain."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.002)
    return True
