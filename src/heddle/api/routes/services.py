"""Services: made or changed, listed, read, scaled and deleted (docs/guides/services.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Header, Response
from starlette.requests import Request

from heddle.api.parameters import AtDesk, Reader, Submitter, router
from heddle.control.services.controller import Services
from heddle.control.services.status import Standing
from heddle.desk import service_admin, service_status
from heddle.desk.access.tenants import tenant_of
from heddle.desk.errors import ConflictError, InvalidError, MalformedError
from heddle.desk.jobs.accept import accept
from heddle.desk.jobs.submission import BODY, Submission
from heddle.desk.service_admin import Scale
from heddle.spec.job_file import parse
from heddle.spec.job_text import normal

ROUTER = router("/v1/services")
JOB = {"type": "object", "description": "a job with a section `service`, as in a job file"}
SENT: dict[str, Any] = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": JOB}}}
}


@dataclass(frozen=True, slots=True)
class ServiceList:
    services: Sequence[Standing]


@ROUTER.get("")
async def services(desk: AtDesk, caller: Reader, tenant: str | None = None) -> ServiceList:
    """Of the token's tenant and those below; or of one tenant."""
    return ServiceList(await service_admin.visible(desk, caller, tenant=tenant))


@ROUTER.get("/{name}")
async def service(name: str, desk: AtDesk, caller: Reader, tenant: str | None = None) -> Standing:
    """With its replicas."""
    return await service_admin.one(desk, caller, name, tenant=tenant)


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
    """Makes it (201), or changes it (200): replicas that differ from before are
    replaced one after the other."""
    body = await request.body()
    owner = tenant or tenant_of(caller)
    found = _submission(body, owner, desk.now_ms() // 1000)
    job = found.jobs[0]
    if len(found.jobs) != 1 or job.service is None:
        raise InvalidError(
            "one job with a section `service` is expected. See docs/guides/services.md."
        )
    if job.id != name or (tenant is not None and job.tenant != tenant):
        rule = f"id: this is {job.id!r} of {job.tenant}, and the address says {name!r} of {owner}."
        raise InvalidError.of_field("id", rule)
    before = await desk.ask(lambda core: core.part(Services).get(job.tenant, job.id))
    sent = job.tenant.encode() + b"\n" + body  # the address is a part of what is asked
    await accept(desk, caller, found, idempotency_key, sent)
    made = await service_status.standings(desk, found)
    if not made:
        rule = f"{name} was made with this Idempotency-Key, and has been deleted since."
        raise ConflictError(f"{rule} Use a new key to make it again.")
    if before is not None:
        response.status_code = 200
    return made[0]


@ROUTER.post("/{name}/scale")
async def scale(
    name: str, sent: Scale, desk: AtDesk, caller: Submitter, tenant: str | None = None
) -> Standing:
    """To so many replicas, until it is scaled or submitted again."""
    return await service_admin.scale(desk, caller, name, sent, tenant=tenant)


@ROUTER.delete("/{name}", status_code=202)
async def delete(name: str, desk: AtDesk, caller: Submitter, tenant: str | None = None) -> Standing:
    """Nothing new comes in; requests under way have their time, then its replicas end."""
    return await service_admin.delete(desk, caller, name, tenant=tenant)


def _submission(body: bytes, tenant: str, now_s: int) -> Submission:
    """:raises DeskError: if it is not text
    :raises FileError: if it is not a job, with the place
    """
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise MalformedError(f"the body is not UTF-8: byte {error.start}.") from None
    jobs = parse(text, BODY, is_json=True, tenant=tenant, submitted_s=now_s)
    return Submission(jobs, [normal(job) for job in jobs], hold=False)
