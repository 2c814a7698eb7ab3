"""One job: what was asked, why it waits or runs where it does, its attempts, and what it writes."""

from __future__ import annotations

from html import escape
from typing import Any

from starlette.responses import RedirectResponse, Response

from heddle.control.book import array_of
from heddle.desk.errors import MissingError
from heddle.desk.jobs import actions
from heddle.model.record import FINAL, HELD, SUSPENDED, WAITING, AttemptRecord, JobRecord
from heddle.web import array_page
from heddle.web.job_view import (
    JobStory,
    Log,
    end_text,
    holders,
    reason_text,
    remedies,
    spec_text,
    story,
)
from heddle.web.live import OVER, Changed, Told, stream
from heddle.web.render import word
from heddle.web.site import WebSite
from heddle.web.visit import Visit

ACTIONS = {"cancel": actions.cancel, "hold": actions.hold, "release": actions.release}
EVENTS = 200
LOOK_S = 0.5
REFRESH = 10  #: looks after which a job is read anew in any case


def add(site: WebSite) -> None:
    site.get("/jobs/{id}", _show)
    site.get("/jobs/{id}/log", _log)
    site.get("/live/jobs/{id}", _live)
    site.post("/jobs/{id}/{action}", _act)


def _record(visit: Visit) -> JobRecord:
    """:raises MissingError: if it is not there, or of a tenant that the reader does not see"""
    record = visit.site.loop.store.job(visit.path("id"))
    if record is None or not visit.who.sees(record.tenant):
        raise MissingError(visit.say("error.job", job=visit.path("id")))
    return record


def _show(visit: Visit) -> Response:
    if array_page.is_one(visit):
        return array_page.show(visit)
    record = _record(visit)
    return visit.page(
        "job.html",
        spec=spec_text(record.spec, record.tenant),
        member=_member(visit),
        **_values(visit),
    )


def _values(visit: Visit) -> dict[str, Any]:
    site, record = visit.site, _record(visit)
    told = JobStory()
    if record.state not in FINAL:
        told = site.ask(lambda core: story(core, record.id))
    attempts = site.loop.store.attempts(record.id)
    events = site.loop.store.events(kind="job", subject=record.id, limit=EVENTS)
    return {
        "job": record,
        "attempts": attempts[::-1],
        "members": len(attempts[-1].places) if attempts else 0,
        "has_energy": any(attempt.millijoules is not None for attempt in attempts),
        "events": events[::-1],
        "is_open": record.state not in FINAL,
        "waits": record.state in (WAITING, HELD, SUSPENDED),
        "ended": end_text(visit, record.reason) if record.reason else "",
        "reason": reason_text(visit, told.reason) if told.reason else "",
        "explained": told.explained,
        "remedies": remedies(visit, told.explained) if told.explained else [],
        "holders": holders(visit, told.explained) if told.explained else [],
        "here": told.here,
        "can_hold": record.state == WAITING,
        "can_release": record.state == HELD,
        "array": array_of(record.id),
    }


def _member(visit: Visit) -> int:
    given = visit.query("member")
    return int(given) if given.isdecimal() and len(given) < 7 else 0


def _act(visit: Visit) -> Response:
    """On a job, or on every member of an array."""
    act, job_id = ACTIONS.get(visit.path("action")), visit.path("id")
    if act is None:
        raise MissingError(visit.say("error.page"))
    if not array_page.is_one(visit):
        _record(visit)
    visit.need("submit")
    visit.call(act, job_id)
    return RedirectResponse(f"/jobs/{word(job_id)}", 303)


def _live(visit: Visit) -> Response:
    if array_page.is_one(visit):
        return array_page.live(visit)
    _record(visit)
    tell = _Tell(visit, _member(visit))
    return stream(visit, tell, LOOK_S)


class _Tell:
    """The state of a job where it changes, and what it writes, attempt after attempt."""

    def __init__(self, visit: Visit, member: int) -> None:
        self._visit = visit
        self._loop = visit.site.loop
        self._member = member
        self._changed = Changed()
        self._values: dict[str, Any] = {}
        self._seen = -1
        self._turns = 0
        self._log: Log | None = None
        self._attempt: AttemptRecord | None = None

    def __call__(self) -> Told:
        # First what is known, then what was written: so nothing is missed at the end.
        seen = self._loop.last_event
        if seen != self._seen or self._turns % REFRESH == 0:
            self._values = _values(self._visit)
        self._seen, self._turns = seen, self._turns + 1
        values = self._values
        attempts: list[AttemptRecord] = values["attempts"]
        told = list(self._written(attempts[0] if attempts else None))
        shown = [
            ("state", self._visit.fill("parts/job.html", **values)),
            ("events", self._visit.fill("parts/job_events.html", **values)),
        ]
        state = self._visit.say(f"state.{values['job'].state}")
        shown.append(("said", self._visit.say("job.said", job=values["job"].id, state=state)))
        told += self._changed.only(shown)
        if not values["is_open"] and not any(name == "log" for name, _ in told):
            told.append((OVER, ""))
        return told

    def _written(self, latest: AttemptRecord | None) -> Told:
        if latest is None:
            return
        if self._attempt is None or self._attempt.id != latest.id:
            if self._attempt is not None and self._log is not None:  # the rest of the one before
                yield from self._pieces(self._log)
                line = self._visit.say("job.next_attempt", number=latest.number)
                yield "log", f"<b>{escape(line)}\n</b>"
            self._attempt = latest
            self._log = Log(self._loop.engine_of(latest), latest.id, self._member)
            if self._log.skipped:
                line = self._visit.say("job.skipped", kib=self._log.skipped >> 10)
                yield "log", f"<b>{escape(line)}\n</b>"
        assert self._log is not None
        yield from self._pieces(self._log)

    def _pieces(self, log: Log) -> Told:
        for text in log.pieces():
            yield "log", f"<span>{escape(text)}</span>"


def _log(visit: Visit) -> Response:
    """The log as plain text: the end of it."""
    record = _record(visit)
    attempts = visit.site.loop.store.attempts(record.id)
    asked = visit.query("attempt")
    which = [a for a in attempts if str(a.number) == asked] if asked else attempts
    if not which:
        raise MissingError(visit.say("error.log"))
    log = Log(visit.site.loop.engine_of(which[-1]), which[-1].id, _member(visit))
    text = "".join(log.pieces(most=1000))
    return Response(text, media_type="text/plain; charset=utf-8")
