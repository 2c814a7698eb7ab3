"""The pool: devices by kind and model, waiting jobs by reason, recent events."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from heddle.model.record import JOB_STATES, WAITING
from heddle.store.base import Event, JobFilter
from heddle.web.live import Told
from heddle.web.pages.signin import follow_link
from heddle.web.pool_view import PoolSnapshot, groups, waiting_of
from heddle.web.site import Tab, WebSite, not_signed_in
from heddle.web.visit import Visit

LAST_EVENTS = 12
SOUGHT = 400  #: events searched for those that the reader may see
GONE = ("lost", "left")  #: states of registered nodes
MOST_REASONS = 1000  #: waiting jobs that are looked at for a reader who sees one tenant only


def add(site: WebSite) -> None:
    site.get("/", _show, is_open=True, tab=Tab(10))
    site.get("/live/pool", _live)


def _show(visit: Visit) -> Response:
    if visit.query("token"):
        return follow_link(visit)
    if visit.signed_in is None:
        return not_signed_in(visit)
    return visit.page("overview.html", **_values(visit))


def _live(visit: Visit) -> Response:
    def render() -> Told:
        values = _values(visit)
        yield "pool", visit.fill("parts/pool.html", **values)
        counts = values["counts"]
        yield "said", visit.say("pool.said", running=counts["running"], waiting=counts["waiting"])

    return visit.follow(render)


def _values(visit: Visit) -> dict[str, Any]:
    site, store = visit.site, visit.site.loop.store
    now_ms = site.loop.now_ms()
    snapshot = site.ask(lambda core: PoolSnapshot.take(core, now_ms))
    kinds = groups(snapshot)
    found = store.count_jobs(JobFilter(tenant=visit.tenant))
    counts = {state: found.get(state, 0) for state in JOB_STATES}
    waiting = dict(snapshot.waiting)
    if visit.tenant is not None:
        which = JobFilter(states=(WAITING,), tenant=visit.tenant)
        ids = [record.id for record in store.jobs(which, limit=MOST_REASONS)]
        waiting = dict(site.ask(lambda core: waiting_of(core, iter(ids))))
    rest = counts[WAITING] - sum(waiting.values())
    if rest > 0:
        waiting["later"] = rest
    return {
        "groups": kinds,
        "registered": any(group.registered for group in kinds),
        "nodes": len(snapshot.nodes) + len(snapshot.registered),
        "drained": int(snapshot.nodes.cordoned.sum()),
        "gone": sum(each.state in GONE for each in snapshot.registered),
        "counts": counts,
        "waiting": sorted(waiting.items(), key=lambda item: (-item[1], item[0])),
        "events": last_events(visit),
    }


def last_events(visit: Visit) -> list[Event]:
    """The newest first."""
    loop = visit.site.loop
    last = loop.store.last_number("event")
    found = loop.store.events(max(0, last - SOUGHT), limit=2 * SOUGHT, tenant=visit.tenant)
    return [event for event in reversed(found) if event.kind != "usage"][:LAST_EVENTS]
