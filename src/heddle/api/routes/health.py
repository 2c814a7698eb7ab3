"""Whether the server is there; the one route that needs no token."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from heddle.api.answers import Health
from heddle.api.desk import AtDesk, router

ROUTER = router()
PUBLIC = ("/v1/health",)


def _version() -> str:
    try:
        return version("heddle-xpu")
    except PackageNotFoundError:
        return "unknown"


VERSION = _version()


@ROUTER.get("/v1/health")
async def health(desk: AtDesk) -> Health:
    """That it answers at all is the answer."""
    return Health("ok", VERSION, desk.since_ms)
