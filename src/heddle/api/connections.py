"""Connections to the API: how many there may be, and how long a request may take to come.

A connection with no request, or half of one, has a time limit. When there are too many connections,
those go first that have shown no token and are not being answered: the newest always has a chance.
"""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from heddle.desk.access.auth import CALLER
from heddle.desk.access.limits import Limits

if TYPE_CHECKING:
    import httptools

MOST_HEAD = 64 << 10  #: bytes
LEAST_RATE = 1 << 10  #: bytes a second of a body, after its time limit
BUSY = b"this server has as many connections as it may have. Try again soon."
LATE = b"the request did not come in time."
LARGE = b"the head of the request is larger than 64 KiB."


@dataclass(frozen=True, slots=True)
class Allowed:
    """Seconds and connections."""

    most: int
    most_of_address: int
    head_s: float
    body_s: float


def allowed(limits: Limits) -> Allowed:
    """Half of the files that this process may have are for the API, unless a setting says."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    files = 65_536 if files == resource.RLIM_INFINITY else files
    most = limits.connections or max(8, files // 2)
    each = limits.connections_each or max(4, most // 2)
    return Allowed(most, min(each, most), limits.head_s, limits.body_s)


class Connections:
    """All connections of one server. For its event loop."""

    def __init__(self, rules: Allowed) -> None:
        self._rules = rules
        self._open: dict[ServerConnection, str] = {}  # the oldest first, with the address
        self._each: Counter[str] = Counter()
        self.halves: dict[ServerConnection, None] = {}  #: whose request has not come to its end
        self._timer: asyncio.TimerHandle | None = None

    def add(self, line: ServerConnection, address: str) -> bool:
        """Whether there is room, be it after another one has gone."""
        has_room = self._each[address] < self._rules.most_of_address or self._close_one(address)
        if has_room and len(self._open) >= self._rules.most:
            has_room = self._close_one(None)
        if not has_room:
            return False
        self._open[line] = address
        self._each[address] += 1
        self.wait_for(line)
        return True

    def remove(self, line: ServerConnection) -> None:
        address = self._open.pop(line, None)
        self.halves.pop(line, None)
        if address is not None:
            self._each[address] -= 1
            if not self._each[address]:
                del self._each[address]

    def wait_for(self, line: ServerConnection) -> None:
        """Until its request is complete."""
        self.halves[line] = None
        if self._timer is None:
            self._timer = line.loop.call_later(self._pause_s, self._look, line.loop)

    @property
    def _pause_s(self) -> float:
        return min(1.0, self._rules.head_s / 4, self._rules.body_s / 4)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        for line in list(self.halves):
            if line.is_late(now, self._rules):
                line.give_up(408, LATE)
        self._timer = loop.call_later(self._pause_s, self._look, loop) if self.halves else None

    def _close_one(self, address: str | None) -> bool:
        """Of this address, or of any: incomplete requests first."""
        for lines in (self.halves, self._open):
            for line in lines:
                if address in (None, self._open.get(line)) and line.is_idle:
                    self.remove(line)
                    line.transport.close()
                    return True
        return False


class ServerConnection(HttpToolsProtocol):
    """One connection; `book` is set by `protocol`."""

    book: Connections
    parser: httptools.HttpRequestParser | None  # type: ignore[assignment]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._since = self.loop.time()  # when the request that is not complete began
        self._got = 0
        self._is_half = self._in_head = True
        if not self.book.add(self, self.client[0] if self.client else ""):
            self.give_up(503, BUSY)

    def connection_lost(self, exc: Exception | None) -> None:
        self.book.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        was_half = self._is_half
        super().data_received(data)
        if self._is_half:
            if not was_half:
                self._since, self._got = self.loop.time(), 0
            self._got += len(data)
            if self._in_head and self._got > MOST_HEAD:
                self.give_up(431, LARGE)
            elif not self.transport.is_closing():
                self.book.wait_for(self)
        elif was_half:
            self.book.halves.pop(self, None)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_half = self._in_head = True

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()
        if self.parser is not None and self.parser.should_upgrade() and self.cycle is not None:
            self.cycle.keep_alive = False  # the parser takes no body for part of it

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._is_half = False

    @property
    def is_idle(self) -> bool:
        """Nothing is lost with it: no caller is known, and no request is being answered."""
        cycle = self.cycle
        if cycle is None:
            return True
        return CALLER not in cycle.scope and (self._is_half or cycle.response_complete)

    def is_late(self, now: float, rules: Allowed) -> bool:
        if self.flow.read_paused:  # we are the ones not reading
            self._since = now
            return False
        most_s = rules.head_s if self._in_head else rules.body_s + self._got / LEAST_RATE
        return now - self._since > most_s

    def give_up(self, code: int, why: bytes) -> None:
        """An answer where none has begun; then it is closed."""
        if not self.transport.is_closing() and (self.cycle is None or self._in_head):
            head = b"HTTP/1.1 %d -\r\ncontent-type: text/plain\r\nconnection: close\r\n" % code
            self.transport.write(head + b"content-length: %d\r\n\r\n" % len(why) + why)
        self.transport.close()


def protocol(rules: Allowed) -> type[Any]:
    """For `uvicorn.Config`."""
    return type("BookedLine", (ServerConnection,), {"book": Connections(rules)})
