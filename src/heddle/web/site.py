"""All pages as one router, and what they have in common: the visitor, the language, and that
nothing is done for a form that is not ours."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import parse_qsl, urlencode

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.convertors import StringConvertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from heddle.control.core import Core
from heddle.desk.desk import Desk
from heddle.desk.errors import BusyError, DeskError, MissingError
from heddle.errors import HeddleError, StoreError, StoreFullError, UsageError
from heddle.web import language, pages
from heddle.web.achieved_share import Got
from heddle.web.files import Files
from heddle.web.render import environment
from heddle.web.session import Sessions, is_same
from heddle.web.visit import Handler, Visit, cookie, is_tls

T = TypeVar("T")
log = logging.getLogger(__name__)
ANSWER_S = 30.0  #: the control loop answers sooner, or something is wrong
LARGEST = 3 << 20  #: bytes of a form; what the API takes, with all that a form escapes
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    # Not no-referrer: browsers would then send forms with the origin "null".
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
}
FAULT = 500
TOO_MANY = "too many requests in a short time: try again in a few seconds."


class _Elsewhere(StringConvertor):
    """Every path that is not the API's: there its own answer is given."""

    regex = r"(?!v1(?:/|$)|metrics$).*"


register_url_convertor("elsewhere", _Elsewhere())


def make_pages(desk: Desk, sessions: Sessions) -> APIRouter:
    """For `heddle.api.app.make_app(desk, more=...)`. `sessions.link` makes links to them."""
    site = WebSite(desk, sessions)
    for page in pages.SEAM.all():
        page.add(site)
    site.router.add_route("/static/{path:path}", site.files.answer, include_in_schema=False)
    site.get("/{path:elsewhere}", _nothing)  # the last: what no page is at
    return site.router


@dataclass(frozen=True, slots=True)
class Tab:
    """A page's place in the navigation, from the left."""

    place: int
    scope: str = "read"  #: that its reader needs
    also: tuple[str, ...] = ()  #: paths of pages that belong to it


class WebSite:
    """What all pages share."""

    def __init__(self, desk: Desk, sessions: Sessions) -> None:
        self.desk = desk
        self.loop = desk.loop
        self.sessions = sessions
        self.router = APIRouter()
        self.tabs: dict[str, Tab] = {}  #: by path
        self.texts = language.load()
        self.templates = environment()
        self.files = Files()
        self.got = Got()

    def ask(self, question: Callable[[Core], T]) -> T:
        """Asked in the control loop's own thread: it should be short."""
        return self.loop.ask(question).result(ANSWER_S)

    def get(
        self, path: str, handler: Handler, *, is_open: bool = False, tab: Tab | None = None
    ) -> None:
        if tab is not None:
            self.tabs[path] = tab
        self._add(path, "GET", handler, is_open)

    def post(self, path: str, handler: Handler, *, is_open: bool = False) -> None:
        self._add(path, "POST", handler, is_open)

    def _add(self, path: str, method: str, handler: Handler, is_open: bool) -> None:
        async def answer(request: Request) -> Response:
            body = await _body(request) if method == "POST" else b""
            if body is None:
                return Response("the form is too large", 413, HEADERS, "text/plain")
            wait_s = self._wait_s(request)
            if not wait_s:
                return await run_in_threadpool(self._answer, request, body, handler, is_open)
            response = await run_in_threadpool(self._answer, request, b"", _too_many, True)
            response.headers["Retry-After"] = str(math.ceil(wait_s))
            return response

        self.router.add_route(path, answer, methods=[method], include_in_schema=False)

    def _wait_s(self, request: Request) -> float:
        """0, or how long the signed-in user has to wait. In the event loop's thread."""
        found = self.sessions.find(request.cookies.get(cookie(request)))
        return self.desk.rates.wait_s(found[1]) if found else 0.0

    def _answer(self, request: Request, body: bytes, handler: Handler, is_open: bool) -> Response:
        visit = self._visit(request, body)
        if visit.signed_in is None and not is_open:
            response = not_signed_in(visit)
        elif request.method == "POST" and not _is_ours(visit):
            response = refused(visit, 403, visit.say("error.form"))
        else:
            response = _handled(visit, handler)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if request.query_params.get("lang") in self.texts:
            _keep(response, request, language.COOKIE, visit.language, 365 * 86400)
        return response

    def _visit(self, request: Request, body: bytes) -> Visit:
        chosen = language.choose(
            self.texts,
            request.query_params.get("lang"),
            request.cookies.get(language.COOKIE),
            request.headers.get("accept-language", ""),
        )
        text = body.decode("utf-8", "replace")
        visit = Visit(self, request, chosen, dict(parse_qsl(text, keep_blank_values=True)))
        found = self.sessions.find(visit.word)
        if found is not None:
            visit.session, visit.signed_in = found
        return visit


def sign_in(response: Response, request: Request, word: str) -> Response:
    """A cookie that goes when the browser is closed."""
    _keep(response, request, cookie(request), word, None)
    return response


def within(address: str) -> str:
    """Only an address of this site; any other is its first page."""
    is_ours = address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if is_ours and address.isprintable() else "/"


def _keep(response: Response, request: Request, name: str, value: str, age: int | None) -> None:
    response.set_cookie(
        name, value, max_age=age, httponly=True, samesite="strict", secure=is_tls(request), path="/"
    )


def _handled(visit: Visit, handler: Handler) -> Response:
    """What goes wrong is a page like the others, and says what to do."""
    try:
        return handler(visit)
    except DeskError as error:
        return refused(visit, error.status, error.detail)
    except UsageError as error:
        return refused(visit, 422, str(error))
    except HeddleError as error:
        log.error("a page failed: %s", error)
        if isinstance(error, StoreFullError):
            return refused(visit, 507, visit.say("error.store_full"))
        is_store = isinstance(error, StoreError)
        return refused(visit, 503, visit.say("error.store" if is_store else "error.unavailable"))
    except Exception:
        log.exception("a fault of the server, at the page %s", visit.request.scope["path"])
        return refused(visit, FAULT, visit.say("error.fault"))


def refused(visit: Visit, status: int, text: str) -> Response:
    key = f"error.hint_{status}"
    hint = visit.say(key if visit.knows(key) else "error.hint")
    return visit.page("error.html", status, text=text, hint=hint, status=status)


def _too_many(_: Visit) -> Response:
    raise BusyError(TOO_MANY)


def _nothing(visit: Visit) -> Response:
    raise MissingError(visit.say("error.page"))


async def _body(request: Request) -> bytes | None:
    """None: too much."""
    found = bytearray()
    async for piece in request.stream():
        found += piece
        if len(found) > LARGEST:
            return None
    return bytes(found)


def _is_ours(visit: Visit) -> bool:
    """Whether a form of this site was posted. A browser says where a form comes from, also at the
    sign-in, where there is no secret yet."""
    origin = visit.request.headers.get("origin")
    if origin is not None and origin.partition("://")[2] != visit.request.headers.get("host"):
        return False
    if visit.session is None:
        return True
    return is_same(visit.form.get("csrf", ""), visit.session.csrf)


def is_from_elsewhere(request: Request) -> bool:
    """A link on another site sends no strict cookie, even if its reader is signed in."""
    return request.method == "GET" and request.headers.get("sec-fetch-site") == "cross-site"


def not_signed_in(visit: Visit) -> Response:
    """To the sign-in and then back; or to the same address once more, from here."""
    to = within(visit.address)
    if visit.request.scope["path"].startswith("/live/"):
        return Response("sign in first", 401, media_type="text/plain")
    if is_from_elsewhere(visit.request):
        return visit.page("bounce.html", to=to)
    if visit.request.method != "GET" or to == "/":
        return RedirectResponse("/signin", 303)
    return RedirectResponse(f"/signin?{urlencode({'next': to})}", 303)
