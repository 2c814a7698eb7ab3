"""Tenants, which are a tree, and their quotas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pydantic import ConfigDict

from heddle.api.auth import Token
from heddle.api.desk import Admin, AtDesk, Desk, Reader, router
from heddle.api.problem import ONLY_THESE, ProblemError
from heddle.api.tenants import DEFAULT, KIND, QuotaSaid, Tenant, checked_path, noted
from heddle.cluster.quota import CLUSTER, path
from heddle.control.core import Core
from heddle.model.record import FINAL
from heddle.store.base import Gone, JobFilter

ROUTER = router("/v1/tenants")


@dataclass(frozen=True, slots=True)
class TenantAsk:
    path: str  #: acme/vision; the one above it must be there

    __pydantic_config__: ClassVar[ConfigDict] = ONLY_THESE


@dataclass(frozen=True, slots=True)
class TenantState(Tenant):
    """With what it and those below use now: units, and thousandths of devices by kind."""

    used: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class TenantList:
    tenants: Sequence[TenantState]


@ROUTER.get("")
async def tenants(desk: AtDesk, caller: Reader) -> TenantList:
    """The token's own and those below."""
    found = desk.tenants.below(caller.tenant)
    used = await desk.ask(
        lambda core: [core.pool.cluster.tenants.used(each.path) for each in found]
    )
    return TenantList([_state(*each) for each in zip(found, used, strict=True)])


@ROUTER.post("", status_code=201)
async def make(asked: TenantAsk, desk: AtDesk, caller: Admin) -> TenantState:
    """Below the token's own tenant."""
    name = checked_path(asked.path)
    above = path(name)[1]
    if not caller.sees(above):
        raise ProblemError(404, f"there is no tenant {above!r}." if above else _only(caller))
    if above not in (CLUSTER, caller.tenant):
        desk.tenants.must(caller, above)

    def change(core: Core) -> Tenant:
        if desk.tenants.get(name) is not None:
            raise ProblemError(409, f"there is a tenant {name!r} already.")
        tenant = Tenant(name, desk.now_ms(), caller.name)
        core.keep(tenant.thing(), noted(name, "made", caller.name, tenant.made_ms))
        desk.tenants.put([tenant])
        return tenant

    return _state(await desk.ask(change), {})


@ROUTER.delete("/{tenant:path}", status_code=204)
async def remove(tenant: str, desk: AtDesk, caller: Admin) -> None:
    """One that has no tenants below it, no tokens, and no jobs that are not over."""
    _ruled(desk, caller, tenant)
    if tenant == DEFAULT:
        raise ProblemError(409, f"{tenant} is for jobs that name no tenant, and stays.")
    if below := [each.path for each in desk.tenants.below(tenant) if each.path != tenant]:
        raise ProblemError(409, f"{tenant} has tenants below it: {', '.join(below[:5])}.")
    if users := [each.name for each in desk.auth.all() if each.tenant == tenant]:
        raise ProblemError(409, f"{tenant} has tokens: of {', '.join(users[:5])}. Revoke them.")
    counts = await desk.read(lambda: desk.store.count_jobs(JobFilter(tenant=tenant)))
    if left := sum(count for state, count in counts.items() if state not in FINAL):
        raise ProblemError(409, f"{tenant} has {left} jobs that are not over. Cancel them first.")

    def change(core: Core) -> None:
        desk.tenants.remove(tenant)
        core.keep(Gone(KIND, tenant), noted(tenant, "removed", caller.name, desk.now_ms()))
        desk.apply_quotas(core)

    await desk.ask(change)


@ROUTER.get("/{tenant:path}/quota")
async def quota(tenant: str, desk: AtDesk, caller: Reader) -> QuotaSaid:
    """In whole devices by kind, and in units; a tenant without one may use what is idle."""
    return desk.tenants.must(caller, tenant).quota or QuotaSaid()


@ROUTER.put("/{tenant:path}/quota")
async def set_quota(tenant: str, asked: QuotaSaid, desk: AtDesk, caller: Admin) -> QuotaSaid:
    """Set by whoever rules the tenant: nobody sets their own."""
    _ruled(desk, caller, tenant)

    def change(core: Core) -> None:
        now_ms = desk.now_ms()
        before = desk.tenants.must(caller, tenant)
        capacity = core.pool.cluster.capacity_amounts()
        changed, quotas = desk.tenants.with_quota(before, asked, capacity)
        core.set_quotas(quotas, now_ms)
        core.keep(changed.thing(), noted(tenant, "quota", caller.name, now_ms))
        desk.tenants.put([changed])

    await desk.ask(change)
    return asked


def _ruled(desk: Desk, caller: Token, tenant: str) -> Tenant:
    found = desk.tenants.must(caller, tenant)
    if not caller.rules(tenant):
        raise ProblemError(403, f"{tenant} is ruled by administrators above it, not by its own.")
    return found


def _state(tenant: Tenant, used: Mapping[str, int]) -> TenantState:
    return TenantState(tenant.path, tenant.made_ms, tenant.by, tenant.quota, used)


def _only(caller: Token) -> str:
    return f"this token makes tenants below {caller.tenant}: {caller.tenant}/NAME."
