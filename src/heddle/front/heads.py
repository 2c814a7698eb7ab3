"""Heads of requests and answers: read, checked, and written for the other side. Pure.

How long a body is, is said anew on both sides, and never taken on trust twice: two who count
differently could be made to take one request for two.
"""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

Headers = list[tuple[bytes, bytes]]

#: About one connection, not about the message (RFC 9110, 7.6.1), and the two that say its length.
OURS = frozenset(
    (b"connection", b"keep-alive", b"proxy-connection", b"te", b"trailer", b"upgrade",
     b"transfer-encoding", b"content-length", b"expect", b"proxy-authenticate",
     b"proxy-authorization")
)  # fmt: skip
IDEMPOTENT = frozenset((b"GET", b"HEAD", b"OPTIONS", b"TRACE", b"PUT", b"DELETE"))
NONE, CHUNKED, UNTIL_CLOSED = 0, -1, -2  #: lengths of a body


class BadHeadError(ValueError):
    """A head that cannot be handed on."""


@dataclass(frozen=True, slots=True)
class Head:
    """Of a request (`method`, `target`), or of an answer (`code`, `target` being its phrase)."""

    method: bytes
    target: bytes
    code: int
    version: str  #: 1.1 or 1.0
    headers: Headers
    keep_alive: bool
    upgrade: bool

    def get(self, name: bytes) -> bytes | None:
        """The value of a header; several are joined."""
        found = [value for key, value in self.headers if key.lower() == name]
        return b", ".join(found) if found else None

    @property
    def is_idempotent(self) -> bool:
        return self.method in IDEMPOTENT

    @property
    def protocol(self) -> bytes:
        """To which a request would like to change; none for HTTP/2, which nobody here speaks."""
        wanted = self.get(b"upgrade") if self.upgrade else None
        return b"" if wanted is None or wanted.lower().startswith(b"h2") else wanted


def request_length(head: Head) -> int:
    """Of the body that follows, or CHUNKED.

    :raises BadHeadError: if that is not clear
    """
    coding, length = head.get(b"transfer-encoding"), head.get(b"content-length")
    if coding is not None:
        if length is not None or coding.strip().lower() != b"chunked":
            raise BadHeadError("the length of the body is not clear")
        return CHUNKED
    return NONE if length is None else _number(length)


def answer_length(head: Head, method: bytes) -> int:
    """:raises BadHeadError: likewise"""
    if method == b"HEAD" or head.code in (204, 304) or 100 <= head.code < 200:
        return NONE
    coding, length = head.get(b"transfer-encoding"), head.get(b"content-length")
    if coding is not None:
        if coding.strip().lower() != b"chunked":
            raise BadHeadError("the answer is coded in a way that cannot be handed on")
        return CHUNKED
    return UNTIL_CLOSED if length is None else _number(length)


def for_replica(head: Head, length: int, client: str) -> bytes:
    """What a replica is asked."""
    target = head.target
    if not target.startswith(b"/") and target != b"*":  # http://host/path, as proxies are asked
        target = b"/" + target.partition(b"://")[2].partition(b"/")[2]
    lines = [b"%b %b HTTP/1.1" % (head.method, target)]
    before, seen = [], set()
    for name, value in head.headers:
        key = name.lower()
        seen.add(key)
        if key == b"x-forwarded-for":
            before.append(value)
        elif key not in OURS:
            lines.append(b"%b: %b" % (name, value))
    host = head.get(b"host")
    lines.append(b"X-Forwarded-For: " + b", ".join([*before, client.encode()]))
    if b"x-forwarded-proto" not in seen:
        lines.append(b"X-Forwarded-Proto: http")
    if host is not None and b"x-forwarded-host" not in seen:
        lines.append(b"X-Forwarded-Host: " + host)
    if host is None:
        lines.append(b"Host: localhost")
    if head.protocol:
        lines += [b"Connection: upgrade", b"Upgrade: " + head.protocol]
    if length == CHUNKED:
        lines.append(b"Transfer-Encoding: chunked")
    elif length or b"content-length" in seen:
        lines.append(b"Content-Length: %d" % length)
    return b"\r\n".join(lines) + b"\r\n\r\n"


def for_client(head: Head, request: Head, length: int, keep_alive: bool) -> bytes:
    """What the client is answered. `length` is that of the body as it is sent to it."""
    phrase = head.target or _phrase(head.code)
    lines = [b"HTTP/1.1 %d %b" % (head.code, phrase)]
    lines += [b"%b: %b" % each for each in head.headers if each[0].lower() not in OURS]
    if head.code == 101:
        lines += [b"Connection: upgrade", b"Upgrade: " + (head.get(b"upgrade") or b"")]
    elif not keep_alive:
        lines.append(b"Connection: close")
    elif request.version == "1.0":
        lines.append(b"Connection: keep-alive")
    if length == CHUNKED:
        lines.append(b"Transfer-Encoding: chunked")
    elif length == NONE and (said := head.get(b"content-length")) is not None:
        if head.code not in (101, 204):
            lines.append(b"Content-Length: " + said)  # what a GET would have had
    elif length >= 0 and head.code not in (101, 204, 304) and request.method != b"HEAD":
        lines.append(b"Content-Length: %d" % length)
    return b"\r\n".join(lines) + b"\r\n\r\n"


def own_answer(code: int, text: str, *, keep_alive: bool, retry_s: int | None = None) -> bytes:
    """An answer of the front itself: one plain sentence."""
    body = f"heddle: {text}\n".encode()
    lines = [
        b"HTTP/1.1 %d %b" % (code, _phrase(code)),
        b"Content-Type: text/plain; charset=utf-8",
        b"Content-Length: %d" % len(body),
    ]
    if retry_s is not None:
        lines.append(b"Retry-After: %d" % retry_s)
    if not keep_alive:
        lines.append(b"Connection: close")
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(data), data)


LAST_CHUNK = b"0\r\n\r\n"


def _number(text: bytes) -> int:
    """Several that say the same are one."""
    said = {each.strip() for each in text.split(b",")}
    if len(said) != 1 or not (only := said.pop()).isdigit() or len(only) > 18:
        raise BadHeadError("the length of the body is not clear")
    return int(only)


def _phrase(code: int) -> bytes:
    try:
        return HTTPStatus(code).phrase.encode()
    except ValueError:
        return b"-"
