"""What an administrator may choose of a cycle, and what comes of one."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from heddle.cluster import bands
from heddle.cluster.choosing import fastest
from heddle.cluster.choosing.base import Rank
from heddle.cluster.migration.budget import FEW_MOVES, MoveBudget
from heddle.cluster.migration.matching import SETTLED_S, JobMove
from heddle.cluster.reserve import Reservation
from heddle.cluster.running import Rate, Running
from heddle.cluster.waiting_line import WaitingLine
from heddle.cluster.why import Waiting


@dataclass(frozen=True, slots=True)
class Rules:
    """What an administrator may choose."""

    preemption: bool = True
    backfill: bool = True  #: a job behind one that cannot start may start
    resize: bool = True  #: running elastic jobs may get more members, or fewer
    reservations: int = 1  #: how many waiting jobs have room kept for them
    patience_s: int = 3600  #: after which a reservation is made although no end is known
    bands_s: tuple[int, ...] = bands.LIMITS_S  #: heddle.cluster.bands; empty: nobody gives way
    match: bool = True  #: running jobs that resume change to faster devices, or change places
    settled_s: int = SETTLED_S  #: for so long a job has its devices before it is given others
    moves: MoveBudget = FEW_MOVES  #: of running jobs, so that waiting ones fit
    choose: Rank = fastest.rank  #: which alternative is tried first
    #: Speed of an alternative of a job in thousandths of its first one's, where it was measured.
    rate: Rate = lambda job, alternative: None
    #: How long its runs take with a device of another node, in thousandths of those with one of
    #: their own, where that was measured.
    slower: Rate = lambda job, alternative: None
    #: Nodes whose devices could not be had a moment ago: others lend first.
    refusing: Callable[[int], Collection[str]] = lambda now_s: ()


@dataclass(slots=True)
class Decision:
    """The actions; in the cluster they count as done already. Elastic jobs that change are
    there with all that they have then."""

    waits: Waiting = field(default_factory=lambda: Waiting(WaitingLine()))
    starts: list[Running] = field(default_factory=list)
    grows: dict[str, Running] = field(default_factory=dict)
    shrinks: dict[str, Running] = field(default_factory=dict)
    preempts: dict[str, str] = field(default_factory=dict)  #: victim: the job that preempts it
    moves: dict[str, JobMove] = field(default_factory=dict)  #: by job
    reservations: list[Reservation] = field(default_factory=list)
