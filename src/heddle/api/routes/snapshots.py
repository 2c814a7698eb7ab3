"""Snapshots of folders, by the sha256 of their archive. Each tenant has its own."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Annotated

from fastapi import Path, Response
from starlette.requests import ClientDisconnect, Request

from heddle.api.document import BYTES_SENT
from heddle.api.parameters import AtDesk, Submitter, router
from heddle.api.problem import ProblemError
from heddle.control.inputs.snapshots import LIMIT, FullError, Upload, WrongUploadError
from heddle.desk.errors import InvalidError, MalformedError, MissingError
from heddle.desk.jobs.inputs import stock_of
from heddle.engine.local.files.unpacking import UnpackError, examine
from heddle.store.base import Event

ROUTER = router("/v1/snapshots")
PIECE = 1 << 20  #: bytes that are written at once
_EXAMINER = ThreadPoolExecutor(1, "examiner")  # one at a time: reading a large one takes seconds
Digest = Annotated[str, Path(pattern="^[0-9a-f]{64}$", description="sha256 of the tar.gz")]


@dataclass(frozen=True, slots=True)
class SnapshotAnswer:
    snapshot: str  #: as a job file says it: sha256:...
    tenant: str


@ROUTER.head("/{digest}", response_class=Response)
async def has(
    digest: Digest, desk: AtDesk, caller: Submitter, tenant: str | None = None
) -> Response:
    """Whether the tenant has it; then it stays for a while."""
    stock, owner = stock_of(desk), desk.tenants.owner(caller, tenant)
    if not await desk.read(lambda: stock.snapshots.use(owner, digest)):
        raise MissingError(f"{owner} has no snapshot sha256:{digest}.")
    return Response()


@ROUTER.put(
    "/{digest}",
    status_code=201,
    openapi_extra=BYTES_SENT,
    responses={200: {"model": SnapshotAnswer, "description": "it was there"}},
)
async def put(
    digest: Digest,
    request: Request,
    response: Response,
    desk: AtDesk,
    caller: Submitter,
    tenant: str | None = None,
) -> SnapshotAnswer:
    """A tar.gz of files, folders and symbolic links that stay within."""
    stock, owner = stock_of(desk), desk.tenants.owner(caller, tenant)
    answer = SnapshotAnswer(f"sha256:{digest}", owner)
    most = stock.snapshots.most_bytes
    said = request.headers.get("content-length", "")
    if said.isdigit() and int(said) > most:
        raise _too_large(most)
    if await desk.read(lambda: stock.snapshots.use(owner, digest)):
        response.status_code = 200
        return answer
    try:
        upload = await desk.read(lambda: stock.snapshots.upload(owner, digest))
    except FullError as error:
        raise _full(error) from None
    try:
        await _receive(request, upload, most)
        await asyncio.to_thread(upload.come)
        await asyncio.get_running_loop().run_in_executor(_EXAMINER, examine, upload.part, most)
        await asyncio.to_thread(upload.done)
    except FullError as error:
        raise _full(error) from None
    except UnpackError as error:
        raise InvalidError(f"the snapshot is refused: {error}.") from None
    except WrongUploadError as error:
        raise InvalidError(f"{error}.") from None
    except ClientDisconnect:
        raise MalformedError("the body ended too soon.") from None
    except OSError as error:
        rule = f"the server cannot keep it now ({error.strerror}); others can be removed there."
        raise ProblemError(409, rule, headers={"Connection": "close"}) from None
    finally:
        upload.close()
    note = Event(desk.now_ms(), "snapshot", digest, "kept", owner, caller.who)
    await desk.ask(lambda core: core.keep(note))
    return answer


async def _receive(request: Request, upload: Upload, most: int) -> None:
    """Written in other threads: a slow disk must not hold up other requests."""
    pieces: list[bytes] = []
    size = 0
    async for piece in request.stream():
        pieces.append(piece)
        size += len(piece)
        if not upload.fits(size):
            raise _too_large(most)
        if size >= PIECE:
            await asyncio.to_thread(upload.write, b"".join(pieces))
            pieces, size = [], 0
    await asyncio.to_thread(upload.write, b"".join(pieces))


def _full(error: FullError) -> ProblemError:
    return ProblemError(409, f"{error}.", headers={"Connection": "close"})


def _too_large(most: int) -> ProblemError:
    rule = (
        f"the snapshot is larger than {most >> 20} MiB, which is this server's limit ({LIMIT}). "
        "Leave out large files with a .heddleignore, and register them as data."
    )
    return ProblemError(413, rule, headers={"Connection": "close"})
