"""The proof of identity of a browser or a program, as it stands in a request. Pure.

Browsers keep one jar of cookies for all ports of a machine: they send those of the dashboard to
every service of that machine, too, and take such cookies from it.
"""

from __future__ import annotations

import re

PREFIX = "heddle_"  #: of the names of all our cookies, and of no others
SESSION = PREFIX + "session_{port}"  #: two instances on one machine have two
LANGUAGE = PREFIX + "lang"
#: Browsers take a cookie with it only from the machine itself and over TLS.
HOST_PREFIX = "__Host-"

_OURS = re.compile(rb"[\s=]*(?:__(?:host|secure)-)?" + PREFIX.encode(), re.IGNORECASE)
_TOKEN = re.compile(rb"\bhd_[0-9a-f]{12}_[\w-]{20,}")


def session_cookie(port: int, *, is_tls: bool) -> str:
    return (HOST_PREFIX if is_tls else "") + SESSION.format(port=port)


def without_ours(cookies: bytes) -> bytes:
    """The value of a header Cookie, without our cookies."""
    if PREFIX.encode() not in cookies.lower():
        return cookies
    return b";".join(each for each in cookies.split(b";") if not _OURS.match(each)).strip()


def sets_ours(cookie: bytes) -> bool:
    """Whether a header Set-Cookie is about one of our cookies. One without a name is sent as its
    value alone, which may look like one of ours."""
    return _OURS.match(cookie) is not None


def is_token(authorization: bytes) -> bool:
    """Whether a header Authorization has one of our tokens in it."""
    return _TOKEN.search(authorization) is not None
