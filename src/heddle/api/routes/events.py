"""What happened: page by page, or live."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from functools import partial
from typing import Annotated

from fastapi import Header, Query
from pydantic import TypeAdapter
from starlette.responses import Response, StreamingResponse

from heddle.api.parameters import AtDesk, Limit, Reader, router
from heddle.desk.access.auth import Token
from heddle.desk.answers import EventPage
from heddle.desk.desk import Desk
from heddle.desk.sent import LAST_MS
from heddle.store.base import Event

ROUTER = router()
STREAM = "text/event-stream"
SIGN_OF_LIFE = b":\n\n"
_event = TypeAdapter(Event)


@ROUTER.get(
    "/v1/events",
    response_model=EventPage,
    responses={200: {"content": {STREAM: {"schema": {"type": "string"}}}}},
)
async def events(
    desk: AtDesk,
    caller: Reader,
    after: Annotated[int | None, Query(ge=0, le=LAST_MS)] = None,
    limit: Limit = 100,
    accept: Annotated[str, Header()] = "",
    last_event_id: Annotated[str, Header()] = "",
) -> EventPage | Response:
    """Of the token's tenant and those below. As text/event-stream they come live, from `after` or
    the header Last-Event-ID on; without either from now on."""
    if STREAM in accept:
        desk.check_streams(caller)
        if last_event_id.isascii() and last_event_id.isdigit():
            after = min(int(last_event_id[:18]), LAST_MS)
        elif after is None:
            after = await desk.read(lambda: desk.store.last_number("event"))
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(_stream(desk, after, caller), 200, headers, STREAM)
    first = after or 0
    found = await desk.read(
        lambda: desk.store.events(first, limit=limit, tenant=caller.tenant or None)
    )
    return EventPage(found, found[-1].number if found else first)


async def _stream(desk: Desk, after: int, caller: Token) -> AsyncIterator[bytes]:
    """Until the caller goes, or its token ends."""
    with desk.stream(caller) as has_room:
        if not has_room:
            return
        yield SIGN_OF_LIFE  # so that the caller knows that it is heard
        counts = partial(desk.auth.counts, caller)
        async with aclosing(desk.hub.follow(after, caller.tenant, counts)) as pieces:
            async for events in pieces:
                if not counts():
                    return
                yield b"".join(map(_told, events)) or SIGN_OF_LIFE


def _told(event: Event) -> bytes:
    head = f"id: {event.number}\nevent: {event.kind}\ndata: "
    return head.encode() + _event.dump_json(event) + b"\n\n"
