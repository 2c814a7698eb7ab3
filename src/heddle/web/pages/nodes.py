"""The list of nodes: filtered, a page at a time, as they change."""

from __future__ import annotations

from collections import Counter
from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response

from heddle.model.choices import NODE_KINDS
from heddle.web.live import Told
from heddle.web.node_view import STATES, NodeFilter, briefs, node_line, sites_of
from heddle.web.pool_view import PoolSnapshot
from heddle.web.site import Tab, WebSite
from heddle.web.visit import Visit

PAGE = 100
SITES = 100  #: that are offered to choose from


def add(site: WebSite) -> None:
    site.get("/nodes", _show, tab=Tab(20))
    site.get("/live/nodes", _live)


def _show(visit: Visit) -> Response:
    return visit.page("nodes.html", **_values(visit))


def _live(visit: Visit) -> Response:
    def render() -> Told:
        yield "nodes", visit.fill("parts/nodes.html", **_values(visit))

    return visit.follow(render)


def _values(visit: Visit) -> dict[str, Any]:
    now_ms = visit.site.loop.now_ms()
    snapshot = visit.site.ask(lambda core: PoolSnapshot.take(core, now_ms))
    query = {name: visit.query(name) for name in ("text", "state", "kind", "site")}
    wanted = NodeFilter(**query)
    every = briefs(snapshot)
    of_state = [b for b in every if b.fits(NodeFilter(wanted.text, "", wanted.kind, wanted.site))]
    found = [brief for brief in of_state if wanted.state in ("", brief.state)]
    last = max(1, -(-len(found) // PAGE))
    number = visit.number("page", last)
    shown = found[(number - 1) * PAGE : number * PAGE]
    given = [(name, value) for name, value in query.items() if value]
    counts = Counter(brief.state for brief in of_state)
    return {
        "lines": [node_line(snapshot, brief) for brief in shown],
        "query": query,
        "states": {state: counts[state] for state in STATES if counts[state]},
        "kinds": NODE_KINDS if any(brief.kind for brief in every) else (),
        "sites": sites_of(every, SITES),
        "number": number,
        "last": last,
        "total": len(every),
        "found": len(of_state),
        "filters": urlencode([(name, value) for name, value in given if name != "state"]),
        "here": urlencode(given),
        "live": urlencode([*given, ("page", str(number))]),
    }
