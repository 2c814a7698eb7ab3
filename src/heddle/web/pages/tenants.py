"""Tenants: what each is guaranteed, may use at most, and uses now; and how that is changed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from starlette.responses import RedirectResponse, Response

from heddle.cluster.quota import CLUSTER, Quota, Quotas, path
from heddle.control.core import Core
from heddle.desk.access import tenant_admin
from heddle.desk.access.tenant_admin import TenantAsk
from heddle.desk.access.tenants import QuotaSaid
from heddle.desk.errors import ConflictError, DeskError, InvalidError, Mistake
from heddle.model.record import JOB_STATES
from heddle.store.base import JobFilter
from heddle.web.forms import Sent, read, refused
from heddle.web.render import way
from heddle.web.site import Tab, WebSite
from heddle.web.visit import Visit

UNITS = "units"
FIELDS = ("nominal", "limit")
FLAGS = ("borrow", "lend")


def add(site: WebSite) -> None:
    site.get("/tenants", _show, tab=Tab(60))
    site.post("/tenants", _make)
    site.get("/tenants/{tenant:path}", _one)
    site.post("/tenants/{tenant:path}/quota", _set_quota)
    site.post("/tenants/{tenant:path}/remove", _remove)


@dataclass(frozen=True, slots=True)
class TenantTree:
    """Tenants with their quotas and usage."""

    quotas: Quotas | None
    capacity: Mapping[str, int]
    used: Mapping[str, Mapping[str, int]]  #: by tenant

    @classmethod
    def take(cls, core: Core) -> TenantTree:
        """Runs in the control loop."""
        quotas, cluster = core.pool.quotas, core.pool.cluster
        named = {running.job.tenant for running in cluster.running.values()}
        named |= set(quotas.tenants) if quotas else set()
        every = {each for tenant in named for each in path(tenant)} | {CLUSTER}
        capacity = dict(quotas.capacity) if quotas else cluster.capacity_amounts()
        used = {tenant: cluster.tenants.used(tenant) for tenant in every}
        return cls(quotas, capacity, used)


def _show(visit: Visit, sent: Sent | None = None) -> Response:
    sent = sent or Sent()
    tree = visit.site.ask(TenantTree.take)
    quotas = tree.quotas.tenants if tree.quotas else {}
    made = {each.path for each in visit.desk.tenants.below(visit.who.tenant)}
    known = {*quotas, *tree.used, *made} - {CLUSTER}
    rows = [
        (tenant, tenant.count("/"), quotas.get(tenant, Quota()), tree.used.get(tenant, {}))
        for tenant in sorted(known)
        if visit.who.sees(tenant)
    ]
    whole = tree.used[CLUSTER] if visit.tenant is None else None
    return visit.page(
        "tenants.html",
        sent.status,
        rows=rows,
        capacity=_shown(tree),
        whole=whole,
        quotas=quotas,
        sent=sent,
    )


def _shown(tree: TenantTree) -> dict[str, int]:
    """Units only where they count for something."""
    is_used = tree.quotas is not None and any(
        UNITS in (*quota.nominal, *quota.limit) for quota in tree.quotas.tenants.values()
    )
    return {name: n for name, n in tree.capacity.items() if is_used or name != UNITS}


def _make(visit: Visit) -> Response:
    visit.need("admin")
    values = {"path": visit.form.get("path", "").strip()}
    try:
        made = visit.call(tenant_admin.make, read(TenantAsk, values))
    except DeskError as error:
        return _show(visit, _at(refused(values, error), "path"))
    return RedirectResponse(f"/tenants/{way(made.path)}", 303)


def _one(visit: Visit, sent: Sent | None = None) -> Response:
    sent = sent or Sent()
    name = visit.path("tenant")
    found = visit.desk.tenants.must(visit.who, name)
    tree = visit.site.ask(TenantTree.take)
    quota = found.quota or QuotaSaid()
    store = visit.site.loop.store
    counts = store.count_jobs(JobFilter(tenant=name))
    above = path(name)[1]
    below = [each.path for each in visit.desk.tenants.below(name) if each.path != name]
    names = dict.fromkeys((*tree.capacity, *quota.nominal, *quota.limit))
    return visit.page(
        "tenant.html",
        sent.status,
        tenant=found,
        above=above if above and visit.who.sees(above) else "",
        below=below,
        quota=quota,
        used=tree.used.get(name, {}),
        capacity={n: tree.capacity.get(n, 0) for n in names if n != UNITS or tree.capacity.get(n)},
        counts={state: counts[state] for state in JOB_STATES if counts.get(state)},
        tokens=sum(token.tenant == name for token in visit.desk.auth.all()),
        rules=visit.who.may("admin") and visit.who.rules(name),
        flags={
            flag: flag in sent.values if sent.values else getattr(quota, flag) for flag in FLAGS
        },
        sent=sent,
    )


def _set_quota(visit: Visit) -> Response:
    visit.need("admin")
    name = visit.path("tenant")
    values = {key: value.strip() for key, value in visit.form.items() if key != "csrf"}
    try:
        visit.call(tenant_admin.set_quota, name, _quota(visit, values))
    except DeskError as error:
        return _one(visit, refused(values, _placed(error, values)))
    return RedirectResponse(f"/tenants/{way(name)}?saved=1", 303)


def _quota(visit: Visit, values: Mapping[str, str]) -> QuotaSaid:
    """:raises DeskError: where a number is invalid"""
    said: dict[str, Any] = {"nominal": {}, "limit": {}}
    mistakes = []
    for field, text in values.items():
        group, dot, name = field.partition(".")
        if not text or (group not in FIELDS and field != "weight"):
            continue
        if not (text.isascii() and text.isdecimal() and len(text) < 13):
            mistakes.append(Mistake(visit.say("tenants.whole_number"), field))
        elif dot:
            said[group][name] = int(text)
        else:
            said[field] = int(text)
    if mistakes:
        raise InvalidError(mistakes[0].text, mistakes)
    flags = {flag: flag in values for flag in FLAGS}
    return read(QuotaSaid, {**asdict(QuotaSaid()), **said, **flags})


def _placed(error: DeskError, values: Mapping[str, str]) -> DeskError:
    """What quotas say of a kind, at the field that it is about."""
    placed = []
    for each in error.mistakes:
        field = each.field
        for name in values if field is None else ():
            group, _, kind = name.partition(".")
            words = each.text.replace("limit is less", "limit")
            is_about = "limit" in words if group == "limit" else "limit" not in words
            if kind and is_about and re.search(rf"\b{re.escape(kind)}\b", each.text):
                field = name
                break
            if name == "weight" and each.text.startswith("weight"):
                field = name
        placed.append(replace(each, field=field))
    error.mistakes = placed
    return error


def _remove(visit: Visit) -> Response:
    visit.need("admin")
    name = visit.path("tenant")
    try:
        visit.call(tenant_admin.remove, name)
    except ConflictError as error:
        return _one(visit, refused({}, error))
    return RedirectResponse("/tenants", 303)


def _at(sent: Sent, field: str) -> Sent:
    """A form of one field: all that is wrong is there."""
    return replace(sent, mistakes={field: sent.message, **sent.mistakes}, message="")
