"""What members of attempts have written."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from heddle.desk.desk import Desk
from heddle.desk.errors import MissingError, UnavailableError
from heddle.desk.jobs.arrays import is_array
from heddle.errors import LogGoneError, UsageError
from heddle.model.record import ALIVE, FINAL, JobRecord

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LogPiece:
    """A part of it."""

    data: bytes
    next: int  #: where to go on
    over: bool  #: no more will come


async def read_logs(
    desk: Desk, record: JobRecord, number: int | None, member: int, start: int, most: int
) -> LogPiece:
    """Of the last attempt, or of the one of this number. A job that never began wrote nothing.

    :raises DeskError: if there is no such attempt or member, or that byte is no longer kept
    """
    if is_array(record):
        raise MissingError(f"{record.id} is an array: ask for a member, such as {record.id}[0].")
    attempts = await desk.read(lambda: desk.store.attempts(record.id))
    if number is None and not attempts:
        return LogPiece(b"", start, record.state in FINAL)
    found = [each for each in attempts if number in (None, each.number)]
    if not found:
        raise MissingError(f"{record.id} has {len(attempts)} attempts, but no attempt {number}.")
    attempt = found[-1]
    if member >= len(attempt.places):
        rule = f"{attempt.id} has the members 0 to {len(attempt.places) - 1}, and none {member}."
        raise MissingError(rule)
    # Its state was read before: what is there after its end is all that there is.
    is_over = attempt.state not in ALIVE
    try:
        engine = desk.loop.engine_of(attempt)
        data = await desk.read(lambda: engine.logs(attempt.id, member, start, most))
    except (LogGoneError, UsageError):
        raise
    except Exception as error:
        log.warning("no logs of %s: %s", attempt.id, error)
        raise UnavailableError(f"the engine cannot give the logs of {attempt.id} now.") from None
    return LogPiece(data, start + len(data), is_over and len(data) < most)
