"""One connection, as parts of messages: a head, pieces of a body, and an end.

Reading stops while too much is unread, and writers can wait for room: so neither side of
the front is ever faster than the other.
"""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final, cast

import httptools

from heddle.front.heads import NONE, BadHeadError, Head, Headers, reframed, request_length

MOST_HEAD = 64 << 10  #: bytes
MOST_WAITING = 256 << 10  #: unread bytes
HEAD_COST = 1 << 10  #: a head counts as so many
_TOO_LARGE = f"the head is larger than {MOST_HEAD >> 10} KiB"


class End:
    """Of a message, of the connection, or of anything that makes sense."""

    def __init__(self, why: str, code: int = 400) -> None:
        self.why = why
        self.code = code  #: of an answer to it


END: Final = End("end")
LOST: Final = End("the connection was closed")
Part = Head | bytes | End


class FrontConnection(asyncio.Protocol):
    """`made` is called with every new one, `gone` when it is lost."""

    def __init__(
        self,
        *,
        requests: bool,
        made: Callable[[FrontConnection], None] | None = None,
        gone: Callable[[FrontConnection], None] | None = None,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._made, self._gone = made, gone
        parser = httptools.HttpRequestParser if requests else httptools.HttpResponseParser
        self._parser = parser(self)
        self._parts: deque[Part] = deque()
        self._waiting = 0
        self._waiter: asyncio.Future[None] | None = None
        self._room: asyncio.Future[None] | None = None
        self._paused = self._full = self._raw = self._deaf = False
        self._headers: Headers = []
        self._target = self._phrase = b""
        self._head_size = self._unfinished = 0
        self._in_head = True
        self._is_between = self._has_ended = False  # two messages; one, in what came last
        self._has_asked = False
        self._again = b""  # the head for a parser that must not take it for another protocol
        self._mute = False
        self.transport: asyncio.Transport = cast(asyncio.Transport, None)
        self.is_lost = False
        self.since = self._loop.time()  #: when it was last begun to wait for a head
        self.begun = self.since  #: when the first byte of a head came, or the connection
        self.moved = self.since  #: when anything came
        self.address = ""

    # For callers

    async def next(self) -> Part:
        """The next part; LOST when no more will come."""
        while not self._parts:
            if self.is_lost:
                return LOST
            self._waiter = self._loop.create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        part = self._parts.popleft()
        self._waiting -= _size(part)
        if self._paused and self._waiting < MOST_WAITING // 2 and not self.is_lost:
            self._paused = False
            self.transport.resume_reading()
        return part

    @property
    def has_end(self) -> bool:
        """Whether the message is here to its end: then `next` does not wait."""
        return bool(self._parts) and (self._parts[0] is END or END in self._parts)

    @property
    def has_part(self) -> bool:
        return bool(self._parts)

    @property
    def is_sent(self) -> bool:
        """Whether the system has all that was written."""
        if self.is_lost or self.transport.is_closing():
            return False
        return self.transport.get_write_buffer_size() == 0

    def write(self, data: bytes) -> None:
        if not self.is_lost:
            self.transport.write(data)

    @property
    def is_waiting(self) -> bool:
        """For a head, of which nothing or not all is there."""
        return self.since < math.inf and not self._parts

    def is_late(self, now: float, idle_s: float, head_s: float, body_s: float) -> bool:
        """Whether the other side was silent for too long. A client that has asked before may keep
        the connection for a while; one that has not, or is within a request, may not."""
        if self._paused or self._raw:
            return False
        if self.since == math.inf:
            return not self._in_head and self.moved < now - body_s
        is_begun = self._unfinished > 0 or not self._has_asked
        return self.since < now - idle_s or (is_begun and self.begun < now - head_s)

    async def room(self) -> None:
        """Until the other side has taken most of what was written."""
        while self._full and not self.is_lost:
            self._room = self._room or self._loop.create_future()
            await asyncio.shield(self._room)

    async def linger(self, seconds: float) -> None:
        """Says that no more will be written, and lets the other side end: a client that is cut off
        while it sends may never read the answer."""
        if self.is_lost:
            return
        with suppress(OSError, RuntimeError, TimeoutError):
            self.transport.write_eof()
            async with asyncio.timeout(seconds):
                while await self.next() is not LOST:
                    pass

    def close(self) -> None:
        """After what was written."""
        if self.transport is not None:
            self.transport.close()

    def abort(self) -> None:
        """At once: the other side sees that something was left out."""
        if self.transport is not None:
            self.transport.abort()

    # For the event loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername")
        self.address = str(peer[0]) if peer else "unknown"
        if self._made is not None:
            self._made(self)

    def data_received(self, data: bytes) -> None:
        if self._deaf:
            return
        self.moved = self._loop.time()
        if self._raw:
            self._put(data)
            return
        self._has_ended = False
        try:
            self._feed(data)
        except httptools.HttpParserCallbackError:
            self._give_up(End(_TOO_LARGE, 431))
        except httptools.HttpParserError as error:
            self._give_up(End(f"that is no HTTP/1.1: {error}"))
        else:
            if not self._in_head or self._is_between:
                self._unfinished = 0
            elif self._has_ended:  # how much of this is of the head that has begun is unknown
                self._unfinished = 1
            else:
                self._unfinished += len(data)
            if self._unfinished > MOST_HEAD:
                self._give_up(End(_TOO_LARGE, 431))

    def connection_lost(self, error: Exception | None) -> None:
        self.is_lost = True
        self._wake()
        self._make_room()
        if self._gone is not None:
            self._gone(self)

    def pause_writing(self) -> None:
        self._full = True

    def resume_writing(self) -> None:
        self._full = False
        self._make_room()

    def _feed(self, data: bytes) -> None:
        """The parser stops at every head with `Upgrade`, and takes no body for part of it. Where
        the protocol stays, another parser goes on from there: it has read the same head without
        that header, so that the body is counted as ever."""
        while True:
            try:
                self._parser.feed_data(data)
                return
            except httptools.HttpParserUpgrade as error:
                data = data[error.args[0] :]
            if not self._again:
                self._raw = True
                if data:
                    self._put(data)
                return
            again, self._again = self._again, b""
            self._parser = httptools.HttpRequestParser(self)
            self._mute = True
            self._parser.feed_data(again)
            self._mute = False

    # For the parser

    def on_message_begin(self) -> None:
        self.begun = self.moved
        self._headers, self._target, self._phrase = [], b"", b""
        self._head_size, self._in_head, self._is_between = 0, True, False

    def on_url(self, url: bytes) -> None:
        self._count(url)
        self._target += url

    def on_status(self, phrase: bytes) -> None:
        self._count(phrase)
        self._phrase += phrase

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count(name, value)
        if self._in_head:  # not of a trailer
            self._headers.append((name, value))

    def on_headers_complete(self) -> None:
        self._in_head, self._has_asked = False, True
        if self._mute:
            return
        parser = self._parser
        version, keep_alive = parser.get_http_version(), parser.should_keep_alive()
        upgrade = parser.should_upgrade()
        if isinstance(parser, httptools.HttpResponseParser):
            code = parser.get_status_code()
            self._put(Head(b"", self._phrase, code, version, self._headers, keep_alive, upgrade))
            return
        method = parser.get_method()
        head = Head(method, self._target, 0, version, self._headers, keep_alive, upgrade)
        if upgrade and (again := _without_upgrade(head)):
            self._again, head = again, replace(head, upgrade=False)
        self._put(head)

    def on_body(self, data: bytes) -> None:
        self._put(data)

    def on_message_complete(self) -> None:
        if self._again:
            return  # that was only the head
        self._in_head = self._is_between = self._has_ended = True
        self._put(END)

    # Within

    def _count(self, *pieces: bytes) -> None:
        self._head_size += sum(map(len, pieces)) + 4
        if self._head_size > MOST_HEAD:
            raise ValueError(_TOO_LARGE)

    def _put(self, part: Part) -> None:
        self._parts.append(part)
        self._waiting += _size(part)
        if self._waiting > MOST_WAITING and not self._paused:
            self._paused = True
            self.transport.pause_reading()
        self._wake()

    def _give_up(self, end: End) -> None:
        """What comes now is invalid; it is read, so that the other side gets the answer."""
        self._put(end)
        self._deaf = True

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _make_room(self) -> None:
        if self._room is not None and not self._room.done():
            self._room.set_result(None)
        self._room = None


def _size(part: Part) -> int:
    return len(part) if isinstance(part, bytes) else HEAD_COST if isinstance(part, Head) else 0


def _without_upgrade(head: Head) -> bytes:
    """The head for a parser that must count the body; empty if the protocol may change, which it
    may only where no body comes first, or if the request is refused anyway."""
    try:
        length = request_length(head)
    except BadHeadError:
        return b""
    if head.method == b"CONNECT" or (length == NONE and head.protocol):
        return b""
    return reframed(head, length)
