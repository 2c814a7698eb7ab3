"""A copy of the store as it is now, while jobs go on."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from typing import IO

from starlette.responses import StreamingResponse

from heddle.api.parameters import Admin, AtDesk, router
from heddle.desk.desk import of_cluster
from heddle.store.base import Store

ROUTER = router()
AT_ONCE = 1 << 18  #: bytes


@ROUTER.get(
    "/v1/backup",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/octet-stream": {}}, "description": "the backup"}},
)
async def backup(desk: AtDesk, caller: Admin) -> StreamingResponse:
    """For `heddle admin restore`. It has everything in it, the hashes of tokens and secrets too:
    the token must be an administrator's of the whole cluster."""
    of_cluster(caller)
    file, size = await desk.read(lambda: _copied(desk.store))
    headers = {"Content-Length": str(size)}
    return StreamingResponse(_pieces(file), headers=headers, media_type="application/octet-stream")


def _copied(store: Store) -> tuple[IO[bytes], int]:
    """A file that has no name any more: it goes when it is closed, in whatever way."""
    with tempfile.TemporaryDirectory(prefix="heddle-backup-") as folder:
        path = os.path.join(folder, "backup")
        store.backup(path)
        file = open(path, "rb")  # noqa: SIM115
    return file, os.fstat(file.fileno()).st_size


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while piece := file.read(AT_ONCE):
            yield piece
