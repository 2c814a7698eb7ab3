"""The terminals of jobs that have one: what they show, and what is typed."""

from __future__ import annotations

import json
from typing import Any

from fastapi import Response
from starlette.requests import Request
from starlette.responses import StreamingResponse

from heddle.api.parameters import AtDesk, Submitter, router
from heddle.api.problem import ProblemError
from heddle.desk.access.auth import Token
from heddle.desk.desk import Desk
from heddle.desk.errors import InvalidError, MalformedError
from heddle.desk.jobs.terminals import is_own, job_of
from heddle.model.record import JobRecord
from heddle.model.wire.terminal import INPUT, LARGEST, frame, size_frame
from heddle.store.base import Event

ROUTER = router("/v1/jobs")
BYTES, JSON = "application/octet-stream", "application/json"
_NUMBER = {"type": "integer", "minimum": 1, "maximum": LARGEST}
_SIZE: dict[str, Any] = {
    "type": "object",
    "properties": {"rows": _NUMBER, "columns": _NUMBER},
    "required": ["rows", "columns"],
    "additionalProperties": False,
}
SENT = {
    "requestBody": {
        "required": True,
        "content": {
            BYTES: {"schema": {"type": "string", "format": "binary"}},
            JSON: {"schema": _SIZE},
        },
    }
}
SHOWN: dict[int | str, dict[str, Any]] = {
    200: {"content": {BYTES: {"schema": {"type": "string", "format": "binary"}}}}
}


@ROUTER.get("/{job_id}/terminal", response_class=Response, responses=SHOWN)
async def view(request: Request, job_id: str, desk: AtDesk, caller: Submitter) -> Response:
    """The last screenful, at most 64 KiB, and then what is written, as it comes, until the terminal
    ends. Only for the job's own user and administrators."""
    record = job_of(desk, job_id, caller)
    desk.check_streams(caller)

    async def goes_on() -> bool:
        return desk.auth.counts(caller) and not await request.is_disconnected()

    pieces = desk.terminals.view(desk, record, goes_on)
    await anext(pieces)  # what is wrong is said before the answer begins
    await _note(desk, record, caller)

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(desk.flow(caller, pieces), 200, headers, BYTES)


@ROUTER.post("/{job_id}/terminal", status_code=204, openapi_extra=SENT)
async def tell(request: Request, job_id: str, desk: AtDesk, caller: Submitter) -> None:
    """Bytes are typed, in the order of the answers; JSON, `{"rows": 24, "columns": 80}`, is the new
    size. When the answer comes, it has had its effect."""
    record = job_of(desk, job_id, caller)
    body = await request.body()
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == BYTES:
        said = frame(INPUT, body)
    elif kind == JSON:
        said = size_frame(*size_of_body(body))
    else:
        rule = f"send input as {BYTES}, or a size as {JSON}, not {kind or 'nothing'!r}."
        raise ProblemError(415, rule)
    if not is_own(record, caller) and desk.terminals.is_new(caller.id, record):
        await _note(desk, record, caller)
    await desk.terminals.tell(desk, record, said)


async def _note(desk: Desk, record: JobRecord, caller: Token) -> None:
    """For the audit: each user that types into another's terminal, once."""
    note = Event(desk.now_ms(), "job", record.id, "attached", record.tenant, caller.who, {})
    await desk.ask(lambda core: core.keep(note))


def size_of_body(body: bytes) -> tuple[int, int]:
    """:raises DeskError: if it is not a size"""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise MalformedError("the body is not JSON.") from None
    if isinstance(found, dict) and sorted(found) == ["columns", "rows"]:
        rows, columns = found["rows"], found["columns"]
        if all(type(each) is int and 1 <= each <= LARGEST for each in (rows, columns)):
            return rows, columns
    rule = f'a size is {{"rows": 24, "columns": 80}}, each from 1 to {LARGEST}.'
    raise InvalidError(rule)
