"""Prometheus text, by hand; docs/reference/metrics.md has all names."""

from __future__ import annotations

from starlette.responses import PlainTextResponse

from heddle.api.metrics import device_figures, job_figures, operating, service_figures
from heddle.api.metrics.exposition import text_of
from heddle.api.metrics.operating import TenantWait
from heddle.api.parameters import AtDesk, Reader, router
from heddle.control.nodes.node import Node
from heddle.desk import service_status
from heddle.desk.capacity import Moment, moment, pool_of
from heddle.desk.desk import Desk, of_cluster
from heddle.model.record import WAITING
from heddle.store.base import JobFilter, Size

ROUTER = router()


@ROUTER.get("/metrics", response_class=PlainTextResponse)
async def metrics(desk: AtDesk, caller: Reader) -> PlainTextResponse:
    """Of the whole cluster: the token must be for all of it."""
    of_cluster(caller)
    at = await desk.ask(moment)
    pool = pool_of(at)
    jobs = await desk.read(desk.store.count_jobs)
    last = await desk.read(lambda: desk.store.last_number("event"))
    text = text_of(pool, jobs, last, desk.counts, desk.hub.followers, desk.since_ms)
    text += await desk.read(lambda: _devices(desk, at))
    text += await _jobs(desk)
    text += await _operating(desk)
    text += service_figures.text_of(
        await desk.ask(lambda core: service_status.every(core, caller, None))
    )
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4")


def _devices(desk: Desk, at: Moment) -> str:
    """A vendor's library may take its time."""

    def live(node: Node) -> bytes | None:
        return desk.roll.passing(node).get("live") if desk.roll is not None else None

    return device_figures.text_of(device_figures.devices(at, desk.readings(), live))


async def _jobs(desk: Desk) -> str:
    now_ms = desk.now_ms()
    charges = job_figures.shown(await desk.ask(lambda core: core.charges(now_ms)))
    used = await desk.read(lambda: desk.programs.used({each.subject for each in charges}))
    return job_figures.text_of(charges, used)


async def _operating(desk: Desk) -> str:
    now_ms = desk.now_ms()
    at = await desk.ask(lambda core: operating.waits(core, now_ms))

    def read() -> tuple[Size, list[TenantWait]]:
        counts = {t: desk.store.count_jobs(JobFilter((WAITING,), t)) for t in at.guaranteed}
        found = [TenantWait(t, n, counts[t].get(WAITING, 0)) for t, n in at.guaranteed.items()]
        return desk.store.size(), found

    size, tenants = await desk.read(read)
    ends_ms, health = desk.certificate_ends_ms, desk.device_health()
    return operating.text_of(at, desk.loop.tally, size, tenants, health, ends_ms, now_ms)
