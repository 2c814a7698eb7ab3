"""Which tenants' jobs may run here, and which are isolated.

Where the engine can isolate jobs, all are isolated, except those of an administrator of the whole
cluster, who has all rights anyway. Where it cannot, all jobs run as one user and can read each
other's files and secrets: so those of a second tenant are refused, unless the operator has said
that the tenants trust each other, or the engine runs each tenant's jobs as a user of its own. The
tenant that had jobs is recorded: its files are readable by
later jobs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from heddle.desk.access.auth import Token
from heddle.desk.errors import ForbiddenError, InvalidError
from heddle.desk.jobs.submission import Submission
from heddle.engine.base import Engine
from heddle.spec.job_text import normal
from heddle.store.base import Store, Thing

KIND = "tenant_run"
SHARED = "HEDDLE_SHARED_USER_TENANTS"
RULE = (
    "jobs of another tenant have run here, and this engine runs all jobs as one user ({why}): "
    "each could read the other's files and secrets, and act for the administrator. Run a control "
    "plane for each tenant, or, if they trust each other, start this one with `heddle up "
    f"--shared-user-tenants` ({SHARED}=1)."
)
FOLDER = (
    "folder: {job} is isolated and does not see {folder}. Send the files with it (`--snapshot`, or "
    "`snapshot: .` in the file), or have the operator show the folder to jobs (HEDDLE_JOB_MOUNTS)."
)


def is_shared(environment: Mapping[str, str]) -> bool:
    return environment.get(SHARED, "") not in ("", "0")


class Tenancy:
    """Of all engines: a job may be run by any of them. For the thread of the loop."""

    def __init__(self, store: Store, engines: Iterable[Engine], *, shared: bool) -> None:
        """`shared`: the operator says that all tenants trust each other."""
        self._engines, self._shared = tuple(engines), shared
        #: Why one of them cannot isolate jobs; None: all can.
        whys = (each.why_not_isolated for each in self._engines if not each.isolates_tenants)
        self._why_not = next(whys, None)
        is_apart = all(each.separates_tenants for each in self._engines)
        self._open = shared or self._why_not is None or is_apart
        self._known = {*store.thing_ids(KIND), *(job.tenant for job in store.alive()[0])}

    def check(self, tenants: Iterable[str]) -> list[Thing]:
        """The record to store.

        :raises DeskError: if they would not be alone
        """
        wanted = set(tenants)
        for engine in self._engines:
            for tenant in sorted(wanted):
                if why := engine.why_not_tenant(tenant):
                    raise ForbiddenError(f"{why}.")
        if not self._open and len(wanted | self._known) > 1:
            raise ForbiddenError(RULE.format(why=self._why_not))
        return [Thing(KIND, tenant, {}) for tenant in sorted(wanted - self._known)]

    def isolates(self, caller: Token) -> bool:
        """Whether all jobs of this one are isolated."""
        is_operator = caller.tenant == "" and caller.may("admin")
        return self._why_not is None and not self._shared and not is_operator

    def isolated(self, found: Submission, caller: Token) -> Submission:
        """With those jobs isolated that must be.

        :raises DeskError: if one cannot be, or is to work where it sees nothing
        """
        must = self.isolates(caller)
        jobs = [replace(job, isolated=job.isolated or must) for job in found.jobs]
        for job in jobs:
            if job.isolated and self._why_not is not None:
                why = f"isolated: {job.id} cannot be: {self._why_not}."
                raise InvalidError.of_field("isolated", why)
            if job.isolated and job.folder is not None and not self._shows(job.folder):
                rule = FOLDER.format(job=job.id, folder=job.folder)
                raise InvalidError.of_field("folder", rule)
        pairs = zip(jobs, found.specs, strict=True)
        specs = [normal(job) if job.isolated else spec for job, spec in pairs]
        return replace(found, jobs=jobs, specs=specs)

    def _shows(self, path: str) -> bool:
        return all(engine.shows(path) for engine in self._engines)

    def put(self, kept: Iterable[Thing]) -> None:
        """Once they are."""
        self._known.update(thing.id for thing in kept)
