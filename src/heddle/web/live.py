"""What a page is told while it is open, as server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

if TYPE_CHECKING:
    from heddle.web.visit import Visit

Told = Iterable[tuple[str, str]]  #: the event's name, and HTML
PAUSE_S = 1.0  #: no page changes more often
ALIVE_S = 15.0  #: longest silence, so that both ends notice when one is gone
OVER = "over"  #: the last event: no more will come


class Changed:
    """Gives what differs from what was given before."""

    def __init__(self) -> None:
        self._last: dict[str, str] = {}

    def only(self, told: Told) -> list[tuple[str, str]]:
        found = [(name, text) for name, text in told if self._last.get(name) != text]
        self._last.update(found)
        return found


class WhenWritten:
    """Renders only if something was written since the last time; now and then in any case."""

    def __init__(self, last_event: Callable[[], int], render: Callable[[], Told]) -> None:
        self._last_event = last_event
        self._render = render
        self._changed = Changed()
        self._seen = -1
        self._turns = 0

    def __call__(self) -> list[tuple[str, str]]:
        now = self._last_event()
        self._turns += 1
        if now == self._seen and self._turns % 5:
            return []
        self._seen = now
        return self._changed.only(self._render())


def stream(visit: Visit, tell: Callable[[], Told], pause_s: float = PAUSE_S) -> StreamingResponse:
    """Asks `tell` again and again, in a thread, as long as the reader is there and signed in.

    :raises DeskError: if the reader follows as much as a token may
    """
    desk, caller = visit.desk, visit.who
    desk.check_streams(caller)

    async def run() -> AsyncIterator[bytes]:
        with desk.stream(caller) as is_open:
            async for piece in pieces() if is_open else nothing():
                yield piece

    async def nothing() -> AsyncIterator[bytes]:
        yield event(OVER, "")

    async def pieces() -> AsyncIterator[bytes]:
        quiet_s = 0.0
        while visit.site.sessions.find(visit.word) is not None:
            told = await run_in_threadpool(lambda: list(tell()))
            for name, text in told:
                yield event(name, text)
            if any(name == OVER for name, _ in told):
                return
            quiet_s = 0.0 if told else quiet_s + pause_s
            if quiet_s >= ALIVE_S:
                quiet_s = 0.0
                yield b": alive\n\n"
            await asyncio.sleep(pause_s)

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(run(), media_type="text/event-stream", headers=headers)


def event(name: str, text: str) -> bytes:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "".join([f"event: {name}\n", *(f"data: {line}\n" for line in lines), "\n"]).encode()
