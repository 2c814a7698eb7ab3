"""Before any route of the API: nobody without a token, nothing too large; all is counted."""

from __future__ import annotations

import time
from collections.abc import Sequence

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from heddle.api.auth import Auth
from heddle.api.counts import Counts
from heddle.api.problem import ProblemError

LARGEST = 1 << 20  #: bytes of a body
GUARDED = ("/v1/", "/metrics")  #: beginnings of all paths of the API; pages have their own guard
CALLER = "heddle.caller"  #: of a scope: whose request it is
TOO_LARGE = f"the body is larger than {LARGEST >> 20} MiB. Send fewer jobs at once."
WHERE = "Send `Authorization: Bearer TOKEN`; the first token is in the server's state folder."


def bearer(scope: Scope) -> str | None:
    """What the header Authorization says."""
    for name, value in scope["headers"]:
        if name == b"authorization":
            kind, _, text = value.decode("latin-1").partition(" ")
            return text.strip() if kind.lower() == "bearer" else None
    return None


class Guard:
    """`public` are the paths that need no token."""

    def __init__(self, app: ASGIApp, auth: Auth, counts: Counts, public: Sequence[str]) -> None:
        self._app = app
        self._auth = auth
        self._counts = counts
        self._public = frozenset(public)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                route = getattr(scope.get("route"), "path", "")
                seconds = time.perf_counter() - begun
                self._counts.add(scope["method"], route, message["status"], seconds)
            await send(message)

        if not scope["path"].startswith(GUARDED):
            await self._app(scope, receive, counted)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal.response()(scope, receive, counted)
            return
        await self._app(scope, _limited(receive), counted)

    def _refusal(self, scope: Scope) -> ProblemError | None:
        text = bearer(scope)
        token = self._auth.check(text) if text else None
        if token is not None:
            scope[CALLER] = token
        elif scope["path"] not in self._public:
            said = "the token is not valid, or has expired." if text else "a token is needed."
            return ProblemError(401, f"{said} {WHERE}", headers={"WWW-Authenticate": "Bearer"})
        for name, value in scope["headers"]:
            if name == b"content-length" and value.isdigit() and int(value) > LARGEST:
                return ProblemError(413, TOO_LARGE, headers={"Connection": "close"})
        return None


def _limited(receive: Receive) -> Receive:
    """Also where nobody said how much would come."""
    so_far = 0

    async def count() -> Message:
        nonlocal so_far
        message = await receive()
        if message["type"] == "http.request":
            so_far += len(message.get("body", b""))
            if so_far > LARGEST:
                raise HTTPException(413, TOO_LARGE, {"Connection": "close"})
        return message

    return count
