"""What the federation and the sites say to each other, and what is written down of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from heddle.cluster.sites.atlas import Summary
from heddle.cluster.sites.score import Prospect
from heddle.model.job import Job
from heddle.model.reason import Reason

#: How far a copy of a job is; a later one wins.
STATES = ("awarded", "waiting", "running", "finished")
LOST = "lost"  #: the site had it and cannot finish it


@dataclass(frozen=True, slots=True)
class SiteOffer:
    """Would you take it, and start it by then? `job` has only what may be used there."""

    site: str
    job: Job
    attempt: int
    start_by_s: int


@dataclass(frozen=True, slots=True)
class Award:
    """It is yours. Receiving it twice is receiving it once."""

    site: str
    job: Job
    attempt: int
    number: int  #: counts all awards
    transfer_s: int  #: how long its data takes to come


@dataclass(frozen=True, slots=True)
class Settle:
    """Forget a copy: it counts as done, or it must be stopped and its work discarded."""

    site: str
    job: str
    attempt: int
    counts: bool


Instruction = SiteOffer | Award | Settle


@dataclass(frozen=True, slots=True)
class SiteReport:
    """A site's heartbeat: its summary, and every copy it has that was not settled."""

    site: str
    summary: Summary
    copies: Mapping[str, tuple[int, str]]  #: attempt and state, by job
    awards: int  #: the highest number of an award that it has received


@dataclass(frozen=True, slots=True)
class SiteAnswer:
    """To an offer: yes, or why not; and when it would start, as far as the site can say."""

    site: str
    job: str
    attempt: int
    reason: Reason | None = None
    starts_s: int | None = None


@dataclass(frozen=True, slots=True)
class Happened:
    """One line of the story."""

    at_s: int
    what: str
    text: str
    job: str = ""
    site: str = ""
    ranked: tuple[Prospect, ...] = ()  #: of an award: what it was chosen from
