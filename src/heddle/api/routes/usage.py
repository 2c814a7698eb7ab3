"""The usage ledger, as JSON or CSV."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Query
from starlette.responses import Response

from heddle.api.desk import LAST_MS, AtDesk, Reader, router
from heddle.api.ledger import BY, UsageReport, as_csv, report
from heddle.api.problem import Mistake, ProblemError
from heddle.errors import did_you_mean

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
    now. `by` is one or more of tenant, user, job and model, with commas between."""
    names = list(dict.fromkeys(by.split(",")))
    for name in names:
        if name not in BY:
            rule = f"by: {name!r} is not allowed.{did_you_mean(name, BY)} Any of {', '.join(BY)}."
            raise ProblemError(422, rule, [Mistake(rule, "by")])

    def add_up() -> UsageReport:
        now_ms = desk.now_ms()
        over, running = desk.ledger.at(now_ms)
        return report(over, running, names, from_ms, to_ms, now_ms, caller.tenant)

    found = await desk.read(add_up)
    if format == "csv":
        return Response(as_csv(found), media_type="text/csv")
    return found
