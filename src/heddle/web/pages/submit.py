"""Submitting a job file, as the API does. What is wrong is shown where it is wrong."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from pathlib import Path

from starlette.responses import RedirectResponse, Response

from heddle.control.book import array_of
from heddle.desk.access.tenants import tenant_of
from heddle.desk.answers import JobAnswer
from heddle.desk.errors import DeskError
from heddle.desk.jobs.accept import accept
from heddle.desk.jobs.submission import read
from heddle.errors import HeddleError
from heddle.spec.document import FileError, Problem
from heddle.web import site as web
from heddle.web.job_view import spec_text
from heddle.web.render import word
from heddle.web.site import Tab, WebSite
from heddle.web.visit import Visit

FOLDER = Path(web.__file__).with_name("jobs")
ORDER = ("cores", "device", "share", "gang", "array", "chain", "service")


def add(site: WebSite) -> None:
    site.get("/submit", _show, tab=Tab(50))
    site.post("/submit", _submit)


def examples() -> dict[str, str]:
    """Job files to start from, by name, the simplest first."""
    return {name: (FOLDER / f"{name}.yaml").read_text(encoding="utf-8") for name in ORDER}


EXAMPLES = examples()


def _show(visit: Visit) -> Response:
    text = EXAMPLES.get(visit.query("example"), "")
    if again := visit.query("again"):
        record = visit.site.loop.store.job(again)
        if record is not None and visit.who.sees(record.tenant):
            text = spec_text(record.spec, record.tenant)
    return _page(visit, text)


def _submit(visit: Visit) -> Response:
    visit.need("submit")
    text = visit.form.get("file", "").replace("\r\n", "\n")
    try:
        jobs = _accepted(visit, text)
    except FileError as error:
        return _page(visit, text, error.problems, status=422)
    except DeskError as error:
        return _page(visit, text, message=error.detail, status=error.status)
    except HeddleError as error:
        return _page(visit, text, message=str(error), status=422)
    names = {array_of(job.id) or job.id for job in jobs}  # all of an array have one page
    if not names:  # what was accepted is a service
        return RedirectResponse("/services", 303)
    to = f"/jobs/{word(names.pop())}" if len(names) == 1 else "/jobs"
    return RedirectResponse(to, 303)


def _accepted(visit: Visit, text: str) -> list[JobAnswer]:
    """A form that is sent twice counts once: its key is the submission's."""
    name = "job.json" if _is_json(text) else "job.yaml"
    flags = {flag: flag in visit.form for flag in ("hold", "anyway")}
    body = json.dumps({"file": text, "name": name, **flags}).encode()
    found = read(body, tenant_of(visit.who), visit.site.loop.now_ms() // 1000)
    jobs, _ = visit.call(accept, found, visit.form.get("key") or None, body)
    return jobs


def _is_json(text: str) -> bool:
    """What is only nearly JSON is read as YAML, which may begin with a brace, too."""
    try:
        return isinstance(json.loads(text), dict | list)
    except (ValueError, RecursionError):
        return False


def _page(
    visit: Visit,
    text: str,
    problems: Sequence[Problem] = (),
    *,
    message: str = "",
    status: int = 200,
) -> Response:
    return visit.page(
        "submit.html",
        status,
        text=text,
        problems=problems,
        message=message,
        examples=list(EXAMPLES),
        key=f"form-{secrets.token_urlsafe(12)}",
        held="hold" in visit.form,
        anyway="anyway" in visit.form,
    )
