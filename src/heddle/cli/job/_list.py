"""The list of jobs as people read it: an array is one line, and the replicas of services are left
to `heddle service ls`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from heddle.client.client import Client

Job = Mapping[str, Any]
PAGE = 500
BEHIND = "9" * 18  #: a member that comes after all others


@dataclass(slots=True)
class JobList:
    """Some jobs, the newest first."""

    lines: list[Job] = field(default_factory=list)
    jobs: int = 0  #: that these stand for: an array is all its members
    replicas: dict[str, int] = field(default_factory=dict)  #: that are left out, by service
    counts: Mapping[str, int] = field(default_factory=dict)  #: of all, in whatever state


def listed(client: Client, most: int, *, members: bool = False, **which: Any) -> JobList:
    """At most so many lines; with `members` each job is one. The members of an array are passed
    over with one question, however many they are."""
    found = JobList()
    has_replicas = members or bool(which.get("text"))  # the name of a service finds them
    before: str | None = None
    while True:
        limit = min(PAGE, most - len(found.lines) + 1)
        page = client.jobs(before=before, limit=limit, **which)
        found.counts, before = page["counts"], page["next"]
        array = None
        for job in page["jobs"]:
            if array is not None and _array_of(job) == array:
                continue
            if len(found.lines) == most:
                return found
            array = None if members else _array_of(job)
            if array is not None:
                whole = client.job(array)
                size = int(whole["spec"]["members"])
                found.lines.append({**whole, "id": f"{array}[0-{size - 1}]"})
                found.jobs += size
            elif not has_replicas and (service := service_of(job)) is not None:
                found.replicas[service] = found.replicas.get(service, 0) + 1
            else:
                found.lines.append(job)
                found.jobs += 1
        if before is None:
            return found
        if array is not None:
            before = f"{array}[{BEHIND}]"


def service_of(job: Job) -> str | None:
    """The service that it is a replica of."""
    ways = [job["spec"], *job["spec"].get("alternatives", ())]
    said = [name for way in ways if (name := (way.get("environment") or {}).get("HEDDLE_SERVICE"))]
    # Any job may set that variable; a replica is also named after its service.
    name, _, number = str(job["name"]).rpartition("-")
    return name if said and said[0] == name and number.isdecimal() else None


def _array_of(job: Job) -> str | None:
    array, bracket, _ = str(job["id"]).partition("[")
    return array if bracket else None
