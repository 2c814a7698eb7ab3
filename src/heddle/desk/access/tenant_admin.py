"""Tenants, which are a tree, and their quotas: organisations at the first level, projects below."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import ClassVar, Literal

from pydantic import ConfigDict

from heddle.cluster.quota import CLUSTER, path
from heddle.control import learning
from heddle.control.core import Core
from heddle.control.inputs import datasets, vault
from heddle.control.services import book
from heddle.desk.access import users
from heddle.desk.access.auth import Token
from heddle.desk.access.tenants import DEFAULT, KIND, QuotaSaid, Tenant, checked_path, noted
from heddle.desk.desk import Desk
from heddle.desk.errors import ConflictError, ForbiddenError, MissingError
from heddle.desk.sent import ONLY_THESE
from heddle.model.record import FINAL
from heddle.store.base import Gone, JobFilter

KEPT = (vault.KIND, datasets.KIND, book.KIND)  #: whose ids begin with their tenant


@dataclass(frozen=True, slots=True)
class TenantAsk:
    path: str  #: acme/vision; the one above it must be there

    __pydantic_config__: ClassVar[ConfigDict] = ONLY_THESE


@dataclass(frozen=True, slots=True)
class TenantState(Tenant):
    """With what it and those below use now: units, and thousandths of devices by kind."""

    used: Mapping[str, int] | None = None
    kind: Literal["organisation", "project"] = "organisation"  #: the first level, and all below it


async def visible(desk: Desk, caller: Token) -> list[TenantState]:
    """The caller's own and those below."""
    found = desk.tenants.below(caller.tenant)
    used = await desk.ask(
        lambda core: [core.pool.cluster.tenants.used(each.path) for each in found]
    )
    return [_state(*each) for each in zip(found, used, strict=True)]


async def make(desk: Desk, caller: Token, asked: TenantAsk) -> TenantState:
    """Below the token's own tenant."""
    name = checked_path(asked.path)
    above = path(name)[1]
    if not caller.sees(above):
        raise MissingError(f"there is no tenant {above!r}." if above else _only(caller))
    if above not in (CLUSTER, caller.tenant):
        desk.tenants.must(caller, above)

    def change(core: Core) -> Tenant:
        if desk.tenants.get(name) is not None:
            raise ConflictError(f"there is a tenant {name!r} already.")
        tenant = Tenant(name, desk.now_ms(), caller.who)
        core.keep(tenant.thing(), noted(name, "made", caller.who, tenant.made_ms))
        desk.tenants.put([tenant])
        return tenant

    return _state(await desk.ask(change), {})


async def remove(desk: Desk, caller: Token, tenant: str) -> None:
    """One that has no tenants below it, no tokens, secrets, data or services, and no jobs that are
    not over. Its users go with it, and the roles that others have there."""
    _ruled(desk, caller, tenant)
    if tenant == DEFAULT:
        raise ConflictError(f"{tenant} is for jobs that name no tenant, and stays.")
    counts = await desk.read(lambda: desk.store.count_jobs(JobFilter(tenant=tenant)))
    if left := sum(count for state, count in counts.items() if state not in FINAL):
        raise ConflictError(f"{tenant} has {left} jobs that are not over. Cancel them first.")

    def change(core: Core) -> None:
        _ruled(desk, caller, tenant)
        _empty(desk, tenant)
        now_ms = desk.now_ms()
        for user in desk.auth.users.values():
            if user.home == tenant:
                desk.auth.remove_user(user.id)
                core.keep(users.gone(user), *users.noted(user, "removed", caller.who, now_ms))
            elif tenant in user.roles:
                left = replace(user, roles={t: r for t, r in user.roles.items() if t != tenant})
                desk.auth.put_user(left)
                told = users.noted(left, "role", caller.who, now_ms, [tenant], role=None)
                core.keep(left.thing(), *told)
        desk.tenants.remove(tenant)
        core.keep(Gone(KIND, tenant), noted(tenant, "removed", caller.who, now_ms))
        core.keep(*learning.forget(core.rates, tenant))
        desk.apply_quotas(core)

    await desk.ask(change)


def _empty(desk: Desk, tenant: str) -> None:
    """:raises DeskError: if it has tenants below, or a user would lose a token with it"""
    if below := [each.path for each in desk.tenants.below(tenant) if each.path != tenant]:
        raise ConflictError(f"{tenant} has tenants below it: {', '.join(below[:5])}.")
    homes = {user.id: user.home for user in desk.auth.users.values()}
    tokens = desk.auth.all()
    if its := [t for t in tokens if tenant in (t.tenant, homes.get(t.user))]:
        whose = ", ".join(f"{t.id} of {t.name}" for t in its[:5])
        rule = f"{tenant} has tokens: {whose}{' ...' if its[5:] else ''}."
        raise ConflictError(f"{rule} Revoke them: `heddle account token rm TOKEN`.")
    for kind in KEPT:  # a new tenant of the same name must not get what is left of this one
        begins = (f"{tenant}/", f"{tenant}:")
        if left := [each for each in desk.store.thing_ids(kind) if each.startswith(begins)]:
            names = [each[len(tenant) + 1 :] for each in left[:5]]
            raise ConflictError(f"{tenant} has a {kind}: {', '.join(names)}. Delete it first.")


async def set_quota(desk: Desk, caller: Token, tenant: str, asked: QuotaSaid) -> QuotaSaid:
    """Set by an administrator of a tenant above, never its own."""
    _ruled(desk, caller, tenant)

    def change(core: Core) -> None:
        now_ms = desk.now_ms()
        before = desk.tenants.must(caller, tenant)
        capacity = core.pool.cluster.capacity_amounts()
        changed, quotas = desk.tenants.with_quota(before, asked, capacity)
        core.set_quotas(quotas, now_ms)
        told = noted(tenant, "quota", caller.who, now_ms, quota=asdict(asked))
        core.keep(changed.thing(), told)
        desk.tenants.put([changed])

    await desk.ask(change)
    return asked


def _ruled(desk: Desk, caller: Token, tenant: str) -> Tenant:
    found = desk.tenants.must(caller, tenant)
    if not caller.rules(tenant):
        raise ForbiddenError(f"{tenant} is managed by administrators above it, not by its own.")
    return found


def _state(tenant: Tenant, used: Mapping[str, int]) -> TenantState:
    kind: Literal["organisation", "project"] = "project" if "/" in tenant.path else "organisation"
    return TenantState(tenant.path, tenant.made_ms, tenant.by, tenant.quota, used, kind)


def _only(caller: Token) -> str:
    return f"this token makes tenants below {caller.tenant}: {caller.tenant}/NAME."
