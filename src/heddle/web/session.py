"""Sessions of signed-in users. A session is a random word in a cookie that scripts cannot read; the
token behind it stays here, and is checked at every request, so that one that is revoked ends at
once."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from heddle.control.book import organisation_of
from heddle.desk.access.auth import Auth, Token

LASTS_S = 12 * 3600
LINK_LASTS_S = 600
#: Sessions, and links, at a time: of a token, of all tokens of an organisation, and of all. One
#: that
#: has too many loses the oldest, so that no user can sign out others.
MOST_OF_TOKEN, MOST_OF_ORGANISATION, MOST = 100, 1_000, 10_000


@dataclass(frozen=True, slots=True)
class WebSession:
    token: str
    whose: tuple[str, str]  #: id of the token, and its organisation
    csrf: str  #: every form has it; another site cannot know it
    ends_s: float


@dataclass(frozen=True, slots=True)
class SignInLink:
    token: str
    whose: tuple[str, str]
    ends_s: float


class Sessions:
    """All of them, in memory: after a new start of the server people sign in again."""

    def __init__(self, auth: Auth, clock: Callable[[], float] = time.monotonic) -> None:
        self._auth = auth
        self._clock = clock
        self._open: dict[str, WebSession] = {}
        self._links: dict[str, SignInLink] = {}

    def sign_in(self, token: str) -> str | None:
        """The word for the cookie; None if the token is not valid."""
        who = self._auth.check(token)
        if who is None:
            return None
        word, whose = secrets.token_urlsafe(32), _whose(who)
        _make_room(self._open, whose)
        ends_s = self._clock() + LASTS_S
        self._open[word] = WebSession(token, whose, secrets.token_urlsafe(32), ends_s)
        return word

    def find(self, word: str | None) -> tuple[WebSession, Token] | None:
        session = self._open.get(word or "")
        if word is None or session is None:
            return None
        who = self._auth.check(session.token)
        if who is None or session.ends_s < self._clock():
            self._open.pop(word, None)
            return None
        return session, who

    def sign_out(self, word: str) -> None:
        self._open.pop(word, None)

    def close(self) -> None:
        """All end, and with them what pages follow: so a server can end."""
        self._open.clear()

    def link(self, token: str) -> str | None:
        """A word for `/?token=` that signs in with this token, once and soon, if it counts then;
        None if it is not valid now."""
        who = self._auth.check(token)
        if who is None:
            return None
        word, whose = secrets.token_urlsafe(24), _whose(who)
        _make_room(self._links, whose)
        self._links[word] = SignInLink(token, whose, self._clock() + LINK_LASTS_S)
        return word

    def follow_link(self, word: str) -> str | None:
        """The word for the cookie. A token itself is not a link: it would stay in the browser's
        history."""
        link = self._links.pop(word, None)
        return self.sign_in(link.token) if link and self._clock() <= link.ends_s else None


def is_same(given: str, wanted: str) -> bool:
    return hmac.compare_digest(given.encode(), wanted.encode())


def _whose(token: Token) -> tuple[str, str]:
    """Those of the whole cluster share nothing."""
    return token.id, organisation_of(token.tenant) if token.tenant else token.id


T = TypeVar("T", WebSession, SignInLink)


def _make_room(held: dict[str, T], whose: tuple[str, str]) -> None:
    for at, most in enumerate((MOST_OF_TOKEN, MOST_OF_ORGANISATION)):
        same = [word for word, each in list(held.items()) if each.whose[at] == whose[at]]
        for word in same[: max(0, len(same) - most + 1)]:
            held.pop(word, None)
    while len(held) >= MOST:
        held.pop(next(iter(held)), None)
