"""The usage ledger, as JSON or CSV."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Query
from starlette.responses import Response

from heddle.api.parameters import AtDesk, Reader, router
from heddle.desk.ledger import UsageReport, as_csv
from heddle.desk.sent import LAST_MS
from heddle.desk.usage import report

ROUTER = router()


@ROUTER.get(
    "/v1/usage",
    response_model=UsageReport,
    responses={200: {"content": {"text/csv": {"schema": {"type": "string"}}}}},
)
async def usage(
    desk: AtDesk,
    caller: Reader,
    from_ms: Annotated[int, Query(alias="since", ge=0, le=LAST_MS)] = 0,
    to_ms: Annotated[int, Query(alias="until", ge=0, le=LAST_MS)] = LAST_MS,
    by: str = "tenant",
    format: Literal["json", "csv"] = "json",
) -> UsageReport | Response:
    """The part of every attempt that lies in this time; those that still run are charged up to
    now. `by` is one or more of day, tenant, user, job and model, with commas between."""
    found = await report(desk, caller, by=by, from_ms=from_ms, to_ms=to_ms)
    if format == "csv":
        return Response(as_csv(found), media_type="text/csv")
    return found
