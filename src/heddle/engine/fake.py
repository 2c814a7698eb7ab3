"""An engine in memory, for tests of what is above: time and fate come from outside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from socket import socket, socketpair

from heddle.cluster.row import NodeRow
from heddle.engine.base import AttemptStatus, Order, words
from heddle.errors import HeddleError, UsageError
from heddle.model.reason import Reason
from heddle.model.record import ENDED, LOST, RUNNING, STARTING

_TERMINATED = -15


@dataclass(slots=True)
class _Held:
    order: Order
    seen: AttemptStatus
    written: dict[int, bytearray] = field(default_factory=dict)
    stopping: str | None = None  #: why


class Fake:
    """Attempts run at once and stay until they are ended; a stop ends them at once.

    With `at_once` off, both wait for `run` and `end`. What was asked is in `calls`.
    """

    name = "fake"
    isolates_tenants = True  # they are nowhere
    why_not_isolated = ""
    separates_tenants = False
    lacks: tuple[str, ...] = ()

    def __init__(self, now_ms: Callable[[], int] = lambda: 0, *, at_once: bool = True) -> None:
        self.at_once = at_once
        self.calls: list[tuple[str, str]] = []  #: start, stop or forget, and the attempt
        self.attached: dict[str, list[socket]] = {}  #: the terminals' ends of connections
        self.executed: dict[str, list[socket]] = {}  #: likewise, of commands beside members
        self.works: dict[str, str] = {}  #: folders of attempts, where a test has made some
        self.rows: Sequence[NodeRow] | None = None  #: its nodes; None: this machine
        self.down = ""  #: why it is, as long as it is
        self._now_ms = now_ms
        self._held: dict[str, _Held] = {}
        self._forgotten: dict[str, _Held] = {}
        self._tellers: list[Callable[[AttemptStatus], None]] = []

    def nodes(self) -> Sequence[NodeRow] | None:
        if self.down:
            raise HeddleError(self.down)
        return self.rows

    def why_not_tenant(self, tenant: str) -> str:
        return ""

    def shows(self, path: str) -> bool:
        return True

    def start(self, order: Order) -> Reason | None:
        self.calls.append(("start", order.attempt))
        if self.down:
            return Reason("engine", why=self.down)
        if order.attempt not in self._held and order.attempt not in self._forgotten:
            self._held[order.attempt] = _Held(order, AttemptStatus(order.attempt, STARTING))
            if self.at_once:
                self.run(order.attempt)
        return None

    def stop(self, attempt: str, why: str) -> None:
        self.calls.append(("stop", attempt))
        held = self._held.get(attempt)
        if self.down or held is None or not _is_alive(held) or held.stopping is not None:
            return
        held.stopping = why
        if self.at_once:
            self.end(attempt, _TERMINATED)

    def seen(self) -> Sequence[AttemptStatus]:
        """:raises HeddleError: while it is down"""
        if self.down:
            raise HeddleError(f"it is down: {self.down}")
        return [held.seen for held in self._held.values()]

    def forget(self, attempt: str) -> None:
        self.calls.append(("forget", attempt))
        if attempt in self._held and not _is_alive(self._held[attempt]):
            self._forgotten[attempt] = self._held.pop(attempt)

    def logs(self, attempt: str, member: int, start: int, most: int) -> bytes:
        held = self._held.get(attempt) or self._forgotten.get(attempt)
        written = held.written.get(member, b"") if held else b""
        return bytes(written[start : start + max(0, most)])

    def attach(self, attempt: str, member: int) -> socket:
        held = self._held.get(attempt)
        if (
            self.down or held is None or held.seen.state != RUNNING
            or held.order.terminal_idle_s is None or member >= len(held.order.places)
        ):  # fmt: skip
            raise UsageError(f"{attempt} has no terminal that can be attached to now.")
        ours, theirs = socketpair()
        theirs.setblocking(False)
        self.attached.setdefault(attempt, []).append(ours)
        return theirs

    def execute(self, attempt: str) -> socket:
        held = self._held.get(attempt)
        if self.down or held is None or held.seen.state != RUNNING:
            raise UsageError(f"{attempt} does not run, or only just begins to.")
        ours, theirs = socketpair()
        theirs.setblocking(False)
        self.executed.setdefault(attempt, []).append(ours)
        return theirs

    def work(self, attempt: str) -> str | None:
        return self.works.get(attempt)

    def watch(self, tell: Callable[[AttemptStatus], None]) -> None:
        self._tellers.append(tell)

    def close(self) -> None:
        self._tellers.clear()
        for lines in (*self.attached.values(), *self.executed.values()):
            for line in lines:
                line.close()

    def order(self, attempt: str) -> Order:
        return self._held[attempt].order

    def run(self, attempt: str) -> None:
        """Its members run now."""
        self._change(attempt, state=RUNNING, started_ms=self._now_ms())

    def end(self, attempt: str, exit_code: int = 0, why: str = "") -> None:
        """It ended; by itself, unless a stop asked for it."""
        why = why or self._held[attempt].stopping or ""
        self._change(
            attempt, state=ENDED, exit_code=exit_code, ended_ms=self._now_ms(), why=why
        )  # fmt: skip

    def lose(self, attempt: str, why: str = "its node went away") -> None:
        """It is gone, and nobody knows how it ended."""
        self._change(attempt, state=LOST, ended_ms=self._now_ms(), why=why)

    def vanish(self, attempt: str) -> None:
        """The engine itself forgets that there was such an attempt, and tells nobody."""
        del self._held[attempt]

    def write(self, attempt: str, member: int, data: bytes) -> None:
        """A member wrote this."""
        self._held[attempt].written.setdefault(member, bytearray()).extend(data)

    def tell_all(self) -> None:
        """Says everything once more, as engines do when they come back."""
        for held in [*self._held.values()]:
            self._tell(held.seen)

    def _change(self, attempt: str, **changes: object) -> None:
        held = self._held[attempt]
        if not _is_alive(held):
            return  # an end is the end
        held.seen = replace(held.seen, **changes)  # type: ignore[arg-type]
        self._tell(held.seen)

    def _tell(self, seen: AttemptStatus) -> None:
        if not self.down:
            for tell in [*self._tellers]:
                tell(seen)


def _is_alive(held: _Held) -> bool:
    return held.seen.state not in (ENDED, LOST)


ENGINE, WORDS = Fake, dict.fromkeys(words(), "kept for the test, which asks for it by `order`")
