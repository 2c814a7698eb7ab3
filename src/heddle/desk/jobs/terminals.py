"""Terminals of jobs: permissions and connections, all in the server's event loop."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from contextlib import aclosing, asynccontextmanager, contextmanager, suppress
from typing import TYPE_CHECKING

from heddle.control.book import organisation_of
from heddle.desk.access.auth import Token
from heddle.desk.errors import BusyError, ConflictError, ForbiddenError, UnavailableError
from heddle.desk.jobs.arrays import is_array
from heddle.desk.jobs.connections import attach
from heddle.errors import UsageError
from heddle.model.record import ALIVE, FINAL, JobRecord
from heddle.model.wire.terminal import DONE, VIEW, frame

if TYPE_CHECKING:
    from heddle.desk.desk import Desk

MOST = 256  #: lines that are open at a time
MOST_NOTED = 10_000
PATIENCE_S = 5.0  #: for the terminal of a job that has just started
INPUT_S = 10.0  #: for a program to take what was typed
LOOK_S = 2.0  #: interval of the check for listeners
_READ_BYTES = 1 << 16


class Terminals:
    """Lines that are open."""

    def __init__(self) -> None:
        self._open: set[StreamWriter] = set()
        self._viewers: Counter[str] = Counter()  # by organisation
        self._noted: set[tuple[str, str]] = set()
        self._closed = False

    def is_new(self, token: str, record: JobRecord) -> bool:
        """Whether nothing was typed with this token into this terminal before."""
        both = (token, f"{record.id}.{record.attempts}")
        if both in self._noted:
            return False
        if len(self._noted) >= MOST_NOTED:
            self._noted.clear()
        self._noted.add(both)
        return True

    def close(self) -> None:
        """Ends all, also those that come from now on: so a server can end."""
        self._closed = True
        for line in list(self._open):
            line.close()

    @asynccontextmanager
    async def line(
        self, desk: Desk, record: JobRecord
    ) -> AsyncIterator[tuple[StreamReader, StreamWriter]]:
        """:raises DeskError: if the job has no terminal now"""
        reader, writer = await _connect(desk, record)
        self._open.add(writer)
        try:
            yield reader, writer
        finally:
            self._open.discard(writer)
            writer.close()

    async def view(
        self, desk: Desk, record: JobRecord, goes_on: Callable[[], Awaitable[bool]]
    ) -> AsyncGenerator[bytes, None]:
        """The last screenful, and then what is written, until it ends or `goes_on` says no.
        Comes to nothing at first, so that errors are raised before the answer begins."""
        if self._closed:
            yield b""
            return
        with self.looking(record):
            async with aclosing(self._shown(desk, record, goes_on)) as pieces:
                async for piece in pieces:
                    yield piece

    @contextmanager
    def looking(self, record: JobRecord) -> Iterator[None]:
        """:raises DeskError: if too many do already, of all or of one organisation"""
        whose = organisation_of(record.tenant)
        if self._viewers.total() >= MOST:
            raise UnavailableError(f"{MOST} terminals are attached, the maximum. Detach some.")
        if self._viewers[whose] >= MOST // 2:
            rule = f"{MOST // 2} terminals of {whose} are attached, the maximum. Detach some."
            raise BusyError(rule, retry_s=10)
        self._viewers[whose] += 1
        try:
            yield
        finally:
            self._viewers[whose] -= 1

    async def _shown(
        self, desk: Desk, record: JobRecord, goes_on: Callable[[], Awaitable[bool]]
    ) -> AsyncGenerator[bytes, None]:
        async with self.line(desk, record) as (reader, writer):
            writer.write(frame(VIEW))
            yield b""
            async with aclosing(coming(reader, goes_on)) as pieces:
                async for piece in pieces:
                    yield piece

    async def tell(self, desk: Desk, record: JobRecord, said: bytes) -> None:
        """One frame; when this returns it has had its effect.

        :raises DeskError: if the job has no terminal now, or does not take input
        """
        async with self.line(desk, record) as (reader, writer):
            writer.write(said)
            try:
                done = await asyncio.wait_for(reader.read(1), INPUT_S)
            except TimeoutError:
                rule = f"what runs in the terminal of {record.id} takes no input now."
                raise ConflictError(f"{rule} Try again, or cancel the job.") from None
            except OSError:
                done = b""
            if done != DONE:
                raise ConflictError(f"the terminal of {record.id} has just ended.")


async def coming(
    reader: StreamReader, goes_on: Callable[[], Awaitable[bool]]
) -> AsyncGenerator[bytes, None]:
    """Until it ends, or `goes_on` says no: that is asked now and then, however much comes."""
    clock = asyncio.get_running_loop().time
    look_s = clock() + LOOK_S
    read = asyncio.ensure_future(reader.read(_READ_BYTES))
    try:
        while True:
            await asyncio.wait([read], timeout=max(0.0, look_s - clock()))
            if clock() >= look_s:
                if not await goes_on():
                    return
                look_s = clock() + LOOK_S
            if read.done():
                if not (data := read.result()):
                    return
                read = asyncio.ensure_future(reader.read(_READ_BYTES))
                yield data
    except OSError:
        return
    finally:
        read.cancel()


def job_of(desk: Desk, job_id: str, caller: Token) -> JobRecord:
    """:raises DeskError: if it is not there, not the caller's to use, or has no terminal"""
    record = desk.job(job_id, caller)
    rule = f"the terminal of {job_id} is {record.user}'s: only they and administrators use it."
    check_use(desk, record, caller, rule)
    if "terminal" not in record.spec:
        raise ConflictError(
            f"{job_id} has no terminal: only a job that asked for one has (`heddle job shell`, or "
            f"`terminal` in its job file). What it writes is in its logs.",
        )
    return record


def check_use(desk: Desk, record: JobRecord, caller: Token, rule: str) -> None:
    """Whether one may act as a job does: its user may, and administrators. Where that is as the
    control plane's own user, only users who could submit such a job.

    :raises DeskError: with the rule, if not
    """
    if not is_own(record, caller) and not caller.may("admin"):
        raise ForbiddenError(rule)
    if "isolated" not in record.spec and desk.tenancy.isolates(caller):
        raise ForbiddenError(
            f"{record.id} is not isolated: it runs as the control plane's user, and only "
            "administrators of the whole cluster act as that.",
        )


def one_job(desk: Desk, job_id: str, caller: Token, what: str) -> JobRecord:
    """A job that one may act in, and no array.

    :raises DeskError: if it is not there, or not the caller's
    """
    record = desk.job(job_id, caller)
    rule = f"{job_id} is {record.user}'s: only they and administrators {what}."
    check_use(desk, record, caller, rule)
    if is_array(record):
        rule = f"{job_id} is an array: name one of its members, as {job_id}[0]."
        raise ConflictError(rule)
    return record


def is_own(record: JobRecord, caller: Token) -> bool:
    """Whether it is the caller's. A name is not enough: two tenants may each have a user of that
    name."""
    return record.user == caller.who


def _check(record: JobRecord) -> None:
    if record.state in FINAL:
        raise ConflictError(f"{record.id} is {record.state}, and its terminal with it.")
    if record.state not in ALIVE:
        rule = f"{record.id} is {record.state}: it has a terminal only while it runs."
        raise ConflictError(rule)


async def _connect(desk: Desk, record: JobRecord) -> tuple[StreamReader, StreamWriter]:
    """Of the attempt that is under way; one that has just begun may not listen yet."""
    until = asyncio.get_running_loop().time() + PATIENCE_S
    found: JobRecord | None = record

    while True:
        assert found is not None
        _check(found)
        with suppress(UsageError):
            line = await attach(desk, record)
            return await asyncio.open_unix_connection(sock=line)
        if asyncio.get_running_loop().time() > until:
            raise ConflictError(f"the terminal of {record.id} does not answer. Try again.")
        await asyncio.sleep(0.05)
        found = await desk.read(lambda: desk.store.job(record.id))
