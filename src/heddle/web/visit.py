"""One request: the visitor, the language, and the answer."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar
from urllib.parse import quote, urlencode

import anyio.from_thread
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from heddle.desk.access.auth import Token
from heddle.desk.desk import Desk
from heddle.desk.errors import ForbiddenError
from heddle.errors import HeddleError, StoreError
from heddle.model.wire.credentials import session_cookie
from heddle.web import event_view
from heddle.web.live import OVER, Told, WhenWritten, stream
from heddle.web.render import translate
from heddle.web.session import WebSession

if TYPE_CHECKING:
    from heddle.web.site import WebSite

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(slots=True)
class Visit:
    """One request. Without a session it gets only the sign-in page."""

    site: WebSite
    request: Request
    language: str
    form: Mapping[str, str] = field(default_factory=dict)
    session: WebSession | None = None
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
        """For the store: the tenant whose jobs to look for; None: all."""
        return self.who.tenant or None

    @property
    def address(self) -> str:
        """Path and query. Not `request.url`: it fails where the Host is invalid."""
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
        """:raises ForbiddenError: if the token does not allow it"""
        if not self.who.may(scope):
            raise ForbiddenError(self.say("error.scope", scope=scope))

    @property
    def desk(self) -> Desk:
        """That of the API, too."""
        return self.site.desk

    def call(
        self,
        what: Callable[Concatenate[Desk, Token, P], Coroutine[Any, Any, T]],
        *given: P.args,
        **named: P.kwargs,
    ) -> T:
        """What the desk does for this reader, as for a caller of the API.

        :raises DeskError: if it is refused
        """
        return anyio.from_thread.run(partial(what, self.desk, self.who, *given, **named))

    def follow(self, render: Callable[[], Told]) -> Response:
        """What changes on a page, as it changes; until what it is about has gone."""
        written = WhenWritten(lambda: self.site.loop.last_event, render)

        def tell() -> Told:
            try:
                return written()
            except StoreError:  # it may come back, and the page is what it was
                return []
            except HeddleError:
                return [(OVER, "")]

        return stream(self, tell)

    def number(self, name: str, most: int, least: int = 1) -> int:
        """A whole number of the query; the least where it is not a number."""
        given = self.query(name)
        is_one = given.isascii() and given.isdecimal() and len(given) < 10
        return min(max(int(given), least), most) if is_one else least

    def fill(self, template: str, **values: Any) -> str:
        found = self.site.templates.get_template(template)
        return found.render(
            t=self.say,
            knows=self.knows,
            told=partial(event_view.told, self),
            subject=partial(event_view.subject, self),
            happened=partial(event_view.happened, self),
            lang=self.language,
            other=self._other_languages(),
            static=self.site.files.address,
            who=self.signed_in,
            csrf=self.session.csrf if self.session else "",
            path=self.request.scope["path"],
            tabs=self._tabs(),
            now_ms=self.site.loop.now_ms(),
            **values,
        )

    def page(self, template: str, code: int = 200, **values: Any) -> Response:
        return HTMLResponse(self.fill(template, **values), code)

    def _tabs(self) -> list[tuple[str, str, bool]]:
        """Path and label of the pages that this reader may see, and whether it is there."""
        found = []
        at = self.request.scope["path"]
        for path, tab in sorted(self.site.tabs.items(), key=lambda each: each[1].place):
            if self.signed_in is None or not self.signed_in.may(tab.scope):
                continue
            name = path.strip("/") or "pool"
            label = self.say(f"nav.{name}") if self.knows(f"nav.{name}") else name.capitalize()
            within = [each for each in (path, *tab.also) if each != "/"]
            found.append((path, label, at == path or at.startswith(tuple(within))))
        return found

    def _other_languages(self) -> list[tuple[str, str]]:
        query = [(k, v) for k, v in self.request.query_params.multi_items() if k != "lang"]
        return [
            (texts["language"], f"?{urlencode([*query, ('lang', code)])}")
            for code, texts in self.site.texts.items()
            if code != self.language
        ]


Handler = Callable[[Visit], Response]


def cookie(request: Request) -> str:
    """The name of the session's."""
    port = request.headers.get("host", "").rpartition(":")[2]
    number = int(port) if port.isascii() and port.isdecimal() and len(port) <= 5 else 0
    return session_cookie(number, is_tls=is_tls(request))


def is_tls(request: Request) -> bool:
    return bool(request.scope["scheme"] == "https")
