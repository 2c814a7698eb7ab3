"""The register of data sets and models: versions that never change, and where each one is.

One belongs to a tenant, and jobs of that tenant and of those below may use it; those of the
cluster, the tenant "", are for all tenants.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from heddle.cluster.quota import path
from heddle.errors import UsageError
from heddle.model.job import DataAsk, Job
from heddle.spec.equipment import LATEST
from heddle.store.base import Store, Thing

KIND = "data"
KINDS = ("data", "model")


@dataclass(frozen=True, slots=True)
class Location:
    """Where a version is: at a path of one node, or of all nodes of a site."""

    path: str
    node: str = ""  #: empty: all of the site
    site: str = ""
    mib: int = 0
    since_ms: int = 0
    cached: bool = False  #: a copy, which goes when there is no room


@dataclass(frozen=True, slots=True)
class DataVersion:
    """One version of a data set or a model."""

    tenant: str
    name: str
    version: str
    kind: str
    made_ms: int
    by: str
    source: str | None = None  #: from where nodes may copy it
    sha256: str | None = None  #: of the source, where that is one file
    mib: int = 0
    locations: tuple[Location, ...] = ()

    @property
    def label(self) -> str:
        return f"{self.name}@{self.version}"

    @property
    def id(self) -> str:
        return thing_id(self.tenant, self.label)

    @property
    def key(self) -> str:
        """Its folder in a cache. Another one that is called the same has another."""
        told = f"{self.tenant}\0{self.label}\0{self.made_ms}\0{self.source}"
        return f"{self.name[:40]}-{hashlib.sha256(told.encode()).hexdigest()[:20]}"

    @property
    def sites(self) -> tuple[str, ...]:
        """Those that have it."""
        return tuple(sorted({each.site for each in self.locations} - {""}))

    def thing(self) -> Thing:
        return Thing(KIND, self.id, asdict(self))


def of_thing(value: Mapping[str, Any]) -> DataVersion:
    places = tuple(Location(**each) for each in value["locations"])
    return DataVersion(**{**value, "locations": places})


def thing_id(tenant: str, label: str) -> str:
    return f"{tenant}/{label}"


def every(store: Store) -> list[DataVersion]:
    """All that are registered, by name and age."""
    found = map(of_thing, store.things(KIND).values())
    return sorted(found, key=lambda each: (each.name, each.tenant, each.made_ms, each.version))


def find(store: Store, tenant: str, label: str) -> DataVersion | None:
    """The version of this label, of the tenant or the nearest one above it."""
    for each in path(tenant):
        if (kept := store.thing(KIND, thing_id(each, label))) is not None:
            return of_thing(kept)
    return None


def usable(versions: Iterable[DataVersion], tenant: str) -> list[DataVersion]:
    """Those that jobs of the tenant may use, the nearest first."""
    ways = path(tenant)
    mine = [each for each in versions if each.tenant in ways]
    return sorted(mine, key=lambda each: ways.index(each.tenant))


def resolve(job: Job, versions: Sequence[DataVersion]) -> Job:
    """The job with versions in the place of `latest`, and with where its data is for placement.
    What has no source can be used only where it is.

    :raises UsageError: if one is not registered, or the job may not run where it is
    """
    if not job.data:
        return job
    mine = usable(versions, job.tenant)
    found = [_pick(label, mine) for label in job.data]
    asks = list(job.conditions.data)
    said = {each.name for each in asks}
    sites = job.conditions.sites
    for each in found:
        # What has a source is copied from there, to any node.
        if each.source is None and each.sites and not any(not p.site for p in each.locations):
            sites = _only(job, each, sites)
            if each.name not in said:
                asks.append(DataAsk(each.name, each.sites, each.mib))
    conditions = replace(job.conditions, data=tuple(asks), sites=sites)
    return replace(job, data=tuple(each.label for each in found), conditions=conditions)


def _pick(label: str, mine: Sequence[DataVersion]) -> DataVersion:
    """`mine` are the nearest first."""
    name, _, version = label.partition("@")
    named = [each for each in mine if each.name == name]
    if not named:
        known = ", ".join(sorted({each.name for each in mine})[:5]) or "none"
        raise UsageError(
            f"data: no {name!r} is registered (there is: {known}). "
            f"`heddle admin data create {name} VERSION --path DIR` registers it."
        )
    if version == LATEST:
        nearest = [each for each in named if each.tenant == named[0].tenant]
        return max(nearest, key=lambda each: (each.made_ms, each.version))
    for each in named:
        if each.version == version:
            return each
    have = ", ".join(each.version for each in named[-5:])
    raise UsageError(f"data: {name} has no version {version!r}; it has {have}.")


def _only(job: Job, data: DataVersion, sites: tuple[str, ...]) -> tuple[str, ...]:
    """The sites at which the job may run."""
    left = tuple(each for each in (sites or data.sites) if each in data.sites)
    wanted = {each.site for each in job.alternatives if each.site}
    if not left or not wanted <= set(left):
        asked = ", ".join(sorted(wanted | set(sites)))
        raise UsageError(
            f"data: {data.label} is only at {', '.join(data.sites)}, and the job asks for "
            f"{asked}. Register it there, or with a `--source` to copy it from."
        )
    return left
