"""Quotas of a tree of tenants: guarantees, limits, borrowing what is idle, and giving it back.

A tenant is a path: acme, acme/vision, acme/vision/ann. What it uses counts for all above it; the
cluster itself is above all. Amounts are plain integers by name: `units` in the currency of
heddle.metering.units, kinds of devices in thousandths. What the capacity does not name is not
counted. Everything is decided from the tree and the usage alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from heddle.model.job import WHOLE
from heddle.model.reason import Reason

Amounts = Mapping[str, int]
CLUSTER = ""  #: above all tenants
MILLION = 1_000_000  #: shares are in millionths


@dataclass(frozen=True, slots=True)
class Quota:
    """What one tenant may use. Nothing said: it may use what is idle, and has no limit."""

    nominal: Amounts = field(default_factory=dict)  #: guaranteed; 0 where nothing is said
    limit: Amounts = field(default_factory=dict)  #: never more, even if all else is idle
    weight: int = 1  #: of its share among its siblings
    borrow: bool = True  #: may use more than its guarantee while others leave it idle
    lend: bool = True  #: others may use what it leaves idle of its guarantee


@dataclass(frozen=True, slots=True)
class Quotas:
    """All quotas; heddle.spec.quota_file checks that they agree."""

    capacity: Amounts
    tenants: Mapping[str, Quota] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Give:
    """What a tenant must give back."""

    tenant: str
    amounts: Amounts


@lru_cache(maxsize=100_000)
def path(tenant: str) -> tuple[str, ...]:
    """The tenant, those above it, and the cluster."""
    parts = tenant.split("/")
    return (*("/".join(parts[:n]) for n in range(len(parts), 0, -1)), CLUSTER)


NOTHING_SAID = Quota()


class Usage:
    """What all tenants use now. A change or a question costs as much as the tree is deep."""

    def __init__(self, quotas: Quotas) -> None:
        self.quotas = quotas
        self._quotas = {**quotas.tenants, CLUSTER: Quota(quotas.capacity, borrow=False)}
        self.changes = 0  #: number of changes
        self._own: dict[str, dict[str, int]] = {}  # of jobs that name this very tenant
        self._used: dict[str, dict[str, int]] = {}  # with all below it
        # And with what those below keep for themselves although it is idle; most often none does.
        self._keeps = any(not quota.lend for quota in quotas.tenants.values())
        self._taken: dict[str, dict[str, int]] = {} if self._keeps else self._used
        self._below: dict[str, set[str]] = {}
        self._shares: dict[str, int] = {}  # as they were last asked for
        for tenant in sorted(quotas.tenants, key=lambda t: (-t.count("/"), t)):
            self._know(tenant)
            if not quotas.tenants[tenant].lend:  # what those below it keep is within this
                for name, amount in quotas.tenants[tenant].nominal.items():
                    self._pass_on(path(tenant)[1:], name, amount)

    def copy(self) -> Usage:
        twin = Usage(Quotas({}))
        twin.quotas, twin._quotas, twin._keeps = self.quotas, self._quotas, self._keeps
        if self._keeps:
            twin._taken = {}
        for mine, its in (
            (self._own, twin._own),
            (self._taken, twin._taken),
            (self._used, twin._used),
        ):
            its.update({tenant: dict(amounts) for tenant, amounts in mine.items()})
        twin._below = {tenant: set(below) for tenant, below in self._below.items()}
        return twin

    def start(self, tenant: str, amounts: Amounts) -> None:
        """Counts it, whether it was allowed or not."""
        self._change(tenant, amounts, 1)

    def end(self, tenant: str, amounts: Amounts) -> None:
        self._change(tenant, amounts, -1)

    def _change(self, tenant: str, amounts: Amounts, sign: int) -> None:
        if tenant not in self._own:
            self._know(tenant)
        way, capacity = path(tenant), self.quotas.capacity
        counted = [(name, sign * amount) for name, amount in amounts.items() if name in capacity]
        _add_all(self._own, tenant, counted)
        for each in way:
            _add_all(self._used, each, counted)
            self._shares.pop(each, None)
        if self._keeps:
            for name, amount in counted:
                self._pass_on(way, name, amount)
        self.changes += 1

    def used(self, tenant: str = CLUSTER) -> dict[str, int]:
        """By the tenant and all below it."""
        return {name: n for name, n in self._used.get(tenant, {}).items() if n}

    def may_start(self, tenant: str, amounts: Amounts) -> Reason | None:
        """Why it must wait; None if nothing is against it."""
        return self._refusal(path(tenant), amounts)

    def dominant_share(self, tenant: str) -> int:
        """The largest part of the capacity that it has of anything, by weight, in millionths."""
        found = self._shares.get(tenant)
        if found is None:
            found = self._shares[tenant] = self._share(tenant, self._used.get(tenant, {}))
        return found

    def fair_key(self, tenant: str) -> tuple[tuple[int, str], ...]:
        """The smallest is next: organisations are compared first, then their projects."""
        return tuple([(self.dominant_share(t), t) for t in path(tenant)[-2::-1]])

    def reclaim(self, tenant: str, amounts: Amounts) -> tuple[Give, ...] | Reason:
        """What others must give back so that it may start, the one most over its share first.

        Only what a tenant on its path is guaranteed can be had so, and only tenants that use more
        than their own guarantee give. Otherwise the reason why it must wait.
        """
        trial = self.copy()
        gives: dict[str, dict[str, int]] = {}
        way = path(tenant)
        for name in sorted(amounts):
            one = {name: amounts[name]}
            refusal = self.may_start(tenant, one)
            if refusal is None:
                continue  # one amount does not stand in the way of another
            if (level := self._guaranteed(tenant, one)) is not None:
                refusal = self._refusal(way[: way.index(level)], one)
            if refusal is not None:
                return refusal
            trial.start(tenant, one)
            for each in way:
                while (need := trial._too_much(each, name)) > 0:
                    victim, amount = trial._most_over(each, name, need)
                    trial.end(victim, {name: amount})
                    _add(gives, victim, name, amount)
        return tuple(Give(victim, given) for victim, given in gives.items())

    def _guaranteed(self, tenant: str, one: Amounts) -> str | None:
        """The lowest on its path whose guarantee covers it."""
        for each in path(tenant)[:-1]:
            nominal = self._quota(each).nominal
            if all(
                self._taken.get(each, {}).get(name, 0) + amount <= nominal.get(name, 0)
                for name, amount in one.items()
            ):
                return each
        return None

    def _refusal(self, way: tuple[str, ...], amounts: Amounts) -> Reason | None:
        for name in sorted(amounts):
            more = amounts[name]
            for each in way if more > 0 and name in self.quotas.capacity else ():
                before, after = self._held(each, name), self._held(each, name, more)
                most = self._most(each, name)
                if most is not None and after > most:
                    return _reason(each, name, before, most, self._quota(each))
                more = after - before
        return None

    def _quota(self, tenant: str) -> Quota:
        return self._quotas.get(tenant, NOTHING_SAID)

    def _most(self, tenant: str, name: str) -> int | None:
        quota = self._quota(tenant)
        return quota.limit.get(name) if quota.borrow else quota.nominal.get(name, 0)

    def _too_much(self, tenant: str, name: str) -> int:
        most = self._most(tenant, name)
        return 0 if most is None else self._held(tenant, name) - most

    def _held(self, tenant: str, name: str, more: int = 0) -> int:
        """What is taken, or kept where it does not lend."""
        taken = self._taken.get(tenant, {}).get(name, 0) + more
        quota = self._quota(tenant)
        return taken if quota.lend else max(taken, quota.nominal.get(name, 0))

    def _pass_on(self, way: tuple[str, ...], name: str, more: int) -> None:
        for each in way:
            before = self._held(each, name)
            _add(self._taken, each, name, more)
            more = self._held(each, name) - before

    def _over(self, tenant: str) -> dict[str, int]:
        nominal = self._quota(tenant).nominal
        taken = self._taken.get(tenant, {})
        return {name: max(0, taken[name] - nominal.get(name, 0)) for name in taken}

    def _most_over(self, tenant: str, name: str, need: int) -> tuple[str, int]:
        """Whose own jobs must give, and how much at most.

        Guarantees below add up to no more than the one above. So a tenant that is over has
        jobs of its own, or a tenant below that is over, too.
        """
        while True:
            found = [(self._share(t, o), t, o[name]) for t, o in self._overs(tenant) if o.get(name)]
            if own := self._own.get(tenant, {}).get(name, 0):
                found.append((self._share(tenant, self._own[tenant]), tenant, own))
            _, chosen, over = min(found, key=lambda each: (-each[0], each[1]))
            need = min(need, over)
            if chosen == tenant:
                return tenant, need
            tenant = chosen

    def _overs(self, tenant: str) -> Iterator[tuple[str, dict[str, int]]]:
        return ((child, self._over(child)) for child in self._below.get(tenant, ()))

    def _share(self, tenant: str, amounts: Amounts) -> int:
        weight = self._quota(tenant).weight
        capacity = self.quotas.capacity
        parts = (n * MILLION // (max(1, capacity[name]) * weight) for name, n in amounts.items())
        return max(parts, default=0)

    def _know(self, tenant: str) -> None:
        way = path(tenant)
        for child, above in pairwise(way):
            self._below.setdefault(above, set()).add(child)


def _add(amounts: dict[str, dict[str, int]], tenant: str, name: str, more: int) -> None:
    _add_all(amounts, tenant, ((name, more),))


def _add_all(
    amounts: dict[str, dict[str, int]], tenant: str, more: Iterable[tuple[str, int]]
) -> None:
    mine = amounts.setdefault(tenant, {})
    for name, amount in more:
        mine[name] = mine.get(name, 0) + amount


def _reason(tenant: str, name: str, have: int, most: int, quota: Quota) -> Reason:
    """Devices as people count them; units as they are."""
    why = f"limit of {tenant}" if quota.borrow else f"{tenant} may not borrow"
    if tenant == CLUSTER:
        tenant, why = "all", "the capacity is used up"
    if name == "units":
        return Reason("quota", have, f"{most} units", tenant=tenant, why=why)
    return Reason("quota", _devices(have), f"{_devices(most)} {name}", tenant=tenant, why=why)


def _devices(milli: int) -> str:
    whole, part = divmod(milli, WHOLE)
    return f"{whole}.{part:03}".rstrip("0").rstrip(".")
