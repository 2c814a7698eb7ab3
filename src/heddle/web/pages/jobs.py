"""The list of jobs: filtered, a page at a time, each with the reason while it waits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response

from heddle.control.core import Core
from heddle.control.services.book import service_of
from heddle.desk.errors import ForbiddenError
from heddle.errors import UsageError
from heddle.model.reason import Reason
from heddle.model.record import HELD, JOB_STATES, SUSPENDED, WAITING, JobRecord
from heddle.web.array_view import page
from heddle.web.job_view import end_text, reason_text
from heddle.web.live import Told
from heddle.web.site import Tab, WebSite
from heddle.web.visit import Visit

PAGE = 50


def add(site: WebSite) -> None:
    site.get("/jobs", _show, tab=Tab(30))
    site.get("/live/jobs", _live)


def _show(visit: Visit) -> Response:
    return visit.page("jobs.html", **_values(visit))


def _live(visit: Visit) -> Response:
    def render() -> Told:
        yield "jobs", visit.fill("parts/jobs.html", **_values(visit))

    return visit.follow(render)


def _values(visit: Visit) -> dict[str, Any]:
    store = visit.site.loop.store
    query = {name: visit.query(name) for name in ("text", "tenant", "user")}
    if query["tenant"] and not visit.who.sees(query["tenant"]):
        raise ForbiddenError(visit.say("error.tenant", tenant=query["tenant"]))
    states = [s for s in visit.request.query_params.getlist("state") if s in JOB_STATES]
    words = {name: value or None for name, value in query.items()}
    which = visit.desk.job_filter(visit.who, states or None, **words)
    before = visit.query("before") or None
    replicas = bool(visit.query("replicas"))
    left_out = 0

    def leave_out(record: JobRecord) -> bool:
        """Services have their own pages; a search by text may mean a replica."""
        nonlocal left_out
        goes = not replicas and not which.text and service_of(record.spec) != ""
        left_out += goes
        return goes

    lines, more = page(store, which, before, PAGE, leave_out)
    counts = store.count_jobs(replace(which, states=None))
    filters = [(k, v) for k, v in query.items() if v]
    with_replicas = [("replicas", "1")] if replicas else []
    asked = [*filters, *(("state", s) for s in states)]
    given = [*asked, *with_replicas]
    reasons = texts_of(visit, [line.record for line in lines if not line.counts])
    return {
        "jobs": [(line, reasons.get(line.record.id, "")) for line in lines],
        "counts": {state: counts.get(state, 0) for state in JOB_STATES},
        "total": sum(counts.values()),
        "states": states,
        "before": before,
        "older": more and urlencode([*given, ("before", more)]),
        "newest": urlencode(given),
        "live": urlencode([*given, *([("before", before)] if before else [])]),
        "query": query,
        "filters": urlencode([*filters, *with_replicas]),
        "replicas": replicas,
        "left_out": left_out,
        "other_replicas": urlencode(asked if replicas else [*asked, ("replicas", "1")]),
    }


def texts_of(visit: Visit, records: Sequence[JobRecord]) -> dict[str, str]:
    """Why each waits or ended, in words, by id."""
    waiting = [record.id for record in records if record.state in (WAITING, HELD, SUSPENDED)]
    reasons = visit.site.ask(lambda core: _reasons(core, waiting)) if waiting else {}
    found = {}
    for record in records:
        reason = reasons.get(record.id)
        text = end_text(visit, record.reason) if record.reason else ""
        found[record.id] = reason_text(visit, reason) if reason is not None else text
    return found


def _reasons(core: Core, ids: Sequence[str]) -> dict[str, Reason]:
    """Runs in the control loop."""
    found = {}
    for job_id in ids:
        try:
            reason = core.reason(job_id)
        except UsageError:
            continue
        if reason is not None:
            found[job_id] = reason
    return found
