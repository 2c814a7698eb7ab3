"""All that the federation knows of one job: offers, answers, and the site that has it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from heddle.cluster.sites.atlas import Wishes
from heddle.cluster.sites.messages import STATES, Award
from heddle.cluster.sites.score import Prospect
from heddle.model.job import Job
from heddle.model.reason import Reason


@dataclass(slots=True)
class Copy:
    """A job at a site, as last heard of."""

    site: str
    attempt: int
    number: int
    award: Award
    awarded_s: int
    state: str = "awarded"


@dataclass(slots=True)
class OpenOffer:
    """An offer that is open."""

    prospect: Prospect
    job: Job
    until_s: int
    yes: bool = False


@dataclass(slots=True)
class Ticket:
    """All that is known of one job."""

    job: Job
    wishes: Wishes
    attempt: int = 0  #: how often it was awarded
    copies: dict[str, Copy] = field(default_factory=dict)  #: that may yet finish, by site
    asked: dict[str, OpenOffer] = field(default_factory=dict)
    refused: dict[str, tuple[int, Reason]] = field(default_factory=dict)  #: since when, by site
    says: dict[str, tuple[int, int]] = field(default_factory=dict)  #: since when, and its start
    ranked: list[Prospect] = field(default_factory=list)  #: as it was last looked at
    favourite: str | None = None
    done: Copy | None = None  #: the one that counts


def winner(copies: Iterable[Copy]) -> Copy:
    """The one that is kept: the one that is farthest, and of equals the one awarded first."""
    return max(copies, key=lambda each: (STATES.index(each.state), -each.attempt))


def for_site(job: Job, prospect: Prospect) -> Job:
    """The job as the site gets it: what may not be used there is left out, the best comes first."""
    refused = {index for index, _ in prospect.refusals}
    kept = [i for i in range(len(job.alternatives)) if i not in refused]
    kept.sort(key=lambda index: (index != prospect.alternative, index))
    alternatives = tuple(
        replace(each, site=None, rate_milli=each.rate_milli or 1000)
        for each in (job.alternatives[index] for index in kept)
    )
    return replace(job, alternatives=alternatives, conditions=replace(job.conditions, sites=()))
