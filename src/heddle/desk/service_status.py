"""Services: which one is meant, how they stand, and what a submission does to them."""

from __future__ import annotations

from collections.abc import Sequence

from heddle.control.core import Core
from heddle.control.services.book import LiveService
from heddle.control.services.controller import Services
from heddle.control.services.status import Standing, standing
from heddle.desk.access.auth import Token
from heddle.desk.access.tenants import tenant_of
from heddle.desk.desk import Desk
from heddle.desk.errors import ConflictError, InvalidError, MissingError
from heddle.desk.jobs.submission import Submission
from heddle.errors import UsageError, did_you_mean


def refuse_held(found: Submission) -> None:
    """:raises DeskError: if one of several services is to be held"""
    if found.hold and any(job.service is not None for job in found.jobs):
        raise InvalidError("hold: a service cannot be held. Give it `replicas: 0`.")


def parted(found: Submission) -> tuple[list[int], list[int]]:
    """Which of them are jobs that are run once, and which are services."""
    numbers = range(len(found.jobs))
    services = [n for n in numbers if found.jobs[n].service is not None]
    return [n for n in numbers if n not in services], services


async def standings(desk: Desk, found: Submission) -> list[Standing]:
    """Of the services of a submission that was accepted."""
    ids = [(job.tenant, job.id) for job in found.jobs if job.service is not None]
    if not ids:
        return []

    def read(core: Core) -> list[Standing]:
        lives = (core.part(Services).get(tenant, name) for tenant, name in ids)
        return [standing(core, live) for live in lives if live is not None]

    return await desk.ask(read)


def find(core: Core, caller: Token, name: str, tenant: str | None) -> LiveService:
    """The one of the caller's own tenant, or the only one of this name below it.

    :raises DeskError: if there is none, or it is not clear which
    """
    seen = [live for live in core.part(Services) if caller.sees(live.kept.tenant)]
    if tenant is not None:
        seen = [live for live in seen if live.kept.tenant == tenant]
    named = [live for live in seen if live.kept.name == name]
    if len(named) > 1:
        named = [live for live in named if live.kept.tenant == tenant_of(caller)] or named
    if not named:
        near = did_you_mean(name, (live.kept.name for live in seen))
        raise MissingError(f"there is no service {name!r}.{near} `heddle service ls` lists all.")
    if len(named) > 1:
        tenants = ", ".join(sorted(live.kept.tenant for live in named))
        raise ConflictError(f"several tenants have a service {name!r}: {tenants}. Say `tenant`.")
    return named[0]


def every(core: Core, caller: Token, tenant: str | None) -> list[Standing]:
    """That the caller may see, by tenant and name."""
    lives = [live for live in core.part(Services) if caller.sees(live.kept.tenant)]
    lives.sort(key=lambda live: (live.kept.tenant, live.kept.name))
    return [standing(core, live) for live in lives if tenant in (None, live.kept.tenant)]


def apply(core: Core, found: Submission, numbers: Sequence[int], user: str, now_ms: int) -> None:
    """Makes or changes them; `check` was asked before."""
    for n in numbers:
        core.part(Services).apply(core, found.jobs[n], found.specs[n], user, now_ms)


def check(core: Core, found: Submission, numbers: Sequence[int]) -> None:
    """:raises DeskError: if one cannot be made: then none is"""
    try:
        if numbers:
            core.part(Services).check([found.jobs[n] for n in numbers])
    except UsageError as error:
        raise ConflictError(str(error)) from None
