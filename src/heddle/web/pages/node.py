"""A node with its devices, and a device with the jobs that ran on it. Both are live."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from starlette.responses import RedirectResponse, Response

from heddle.desk import node_admin, node_programs
from heddle.desk.access.auth import Token
from heddle.desk.desk import Desk
from heddle.desk.errors import DeskError, MissingError
from heddle.desk.node_programs import NodePrograms
from heddle.web.device_view import (
    asked_milli,
    charged_milli,
    got_milli,
    preemptions,
    spans,
    why_text,
)
from heddle.web.live import Told
from heddle.web.node_view import Brief, briefs, device_lines, node_line, row_of
from heddle.web.pool_view import PoolSnapshot
from heddle.web.render import word
from heddle.web.site import WebSite
from heddle.web.timeline import draw
from heddle.web.visit import Visit

HOURS = (1, 24, 168)
ROWS = 25  #: of the jobs that ran on a device
EVENTS = 10
ACTIONS: dict[str, Callable[[Desk, Token, str], Coroutine[Any, Any, object]]] = {
    "drain": node_admin.drain,
    "undrain": node_admin.undrain,
    "forget": node_admin.remove,
}


def add(site: WebSite) -> None:
    site.get("/nodes/{name}", _node)
    site.get("/live/nodes/{name}", _live_node)
    site.get("/nodes/{name}/devices/{device:path}", _device)
    site.get("/live/nodes/{name}/devices/{device:path}", _live_device)
    site.post("/nodes/{name}/{action}", _act)


def _act(visit: Visit) -> Response:
    """Drains a node, lets it take work again, or forgets one that has gone."""
    act = ACTIONS.get(visit.path("action"))
    if act is None:
        raise MissingError(visit.say("error.page"))
    visit.need("admin")
    visit.call(act, visit.path("name"))
    is_gone = visit.path("action") == "forget"
    return RedirectResponse("/nodes" if is_gone else f"/nodes/{word(visit.path('name'))}", 303)


def _node(visit: Visit) -> Response:
    return visit.page("node.html", **_node_values(visit))


def _live_node(visit: Visit) -> Response:
    _taken(visit)

    def render() -> Told:
        values = _node_values(visit)
        yield "node", visit.fill("parts/node.html", **values)
        used = sum(device.used_milli for device in values["devices"]) / 1000
        yield "said", visit.say("nodes.said", node=values["node"].name, used=f"{used:g}")

    return visit.follow(render)


def _node_values(visit: Visit) -> dict[str, Any]:
    snapshot, brief = _taken(visit)
    store = visit.site.loop.store
    events = store.events(kind="node", subject=brief.name, limit=1000)
    return {
        "node": node_line(snapshot, brief),
        "row": row_of(snapshot, brief),
        "devices": device_lines(snapshot, brief, visit.who.sees),
        "events": events[::-1][:EVENTS],
        "rules": visit.who.may("admin") and not visit.who.tenant,
        "programs": _programs(visit, brief.name),
    }


def _programs(visit: Visit, name: str) -> NodePrograms | None:
    """None where they are not known, or not for this reader."""
    try:
        return visit.call(node_programs.listed, name)
    except DeskError:
        return None


def _device(visit: Visit) -> Response:
    return visit.page("device.html", **_device_values(visit))


def _live_device(visit: Visit) -> Response:
    _device_values(visit)

    def render() -> Told:
        yield "device", visit.fill("parts/device.html", **_device_values(visit))

    return visit.follow(render)


def _device_values(visit: Visit) -> dict[str, Any]:
    snapshot, brief = _taken(visit)
    wanted = visit.path("device")
    lines = device_lines(snapshot, brief, visit.who.sees)
    line = next((d for d in lines if wanted == d.name or wanted in d.names), None)
    if line is None:
        raise MissingError(visit.say("error.device", node=brief.name, device=wanted))
    asked = visit.query("hours")
    hours = int(asked) if asked in map(str, HOURS) else 24
    now_ms = visit.site.loop.now_ms()
    begin_ms = now_ms - hours * 3_600_000
    found = spans(visit, brief.name, line, begin_ms, now_ms)
    now = [span for span in found if span.end_ms is None]
    return {
        "node": brief.name,
        "device": line,
        "now": [
            (
                span,
                asked_milli(span),
                got_milli(visit, span, line),
                charged_milli(visit, span, line),
            )
            for span in now
        ],
        "spans": [(span, asked_milli(span), why_text(visit, span)) for span in found[:ROWS]],
        "preemptions": preemptions(visit, found)[:ROWS],
        "more": max(0, len(found) - ROWS),
        "picture": draw(found, begin_ms, now_ms, visit.say("device.timeline")),
        "hours": hours,
        "choices": HOURS,
    }


def _taken(visit: Visit) -> tuple[PoolSnapshot, Brief]:
    now_ms, name = visit.site.loop.now_ms(), visit.path("name")
    snapshot = visit.site.ask(lambda core: PoolSnapshot.take(core, now_ms))
    brief = next((each for each in briefs(snapshot) if each.name == name), None)
    if brief is None:
        raise MissingError(visit.say("error.node", node=name))
    return snapshot, brief
