"""The tree of tenants and their quotas, in memory as in the store: organisations at the first
level, projects below. Quotas are in the words of quota.toml (docs/reference/jobs.md): whole
devices by kind, and units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, ClassVar

from pydantic import ConfigDict

from heddle.cluster.quota import CLUSTER, Quota, Quotas, path
from heddle.desk.access.auth import Token, within
from heddle.desk.errors import InvalidError, MissingError, Mistake
from heddle.desk.sent import ONLY_THESE
from heddle.errors import UsageError, did_you_mean
from heddle.model.job import WHOLE
from heddle.spec import quota_file, values
from heddle.spec.document import FileError
from heddle.store.base import Event, Store, Thing

KIND = "tenant"
DEFAULT = "default"  #: of jobs whose token is for the whole cluster; it is always there


@dataclass(frozen=True, slots=True)
class QuotaSaid:
    """What a tenant may use, as in quota.toml: whole devices by kind, and `units`."""

    nominal: Mapping[str, int] = field(default_factory=dict)  #: guaranteed
    limit: Mapping[str, int] = field(default_factory=dict)  #: never more
    weight: int = 1
    borrow: bool = True
    lend: bool = True

    __pydantic_config__: ClassVar[ConfigDict] = ONLY_THESE


@dataclass(frozen=True, slots=True)
class Tenant:
    """One tenant, as it is kept."""

    path: str
    made_ms: int
    by: str  #: the user who made it
    quota: QuotaSaid | None = None

    def thing(self) -> Thing:
        value = asdict(self)
        del value["path"]
        return Thing(KIND, self.path, value)


def noted(tenant: str, what: str, by: str, now_ms: int, **detail: object) -> Event:
    """For the audit."""
    return Event(now_ms, KIND, tenant, what, tenant, by, detail)


class Tenants:
    """All that were made. They are changed in the thread of the loop, together with the store; any
    thread may read: what it has begun to read stays as it is."""

    def __init__(self, store: Store) -> None:
        self._known = {DEFAULT: Tenant(DEFAULT, 0, "heddle")}
        self._known |= {name: _of_thing(name, value) for name, value in store.things(KIND).items()}

    def get(self, tenant: str) -> Tenant | None:
        return self._known.get(tenant)

    def below(self, above: str) -> list[Tenant]:
        """And itself, sorted."""
        return [each for name, each in sorted(self._known.items()) if within(name, above)]

    def put(self, tenants: Iterable[Tenant]) -> None:
        self._known = {**self._known, **{tenant.path: tenant for tenant in tenants}}

    def remove(self, tenant: str) -> None:
        self._known = {name: each for name, each in self._known.items() if name != tenant}

    def missing(self, tenant: str) -> list[str]:
        """Of it and those above it, the highest first."""
        way = reversed(path(tenant)[:-1])
        return [each for each in way if each not in self._known]

    def must(self, caller: Token, tenant: str) -> Tenant:
        """:raises DeskError: if it is not there, or not the caller's to see"""
        found = self._known.get(tenant) if caller.sees(tenant) else None
        if found is None:
            near = did_you_mean(tenant, (each.path for each in self.below(caller.tenant)))
            rule = f"there is no tenant {tenant!r}.{near}"
            raise MissingError(f"{rule} `heddle admin tenant ls` lists all.")
        return found

    def owner(self, caller: Token, tenant: str | None) -> str:
        """Whose something is, where the caller need not say it.

        :raises DeskError: if it is not there, or not the caller's to see
        """
        return self.must(caller, tenant_of(caller) if tenant is None else tenant).path

    def for_jobs(
        self, caller: Token, tenants: Iterable[str], now_ms: int
    ) -> Iterator[tuple[Tenant, Event]]:
        """Those to be made so that the caller's jobs may name these; only administrators make any.

        :raises DeskError: if the caller may not submit for one of them
        """
        made: set[str] = set()
        for tenant in dict.fromkeys(tenants):
            if not caller.sees(tenant):
                rule = f"tenant: a token of {caller.tenant} submits for it and those below it, "
                raise _refused(f"{rule}not for {tenant!r}.")
            missing = [] if tenant == caller.tenant else self.missing(tenant)
            if missing and not caller.may("admin"):
                near = did_you_mean(tenant, (each.path for each in self.below(caller.tenant)))
                rule = f"tenant: there is no tenant {tenant!r}.{near}"
                raise _refused(f"{rule} An administrator makes it: `heddle admin tenant create`.")
            for each in missing:
                if each not in made:
                    yield (
                        Tenant(each, now_ms, caller.who),
                        noted(each, "made", caller.who, now_ms),
                    )
                made.add(each)

    def quotas(self, capacity: Mapping[str, int]) -> Quotas | None:
        """Of all tenants that have one; None if there is none. They agreed when they were set;
        that nodes have gone since takes nothing from any tenant."""
        quotas = {name: _quota(each) for name, each in self._said().items()}
        return Quotas(capacity, quotas) if quotas else None

    def with_quota(
        self, tenant: Tenant, quota: QuotaSaid, capacity: Mapping[str, int]
    ) -> tuple[Tenant, Quotas]:
        """The tenant with another quota, and then all quotas.

        :raises DeskError: if they do not agree with each other, or with the capacity
        """
        said = {**self._said(), tenant.path: quota}
        return replace(tenant, quota=quota), agreed(said, capacity)

    def _said(self) -> dict[str, QuotaSaid]:
        return {name: each.quota for name, each in self._known.items() if each.quota is not None}


def checked_path(text: str) -> str:
    """:raises DeskError: if no tenant can be called so"""
    try:
        return values.tenant(text)
    except UsageError as error:
        raise _refused(f"path: {error}", "path") from None


def agreed(said: Mapping[str, QuotaSaid], capacity: Mapping[str, int]) -> Quotas:
    """Read as quota.toml is, so that the same rules hold.

    :raises DeskError: if they do not agree
    """
    whole = {name: n if name == "units" else n // WHOLE for name, n in capacity.items()}
    lines = [f"capacity = {_table(whole)}"]
    for tenant, quota in sorted(said.items()):
        lines += [
            f'[tenant."{tenant}"]',
            f"nominal = {_table(quota.nominal)}",
            f"limit = {_table(quota.limit)}",
            f"weight = {quota.weight}",
            f"borrow = {str(quota.borrow).lower()}",
            f"lend = {str(quota.lend).lower()}",
        ]
    try:
        return quota_file.parse("\n".join(lines))
    except FileError as error:
        mistakes = [Mistake(each.message) for each in error.problems]
        raise InvalidError("; ".join(m.text for m in mistakes), mistakes) from None


def tenant_of(caller: Token) -> str:
    """To whom its jobs belong if they do not say."""
    return DEFAULT if caller.tenant == CLUSTER else caller.tenant


def _quota(said: QuotaSaid) -> Quota:
    """In thousandths of devices."""
    nominal, limit = (
        {name: n if name == "units" else n * WHOLE for name, n in amounts.items()}
        for amounts in (said.nominal, said.limit)
    )
    return Quota(nominal, limit, said.weight, said.borrow, said.lend)


def _table(amounts: Mapping[str, int]) -> str:
    """Keys may be anything that was sent: they are quoted, and refused as what they are."""
    return "{" + ", ".join(f"{_quoted(name)} = {n}" for name, n in amounts.items()) + "}"


def _quoted(name: str) -> str:
    safe = "".join(c if c.isalnum() or c in "_-" else "?" for c in name)
    return f'"{safe}"'


def _refused(rule: str, field: str = "tenant") -> InvalidError:
    return InvalidError.of_field(field, rule)


def _of_thing(tenant: str, value: Mapping[str, Any]) -> Tenant:
    quota = QuotaSaid(**value["quota"]) if value.get("quota") else None
    return Tenant(tenant, value["made_ms"], value["by"], quota)
