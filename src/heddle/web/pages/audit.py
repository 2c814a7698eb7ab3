"""The audit log, newest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote, urlencode

from starlette.responses import Response

from heddle.desk.audit import audit
from heddle.desk.sent import LAST_MS
from heddle.web.site import Tab, WebSite
from heddle.web.visit import Visit

PAGE = 50
KINDS = ("job", "service", "node", "tenant", "user", "token")


def add(site: WebSite) -> None:
    site.get("/audit", _show, tab=Tab(90))


def _show(visit: Visit) -> Response:
    query = {name: visit.query(name) for name in ("actor", "kind", "tenant")}
    before = visit.number("before", LAST_MS) if visit.query("before") else None
    actor, kind, tenant = (value or None for value in query.values())
    found = visit.call(audit, actor=actor, kind=kind, tenant=tenant, before=before, limit=PAGE)
    filters = [(name, value) for name, value in query.items() if value]
    older = [*filters, ("before", str(found.next))] if found.next else None
    return visit.page(
        "audit.html",
        events=[
            (event, _to(event.kind, event.subject), list(_facts(event.detail)))
            for event in found.events
        ],
        query=query,
        kinds=KINDS,
        older=older and urlencode(older),
        newest=urlencode(filters),
        before=before,
    )


def _facts(detail: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """All that is said of it, by name; what is in another is named after both."""
    for name, value in detail.items():
        key = f"{before}{name or '*'}"  # roles for the whole cluster have no name
        if isinstance(value, Mapping):
            yield from _facts(value, f"{key}.")
        elif value not in (None, "", [], ()):
            yield key, ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _to(kind: str, subject: str) -> str:
    """The page of what it happened to; empty: there is none."""
    if kind == "service":
        tenant, _, name = subject.rpartition(":")
        return f"/services/{quote(name, safe='')}?{urlencode({'tenant': tenant})}"
    places = {"job": "jobs", "node": "nodes", "tenant": "tenants", "user": "users"}
    return f"/{places[kind]}/{quote(subject)}" if kind in places else ""
