"""The seam of engines: whoever runs the members of a job. An engine is one file with `ENGINE`.

Nothing here waits for long, and all of it may be said twice: after a crash nobody knows whether the
first time counted. What is running is the engine's truth, what should run is the store's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from heddle.model.reason import Reason
from heddle.model.record import Place


@dataclass(frozen=True, slots=True)
class Order:
    """One attempt to start: a member for each place, all with the same command."""

    attempt: str  #: its id; two orders of one id are the same
    command: tuple[str, ...]
    places: tuple[Place, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    folder: str | None = None  #: to work in; None: one of its own
    image: str | None = None
    priority: int = 0
    share_milli: int = 1000
    tenant: str = "default"
    grace_s: float = 10.0  #: between asking it to end and making it


@dataclass(frozen=True, slots=True)
class Seen:
    """An attempt as the engine sees it."""

    attempt: str
    state: str  #: starting, running, ended, lost
    exit_code: int | None = None  #: of the first member that failed, otherwise 0; -N: signal N
    started_ms: int | None = None
    ended_ms: int | None = None
    why: str = ""  #: in words, where there is something to say


class Engine(Protocol):
    """One engine. Its methods may be called from any thread."""

    name: str

    def start(self, order: Order) -> Reason | None:
        """Starts it, unless it did before; why not, if it cannot now (a try later may succeed)."""
        ...

    def stop(self, attempt: str, why: str) -> None:
        """Ends all its members, gently first. An attempt it does not know needs no ending."""
        ...

    def seen(self) -> Sequence[Seen]:
        """All attempts that it knows, also those that have ended and were not forgotten."""
        ...

    def forget(self, attempt: str) -> None:
        """The end of it was noted; its logs stay until they are old."""
        ...

    def logs(self, attempt: str, member: int, start: int, most: int) -> bytes:
        """What a member has written so far, both streams together, from a byte on.

        :raises LogGoneError: if that byte is no longer kept
        """
        ...

    def watch(self, tell: Callable[[Seen], None]) -> None:
        """`tell` is called, from a thread of the engine, whenever an attempt changes."""
        ...

    def close(self) -> None:
        """Lets go of everything; what runs goes on."""
        ...
