"""Events to all followers: one thread waits for the loop and reads what is new once.

Followers are coroutines. Recent events are in memory; a follower further behind reads the store.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Sequence
from functools import partial

from heddle.control.loop import Loop
from heddle.desk.access.auth import within
from heddle.errors import StoreError
from heddle.store.base import Event

log = logging.getLogger(__name__)
RECENT = 4096
PAGE = 1000
HEARTBEAT_S = 15.0
PATIENCE_S = 1.0  #: interval of the check for followers


class Hub:
    """Its methods are for the thread of the server's event loop."""

    def __init__(self, loop: Loop, heartbeat_s: float = HEARTBEAT_S) -> None:
        self._loop = loop
        self._store = loop.store
        self._heartbeat_s = heartbeat_s
        self._recent: deque[Event] = deque(maxlen=RECENT)
        self._since: int | None = None  # all after this one up to the last are recent
        self._last = 0
        self._news = asyncio.Event()  # replaced by another when it is set
        self._wanted = threading.Event()
        self._closed = False
        self.followers = 0

    def start(self) -> None:
        self._here = asyncio.get_running_loop()
        threading.Thread(target=self._watch, name="followers", daemon=True).start()

    def close(self) -> None:
        """Ends all followers."""
        self._closed = True
        self._wanted.set()
        self._wake()

    async def follow(
        self, after: int, tenant: str, counts: Callable[[], bool] = lambda: True
    ) -> AsyncGenerator[Sequence[Event], None]:
        """Events of a tenant and those below, as they come; an empty list is a sign of life. It
        ends when `counts` no longer holds: that is asked whenever anything has happened."""
        self.followers += 1
        self._wanted.set()
        try:
            while not self._closed and counts():
                news = self._news  # before anything is read: what comes meanwhile is not missed
                found, after = await self._next(after, tenant)
                if found:
                    yield found
                    continue
                try:
                    await asyncio.wait_for(news.wait(), self._heartbeat_s)
                except TimeoutError:
                    yield ()
        finally:
            self.followers -= 1

    async def _next(self, after: int, tenant: str) -> tuple[Sequence[Event], int]:
        """What is new for this follower, and up to where it then knows all."""
        if self._since is not None and after >= self._since:
            found: list[Event] = []
            for event in reversed(self._recent):
                if event.number <= after:
                    break
                if within(event.tenant, tenant):
                    found.append(event)
            return found[::-1], max(after, self._last)
        last = self._last  # the store has all up to here
        read = await asyncio.to_thread(self._store.events, after, limit=PAGE, tenant=tenant or None)
        if len(read) == PAGE:
            return read, read[-1].number
        return read, max(after, last, read[-1].number if read else 0)

    def _watch(self) -> None:
        """While there are followers. The thread of the server is only called, never waited for."""
        said = ""
        while not self._closed:
            self._wanted.wait()
            try:
                self._tell()
                said = ""
            except Exception as error:
                if not self._closed:
                    if str(error) != said:
                        said, trace = str(error), not isinstance(error, StoreError)
                        log.error("followers hear nothing for a moment: %s", said, exc_info=trace)
                    time.sleep(PATIENCE_S)
            self._wanted.clear()
            if self.followers or self._closed:
                self._wanted.set()

    def _tell(self) -> None:
        last = self._store.last_number("event")
        self._call(self._reset, last)
        while self.followers and not self._closed:
            with self._loop.changed:
                self._loop.changed.wait_for(partial(self._is_behind, last), PATIENCE_S)
            if self._closed or not self._is_behind(last):
                continue
            if events := self._store.events(last, limit=PAGE):
                last = events[-1].number
                self._call(self._add, events)

    def _is_behind(self, last: int) -> bool:
        return self._loop.last_event > last

    def _call(self, what: Callable[..., None], *given: object) -> None:
        if not self._here.is_closed():
            self._here.call_soon_threadsafe(what, *given)

    def _reset(self, last: int) -> None:
        self._recent.clear()
        self._since = self._last = last
        self._wake()

    def _add(self, events: Sequence[Event]) -> None:
        self._recent.extend(events)
        self._last = events[-1].number
        if len(self._recent) == RECENT:
            self._since = self._recent[0].number
        self._wake()

    def _wake(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()
