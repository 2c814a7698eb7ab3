"""Whose jobs may run here: those of one tenant, where the engine does not keep tenants apart.

Jobs of an engine that runs them all as one user can read each other's files and secrets. So the
jobs of a second tenant are refused, unless the operator has said that the tenants trust each other.
Who had jobs is kept: what they left behind is there for who comes later.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from heddle.api.problem import ProblemError
from heddle.engine.base import Engine
from heddle.store.base import Store, Thing

KIND = "tenant_run"
SHARED = "HEDDLE_SHARED_USER_TENANTS"
RULE = (
    "jobs of another tenant have run here, and this engine runs all jobs as one user: each could "
    "read the other's files and secrets, and act for the administrator. Run a control plane "
    "for each tenant, or, if they trust each other, start this one with `heddle up "
    f"--shared-user-tenants` ({SHARED}=1)."
)


def is_shared(environment: Mapping[str, str]) -> bool:
    return environment.get(SHARED, "") not in ("", "0")


class Tenancy:
    """Of one engine. For the thread of the loop."""

    def __init__(self, store: Store, engine: Engine, *, shared: bool) -> None:
        """`shared`: the operator says that all tenants trust each other."""
        self._open = shared or engine.isolates_tenants
        self._known = {*store.thing_ids(KIND), *(job.tenant for job in store.alive()[0])}

    def check(self, tenants: Iterable[str]) -> list[Thing]:
        """What is to be kept of it.

        :raises ProblemError: if they would not be alone
        """
        wanted = set(tenants)
        if not self._open and len(wanted | self._known) > 1:
            raise ProblemError(403, RULE)
        return [Thing(KIND, tenant, {}) for tenant in sorted(wanted - self._known)]

    def put(self, kept: Iterable[Thing]) -> None:
        """Once they are."""
        self._known.update(thing.id for thing in kept)
