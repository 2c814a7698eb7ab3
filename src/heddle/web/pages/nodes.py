"""Nodes, their devices, and who ran on each."""

from __future__ import annotations

from starlette.responses import Response

from heddle.web.job_view import spans, why_text
from heddle.web.pool_view import (
    NODES_A_PAGE,
    Snapshot,
    device_lines,
    jobs_on,
    node_line,
    node_names,
)
from heddle.web.site import MissingError, Site, Visit
from heddle.web.timeline import draw

HOURS = (1, 24, 168)
ROWS = 50  #: of those who ran on a device


def add(site: Site) -> None:
    site.get("/nodes", _list)
    site.get("/nodes/{name}", _node)
    site.get("/nodes/{name}/devices/{device:path}", _device)


def _list(visit: Visit) -> Response:
    snapshot = visit.site.ask(Snapshot.take)
    text = visit.query("text")
    names = node_names(snapshot, text)
    asked = visit.query("page")
    last = max(1, -(-len(names) // NODES_A_PAGE))
    number = min(max(int(asked), 1), last) if asked.isdecimal() and len(asked) < 9 else 1
    shown = names[(number - 1) * NODES_A_PAGE : number * NODES_A_PAGE]
    lines = [node_line(snapshot, name) for name in shown]
    return visit.page(
        "nodes.html", lines=lines, text=text, number=number, last=last, total=len(names)
    )


def _node(visit: Visit) -> Response:
    snapshot, name = _taken(visit)
    lines = device_lines(snapshot, name, visit.who.sees)
    row = snapshot.rows[name]
    return visit.page("node.html", node=node_line(snapshot, name), row=row, devices=lines)


def _device(visit: Visit) -> Response:
    snapshot, name = _taken(visit)
    wanted = visit.path("device")
    lines = device_lines(snapshot, name, visit.who.sees)
    line = next((d for d in lines if wanted == d.name or wanted in d.names), None)
    if line is None:
        raise MissingError(visit.say("error.device", node=name, device=wanted))
    asked = visit.query("hours")
    hours = int(asked) if asked in map(str, HOURS) else 24
    now_ms = visit.site.loop.now_ms()
    begin_ms = now_ms - hours * 3_600_000
    found = spans(visit, jobs_on(snapshot, name, line.name), name, line.name)
    inside = [span for span in found if (span.end_ms or now_ms) >= begin_ms]
    picture = draw(inside, begin_ms, now_ms, visit.say("device.timeline"))
    return visit.page(
        "device.html",
        node=name,
        device=line,
        spans=[(span, why_text(visit, span)) for span in inside[:ROWS]],
        more=max(0, len(inside) - ROWS),
        picture=picture,
        hours=hours,
        choices=HOURS,
    )


def _taken(visit: Visit) -> tuple[Snapshot, str]:
    snapshot, name = visit.site.ask(Snapshot.take), visit.path("name")
    if name not in snapshot.rows:
        raise MissingError(visit.say("error.node", node=name))
    return snapshot, name
