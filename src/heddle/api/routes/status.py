"""How the server itself is."""

from __future__ import annotations

from dataclasses import asdict

from heddle.api.metrics.operating import LimitSaid, Status, waits
from heddle.api.parameters import AtDesk, Reader, router
from heddle.api.routes.health import VERSION
from heddle.desk.desk import of_cluster

ROUTER = router()


@ROUTER.get("/v1/status")
async def status(desk: AtDesk, caller: Reader) -> Status:
    """Store, engine, clock, certificate, nodes and devices: for `heddle admin check`. Of the whole
    cluster: the token must be for all of it."""
    of_cluster(caller)
    now_ms = desk.now_ms()
    at = await desk.ask(lambda core: waits(core, now_ms))
    size = await desk.read(desk.store.size)
    engines = desk.loop.engines.values()
    limits = [each for engine in engines for each in getattr(engine, "limits", tuple)()]
    return Status(
        VERSION,
        now_ms,
        desk.since_ms,
        size.where,
        size.bytes,
        size.free,
        1000 * desk.loop.tally.last_seconds,
        ", ".join(desk.loop.engines),
        [LimitSaid(**asdict(each)) for each in limits],
        desk.certificate_ends_ms,
        None if at.oldest_ms is None else now_ms - at.oldest_ms,
        at.nodes,
        desk.device_health(),
    )
