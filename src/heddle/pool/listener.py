"""`heddle node agent --serve`: lets programs of other machines use this machine's devices.

A connection begins with a route: to a new session, which wants a token, or to one that is there,
to whose process it is sent as it is. A session is a process (session.py), so that what a program of
another machine does, and how much of it, is not the agent's business.
"""

from __future__ import annotations

import json
import logging
import secrets
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass

from heddle.errors import HeddleError
from heddle.pool import frames
from heddle.pool.doorstep import MOST_STRANGERS, PATIENCE_S, server_context, serving
from heddle.pool.line import Line

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

MOST = 128  #: sessions
MOST_OF_TOKEN = 32
MOST_OF_TICKET = 1  #: it is one program's
MOST_NAME = 256  #: characters of a program's or a device's name
#: Fields of a plan that another machine may ask for; all are numbers.
ASKED = frozenset(
    (
        *("rank", "weight", "deadline_us", "quantum_us", "share_milli", "cap_milli"),
        *("memory_limit", "level_limit", "may_move"),
    )
)
START_S = 10.0  #: a session that has not begun by then does not

log = logging.getLogger("heddle.agent")

#: What of a plan is granted on a device, and what to say of the rest; refuses by a HeddleError.
Grant = Callable[[str, dict[str, int]], tuple[dict[str, int], list[str]]]


@dataclass(frozen=True, slots=True)
class Bearer:
    """Who has shown a token or a ticket that counts."""

    id: str
    tenant: str
    grant: Grant
    most: int = MOST_OF_TOKEN  #: sessions at once


#: Whose a token is; None: it does not count. Refuses by a HeddleError that says why.
Admit = Callable[[str], Bearer | None]


class RefusedSessionError(Exception):
    """What is told to the other machine."""


@dataclass(frozen=True, slots=True)
class SessionRequest:
    """What another machine asks for, once it is known to be well-formed."""

    device: str
    name: str
    tenant: str
    asked: dict[str, int]


def read_request(words: Mapping[str, Any]) -> SessionRequest:
    """:raises RefusedSessionError: if it is not well-formed"""
    device, name, tenant = (words.get(each, "") for each in ("device", "name", "tenant"))
    asked = words.get("asked", {})
    texts = all(isinstance(each, str) and len(each) <= MOST_NAME for each in (device, name, tenant))
    if not texts or not device or not isinstance(asked, dict):
        raise RefusedSessionError("the request is not one of this version of Heddle")
    for key, value in asked.items():
        is_number = isinstance(value, int) and not isinstance(value, bool)
        if key not in ASKED or not is_number or not -(1 << 31) <= value < 1 << 63:
            raise RefusedSessionError(f"{str(key)[:MOST_NAME]!r} cannot be asked for")
    return SessionRequest(device, name, tenant, dict(asked))


class RemoteListener:
    """Listens, and has a session for each program of another machine."""

    def __init__(
        self,
        address: tuple[str, int],
        files: tuple[str, str],
        admit: Admit,
        silence_s: float = frames.SILENCE_S,
    ) -> None:
        """`files`: certificate and key.

        :raises HeddleError: if the address cannot be listened on
        """
        self._files, self._admit, self._silence_s = files, admit, silence_s
        self._context = server_context(*files)
        try:
            family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
            self._line = socket.create_server(address, family=family, backlog=64)
        except OSError as error:
            raise HeddleError(
                f"--serve {address[0]}:{address[1]} cannot be listened on ({error.strerror}). "
                "Choose another address or port."
            ) from None
        self.port: int = self._line.getsockname()[1]
        self._strangers = threading.BoundedSemaphore(MOST_STRANGERS)
        self._mutex = threading.Lock()
        self._sessions: dict[bytes, tuple[str, socket.socket]] = {}

    def start(self) -> None:
        threading.Thread(target=self._run, name="serve", daemon=True).start()

    def close(self) -> None:
        """Sessions end, too."""
        frames.hang_up(self._line)
        self._line.close()
        with self._mutex:
            for _, process in self._sessions.values():
                frames.hang_up(process)

    def _run(self) -> None:
        while True:
            try:
                plain, _ = self._line.accept()
            except OSError:
                if self._line.fileno() < 0:
                    return
                time.sleep(0.1)  # too many files are open, say
                continue
            if not self._strangers.acquire(blocking=False):
                plain.close()
                continue
            threading.Thread(target=self._meet, args=(plain,), daemon=True).start()

    def _meet(self, plain: socket.socket) -> None:
        is_stranger = True
        line: Line | None = None
        try:
            route = _read_route(plain)
            if any(route):
                self._send_on(plain, route)
                return
            with serving(plain, self._context) as line:
                words = frames.receive_words(line)
                bearer, why = self._check(words.get("token"))
                if bearer is None:
                    frames.send_words(line, {"error": why})
                    log.warning("--serve: %s has no valid token", _who(line))
                    line.close()
                    return
            self._strangers.release()
            is_stranger = False
            self._serve(line, words, bearer)
        except OSError as error:
            log.debug("--serve: %s", error)
        finally:
            if is_stranger:
                self._strangers.release()
            (line or plain).close()

    def _check(self, token: object) -> tuple[Bearer | None, str]:
        """Or why not."""
        try:
            return (self._admit(token) if isinstance(token, str) else None), WRONG_TOKEN
        except HeddleError as error:
            return None, str(error)

    def bearers(self) -> set[str]:
        """The ids of those that have sessions."""
        with self._mutex:
            return {each for each, _ in self._sessions.values()}

    def end(self, bearer: str) -> None:
        """Its sessions."""
        with self._mutex:
            for each, process in self._sessions.values():
                if each == bearer:
                    frames.hang_up(process)

    def _send_on(self, plain: socket.socket, route: bytes) -> None:
        with self._mutex:
            _, process = self._sessions.get(route, ("", None))
            if process is not None:
                socket.send_fds(process, [b"c"], [plain.fileno()], socket.MSG_DONTWAIT)

    def _serve(self, line: Line, words: Mapping[str, Any], bearer: Bearer) -> None:
        """Until the other machine hangs up or is silent, or the session's process ends."""
        who = _who(line)
        try:
            request = read_request(words)
            process, route, answer = self._begin(request, bearer)
        except (RefusedSessionError, HeddleError) as error:
            log.info("--serve: %s of %s is refused: %s", bearer.tenant, who, error)
            frames.send_words(line, {"error": str(error)})
            return
        log.info(
            "--serve: program %d (%s) of tenant %s at %s",
            *(answer.pop("program"), request.name, bearer.tenant, who),
        )
        try:
            frames.send_words(line, answer)
            threading.Thread(target=_hang_up_after, args=(process, line), daemon=True).start()
            frames.beat(line, self._silence_s)
        except (OSError, ValueError) as error:
            log.info("--serve: %s of %s has ended: %s", request.name, who, error)
        finally:
            with self._mutex:
                self._sessions.pop(route, None)
            frames.hang_up(process)

    def _begin(
        self, request: SessionRequest, bearer: Bearer
    ) -> tuple[socket.socket, bytes, dict[str, Any]]:
        """:raises HeddleError, RefusedSessionError: if it cannot be"""
        if request.tenant not in ("", bearer.tenant):
            raise RefusedSessionError(
                f"the token is tenant {bearer.tenant}'s, not {request.tenant}'s: leave out --tenant"
            )
        granted, notes = bearer.grant(request.device, request.asked)
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        route, secret = secrets.token_bytes(frames.ROUTE), secrets.token_hex(32)
        with self._mutex:
            others = [each for each, _ in self._sessions.values()]
            if len(others) >= MOST or others.count(bearer.id) >= bearer.most:
                raise RefusedSessionError("too many programs are served: try again later")
            self._sessions[route] = bearer.id, ours
        try:
            with theirs:
                process = subprocess.Popen(
                    [sys.executable, "-P", "-m", "heddle.pool.session", str(theirs.fileno())],
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                    start_new_session=True,
                )
            threading.Thread(target=process.wait, daemon=True).start()  # no zombie
            cert, key = self._files
            order = {
                **asdict(request),
                "asked": granted,
                "tenant": bearer.tenant,
                "secret": secret,
                "silence_s": self._silence_s,
                "cert": cert,
                "key": key,
            }
            ours.settimeout(START_S)
            ours.send(json.dumps(order).encode())
            answer = json.loads(ours.recv(frames.MOST_WORDS) or b'{"error": "it has ended"}')
            ours.settimeout(None)
        except OSError as error:
            answer = {"error": f"a session cannot be started ({error.strerror or error})"}
        if "error" in answer:
            with self._mutex:
                self._sessions.pop(route, None)
            ours.close()
            raise RefusedSessionError(str(answer["error"]))
        return ours, route, {**answer, "route": route.hex(), "secret": secret, "notes": notes}


WRONG_TOKEN = (
    "the token does not count here: it is another machine's, was revoked, or has expired. Make one "
    "on that machine: `heddle node access new --tenant NAME`."
)


def _read_route(plain: socket.socket) -> bytes:
    """:raises OSError: if the connection does not begin as it should"""
    plain.settimeout(PATIENCE_S)
    size = len(frames.PREAMBLE) + frames.ROUTE
    ends = time.monotonic() + PATIENCE_S
    got = b""
    while len(got) < size and time.monotonic() < ends:
        more = plain.recv(size - len(got))
        if not more:
            break
        got += more
    if len(got) != size or not got.startswith(frames.PREAMBLE):
        raise frames.WireError("a connection that does not begin as ours do")
    return got[len(frames.PREAMBLE) :]


def _hang_up_after(process: socket.socket, line: Line) -> None:
    """When the session's process has ended, however that came."""
    with suppress(OSError):
        while process.recv(64):
            pass
    frames.hang_up(line)
    process.close()


def _who(line: Line) -> str:
    with suppress(OSError):
        return str(line.plain.getpeername()[0])
    return "nobody"
