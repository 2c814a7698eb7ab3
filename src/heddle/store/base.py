"""The seam of stores: what is kept, so that nothing accepted is lost.

A writer gives all changes that belong together at once, and they are durable, all or none,
when `write` returns. There is one writer; readers see the last complete write.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from heddle.model.record import AttemptRecord, JobRecord


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, for the audit and for followers."""

    at_ms: int
    kind: str  #: job, attempt, node, tenant, token, ...
    subject: str  #: the id of what it happened to
    what: str  #: submitted, started, ended, cancelled, ...
    tenant: str = ""
    actor: str = ""  #: the user, or "heddle"
    detail: Mapping[str, Any] = field(default_factory=dict)
    number: int = 0  #: given by the store, always growing


@dataclass(frozen=True, slots=True)
class Thing:
    """Anything else that is kept by kind and id: nodes, tenants, users, tokens, secrets, ..."""

    kind: str
    id: str
    value: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Gone:
    """A thing that is no longer kept."""

    kind: str
    id: str


@dataclass(frozen=True, slots=True)
class Size:
    """How much room a store takes."""

    where: str  #: for people, without secrets
    bytes: int
    free: int | None  #: that is left for it; None: it cannot say


Change = JobRecord | AttemptRecord | Thing | Gone | Event


@dataclass(frozen=True, slots=True)
class JobFilter:
    """Which jobs; what is None does not matter."""

    states: tuple[str, ...] | None = None
    tenant: str | None = None  #: and all below it
    user: str | None = None  #: by its id: ann@acme
    text: str | None = None  #: in its id or name
    array: str | None = None  #: the members of this one: j7
    called: str | None = None  #: the user's name, whichever tenant's: ann, ann@acme, ann@other


EVERY_JOB = JobFilter()


class Store(Protocol):
    """One store. `write` is for one thread; everything else for any."""

    def write(self, changes: Sequence[Change]) -> int:
        """All of them or none, durable when it returns. Gives the number of the last event. What
        failed with a StoreError may be written again: nothing is then there twice.

        :raises StoreError: if it cannot be written to now
        :raises StoreFullError: if there is no room left for it
        :raises StoreChangedError: if another server has written to it
        :raises UsageError: for names with NUL or half of a surrogate pair, or of more than 600
            characters together
        """
        ...

    def job(self, job_id: str) -> JobRecord | None: ...

    def jobs(
        self, which: JobFilter = EVERY_JOB, *, before: str | None = None, limit: int = 100
    ) -> list[JobRecord]:
        """The newest first; `before` is the id of the last one of the page before."""
        ...

    def count_jobs(self, which: JobFilter = EVERY_JOB) -> dict[str, int]:
        """How many, by state."""
        ...

    def attempts(self, job_id: str) -> list[AttemptRecord]:
        """Of one job, the first first."""
        ...

    def attempts_on(
        self, node: str, device: str | None, from_ms: int, to_ms: int, *, limit: int = 1000
    ) -> list[AttemptRecord]:
        """Those that were on a device, or without one anywhere on the node, at some time between
        the two; the last to start first."""
        ...

    def alive(self) -> tuple[list[JobRecord], list[AttemptRecord]]:
        """Jobs that are not over, and attempts that are not: what a new start must know."""
        ...

    def thing(self, kind: str, thing_id: str) -> Mapping[str, Any] | None: ...

    def things(self, kind: str) -> dict[str, Mapping[str, Any]]:
        """All of a kind, by id."""
        ...

    def thing_ids(self, kind: str) -> list[str]:
        """Of all of a kind, without what they hold, which may be much."""
        ...

    def events(
        self,
        after: int = 0,
        *,
        limit: int = 1000,
        kind: str | None = None,
        subject: str | None = None,
        tenant: str | None = None,
    ) -> list[Event]:
        """Those with a greater number, the first first; a tenant means all below it, too."""
        ...

    def last_number(self, kind: str) -> int:
        """The greatest number that was ever given to an id of this kind (j17: 17)."""
        ...

    def size(self) -> Size: ...

    def backup(self, path: str) -> None:
        """A copy of all as it is now, while others go on."""
        ...

    def close(self) -> None: ...
