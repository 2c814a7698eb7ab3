"""Commands beside the members of jobs: permissions and connections, all in the
server's event loop."""

from __future__ import annotations

import asyncio
import itertools
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from heddle.desk.access.auth import Token
from heddle.desk.errors import ConflictError, MissingError
from heddle.desk.jobs.connections import execute
from heddle.desk.jobs.terminals import coming, one_job
from heddle.errors import UsageError
from heddle.model.record import FINAL, RUNNING, JobRecord
from heddle.model.wire.execution import ExecutionRequest
from heddle.model.wire.terminal import INPUT, frame

if TYPE_CHECKING:
    from heddle.desk.desk import Desk

INPUT_S = 10.0  #: for the command to make room for more input
PAUSE_S = 0.02
_BEHIND_BYTES = 1 << 18  #: of input that the command has not taken


@dataclass(frozen=True, slots=True)
class Execution:
    """One command that runs."""

    job: str
    who: str  #: the user that asked for it
    reader: StreamReader
    writer: StreamWriter


class Executions:
    """Those that run, by their number."""

    def __init__(self) -> None:
        self._open: dict[str, Execution] = {}
        self._numbers = itertools.count(1)

    def close(self) -> None:
        """Ends all: so a server can end."""
        for each in list(self._open.values()):
            each.writer.close()

    async def begin(
        self, desk: Desk, record: JobRecord, asked: ExecutionRequest, caller: Token
    ) -> str:
        """Its number; it ends with its `output`, which the caller begins to read at once.

        :raises DeskError: if the job does not run
        """
        try:
            line, asked = await execute(desk, record, asked)
        except UsageError as error:
            raise ConflictError(f"{error} Try again.") from None
        reader, writer = await asyncio.open_unix_connection(sock=line)
        writer.write(asked.frame())
        number = str(next(self._numbers))
        self._open[number] = Execution(record.id, caller.who, reader, writer)
        return number

    async def output(
        self, desk: Desk, record: JobRecord, number: str, goes_on: Callable[[], Awaitable[bool]]
    ) -> AsyncGenerator[bytes, None]:
        """What comes back, until it ends or `goes_on` says no; then the command ends, too. Comes
        to nothing at first, so that errors are raised before the answer begins."""
        execution = self._open[number]
        try:
            with desk.terminals.looking(record):
                yield b""
                async with aclosing(coming(execution.reader, goes_on)) as pieces:
                    async for piece in pieces:
                        yield piece
        finally:
            del self._open[number]
            execution.writer.close()

    async def tell(self, job: str, number: str, caller: Token, said: bytes) -> None:
        """One frame, as soon as there is room for it.

        :raises DeskError: if there is no such command of the caller's, or it takes no input
        """
        execution = self._open.get(number)
        if execution is None or (execution.job, execution.who) != (job, caller.who):
            raise MissingError(f"command {number} in {job} has ended.")
        transport = execution.writer.transport
        until = asyncio.get_running_loop().time() + INPUT_S
        while transport.get_write_buffer_size() > _BEHIND_BYTES and not transport.is_closing():
            if asyncio.get_running_loop().time() > until:
                rule = f"the command {number} in {job} takes no input now. Try again."
                raise ConflictError(rule)
            await asyncio.sleep(PAUSE_S)
        execution.writer.write(said)


def job_of(desk: Desk, job_id: str, caller: Token) -> JobRecord:
    """:raises DeskError: if it is not there, not the caller's to use, or does not run"""
    record = one_job(desk, job_id, caller, "execute commands in it")
    if record.state in FINAL:
        raise ConflictError(f"{job_id} is {record.state}: nothing can be executed in it.")
    if record.state != RUNNING:
        rule = f"{job_id} is {record.state}: commands are executed in it once it runs."
        raise ConflictError(rule)
    return record


def input_frame(data: bytes) -> bytes:
    return frame(INPUT, data)
