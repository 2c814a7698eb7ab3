"""Who is signed in. A session is a random word in a cookie that scripts cannot read; the token
behind it stays here, and is checked at every request, so that one that is revoked ends at once."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from heddle.api.auth import Auth, Token

COOKIE = "heddle_session_{port}"  #: browsers keep one jar for all ports of a machine
LASTS_S = 12 * 3600
LINK_LASTS_S = 600
MOST = 10_000  #: sessions and links at a time; the oldest go first


@dataclass(frozen=True, slots=True)
class Session:
    token: str
    csrf: str  #: every form has it; another site cannot know it
    ends_s: float


class Sessions:
    """All of them, in memory: after a new start of the server people sign in again."""

    def __init__(self, auth: Auth, clock: Callable[[], float] = time.monotonic) -> None:
        self._auth = auth
        self._clock = clock
        self._open: dict[str, Session] = {}
        self._links: dict[str, tuple[str, float]] = {}

    def sign_in(self, token: str) -> str | None:
        """The word for the cookie; None if the token is nobody's."""
        if self._auth.check(token) is None:
            return None
        word = secrets.token_urlsafe(32)
        _make_room(self._open)
        session = Session(token, secrets.token_urlsafe(32), self._clock() + LASTS_S)
        self._open[word] = session
        return word

    def find(self, word: str | None) -> tuple[Session, Token] | None:
        session = self._open.get(word or "")
        if word is None or session is None:
            return None
        who = self._auth.check(session.token)
        if who is None or session.ends_s < self._clock():
            self._open.pop(word, None)
            return None
        return session, who

    def is_known(self, token: str) -> bool:
        return self._auth.check(token) is not None

    def sign_out(self, word: str) -> None:
        self._open.pop(word, None)

    def close(self) -> None:
        """All end, and with them what pages follow: so a server can end."""
        self._open.clear()

    def link(self, token: str) -> str:
        """A word for `/?token=` that signs in with this token, once and soon; if the token is
        somebody's then."""
        word = secrets.token_urlsafe(24)
        _make_room(self._links)
        self._links[word] = (token, self._clock() + LINK_LASTS_S)
        return word

    def follow_link(self, word: str) -> str | None:
        """The word for the cookie. A token itself is a link, too, but not only once."""
        token, ends_s = self._links.pop(word, (word, float("inf")))
        return self.sign_in(token) if self._clock() <= ends_s else None


def is_same(given: str, wanted: str) -> bool:
    return hmac.compare_digest(given.encode(), wanted.encode())


def _make_room(held: dict[str, Session] | dict[str, tuple[str, float]]) -> None:
    while len(held) >= MOST:
        held.pop(next(iter(held)), None)
