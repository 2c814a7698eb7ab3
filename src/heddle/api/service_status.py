"""Services at the API: which one is meant, how they stand, and their figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heddle.api.access.auth import Token
from heddle.api.access.tenants import tenant_of
from heddle.api.desk import Desk
from heddle.api.jobs.submission import Submission
from heddle.api.metrics.exposition import Value, metric
from heddle.api.problem import ProblemError
from heddle.control.core import Core
from heddle.control.services.book import LiveService
from heddle.control.services.controller import Services
from heddle.control.services.status import Standing, standing
from heddle.errors import UsageError, did_you_mean


def refuse_held(found: Submission) -> None:
    """:raises ProblemError: if one of several services is to be held"""
    if found.hold and any(job.service is not None for job in found.jobs):
        raise ProblemError(422, "hold: a service cannot be held. Give it `replicas: 0`.")


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

    :raises ProblemError: if there is none, or it is not clear which
    """
    seen = [live for live in core.part(Services) if caller.sees(live.kept.tenant)]
    if tenant is not None:
        seen = [live for live in seen if live.kept.tenant == tenant]
    named = [live for live in seen if live.kept.name == name]
    if len(named) > 1:
        named = [live for live in named if live.kept.tenant == tenant_of(caller)] or named
    if not named:
        near = did_you_mean(name, (live.kept.name for live in seen))
        raise ProblemError(
            404, f"there is no service {name!r}.{near} `heddle service ls` lists all."
        )
    if len(named) > 1:
        tenants = ", ".join(sorted(live.kept.tenant for live in named))
        raise ProblemError(
            409, f"several tenants have a service {name!r}: {tenants}. Say `tenant`."
        )
    return named[0]


def every(core: Core, caller: Token, tenant: str | None) -> list[Standing]:
    """That the caller may see, by tenant and name."""
    lives = [live for live in core.part(Services) if caller.sees(live.kept.tenant)]
    lives.sort(key=lambda live: (live.kept.tenant, live.kept.name))
    return [standing(core, live) for live in lives if tenant in (None, live.kept.tenant)]


def figures(services: Sequence[Standing]) -> str:
    """In Prometheus' text format."""
    lines: list[str] = []
    for name, kind, what, values in (
        ("heddle_service_wanted", "gauge", "replicas that a service wants",
         [(_of(each), float(each.wanted)) for each in services]),
        ("heddle_service_replicas", "gauge", "replicas that a service has, by state",
         [*_replicas(services)]),
        ("heddle_service_stuck", "gauge", "1: the service needs a person",
         [(_of(each), float(each.state == "stuck")) for each in services]),
        ("heddle_service_in_flight", "gauge", "requests that are under way or held",
         [(_of(each), float(each.in_flight)) for each in services]),
        ("heddle_service_held", "gauge", "requests that wait for a replica",
         [(_of(each), float(each.held)) for each in services]),
        ("heddle_service_requests_total", "counter", "requests, by the class of their answer",
         [*_requests(services)]),
    ):  # fmt: skip
        lines += metric(name, kind, what, values)
    name = "heddle_service_seconds"
    lines += [f"# HELP {name} time of requests until the answer began", f"# TYPE {name} summary"]
    sums = [(_of(each), each.seconds) for each in services]
    counts = [
        (_of(s), float(sum(n for c, n in s.requests.items() if c != "gone"))) for s in services
    ]
    lines += [line for line in metric(f"{name}_sum", "", "", sums) if line[0] != "#"]
    lines += [line for line in metric(f"{name}_count", "", "", counts) if line[0] != "#"]
    return "\n".join(lines) + "\n"


def _of(service: Standing) -> dict[str, str]:
    return {"tenant": service.tenant, "service": service.name}


def _replicas(services: Sequence[Standing]) -> Iterator[Value]:
    for each in services:
        states = [replica.state for replica in each.replicas]
        for state in ("healthy", *sorted({*states} - {"healthy"})):
            yield {**_of(each), "state": state}, float(states.count(state))


def _requests(services: Sequence[Standing]) -> Iterator[Value]:
    for each in services:
        for code, count in sorted(each.requests.items()):
            yield {**_of(each), "code": code}, float(count)


def apply(core: Core, found: Submission, numbers: Sequence[int], user: str, now_ms: int) -> None:
    """Makes or changes them; `check` was asked before."""
    for n in numbers:
        core.part(Services).apply(core, found.jobs[n], found.specs[n], user, now_ms)


def check(core: Core, found: Submission, numbers: Sequence[int]) -> None:
    """:raises ProblemError: if one cannot be made: then none is"""
    try:
        if numbers:
            core.part(Services).check([found.jobs[n] for n in numbers])
    except UsageError as error:
        raise ProblemError(409, str(error)) from None
