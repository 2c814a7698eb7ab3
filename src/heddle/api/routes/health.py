"""Whether the server is there; the one route that needs no token."""

from __future__ import annotations

from heddle.api.parameters import AtDesk, router
from heddle.desk.answers import Health
from heddle.version import own_version

ROUTER = router()
PUBLIC = ("/v1/health",)
VERSION = own_version() or "unknown"


@ROUTER.get("/v1/health")
async def health(desk: AtDesk) -> Health:
    """That it answers at all is the answer."""
    return Health("ok", VERSION, desk.since_ms)
