"""What people have changed, the newest first: the events that have an actor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from heddle.desk.access.auth import HEDDLE, Token
from heddle.desk.desk import Desk
from heddle.desk.sent import LAST_MS
from heddle.store.base import Event, Store

PAGE = 2_000
FARTHEST = 100_000  #: events that one request looks at


@dataclass(frozen=True, slots=True)
class AuditPage:
    """The newest first."""

    events: Sequence[Event]
    next: int | None  #: `before` of the next page; None: this is the last


async def audit(
    desk: Desk,
    caller: Token,
    *,
    tenant: str | None = None,
    actor: str | None = None,
    kind: str | None = None,
    since: int = 0,
    until: int = LAST_MS,
    before: int | None = None,
    limit: int = 100,
) -> AuditPage:
    """Of the token's tenant and those below. A page may have few events or none, and yet a next
    one: each request looks at a part of what has happened."""
    if tenant is not None:
        desk.tenants.must(caller, tenant)
    is_name = actor is not None and desk.auth.is_name(actor)

    def fits(event: Event) -> bool:
        if actor is None:
            is_wanted = event.actor not in ("", HEDDLE)
        else:
            is_wanted = event.actor == actor or (is_name and event.actor.startswith(f"{actor}@"))
        return is_wanted and since <= event.at_ms < until and (kind is None or event.kind == kind)

    def look() -> AuditPage:
        return _back(desk.store, tenant or caller.tenant or None, fits, since, before, limit)

    return await desk.read(look)


def _back(
    store: Store,
    tenant: str | None,
    fits: Callable[[Event], bool],
    since: int,
    before: int | None,
    limit: int,
) -> AuditPage:
    """Numbers have no gaps, so that a page back is a page of numbers."""
    upper = min(before or LAST_MS, store.last_number("event") + 1)
    lowest = max(0, upper - FARTHEST)
    found: list[Event] = []
    while upper - 1 > lowest:
        lower = max(lowest, upper - PAGE - 1)
        page = store.events(lower, limit=PAGE, tenant=tenant)
        page = [event for event in page if event.number < upper]
        for event in reversed(page):
            if fits(event):
                found.append(event)
                if len(found) == limit:
                    return AuditPage(found, event.number)
        upper = lower + 1
        if page and all(event.at_ms < since for event in page):
            return AuditPage(found, None)
    return AuditPage(found, upper if upper > 1 else None)
