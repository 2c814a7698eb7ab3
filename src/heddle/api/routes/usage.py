"""The usage ledger, as JSON or CSV."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Literal

from fastapi import Query
from starlette.responses import Response

from heddle.api.desk import LAST_MS, AtDesk, Reader, router
from heddle.api.ledger import BY, UsageReport, as_csv, report
from heddle.api.problem import Mistake, ProblemError, did_you_mean
from heddle.store.base import Event, Store

ROUTER = router()
PAGE = 5000
Time = Annotated[int, Query(ge=0, le=LAST_MS)]


@ROUTER.get(
    "/v1/usage",
    response_model=UsageReport,
    responses={200: {"content": {"text/csv": {"schema": {"type": "string"}}}}},
)
async def usage(
    desk: AtDesk,
    caller: Reader,
    from_ms: Annotated[int, Query(alias="from", ge=0, le=LAST_MS)] = 0,
    to_ms: Annotated[int, Query(alias="to", ge=0, le=LAST_MS)] = LAST_MS,
    by: str = "tenant",
    format: Literal["json", "csv"] = "json",
) -> UsageReport | Response:
    """Of attempts that ended in this time. `by` is one or more of tenant, user and job, with
    commas between."""
    names = by.split(",")
    for name in names:
        if name not in BY:
            rule = f"by: {name!r} is not allowed.{did_you_mean(name, BY)} Any of {', '.join(BY)}."
            raise ProblemError(422, rule, [Mistake(rule, "by")])

    @lru_cache(maxsize=10_000)
    def user_of(job_id: str) -> str:
        record = desk.store.job(job_id)
        return record.user if record else ""

    def add_up() -> UsageReport:
        return report(_used(desk.store, caller.tenant or None), names, user_of, from_ms, to_ms)

    found = await desk.read(add_up)
    if format == "csv":
        return Response(as_csv(found), media_type="text/csv")
    return found


def _used(store: Store, tenant: str | None) -> Iterator[Event]:
    after = 0
    while found := store.events(after, limit=PAGE, kind="usage", tenant=tenant):
        yield from found
        after = found[-1].number
