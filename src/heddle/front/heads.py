"""Heads of requests and answers: read, checked, and written for the other side. Pure.

The length of a body is stated anew on both sides and never trusted twice: two servers that count
differently could be made to take one request for two.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus

from heddle.model.wire import credentials

Headers = list[tuple[bytes, bytes]]

#: About one connection, not about the message (RFC 9110, 7.6.1), and the two that say its length.
OURS = frozenset(
    (b"connection", b"keep-alive", b"proxy-connection", b"te", b"trailer", b"upgrade",
     b"transfer-encoding", b"content-length", b"expect", b"proxy-authenticate",
     b"proxy-authorization")
)  # fmt: skip
#: What the front itself says of where a request came from.
FORWARDED = frozenset((b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host"))
_KNOWN = OURS | FORWARDED | {b"host"}
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
        """To which a request would like to change; none for HTTP/2, which is not supported here."""
        wanted = (self.get(b"upgrade") or b"") if self.upgrade else b""
        words = [each.strip() for each in wanted.split(b",")]
        return b", ".join(each for each in words if each and not each.lower().startswith(b"h2"))

    def agrees(self, answer: Head) -> bool:
        """Whether a replica that answers with 101 changes to what was asked for."""
        asked = {each.strip().lower() for each in self.protocol.split(b",")}
        return bool(self.protocol) and (answer.get(b"upgrade") or b"").lower() in asked

    @property
    def about_connection(self) -> frozenset[bytes]:
        """Headers that are not handed on: the standard ones, and those that `Connection` names."""
        named = self.get(b"connection")
        if named is None:
            return OURS
        return OURS | {each.strip().lower() for each in named.split(b",")} - {b"host"}


def check(head: Head) -> int:
    """The length of a request's body, or CHUNKED, if the request can be handed on.

    :raises BadHeadError: if it cannot
    """
    if head.version not in ("1.1", "1.0"):
        raise BadHeadError(f"HTTP/{head.version} is not supported, only HTTP/1.1 and 1.0")
    if head.method == b"CONNECT":
        raise BadHeadError("this is not a proxy for other hosts")
    hosts = [name for name, _ in head.headers if name.lower() == b"host"]
    if head.version == "1.1" and not hosts:
        raise BadHeadError("the header Host is missing")
    if len(hosts) > 1:
        raise BadHeadError("there are two headers Host")
    if not _TARGET.fullmatch(head.target):
        raise BadHeadError("the request target is not a path")
    return request_length(head)


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
    if head.version not in ("1.1", "1.0"):
        raise BadHeadError(f"the answer is in HTTP/{head.version}")
    if method == b"HEAD" or head.code in (204, 304) or 100 <= head.code < 200:
        return NONE
    coding, length = head.get(b"transfer-encoding"), head.get(b"content-length")
    if coding is not None:
        if coding.strip().lower() != b"chunked":
            raise BadHeadError("the answer has an encoding that cannot be forwarded")
        return CHUNKED
    return UNTIL_CLOSED if length is None else _number(length)


def can_follow(head: Head, length: int) -> bool:
    """Whether another answer can follow on the connection: it is beyond doubt where this one ends.
    One without a body that says how long it is may well be followed by it."""
    if length == UNTIL_CLOSED:
        return False
    coding, said = head.get(b"transfer-encoding"), head.get(b"content-length")
    if head.code == 304:
        return coding is None
    if head.code == 204:
        return coding is None and said in (None, b"0")
    return coding is None or head.version == "1.1"


def for_replica(head: Head, length: int, client: str) -> bytes:
    """What a replica is asked.

    :raises BadHeadError: if a header would end within itself
    """
    target, host = head.target, head.get(b"host")
    if not target.startswith(b"/") and target != b"*":  # http://host/path, as proxies are asked
        host, target = _apart(target)
    lines = [b"%b %b HTTP/1.1" % (head.method, target)]
    before, seen, dropped = [], set(), head.about_connection
    for name, value in head.headers:
        key = name.lower()
        seen.add(key)
        if key == b"x-forwarded-for":
            before.append(value)
        elif key == b"host":
            lines.append(b"Host: " + (host or b""))
        elif key not in dropped and not _is_alias(key):
            kept = _for_others(key, value)
            if kept is not None:
                lines.append(b"%b: %b" % (name, kept))
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
    return _joined(lines)


def reframed(head: Head, length: int) -> bytes:
    """A request whose body is as long as this one's, and that asks for no other protocol."""
    lines = [b"%b / HTTP/%b" % (head.method, head.version.encode()), b"Host: -"]
    lines.append(b"Connection: " + (b"keep-alive" if head.keep_alive else b"close"))
    if length == CHUNKED:
        lines.append(b"Transfer-Encoding: chunked")
    else:
        lines.append(b"Content-Length: %d" % length)
    return _joined(lines)


def for_client(head: Head, request: Head, length: int, keep_alive: bool) -> bytes:
    """What the client is answered. `length` is that of the body as it is sent to it.

    :raises BadHeadError: if a header would end within itself
    """
    phrase = head.target or _phrase(head.code)
    lines = [b"HTTP/1.1 %d %b" % (head.code, phrase)]
    dropped = head.about_connection
    for name, value in head.headers:
        key = name.lower()
        if key not in dropped and not _is_about_our_cookies(key, value):
            lines.append(b"%b: %b" % (name, value))
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
            lines.append(b"Content-Length: %d" % _number(said))  # what a GET would have had
    elif length >= 0 and head.code not in (101, 204, 304) and request.method != b"HEAD":
        lines.append(b"Content-Length: %d" % length)
    return _joined(lines)


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


#: A path, everything, or what a proxy is asked; never a space or the end of a line.
_TARGET = re.compile(rb"(?:/|\*\Z|(?i:https?)://[^/?#\x00- \x7f]+)[^\x00- \x7f]*")
_LINE_END = re.compile(rb"[\r\n\0]")


def _joined(lines: Sequence[bytes]) -> bytes:
    """A head. The parser has looked at every line already; that none ends within itself is what
    all else rests on, and so it is not taken on trust."""
    head = b"\r\n".join(lines)
    if len(_LINE_END.findall(head)) != 2 * (len(lines) - 1):
        raise BadHeadError("a header has the end of a line in it")
    return head + b"\r\n\r\n"


def _apart(target: bytes) -> tuple[bytes, bytes]:
    """The host, and the path, of a whole address."""
    rest = target.partition(b"://")[2]
    host = re.split(rb"[/?#]", rest, maxsplit=1)[0]
    path = rest[len(host) :]
    return host.rpartition(b"@")[2], path if path.startswith(b"/") else b"/" + path


def _is_alias(key: bytes) -> bool:
    """Programs that keep headers in variables take X_Forwarded_For for X-Forwarded-For."""
    return b"_" in key and key.replace(b"_", b"-") in _KNOWN


def _for_others(key: bytes, value: bytes) -> bytes | None:
    """A header without what signs in to Heddle: that is no business of services."""
    if key == b"cookie":
        return credentials.without_ours(value) or None
    return None if key == b"authorization" and credentials.is_token(value) else value


def _is_about_our_cookies(key: bytes, value: bytes) -> bool:
    """No service may sign a user in to Heddle, or out: a browser has one cookie jar for all ports
    of a machine."""
    if key == b"set-cookie":
        return credentials.sets_ours(value)
    return key == b"clear-site-data"


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
