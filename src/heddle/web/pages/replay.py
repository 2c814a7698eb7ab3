"""The curves of a simulation, played. The file is read in the browser and goes nowhere."""

from __future__ import annotations

from starlette.responses import Response

from heddle.web.site import Tab, WebSite
from heddle.web.visit import Visit


def add(site: WebSite) -> None:
    site.get("/replay", _show, tab=Tab(100))


def _show(visit: Visit) -> Response:
    return visit.page("replay.html")
