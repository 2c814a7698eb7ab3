"""Jobs: submitted, listed, read, explained, cancelled, held and released; and what they wrote."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import Header, Query, Response
from starlette.requests import Request

from heddle.api.parameters import AtDesk, Limit, Reader, Submitter, router
from heddle.api.problem import ProblemError
from heddle.desk import service_status
from heddle.desk.access.tenants import tenant_of
from heddle.desk.answers import Accepted, ExplainAnswer, JobAnswer, JobPage, WholeJob, whole
from heddle.desk.jobs import actions, submission
from heddle.desk.jobs.accept import accept
from heddle.desk.jobs.explain import explain
from heddle.desk.jobs.logs import read_logs
from heddle.desk.sent import LAST_MS
from heddle.errors import LogGoneError
from heddle.model.record import JobRecord
from heddle.spec.equipment import said

PAGE = 2 << 20  #: characters of the specs of a page
ROUTER = router("/v1/jobs")
SMALL = 8192  #: bytes that are parsed at once; for more, others need not wait

State = Literal[
    "held", "waiting", "starting", "running", "suspended", "stopping", "done", "failed", "cancelled"
]
BODY: dict[str, Any] = {
    "type": "object",
    "properties": {
        "jobs": {
            "type": "array",
            "minItems": 1,
            "items": {"type": "object"},
            "description": "job files, each an object in the words of docs/reference/jobs.md",
        },
        "file": {"type": "string", "description": "the text of a job file, instead of `jobs`"},
        "name": {"type": "string", "description": "of the file; .json is JSON, otherwise YAML"},
        "snapshots": {
            "type": "object",
            "additionalProperties": {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"},
            "description": "under which sha256 each `snapshot` that jobs name was uploaded",
        },
        "folder": {"type": "string", "description": "where the file is: jobs' folders begin there"},
        "hold": {"type": "boolean", "default": False, "description": "until they are released"},
        "anyway": {
            "type": "boolean",
            "default": True,
            "description": "false: refuse what no node could ever run; otherwise it waits",
        },
    },
    "oneOf": [{"required": ["jobs"]}, {"required": ["file"]}],
    "additionalProperties": False,
}
SENT = {"requestBody": {"required": True, "content": {"application/json": {"schema": BODY}}}}


@ROUTER.post("", status_code=201, openapi_extra=SENT)
async def submit(
    request: Request,
    response: Response,
    desk: AtDesk,
    caller: Submitter,
    idempotency_key: Annotated[str | None, Header()] = None,
) -> Accepted:
    """Accepts all of them, durably, or none."""
    body = await request.body()
    now_ms = desk.now_ms()
    if len(body) <= SMALL:
        found = submission.read(body, tenant_of(caller), now_ms // 1000)
    else:
        found = await asyncio.to_thread(submission.read, body, tenant_of(caller), now_ms // 1000)
    jobs, is_new = await accept(desk, caller, found, idempotency_key, body)
    if not is_new:
        response.status_code = 200
        response.headers["Idempotent-Replay"] = "true"
    return Accepted(jobs, await service_status.standings(desk, found))


@ROUTER.get("")
async def jobs(
    desk: AtDesk,
    caller: Reader,
    state: Annotated[list[State] | None, Query()] = None,
    tenant: str | None = None,
    user: str | None = None,
    text: str | None = None,
    array: str | None = None,
    before: str | None = None,
    limit: Limit = 100,
) -> JobPage:
    """The newest first. `text` is looked for in ids and names; `array` gives the members of one.
    `user` is an id (ann@acme) or, as in 0.1, the name of all who are called so."""
    if tenant is not None:
        desk.tenants.must(caller, tenant)
    which = desk.job_filter(caller, state, tenant, user, text, array)
    every = replace(which, states=None)

    def read() -> tuple[list[JobRecord], bool, dict[str, int]]:
        found = desk.store.jobs(which, before=before, limit=limit)
        page = _page(found)
        is_last = len(page) == len(found) < limit
        return page, is_last, desk.store.count_jobs(every)

    records, is_last, counts = await desk.read(read)
    following = None if is_last or not records else records[-1].id
    return JobPage(await desk.answers(records), following, counts)


def _page(records: list[JobRecord]) -> list[JobRecord]:
    """As many as are not too long together, and at least one: jobs can say much."""
    size = 0
    for number, record in enumerate(records):
        size += len(repr(record.spec))
        if size > PAGE and number:
            return records[:number]
    return records


@ROUTER.get("/{job_id}")
async def job(job_id: str, desk: AtDesk, caller: Reader) -> WholeJob:
    """With its attempts. An array is all its members together, and has none of its own."""
    record = desk.job(job_id, caller)
    attempts = desk.store.attempts(job_id) if record.attempts else []
    (known,) = await desk.known([record])
    return whole(record, attempts, *known)


@ROUTER.get("/{job_id}/explain")
async def explanation(
    job_id: str, desk: AtDesk, caller: Reader, detail: Annotated[int, Query(ge=0, le=2)] = 0
) -> ExplainAnswer:
    """Why it waits, runs where it does, or ended. 0: in a sentence; 1: what each alternative met
    with; 2: what each node says."""
    record = desk.job(job_id, caller)
    equipped = said(record.spec) if detail else ()
    return replace(await explain(desk, caller, record, detail), equipped=equipped)


@ROUTER.get("/{job_id}/logs", response_class=Response)
async def logs(
    job_id: str,
    desk: AtDesk,
    caller: Reader,
    attempt: Annotated[int | None, Query(ge=1, le=LAST_MS)] = None,
    member: Annotated[int, Query(ge=0, le=LAST_MS)] = 0,
    start: Annotated[int, Query(ge=0, le=LAST_MS)] = 0,
    most: Annotated[int, Query(ge=1, le=1 << 20)] = 65536,
) -> Response:
    """What a member has written, both streams together, from a byte on. The header Heddle-Next
    says where to go on; Heddle-Over, whether nothing more will come."""
    record = desk.job(job_id, caller)
    try:
        piece = await read_logs(desk, record, attempt, member, start, most)
    except LogGoneError as error:
        oldest = {"Heddle-Next": str(error.oldest)}
        raise ProblemError(410, str(error), headers=oldest) from None
    headers = {"Heddle-Next": str(piece.next), "Heddle-Over": str(piece.over).lower()}
    return Response(piece.data, headers=headers, media_type="application/octet-stream")


@ROUTER.post("/{job_id}/cancel")
async def cancel(job_id: str, desk: AtDesk, caller: Submitter) -> JobAnswer:
    """Ends it, whatever it does; of an array, every member that is not over."""
    return await actions.cancel(desk, caller, job_id)


@ROUTER.post("/{job_id}/hold")
async def hold(job_id: str, desk: AtDesk, caller: Submitter) -> JobAnswer:
    """It does not start until it is released; of an array, all members that wait."""
    return await actions.hold(desk, caller, job_id)


@ROUTER.post("/{job_id}/release")
async def release(job_id: str, desk: AtDesk, caller: Submitter) -> JobAnswer:
    """It may start; of an array, all members that are held."""
    return await actions.release(desk, caller, job_id)
