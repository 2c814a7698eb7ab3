"""All devices together, and the jobs that wait for them."""

from __future__ import annotations

from heddle.api.parameters import AtDesk, Reader, router
from heddle.desk.capacity import PoolState, moment, pool_of

ROUTER = router()


@ROUTER.get("/v1/pool")
async def pool(desk: AtDesk, _: Reader) -> PoolState:
    """Every token may see how much of the pool is used; by which jobs, only if it may see them."""
    return pool_of(await desk.ask(lambda core: moment(core, desk.now_ms())))
