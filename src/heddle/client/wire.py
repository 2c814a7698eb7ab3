"""One connection to a server, which stays open: a request there, an answer or an error back."""

from __future__ import annotations

import http.client
import json
import select
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from typing import IO, Any
from urllib.parse import urlsplit

from heddle.client.trust import Trust, speaks_tls
from heddle.errors import HeddleError, NoPermissionError, NoServerError, UsageError

WAITS = (503, 507)  #: statuses of a server that waits for its store, and will go on by itself
#: What http.client raises when the other side has gone.
GONE = (OSError, http.client.HTTPException)


class RefusedError(UsageError):
    """The server says what is wrong with the request: `errors` has each with its place."""

    def __init__(
        self, status: int, problem: Mapping[str, Any], headers: Mapping[str, str] | None = None
    ) -> None:
        self.status = status
        self.headers = dict(headers or {})
        self.problem = dict(problem)  #: all that it said
        self.errors: list[dict[str, Any]] = [
            dict(each) for each in problem.get("errors") or () if isinstance(each, Mapping)
        ]
        said = problem.get("detail") or problem.get("title") or f"the server refuses ({status})"
        self.detail = str(said)
        placed = [place_text(each) for each in self.errors]
        if len(placed) > 1:  # all are there: the first is not to be there twice
            self.detail = self.detail.partition("; the first is ")[0]
        super().__init__("\n".join([*(p for p in placed if p not in self.detail), self.detail]))


class NotAllowedError(NoPermissionError):
    """The server does not know the token, or it may not do this."""

    def __init__(self, address: str, problem: Mapping[str, Any], *, known: bool) -> None:
        said = str(problem.get("detail") or problem.get("title") or "no permission")
        remedy = "Ask an administrator for a token that may"
        if not known:  # how a program sends it, which the server adds, helps no person
            said = said.partition(". ")[0]
            remedy = (
                "Sign in with one that is (`heddle account login`), or set HEDDLE_TOKEN to "
                "it; `heddle up` "
                "says where the first one is"
            )
        HeddleError.__init__(self, f"{address}: {said.rstrip('.')}. {remedy}.")


class ServerFailedError(HeddleError):
    """The server could not do what it should."""

    def __init__(self, address: str, status: int, problem: Mapping[str, Any]) -> None:
        self.status = status
        detail = str(problem.get("detail") or problem.get("title") or "it does not say why")
        more = " Try again; its log is server.log in the server's folder."
        if status in WAITS and "detail" in problem:
            more = ""  # it says what to do itself
        super().__init__(f"{address} failed ({status}): {detail.rstrip('.')}.{more}")


def place_text(error: Mapping[str, Any]) -> str:
    """As compilers say it: file:line:column, or the field, and what is wrong there."""
    where = str(error.get("file") or error.get("field") or "")
    for number in (error.get("line"), error.get("column")):
        where += f":{number}" if where and number else ""
    said = str(error.get("text") or error.get("message") or "")
    return f"{where}: {said}" if where and not said.startswith(f"{where}: ") else said


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; header names are in small letters."""

    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)

    def json(self) -> Any:
        """:raises HeddleError: if it is not an object: another program listens there"""
        try:
            found = json.loads(self.body)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise HeddleError(
                "the server there is not Heddle's control plane. Correct HEDDLE_SERVER, or start "
                "one elsewhere: `heddle up --port N`."
            )
        return found


class Wire:
    """Requests, one at a time. Not for several threads. Over https the server is known by `pin`,
    the SHA-256 of its certificate, or by the authorities of `ca`, HEDDLE_CA or the system."""

    def __init__(
        self,
        address: str,
        token: str | None,
        timeout_s: float,
        remedy: str | None = None,
        *,
        pin: str | None = None,
        ca: str | None = None,
    ) -> None:
        self.address = address
        self._trust = Trust(pin, ca)
        self._timeout_s = timeout_s
        self._remedy = remedy
        self._line: http.client.HTTPConnection | None = None
        self.headers = {"Accept": "application/json", "User-Agent": "heddle"}
        if token is not None:
            if not (token.isascii() and token.isprintable()):
                raise UsageError("the token has characters that no token has: copy it again.")
            self.headers["Authorization"] = f"Bearer {token}"

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        *,
        again: bool = False,
    ) -> Answer:
        """`again`: the request may be made twice, should the connection break.

        :raises NoServerError: if no server answers
        :raises UntrustedError: if it is not known to be the server that is meant
        :raises RefusedError: if the server says what is wrong with it
        :raises NotAllowedError: if the token does not allow it
        :raises ServerFailedError: if the server is at fault
        """
        sent = {**self.headers, **(headers or {})}
        data = None
        if isinstance(body, bytes):
            data = body
            sent["Content-Type"] = "application/octet-stream"
        elif body is not None:
            data = json.dumps(body).encode()
            sent["Content-Type"] = "application/json"
        again = again or method == "GET"
        while True:
            fresh = self._line is None or not self._still_open(self._line)
            try:
                response = self._send(method, path, data, sent, fresh=fresh)
                answer = self._read(response)
                break
            except GONE as error:
                self.close()
                if fresh or not again or isinstance(error, TimeoutError):
                    raise self.gone(error) from None
        self._check(answer)
        return answer

    def begin(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str]
    ) -> Callable[[], Answer]:
        """Sends a request on a connection of its own; what comes back waits for the answer.

        :raises HeddleError: as `ask`, here and there
        """
        line = self._connect()
        sent = {**self.headers, **headers, "Content-Type": "application/octet-stream"}
        try:
            line.request(method, path, body, sent)
        except GONE as error:
            line.close()
            raise self.gone(error) from None

        def wait() -> Answer:
            with closing(line):
                try:
                    answer = self._read(line.getresponse())
                except GONE as error:
                    raise self.gone(error) from None
            self._check(answer)
            return answer

        return wait

    def upload(self, path: str, file: IO[bytes], size: int) -> Answer:
        """A PUT of a whole file, in pieces.

        :raises HeddleError: as `ask`
        """
        sent = {**self.headers, "Content-Type": "application/octet-stream"}
        sent["Content-Length"] = str(size)
        with closing(self._connect()) as line:
            try:
                with suppress(BrokenPipeError, ConnectionResetError):
                    # A server that does not want all of it has said why, and hung up.
                    line.request("PUT", path, file, sent)
                answer = self._read(line.getresponse())
            except GONE as error:
                raise self.gone(error) from None
        self._check(answer)
        return answer

    @contextmanager
    def stream(
        self, path: str, headers: Mapping[str, str], *, silent: bool = False, body: Any = None
    ) -> Iterator[http.client.HTTPResponse]:
        """An answer that goes on, on a connection of its own; to a POST, if there is a body.
        `silent`: it may say nothing for hours, and that does not mean that the server has gone.

        :raises HeddleError: as `ask`; also if it breaks off
        """
        with closing(self._connect()) as line:
            try:
                sent = {**self.headers, **headers}
                if body is None:
                    line.request("GET", path, headers=sent)
                else:
                    sent["Content-Type"] = "application/json"
                    line.request("POST", path, json.dumps(body).encode(), sent)
                response = line.getresponse()
                if response.status != 200:
                    self._check(self._read(response))
                if silent and line.sock is not None:
                    line.sock.settimeout(None)
                yield response
            except GONE as error:
                raise self.gone(error) from None

    def gone(self, error: BaseException) -> NoServerError:
        """What to raise when it does not answer."""
        why = "it does not answer in time" if isinstance(error, TimeoutError) else ""
        why = why or getattr(error, "strerror", None) or str(error) or type(error).__name__
        text = f"{self.address} ({why})"
        if self._is_plain_to_tls(error):
            address = self.address.replace("http:", "https:", 1)
            return NoServerError(text, f"It speaks TLS: its address is {address}.")
        return NoServerError(text) if self._remedy is None else NoServerError(text, self._remedy)

    def _is_plain_to_tls(self, error: BaseException) -> bool:
        """A server that waits for TLS hangs up on anything else."""
        parts = urlsplit(self.address)
        if parts.scheme != "http" or not isinstance(
            error, ConnectionResetError | BrokenPipeError | http.client.BadStatusLine
        ):
            return False
        return speaks_tls(parts.hostname or "", parts.port or 80)

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None

    def _connect(self) -> http.client.HTTPConnection:
        parts = urlsplit(self.address)
        assert parts.hostname is not None
        if parts.scheme == "https":
            return self._trust.connection(parts.hostname, parts.port, self._timeout_s)
        return http.client.HTTPConnection(parts.hostname, parts.port, timeout=self._timeout_s)

    def _send(
        self, method: str, path: str, data: bytes | None, headers: dict[str, str], *, fresh: bool
    ) -> http.client.HTTPResponse:
        if fresh:
            self.close()
            self._line = self._connect()
        assert self._line is not None
        self._line.request(method, path, data, headers)
        return self._line.getresponse()

    def _read(self, response: http.client.HTTPResponse) -> Answer:
        body = response.read()
        headers = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, body, headers)

    def _still_open(self, line: http.client.HTTPConnection) -> bool:
        """A server that has closed an idle connection is noticed before it is used again."""
        if line.sock is None:
            return False
        waiting = select.poll()
        waiting.register(line.sock, select.POLLIN)
        return not waiting.poll(0)

    def _check(self, answer: Answer) -> None:
        if answer.status < 400:
            return
        problem = _problem(answer.body)
        if answer.status in (401, 403):
            raise NotAllowedError(self.address, problem, known=answer.status == 403)
        if answer.status < 500:
            raise RefusedError(answer.status, problem, answer.headers)
        raise ServerFailedError(self.address, answer.status, problem)


def _problem(body: bytes) -> Mapping[str, Any]:
    try:
        found = json.loads(body)
    except ValueError:
        found = None
    return found if isinstance(found, dict) else {"detail": body[:500].decode(errors="replace")}
