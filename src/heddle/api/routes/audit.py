"""What people have changed, the newest first: the events that have an actor."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query

from heddle.api.parameters import AtDesk, Limit, Reader, router
from heddle.desk import audit as trail
from heddle.desk.audit import AuditPage
from heddle.desk.sent import LAST_MS

ROUTER = router()
Number = Annotated[int, Query(ge=0, le=LAST_MS)]


@ROUTER.get("/v1/audit")
async def audit(
    desk: AtDesk,
    caller: Reader,
    tenant: str | None = None,
    actor: str | None = None,
    kind: str | None = None,
    since: Number = 0,
    until: Number = LAST_MS,
    before: Annotated[int | None, Query(ge=0, le=LAST_MS)] = None,
    limit: Limit = 100,
) -> AuditPage:
    """Of the token's tenant and those below. A page may have few events or none, and yet a next
    one: each request looks at a part of what has happened."""
    return await trail.audit(
        desk, caller, tenant=tenant, actor=actor, kind=kind, since=since, until=until,
        before=before, limit=limit,
    )  # fmt: skip
