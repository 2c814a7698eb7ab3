"""All devices together, and who waits for them."""

from __future__ import annotations

from heddle.api.parameters import AtDesk, Reader, router
from heddle.desk.capacity import PoolState, moment, pool_of

ROUTER = router()


@ROUTER.get("/v1/pool")
async def pool(desk: AtDesk, _: Reader) -> PoolState:
    """Everybody may see how much of the pool is used; by whom, only who may see them."""
    return pool_of(await desk.ask(lambda core: moment(core, desk.now_ms())))
