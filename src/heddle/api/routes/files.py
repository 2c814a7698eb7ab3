"""Files in the folders of jobs: listed, read, written and removed, for the job's own user and
administrators."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any, TypeVar

from fastapi import Query, Response
from starlette.requests import ClientDisconnect, Request
from starlette.responses import StreamingResponse

from heddle.api.document import BYTES_SENT
from heddle.api.parameters import AtDesk, Submitter, router
from heddle.api.problem import ProblemError
from heddle.control.inputs.snapshots import limit
from heddle.desk.access.auth import Token
from heddle.desk.desk import Desk
from heddle.desk.errors import ConflictError, InvalidError, MalformedError
from heddle.desk.jobs.terminals import one_job
from heddle.engine.local.files import beneath
from heddle.engine.local.files.removal import remove
from heddle.errors import UsageError
from heddle.model.record import ALIVE, FINAL, JobRecord
from heddle.store.base import Event

T = TypeVar("T")
ROUTER = router("/v1/jobs")
PIECE = 1 << 20
BYTES = "application/octet-stream"
SHOWN: dict[int | str, dict[str, Any]] = {
    200: {"content": {BYTES: {"schema": {"type": "string", "format": "binary"}}}}
}
Path = Annotated[str, Query(max_length=beneath.LONGEST, description="from the job's folder on")]


Digests = Annotated[int, Query(ge=-1, description="of files that have at most so many bytes")]


@ROUTER.get("/{job_id}/files")
async def files(
    job_id: str,
    desk: AtDesk,
    caller: Submitter,
    path: Path = "",
    after: Path = "",
    digests: Digests = -1,
) -> beneath.FileList:
    """Of the last attempt, as long as its folder is kept; of a folder, the names after `after`."""
    root = await _root(desk, job_id, caller, writes=False)
    most = min(digests, limit())
    return await _do(desk, lambda: beneath.entries(root, path, after, most))


@ROUTER.get("/{job_id}/files/content", response_class=Response, responses=SHOWN)
async def content(job_id: str, desk: AtDesk, caller: Submitter, path: Path) -> Response:
    """What a file holds. Links are not followed."""
    root = await _root(desk, job_id, caller, writes=False)
    file = await _do(desk, lambda: beneath.read(root, path))

    async def body() -> AsyncIterator[bytes]:
        with file:
            while piece := await asyncio.to_thread(file.read, PIECE):
                yield piece

    return StreamingResponse(body(), 200, {"Cache-Control": "no-store"}, BYTES)


@ROUTER.put("/{job_id}/files/content", status_code=204, openapi_extra=BYTES_SENT)
async def write(
    request: Request,
    job_id: str,
    desk: AtDesk,
    caller: Submitter,
    path: Path,
    mode: Annotated[int, Query(ge=0, le=0o777)] = 0o644,
) -> None:
    """Into the folder of a job that runs; folders on the way are made. It is there at once when all
    of it has come, and belongs to whom the folder belongs."""
    root = await _root(desk, job_id, caller, writes=True)
    record = desk.job(job_id, caller)
    note = Event(desk.now_ms(), "job", record.id, "written", record.tenant, caller.who, {})
    await desk.ask(lambda core: core.keep(note))  # before anything is: it may be broken off
    writing = await _do(desk, lambda: beneath.Writing(root, path, mode))
    most, size = limit(), 0
    try:
        async for piece in request.stream():
            size += len(piece)
            if size > most:
                rule = f"more than {most >> 20} MiB: this server's limit for snapshots and files."
                raise ProblemError(413, rule, headers={"Connection": "close"})
            await _do(desk, lambda piece=piece: writing.write(piece))  # type: ignore[misc]
        await _do(desk, writing.done)
    except ClientDisconnect:
        raise MalformedError("the body ended too soon.") from None
    finally:
        await asyncio.to_thread(writing.close)


@ROUTER.delete("/{job_id}/files", status_code=204)
async def remove_all(job_id: str, desk: AtDesk, caller: Submitter) -> None:
    """The folder of the last attempt, once the job is over: whoever has its files needs it no more.
    What it wrote to its logs stays. It would go by itself later."""
    record = one_job(desk, job_id, caller, "use its files")
    if record.state not in FINAL:
        raise ConflictError(f"{job_id} is {record.state}: its folder is removed once it is over.")
    root = await _root(desk, job_id, caller, writes=False)
    note = Event(desk.now_ms(), "job", record.id, "emptied", record.tenant, caller.who, {})
    await desk.ask(lambda core: core.keep(note))
    await _do(desk, lambda: remove(root))


async def _do(desk: Desk, what: Callable[[], T]) -> T:
    """In another thread: a slow disk must not hold up other requests."""
    try:
        return await desk.read(what)
    except UsageError as error:
        raise InvalidError(str(error)) from None
    except OSError as error:
        raise ConflictError(f"the disk refused: {error.strerror}.") from None


async def _root(desk: Desk, job_id: str, caller: Token, *, writes: bool) -> str:
    """:raises DeskError: if it is not the caller's, or has no folder that can be used"""
    record = one_job(desk, job_id, caller, "use its files")
    is_alive = record.state in ALIVE
    if writes and not is_alive:
        rule = f"{job_id} is {record.state}: files are copied into it while it runs."
        raise ConflictError(rule)
    if "folder" in record.spec:
        return _named(record, is_alive)

    def work() -> str | None:
        engine, attempt = desk.latest(record)
        return engine.work(attempt)

    found = await desk.read(work) if record.attempts else None
    if found is None:
        why = "has not begun" if not record.attempts else "is over, and its folder is not kept"
        raise ConflictError(f"{job_id} {why}: there are no files.")
    return found


def _named(record: JobRecord, is_alive: bool) -> str:
    """A folder that it was told to work in is not its own: its owner can read it without us. We
    read it with our rights, so only where the job itself has them, and while it does."""
    folder = str(record.spec["folder"])
    if "isolated" in record.spec or not is_alive:
        rule = f"{record.id} works in {folder}, which is not its own: copy from there."
        raise ConflictError(rule)
    return folder
