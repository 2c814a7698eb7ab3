"""Tenants: what each is guaranteed, may use at most, and uses now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.responses import Response

from heddle.cluster.quota import CLUSTER, Quota, Quotas, path
from heddle.control.core import Core
from heddle.web.site import Site, Visit


def add(site: Site) -> None:
    site.get("/tenants", _show)


@dataclass(frozen=True, slots=True)
class Tree:
    """Who may use what, and does."""

    quotas: Quotas | None
    capacity: Mapping[str, int]
    used: Mapping[str, Mapping[str, int]]  #: by tenant

    @classmethod
    def take(cls, core: Core) -> Tree:
        """Runs in the control loop."""
        quotas, cluster = core.pool.quotas, core.pool.cluster
        named = {running.job.tenant for running in cluster.running.values()}
        named |= set(quotas.tenants) if quotas else set()
        every = {each for tenant in named for each in path(tenant)} | {CLUSTER}
        capacity = dict(quotas.capacity) if quotas else cluster.capacity_amounts()
        used = {tenant: cluster.tenants.used(tenant) for tenant in every}
        return cls(quotas, capacity, used)


def _show(visit: Visit) -> Response:
    tree = visit.site.ask(Tree.take)
    quotas = tree.quotas.tenants if tree.quotas else {}
    known = {*quotas, *tree.used, *visit.site.loop.store.things("tenant")} - {CLUSTER}
    rows = [
        (tenant, tenant.count("/"), quotas.get(tenant, Quota()), tree.used.get(tenant, {}))
        for tenant in sorted(known)
        if visit.who.sees(tenant)
    ]
    whole = tree.used[CLUSTER] if visit.tenant is None else None
    kinds = {name: n for name, n in tree.capacity.items() if tree.quotas or name != "units"}
    return visit.page("tenants.html", rows=rows, capacity=kinds, whole=whole, quotas=quotas)
