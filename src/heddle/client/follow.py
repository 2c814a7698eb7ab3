"""What comes bit by bit: events as they happen, what a job writes, and the end of a job."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, overload

from heddle.client.client import Client
from heddle.client.wire import WAITS, RefusedError, ServerFailedError
from heddle.errors import NoServerError
from heddle.model.record import FINAL

if TYPE_CHECKING:
    from heddle._gen.rest import JobAnswer, WholeJob
    from heddle.client.client import Piece

T = TypeVar("T")
Gap = Callable[[int], None]  #: told how many bytes of an output are no longer kept
GONE = 410  #: the status where the beginning of an output is no longer kept
MOST = 1 << 20  #: bytes of an output that are asked for at once
PAUSE_S, LONGEST_PAUSE_S = 0.1, 1.0
PATIENCE_S = 60.0  #: for a server that restarts


@dataclass(frozen=True, slots=True)
class StreamEvent:
    """One event of a stream."""

    number: int
    kind: str
    data: Any


def parse_stream(lines: Iterable[bytes]) -> Iterator[StreamEvent]:
    """Server-sent events, as far as our server uses them; a line that begins with ':' is a sign
    of life."""
    number, kind, data = 0, "message", list[str]()
    for line in lines:
        text = line.decode(errors="replace").rstrip("\r\n")
        if not text:
            if data:
                yield StreamEvent(number, kind, json.loads("\n".join(data)))
            kind, data = "message", []
            continue
        name, _, value = text.partition(":")
        value = value.removeprefix(" ")
        if name == "id" and value.isdecimal():
            number = int(value)
        elif name == "event":
            kind = value
        elif name == "data":
            data.append(value)


def events(client: Client, after: int | None = None) -> Generator[StreamEvent, None, None]:
    """All events after this number (without one: from now on), then live, until the server ends.

    :raises HeddleError: if the server cannot be reached or refuses
    """
    path = "/v1/events" if after is None else f"/v1/events?after={after}"
    with client.wire.stream(path, {"Accept": "text/event-stream"}) as response:
        yield from parse_stream(response)


def patiently(question: Callable[[], T]) -> T:
    """The answer, also if the server is started anew or waits for its store meanwhile.

    :raises NoServerError: if it does not come back
    :raises ServerFailedError: if its store does not
    """
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            return question()
        except (NoServerError, ServerFailedError) as error:
            is_over = isinstance(error, ServerFailedError) and error.status not in WAITS
            if is_over or time.monotonic() > until:
                raise
            time.sleep(LONGEST_PAUSE_S)


@overload
def end(client: Client, job: str) -> WholeJob: ...
@overload
def end(client: Client, job: str, until_s: float | None) -> WholeJob | None: ...
def end(client: Client, job: str, until_s: float | None = None) -> WholeJob | None:
    """Waits until the job is over, and gives it. None: time was up before (by time.monotonic).

    :raises NoServerError: if the server goes and does not come back
    """
    pause = PAUSE_S
    found = client.job(job)
    while found["state"] not in FINAL:
        if until_s is not None and time.monotonic() >= until_s:
            return None
        time.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE_S)
        found = patiently(lambda: client.job(job))
    return found


def logs(
    client: Client,
    job: str,
    *,
    attempt: int | None = None,
    member: int = 0,
    wait: bool = False,
    gap: Gap | None = None,
) -> Iterator[bytes]:
    """What a member has written; with `wait` until the attempt is over, or, where none is named,
    the job with all attempts that may still come. Without a `gap`, a line says what is missing.

    :raises NoServerError: if the server goes and does not come back
    """
    found = client.job(job)  # only a server that was there is waited for
    number = attempt if attempt is not None else max(1, attempts_of(found))
    pause = PAUSE_S
    while True:
        is_there = number <= attempts_of(found)
        if is_there or attempt is not None:  # the server says what is wrong with a wrong number
            yield from _of_attempt(client, job, number, member, wait, gap)
            number, pause = number + 1, PAUSE_S
        if not wait or attempt is not None or (not is_there and found["state"] in FINAL):
            return
        if not is_there:
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)
        found = patiently(lambda: client.job(job))


def together(client: Client, jobs: Mapping[str, str], *, wait: bool = False) -> Iterator[bytes]:
    """What several jobs have written, line by line, each with its mark before it: one after the
    other, or with `wait` as it comes, until all are over. `jobs` are ids by mark."""
    if not wait:
        for mark, job in jobs.items():
            whole = b"".join(logs(client, job))
            yield from (f"{mark} ".encode() + line + b"\n" for line in whole.splitlines())
        return
    yield from _as_it_comes({mark: _Tail(client, job) for mark, job in jobs.items()})


def of_members(client: Client, job: str, marks: Sequence[str]) -> Iterator[bytes]:
    """Likewise, with `wait`, of the members of one gang: `marks` are theirs, in order."""
    tails = {mark: _Tail(client, job, number) for number, mark in enumerate(marks)}
    yield from _as_it_comes(tails)


def _as_it_comes(tails: dict[str, _Tail]) -> Iterator[bytes]:
    pause = PAUSE_S
    while tails:
        told = False
        for mark, tail in list(tails.items()):
            for line in tail.lines():
                told = True
                yield f"{mark} ".encode() + line + b"\n"
            if tail.is_over:
                del tails[mark]
        pause = PAUSE_S if told else min(2 * pause, LONGEST_PAUSE_S)
        if tails and not told:
            time.sleep(pause)


class _Tail:
    """What one member of a job writes, asked for again and again; nothing here waits for it."""

    def __init__(self, client: Client, job: str, member: int = 0) -> None:
        self._client, self._job, self._member = client, job, member
        self._attempt, self._known, self._start = 1, 0, 0
        self._rest = b""
        self.is_over = False

    def lines(self) -> Iterator[bytes]:
        """The whole ones since the last time; a last one that never ends, when it is over."""
        if self._attempt > self._known:
            found = patiently(lambda: self._client.job(self._job))
            self._known = attempts_of(found)
            self.is_over = self._attempt > self._known and found["state"] in FINAL
        if self._attempt <= self._known:
            ask = partial(
                self._client.logs, self._job, attempt=self._attempt, member=self._member, most=MOST
            )
            missing, piece = _next(ask, self._start, wait=True)
            if missing:
                self._rest = b""
                yield _missing(missing)
            self._start = piece.next
            *whole, self._rest = (self._rest + piece.data).split(b"\n")
            yield from whole
            if piece.over and not piece.data:
                self._attempt, self._start = self._attempt + 1, 0
                yield from filter(None, [self._rest])
                self._rest = b""


def attempts_of(job: WholeJob | JobAnswer) -> int:
    """How many there were; one job has them all, one of a list only says how many."""
    attempts = job["attempts"]
    return len(attempts) if isinstance(attempts, list) else int(attempts)


def _next(ask: Callable[..., Piece], start: int, *, wait: bool) -> tuple[int, Piece]:
    """What comes next of an output, and how many bytes before it are no longer kept: a program may
    write faster than it is read."""
    first = start
    while True:
        here = partial(ask, start=start)
        try:
            return start - first, patiently(here) if wait else here()
        except RefusedError as error:
            oldest = error.headers.get("heddle-next", "")
            if error.status != GONE or not oldest.isdecimal() or int(oldest) <= start:
                raise
            start = int(oldest)


def _missing(count: int) -> bytes:
    return f"[heddle: {count} bytes of this output are no longer kept]".encode()


def _of_attempt(
    client: Client, job: str, number: int, member: int, wait: bool, gap: Gap | None
) -> Iterator[bytes]:
    start, pause = 0, PAUSE_S
    ask = partial(client.logs, job, attempt=number, member=member, most=MOST)
    while True:
        missing, piece = _next(ask, start, wait=wait)
        if missing and gap is not None:
            gap(missing)
        elif missing:
            yield b"\n" * bool(start) + _missing(missing) + b"\n"
        if piece.data:
            yield piece.data
            pause = PAUSE_S
        start = piece.next
        if piece.over or not (wait or piece.data):
            return
        if not piece.data:
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)
