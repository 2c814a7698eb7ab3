"""What is done to a job that was accepted, or to every member of an array."""

from __future__ import annotations

from collections.abc import Callable

from heddle.control.core import Core
from heddle.desk.access.auth import Token
from heddle.desk.answers import JobAnswer
from heddle.desk.desk import Desk
from heddle.desk.errors import ConflictError
from heddle.desk.jobs.arrays import is_array
from heddle.errors import UsageError
from heddle.model.record import FINAL, JobRecord


async def cancel(desk: Desk, caller: Token, job_id: str) -> JobAnswer:
    """Ends it, whatever it does; of an array, every member that is not over."""
    return await _change(desk, caller, job_id, Core.cancel)


async def hold(desk: Desk, caller: Token, job_id: str) -> JobAnswer:
    """It does not start until it is released; of an array, all members that wait."""
    return await _change(desk, caller, job_id, Core.hold)


async def release(desk: Desk, caller: Token, job_id: str) -> JobAnswer:
    """It may start; of an array, all members that are held."""
    return await _change(desk, caller, job_id, Core.release)


async def _change(
    desk: Desk, caller: Token, job_id: str, change: Callable[[Core, str, str, int], JobRecord]
) -> JobAnswer:
    record = desk.job(job_id, caller)
    if is_array(record) and record.state in FINAL:
        raise ConflictError(f"{job_id} is over: it is {record.state}.")

    def each(core: Core) -> None:
        members = core.not_over(job_id) or [job_id]
        refusals = []
        for member in members:
            try:
                change(core, member, caller.who, desk.now_ms())
            except UsageError as error:
                refusals.append(error)
        if len(refusals) == len(members):
            raise refusals[0]

    try:
        await desk.ask(each)
    except UsageError as error:
        raise ConflictError(str(error)) from None
    (answer,) = await desk.answers([desk.job(job_id, caller)])
    return answer
