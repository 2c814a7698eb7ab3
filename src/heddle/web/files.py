"""What is in static/, in memory: a few files that never change while the server runs."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

FOLDER = Path(__file__).with_name("static")
FOREVER = "public, max-age=31536000, immutable"  #: an address with its version never changes


@dataclass(frozen=True, slots=True)
class Static:
    data: bytes
    packed: bytes
    version: str
    media_type: str


class Files:
    def __init__(self) -> None:
        self._files = {
            path.relative_to(FOLDER).as_posix(): _read(path)
            for path in FOLDER.rglob("*")
            if path.is_file()
        }

    def address(self, name: str) -> str:
        """With its version, so that browsers may keep it."""
        return f"/static/{name}?v={self._files[name].version}"

    async def answer(self, request: Request) -> Response:
        file = self._files.get(request.path_params["path"])
        if file is None:
            return Response("there is no such file", 404, media_type="text/plain")
        is_this = request.query_params.get("v") == file.version
        headers = {
            "Cache-Control": FOREVER if is_this else "no-cache",
            "ETag": f'"{file.version}"',
            "Vary": "Accept-Encoding",
            "X-Content-Type-Options": "nosniff",
        }
        if request.headers.get("if-none-match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(file.packed, headers=headers, media_type=file.media_type)
        return Response(file.data, headers=headers, media_type=file.media_type)


def _read(path: Path) -> Static:
    data = path.read_bytes()
    media_type = mimetypes.guess_type(path.name)[0] or "text/plain"
    version = hashlib.sha256(data).hexdigest()[:12]
    return Static(data, gzip.compress(data, mtime=0), version, media_type)
