"""Services: made or changed, listed, read, scaled and deleted (docs/guides/services.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from fastapi import Header, Response
from pydantic import ConfigDict
from starlette.requests import Request

from heddle.api import service_status
from heddle.api.access.auth import Token
from heddle.api.access.tenants import tenant_of
from heddle.api.desk import AtDesk, Desk, Reader, Submitter, router
from heddle.api.jobs.accept import accept
from heddle.api.jobs.submission import BODY, Submission
from heddle.api.problem import ONLY_THESE, Mistake, ProblemError
from heddle.control.core import Core
from heddle.control.services.book import LiveService
from heddle.control.services.controller import Services
from heddle.control.services.status import Standing, standing
from heddle.errors import UsageError
from heddle.spec.job_file import parse
from heddle.spec.job_text import normal
from heddle.spec.service_section import MOST_REPLICAS

ROUTER = router("/v1/services")
JOB = {"type": "object", "description": "a job with a section `service`, as in a job file"}
SENT: dict[str, Any] = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": JOB}}}
}


@dataclass(frozen=True, slots=True)
class ServiceList:
    services: Sequence[Standing]


@dataclass(frozen=True, slots=True)
class Range:
    """Replicas: as many as the load needs."""

    least: int
    most: int

    __pydantic_config__: ClassVar[ConfigDict] = ONLY_THESE


@dataclass(frozen=True, slots=True)
class Scale:
    """Replicas: so many, or from the least to the most."""

    replicas: int | Range

    __pydantic_config__: ClassVar[ConfigDict] = ONLY_THESE


@ROUTER.get("")
async def services(desk: AtDesk, caller: Reader, tenant: str | None = None) -> ServiceList:
    """Of the token's tenant and those below; or of one tenant."""
    if tenant is not None:
        desk.tenants.must(caller, tenant)
    return ServiceList(await desk.ask(lambda core: service_status.every(core, caller, tenant)))


@ROUTER.get("/{name}")
async def service(name: str, desk: AtDesk, caller: Reader, tenant: str | None = None) -> Standing:
    """With its replicas."""
    return await desk.ask(
        lambda core: standing(core, service_status.find(core, caller, name, tenant))
    )


@ROUTER.put("/{name}", status_code=201, openapi_extra=SENT)
async def put(
    name: str,
    request: Request,
    response: Response,
    desk: AtDesk,
    caller: Submitter,
    tenant: str | None = None,
    idempotency_key: Annotated[str | None, Header()] = None,
) -> Standing:
    """Makes it (201), or changes it (200): replicas that are to be others than before are
    replaced one after the other."""
    body = await request.body()
    owner = tenant or tenant_of(caller)
    found = _submission(body, owner, desk.now_ms() // 1000)
    job = found.jobs[0]
    if len(found.jobs) != 1 or job.service is None:
        raise ProblemError(
            422, "one job with a section `service` is expected. See docs/guides/services.md."
        )
    if job.id != name or (tenant is not None and job.tenant != tenant):
        rule = f"id: this is {job.id!r} of {job.tenant}, and the address says {name!r} of {owner}."
        raise ProblemError(422, rule, [Mistake(rule, "id")])
    before = await desk.ask(lambda core: core.part(Services).get(job.tenant, job.id))
    sent = job.tenant.encode() + b"\n" + body  # the address is a part of what is asked
    await accept(desk, caller, found, idempotency_key, sent)
    made = await service_status.standings(desk, found)
    if not made:
        rule = f"{name} was made with this Idempotency-Key, and has been deleted since."
        raise ProblemError(409, f"{rule} Use a new key to make it again.")
    if before is not None:
        response.status_code = 200
    return made[0]


@ROUTER.post("/{name}/scale")
async def scale(
    name: str, sent: Scale, desk: AtDesk, caller: Submitter, tenant: str | None = None
) -> Standing:
    """To so many replicas, until it is scaled or submitted again."""
    asked = sent.replicas
    least, most = (asked, asked) if isinstance(asked, int) else (asked.least, asked.most)
    if not 0 <= least <= most <= MOST_REPLICAS or (least != most and most < 1):
        rule = f"replicas: 0 to {MOST_REPLICAS} are expected, and not more at least than at most."
        raise ProblemError(422, rule, [Mistake(rule, "replicas")])
    return await _change(
        desk, caller, name, tenant,
        lambda core, live, now: core.part(Services).scale(
            core, live.kept.key, least, most, caller.who, now
        ),
    )  # fmt: skip


@ROUTER.delete("/{name}", status_code=202)
async def delete(name: str, desk: AtDesk, caller: Submitter, tenant: str | None = None) -> Standing:
    """Nothing new comes in; requests under way have their time, then its replicas end."""
    return await _change(
        desk, caller, name, tenant,
        lambda core, live, now: core.part(Services).delete(
            core, live.kept.key, caller.who, now
        ),
    )  # fmt: skip


def _submission(body: bytes, tenant: str, now_s: int) -> Submission:
    """:raises ProblemError: if it is no text
    :raises FileError: if it is no job, with the place
    """
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise ProblemError(400, f"the body is not UTF-8: byte {error.start}.") from None
    jobs = parse(text, BODY, is_json=True, tenant=tenant, submitted_s=now_s)
    return Submission(jobs, [normal(job) for job in jobs], hold=False)


async def _change(
    desk: Desk,
    caller: Token,
    name: str,
    tenant: str | None,
    change: Callable[[Core, LiveService, int], object],
) -> Standing:
    def do(core: Core) -> Standing:
        live = service_status.find(core, caller, name, tenant)
        try:
            change(core, live, desk.now_ms())
        except UsageError as error:
            raise ProblemError(409, str(error)) from None
        return standing(core, live)

    return await desk.ask(do)
