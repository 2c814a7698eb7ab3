"""Accepting a submission: all of it is durable, with its key, or nothing of it is."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

from heddle.control.book import organisation_of
from heddle.control.core import Core
from heddle.desk import service_status
from heddle.desk.access.auth import Token
from heddle.desk.access.idempotency import hash_of, key_id, key_id_of_0_1
from heddle.desk.answers import JobAnswer, of_job
from heddle.desk.desk import Desk
from heddle.desk.errors import BusyError, DeskError, InvalidError
from heddle.desk.jobs.feasibility import refuse_impossible
from heddle.desk.jobs.inputs import equipped
from heddle.desk.jobs.submission import Submission

RETRY_S = 60  #: where there are too many jobs


async def accept(
    desk: Desk, caller: Token, found: Submission, key: str | None, body: bytes
) -> tuple[list[JobAnswer], bool]:
    """The jobs, and whether they are new; those of a key that was used before are not.

    :raises DeskError: if the caller may not, or the key was used for something else
    :raises UsageError: if a job waits for one that is not there
    """
    service_status.refuse_held(found)
    _may_follow(desk, caller, found)
    made = list(desk.tenants.for_jobs(caller, (job.tenant for job in found.jobs), desk.now_ms()))
    found = desk.tenancy.isolated(await equipped(desk, found), caller)
    kept, sent = (key_id(caller, key), hash_of(body)) if key is not None else ("", "")
    once, services = service_status.parted(found)
    registered = list(desk.roll.register.nodes.values()) if desk.roll is not None else []

    def submit(core: Core) -> list[JobAnswer] | tuple[str, ...]:
        now_ms = desk.now_ms()
        before = desk.keys.jobs(kept, sent, now_ms) if kept else None
        if before is None and key is not None and caller.who != caller.name:
            before = _of_0_1(desk, caller, key, sent, now_ms)
        if before is not None:
            return tuple(before)
        tenants = desk.tenancy.check(job.tenant for job in found.jobs)
        _has_room(core, found, desk.limits.jobs)
        if not found.anyway:
            refuse_impossible(core, found.jobs, registered)
        service_status.check(core, found, services)
        jobs, specs = [found.jobs[n] for n in once], [found.specs[n] for n in once]
        records = core.submit(jobs, specs, caller.who, now_ms, held=found.hold)
        service_status.apply(core, found, services, caller.who, now_ms)
        core.keep(*tenants)
        desk.tenancy.put(tenants)
        for tenant, event in made:
            if desk.tenants.get(tenant.path) is None:  # no other request has made it meanwhile
                core.keep(tenant.thing(), event)
                desk.tenants.put([tenant])
        if kept:
            core.keep(desk.keys.add(kept, sent, [record.id for record in records], now_ms))
        return [of_job(record, core.reason(record.id)) for record in records]

    answer = await desk.ask(submit)
    if isinstance(answer, list):
        return answer, True
    records = await desk.read(lambda: [desk.job(job_id, caller) for job_id in answer])
    return await desk.answers(records), False


def _of_0_1(desk: Desk, caller: Token, key: str, sent: str, now_ms: int) -> list[str] | None:
    """What 0.1 has accepted of the same caller with this key. By the name alone it could be
    another's."""
    with suppress(DeskError):
        jobs = desk.keys.jobs(key_id_of_0_1(caller, key), sent, now_ms) or []
        records = [desk.store.job(each) for each in jobs]
        if records and all(each is not None and each.user == caller.who for each in records):
            return jobs
    return None


def _has_room(core: Core, found: Submission, most: int) -> None:
    """Waiting jobs of one tenant take memory from all tenants."""
    more: Counter[str] = Counter()
    for job in found.jobs:
        more[organisation_of(job.tenant)] += job.members if job.shape == "array" else 1
    for organisation, count in more.items():
        there = core.open_jobs(organisation)
        if there + count > most:
            rule = f"{organisation} has {there} jobs that are not over, and may have {most}"
            raise BusyError(f"{rule}. Wait, or cancel some.", retry_s=RETRY_S)


def _may_follow(desk: Desk, caller: Token, found: Submission) -> None:
    """A job of another tenant is as one that is not there."""
    names = {job.id for job in found.jobs}
    for job in found.jobs:
        for name in job.after:
            if name in names:
                continue
            record = desk.store.job(name) or desk.store.job(f"{name}[0]")
            if record is None or not caller.sees(record.tenant):
                rule = f"{job.id} waits for {name!r}, and there is no such job."
                raise InvalidError(rule)
