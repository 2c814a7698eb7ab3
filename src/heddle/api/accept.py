"""Accepting a submission: all of it is durable, with its key, or nothing of it is."""

from __future__ import annotations

from heddle.api.answers import JobAnswer, of_job
from heddle.api.auth import Token
from heddle.api.desk import Desk
from heddle.api.keys import hash_of, key_id
from heddle.api.problem import ProblemError
from heddle.api.submission import Submission
from heddle.control.core import Core


async def accept(
    desk: Desk, caller: Token, found: Submission, key: str | None, body: bytes
) -> tuple[list[JobAnswer], bool]:
    """The jobs, and whether they are new; those of a key that was used before are not.

    :raises ProblemError: if the caller may not, or the key was used for something else
    :raises UsageError: if a job waits for one that is not there
    """
    _may_follow(desk, caller, found)
    made = list(desk.tenants.for_jobs(caller, (job.tenant for job in found.jobs), desk.now_ms()))
    kept, sent = (key_id(caller, key), hash_of(body)) if key is not None else ("", "")

    def submit(core: Core) -> list[JobAnswer] | list[str]:
        now_ms = desk.now_ms()
        before = desk.keys.jobs(kept, sent, now_ms) if kept else None
        if before is not None:
            return before
        records = core.submit(found.jobs, found.specs, caller.name, now_ms, held=found.hold)
        for tenant, event in made:
            if desk.tenants.get(tenant.path) is None:  # nobody else has made it meanwhile
                core.keep(tenant.thing(), event)
                desk.tenants.put([tenant])
        if kept:
            core.keep(desk.keys.add(kept, sent, [record.id for record in records], now_ms))
        return [of_job(record, core.reason(record.id)) for record in records]

    answer = await desk.ask(submit)
    new = [each for each in answer if isinstance(each, JobAnswer)]
    if new:
        return new, True
    ids = [str(each) for each in answer]
    records = await desk.read(lambda: [desk.job(job_id, caller) for job_id in ids])
    return await desk.answers(records), False


def _may_follow(desk: Desk, caller: Token, found: Submission) -> None:
    """A job of another tenant is as one that is not there."""
    names = {job.id for job in found.jobs}
    for job in found.jobs:
        for name in job.after:
            if name in names:
                continue
            record = desk.store.job(name)
            if record is None or not caller.sees(record.tenant):
                rule = f"{job.id} waits for {name!r}, and there is no such job."
                raise ProblemError(422, rule)
