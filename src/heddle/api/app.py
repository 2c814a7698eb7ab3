"""The application: every file in `routes` has a `ROUTER`, and nothing is registered twice."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

from heddle.api import routes
from heddle.api.document import describe
from heddle.api.guard import Guard
from heddle.api.nodes.gateway import NodeGate
from heddle.api.problem import handle
from heddle.collector import collect_rarely
from heddle.control.nodes.register import register_of
from heddle.desk.access import idempotency
from heddle.desk.access.node_auth import Roll
from heddle.desk.desk import Desk

log = logging.getLogger(__name__)
SWEEP_S = 3600.0  #: interval of the removal of old keys
GONE_AT_ONCE = 1000


def make_app(
    desk: Desk, *, more: Sequence[APIRouter] = (), node_key: bytes | None = None
) -> FastAPI:
    """The desk's loop runs already, with the quotas of `Tenants.quotas`. `more` routers are pages
    beside the API, which check permissions themselves. The keys of nodes are derived from
    `node_key`; without one they end with this process."""

    @asynccontextmanager
    async def alive(_: FastAPI) -> AsyncIterator[None]:
        desk.hub.start()
        threading.Thread(target=desk.ledger.warm, name="ledger", daemon=True).start()
        sweeper = asyncio.create_task(_sweep(desk))
        with collect_rarely():
            yield
        desk.hub.close()
        desk.ledger.close()
        sweeper.cancel()
        with suppress(asyncio.CancelledError):
            await sweeper

    app = FastAPI(
        title="Heddle",
        version="1",
        summary="One pool of accelerators: jobs, nodes, tenants and what they used",
        lifespan=alive,
        openapi_url=None,  # as everything, it needs a token: routes/openapi.py
        docs_url=None,  # its scripts would come from elsewhere
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.desk = desk
    public: list[str] = []
    for name in routes.SEAM.names():
        module = routes.SEAM.load(name)
        # Flat: routers within routers would be searched one after the other at every request.
        app.router.routes += _tagged(module.ROUTER, name)
        public += getattr(module, "PUBLIC", ())
    for router in more:
        app.include_router(router)
    handle(app)
    describe(app, public)
    app.add_middleware(Guard, auth=desk.auth, counts=desk.counts, public=public, rates=desk.rates)
    register = desk.loop.ask(register_of).result()
    if register is not None:
        desk.roll = Roll(register, node_key or os.urandom(32), desk.loop.now_ms)
        app.add_middleware(NodeGate, desk=desk, roll=desk.roll)
    return app


def _tagged(router: APIRouter, name: str) -> list[BaseRoute]:
    for route in router.routes:
        if isinstance(route, APIRoute):
            route.tags = [name]
    return router.routes


async def _sweep(desk: Desk) -> None:
    """Keys are only of use for a day."""
    while True:
        try:
            gone = await desk.read(lambda: idempotency.old(desk.store, desk.now_ms()))
            for at in range(0, len(gone), GONE_AT_ONCE):
                some = gone[at : at + GONE_AT_ONCE]
                await desk.ask(lambda core, some=some: core.keep(*some))  # type: ignore[misc]
        except Exception:
            log.exception("old keys could not be removed; it is tried again")
        await asyncio.sleep(SWEEP_S)
