"""Before any route of the API: no request without a token, none too large; all are counted.

Every request has an id, its own or one that is made here, which comes back and is in the log."""

from __future__ import annotations

import itertools
import logging
import math
import os
import re
import time
from collections.abc import Sequence

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from heddle.api.problem import FAULT, ProblemError, response
from heddle.api.refusals import REFUSED, Refusals
from heddle.control.logs import about
from heddle.desk.access.auth import CALLER, Auth
from heddle.desk.access.limits import RequestRates
from heddle.desk.counts import Counts
from heddle.desk.errors import BusyError, DeskError

log = logging.getLogger(__name__)
SLOW_S = 1.0  #: until the answer begins; such a request is told in the log
REQUEST_ID = re.compile(rb"[A-Za-z0-9._:-]{1,64}")  #: others are replaced: it goes into the log
LARGEST = 1 << 20  #: bytes of a body
GUARDED = ("/v1/", "/metrics")  #: beginnings of all paths of the API; pages have their own guard
STREAMED = re.compile(r"/v1/snapshots/.*|/v1/jobs/[^/]+/files/content")
TOO_LARGE = f"the body is larger than {LARGEST >> 20} MiB. Send fewer jobs at once."
TOO_MANY = "too many requests with this token, or in its organisation. Send fewer; try again in"
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

    def __init__(
        self, app: ASGIApp, auth: Auth, counts: Counts, public: Sequence[str], rates: RequestRates
    ) -> None:
        self._app = app
        self._auth = auth
        self._counts = counts
        self._public = frozenset(public)
        self._rates = rates
        self._refusals = Refusals()
        self._process = os.urandom(4).hex()
        self._numbers = itertools.count(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()
        request = self._request_id(scope)
        has_begun = False

        async def counted(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                route = getattr(scope.get("route"), "path", "")
                seconds = time.perf_counter() - begun
                self._counts.add(scope["method"], route, message["status"], seconds)
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", request)]
                if message["status"] in REFUSED:
                    self._refusals.add(scope, message["status"], request.decode(), _who(scope))
                if seconds > SLOW_S or message["status"] >= 500:
                    _tell(scope, request, message["status"], seconds)
            await send(message)

        try:
            if not scope["path"].startswith(GUARDED):
                await self._app(scope, receive, counted)
                return
            refusal = self._refusal(scope)
            if refusal is not None:
                await response(refusal)(scope, receive, counted)
                return
            limited = receive if _is_streamed(scope) else _limited(receive)
            await self._app(scope, limited, counted)
        except Exception:
            log.exception(
                "a fault of the server", extra=about(request=request.decode(), **_who(scope))
            )
            if has_begun:
                raise  # there is no other way to say that the answer is not whole
            await response(ProblemError(500, FAULT))(scope, receive, counted)

    def _request_id(self, scope: Scope) -> bytes:
        for name, value in scope["headers"]:
            if name == b"x-request-id" and REQUEST_ID.fullmatch(value):
                return bytes(value)
        return f"{self._process}-{next(self._numbers):x}".encode()

    def _refusal(self, scope: Scope) -> DeskError | None:
        text = bearer(scope)
        token = self._auth.check(text) if text else None
        if token is not None:
            scope[CALLER] = token
            if wait_s := self._rates.wait_s(token):
                retry_s = math.ceil(wait_s)
                return BusyError(f"{TOO_MANY} {retry_s} s.", retry_s=retry_s)
        elif scope["path"] not in self._public:
            said = "the token is not valid, or has expired." if text else "a token is needed."
            return ProblemError(401, f"{said} {WHERE}", headers={"WWW-Authenticate": "Bearer"})
        for name, value in scope["headers"]:
            if _is_streamed(scope):
                break
            if name == b"content-length" and value.isdigit() and int(value) > LARGEST:
                return ProblemError(413, TOO_LARGE, headers={"Connection": "close"})
        return None


def _is_streamed(scope: Scope) -> bool:
    """Its route writes the body down as it comes, and has a limit of its own."""
    return bool(scope["method"] == "PUT" and STREAMED.fullmatch(scope["path"]))


def _who(scope: Scope) -> dict[str, str]:
    token = scope.get(CALLER)
    return {"tenant": token.tenant, "user": token.who} if token is not None else {}


def _tell(scope: Scope, request: bytes, status: int, seconds: float) -> None:
    """Without the query, which may have anything in it."""
    route = getattr(scope.get("route"), "path", "")
    level = logging.ERROR if status >= 500 else logging.WARNING
    fields = about(
        request=request.decode(),
        method=scope["method"],
        route=route,
        status=status,
        ms=round(1000 * seconds),
        **_who(scope),
    )
    what = "failed" if status >= 500 else "was slow"
    log.log(level, "%s %s %s", scope["method"], route or "no route", what, extra=fields)


def _limited(receive: Receive) -> Receive:
    """Also without a declared length."""
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
