"""Tenants, which are a tree, and their quotas: organisations at the first level, projects below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from heddle.api.parameters import Admin, AtDesk, Reader, router
from heddle.desk.access import tenant_admin
from heddle.desk.access.tenant_admin import TenantAsk, TenantState
from heddle.desk.access.tenants import QuotaSaid

ROUTER = router("/v1/tenants")


@dataclass(frozen=True, slots=True)
class TenantList:
    tenants: Sequence[TenantState]


@ROUTER.get("")
async def tenants(desk: AtDesk, caller: Reader) -> TenantList:
    """The token's own and those below."""
    return TenantList(await tenant_admin.visible(desk, caller))


@ROUTER.post("", status_code=201)
async def make(asked: TenantAsk, desk: AtDesk, caller: Admin) -> TenantState:
    """Below the token's own tenant."""
    return await tenant_admin.make(desk, caller, asked)


@ROUTER.delete("/{tenant:path}", status_code=204)
async def remove(tenant: str, desk: AtDesk, caller: Admin) -> None:
    """One that has no tenants below it, no tokens, secrets, data or services, and no jobs that are
    not over. Its users go with it, and the roles that others have there."""
    await tenant_admin.remove(desk, caller, tenant)


@ROUTER.get("/{tenant:path}/quota")
async def quota(tenant: str, desk: AtDesk, caller: Reader) -> QuotaSaid:
    """In whole devices by kind, and in units; a tenant without one may use what is idle."""
    return desk.tenants.must(caller, tenant).quota or QuotaSaid()


@ROUTER.put("/{tenant:path}/quota")
async def set_quota(tenant: str, asked: QuotaSaid, desk: AtDesk, caller: Admin) -> QuotaSaid:
    """Set by an administrator of a tenant above, never its own."""
    return await tenant_admin.set_quota(desk, caller, tenant, asked)
