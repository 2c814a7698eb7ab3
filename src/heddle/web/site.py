"""All pages as one router, and what they have in common: who asks, in which language, and that
nothing is done for a form that is not ours."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import parse_qsl, quote, urlencode

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from heddle.api.auth import Auth, Token
from heddle.api.desk import Desk
from heddle.api.follow import Hub
from heddle.control.core import Core
from heddle.control.loop import Loop
from heddle.errors import HeddleError
from heddle.modules import names_in
from heddle.web import language, pages
from heddle.web.files import Files
from heddle.web.render import environment, translate
from heddle.web.session import COOKIE, Session, Sessions, is_same

T = TypeVar("T")
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


class MissingError(HeddleError):
    """There is no such thing, or not for this reader: both look the same."""


class ForbiddenError(HeddleError):
    """The token may not do this."""


def make_pages(loop: Loop, auth: Auth, sessions: Sessions | None = None) -> APIRouter:
    """For `heddle.api.app.make_app(more=...)`, or an application whose `state.desk` is the API's:
    both must know of the same tenants. Whoever makes links with `sessions.link` gives them."""
    site = Site(loop, auth, sessions or Sessions(auth))
    for name in names_in(pages.__path__):
        importlib.import_module(f"{pages.__name__}.{name}").add(site)
    site.router.add_route("/static/{path:path}", site.files.answer, include_in_schema=False)
    return site.router


@dataclass(slots=True)
class Visit:
    """One request of somebody. Who has not signed in sees only the sign-in."""

    site: Site
    request: Request
    language: str
    form: Mapping[str, str] = field(default_factory=dict)
    session: Session | None = None
    signed_in: Token | None = None

    @property
    def word(self) -> str | None:
        """Of the session, as the cookie says it."""
        return self.request.cookies.get(cookie(self.request))

    @property
    def who(self) -> Token:
        assert self.signed_in is not None
        return self.signed_in

    @property
    def tenant(self) -> str | None:
        """For the store: whose jobs to look for; None: everybody's."""
        return self.who.tenant or None

    @property
    def address(self) -> str:
        """Path and query. Not `request.url`: it fails where the Host makes no sense."""
        query = self.request.scope["query_string"].decode("latin-1")
        path = quote(self.request.scope["path"])
        return f"{path}?{query}" if query else path

    def path(self, name: str) -> str:
        return str(self.request.path_params[name])

    def query(self, name: str) -> str:
        return self.request.query_params.get(name, "").strip()

    def say(self, key: str, **facts: Any) -> str:
        return translate(self.site.texts[self.language], key, facts)

    def knows(self, key: str) -> bool:
        return key in self.site.texts[self.language]

    def need(self, scope: str) -> None:
        """:raises ForbiddenError: if the token may not"""
        if not self.who.may(scope):
            raise ForbiddenError(self.say("error.scope", scope=scope))

    def fill(self, template: str, **values: Any) -> str:
        found = self.site.templates.get_template(template)
        return found.render(
            t=self.say,
            knows=self.knows,
            lang=self.language,
            other=self._other_languages(),
            static=self.site.files.address,
            who=self.signed_in,
            csrf=self.session.csrf if self.session else "",
            path=self.request.scope["path"],
            now_ms=self.site.loop.now_ms(),
            **values,
        )

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        return HTMLResponse(self.fill(template, **values), status)

    def _other_languages(self) -> list[tuple[str, str]]:
        query = [(k, v) for k, v in self.request.query_params.multi_items() if k != "lang"]
        return [
            (texts["language"], f"?{urlencode([*query, ('lang', code)])}")
            for code, texts in self.site.texts.items()
            if code != self.language
        ]


Handler = Callable[[Visit], Response]


class Site:
    """What all pages share."""

    def __init__(self, loop: Loop, auth: Auth, sessions: Sessions) -> None:
        self.loop = loop
        self.sessions = sessions
        self._desk = Desk(loop, auth, Hub(loop), loop.now_ms())
        self.router = APIRouter()
        self.texts = language.load()
        self.templates = environment()
        self.files = Files()

    def ask(self, question: Callable[[Core], T]) -> T:
        """Asked in the control loop's own thread: it should be short."""
        return self.loop.ask(question).result(ANSWER_S)

    def desk(self, request: Request) -> Desk:
        """Where submissions are accepted: that of the API beside us, otherwise one of our own."""
        found = getattr(request.app.state, "desk", self._desk)
        assert isinstance(found, Desk)
        return found

    def get(self, path: str, handler: Handler, *, is_open: bool = False) -> None:
        self._add(path, "GET", handler, is_open)

    def post(self, path: str, handler: Handler, *, is_open: bool = False) -> None:
        self._add(path, "POST", handler, is_open)

    def _add(self, path: str, method: str, handler: Handler, is_open: bool) -> None:
        async def answer(request: Request) -> Response:
            body = await _body(request) if method == "POST" else b""
            if body is None:
                return Response("the form is too large", 413, HEADERS, "text/plain")
            return await run_in_threadpool(self._answer, request, body, handler, is_open)

        self.router.add_route(path, answer, methods=[method], include_in_schema=False)

    def _answer(self, request: Request, body: bytes, handler: Handler, is_open: bool) -> Response:
        visit = self._visit(request, body)
        if visit.signed_in is None and not is_open:
            response = not_signed_in(visit)
        elif request.method == "POST" and not _is_ours(visit):
            response = visit.page("error.html", 403, text=visit.say("error.form"))
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


def cookie(request: Request) -> str:
    """The name of the session's."""
    port = request.headers.get("host", "").rpartition(":")[2]
    return COOKIE.format(port=port if port.isascii() and port.isdecimal() else 0)


def within(address: str) -> str:
    """Only an address of this site; any other is its first page."""
    is_ours = address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if is_ours and address.isprintable() else "/"


def _keep(response: Response, request: Request, name: str, value: str, age: int | None) -> None:
    is_tls = request.scope["scheme"] == "https"
    response.set_cookie(
        name, value, max_age=age, httponly=True, samesite="strict", secure=is_tls, path="/"
    )


def _handled(visit: Visit, handler: Handler) -> Response:
    try:
        return handler(visit)
    except MissingError as error:
        return visit.page("error.html", 404, text=str(error))
    except ForbiddenError as error:
        return visit.page("error.html", 403, text=str(error))
    except HeddleError as error:
        return visit.page("error.html", 422, text=str(error))


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
    sign-in, where nobody has a secret yet."""
    origin = visit.request.headers.get("origin")
    if origin is not None and origin.partition("://")[2] != visit.request.headers.get("host"):
        return False
    if visit.session is None:
        return True
    return is_same(visit.form.get("csrf", ""), visit.session.csrf)


def _is_from_elsewhere(request: Request) -> bool:
    """Who follows a link on another site brings no strict cookie along, and may be signed in."""
    return request.method == "GET" and request.headers.get("sec-fetch-site") == "cross-site"


def not_signed_in(visit: Visit) -> Response:
    """To the sign-in and then back; or to the same address once more, from here."""
    to = within(visit.address)
    if visit.request.scope["path"].startswith("/live/"):
        return Response("sign in first", 401, media_type="text/plain")
    if _is_from_elsewhere(visit.request):
        return visit.page("bounce.html", to=to)
    if visit.request.method != "GET" or to == "/":
        return RedirectResponse("/signin", 303)
    return RedirectResponse(f"/signin?{urlencode({'next': to})}", 303)
