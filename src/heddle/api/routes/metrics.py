"""Prometheus text, by hand; docs/api.md has all names."""

from __future__ import annotations

from starlette.responses import PlainTextResponse

from heddle.api.capacity import moment, pool_of
from heddle.api.desk import AtDesk, Reader, of_cluster, router
from heddle.api.exposition import text_of

ROUTER = router()


@ROUTER.get("/metrics", response_class=PlainTextResponse)
async def metrics(desk: AtDesk, caller: Reader) -> PlainTextResponse:
    """Of the whole cluster: the token must be for all of it."""
    of_cluster(caller)
    pool = pool_of(await desk.ask(moment))
    jobs = await desk.read(desk.store.count_jobs)
    last = await desk.read(lambda: desk.store.last_number("event"))
    text = text_of(pool, jobs, last, desk.counts, desk.hub.followers, desk.since_ms)
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4")
