"""A device of one node for a program on another: which two, and what that is expected to cost."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from heddle.cluster.nodes import Bools
from heddle.cluster.placer import NOWHERE
from heddle.cluster.reserve import reserve
from heddle.cluster.running import Cluster, Loan, Rate, speed_of
from heddle.cluster.shapes import Placement, Shape
from heddle.cluster.waiting_line import Peers
from heddle.cluster.why import Candidate, impossible, refusals
from heddle.model.job import WHOLE, Job
from heddle.model.reason import Reason

#: What a program waits for its device, in a second, unless its runs tell more: as training does
#: that computes for 20 ms and waits twice (docs/guides/remote.md).
WAITS_A_SECOND = 100
#: Slower than this, a device is not worth being lent: it does more for whoever has it near.
MOST_SLOWER = 2 * WHOLE


@dataclass(frozen=True, slots=True)
class LentPair:
    """What the program gets of its node, and of the node that lends the device."""

    host: Placement
    device: Placement
    round_trip_us: float


@dataclass(frozen=True, slots=True)
class LoanOffer:
    """Two nodes, and what is known of it."""

    pair: LentPair
    loan: Loan


def slower_milli(round_trip_us: float) -> int:
    """How long a run takes over this distance, in thousandths of one with a device of its own."""
    return WHOLE + round(round_trip_us * WAITS_A_SECOND / 1000)


def loan_of(job: Job, index: int, round_trip_us: float, slower: Rate, why: str = "") -> Loan:
    """What a device at this distance is expected to cost; `slower`: as measured, in thousandths."""
    learned = slower(job, index)
    expected = slower_milli(round_trip_us) if learned is None else learned
    return Loan(round_trip_us, expected, learned is not None, why)


def find_pair(
    cluster: Cluster, shape: Shape, among: Bools | None = None, lenders: Bools | None = None
) -> LentPair | None:
    """The nearest two that have room now; of lenders as near, the one that placing prefers. None:
    there are none within reach. Nothing is changed. `among`: two of these nodes; `lenders`: only
    these lend."""
    assert shape.host is not None
    placer, known = cluster.placer, cluster.nodes.lenders
    scores = placer.scores(shape)
    hosts = placer.scores(shape.host) != NOWHERE
    if among is not None:
        scores = np.where(among, scores, NOWHERE)
        hosts &= among
    if lenders is not None:
        scores = np.where(lenders, scores, NOWHERE)
    able = np.flatnonzero(scores != NOWHERE)
    near = [np.where(hosts, known.trips(i), np.inf) for i in able.tolist()]
    trips = np.array([each.min(initial=np.inf) for each in near])
    order = np.lexsort((-scores[able], trips))
    if not len(order) or trips[order[0]] > known.reach_us:
        return None
    best = int(order[0])
    everywhere = np.arange(len(scores))
    device = placer.best(shape, everywhere == able[best])
    host = placer.best(shape.host, near[best] == trips[best])
    if device is None or host is None:
        return None
    return LentPair(host, device, float(trips[best]))


def never_lent(cluster: Cluster, shape: Shape) -> Reason | None:
    """Why not even in an empty cluster; None: it could be."""
    assert shape.host is not None
    device = impossible(cluster, shape, 1, None)
    return device or impossible(cluster, shape.host, 1, None)


class Lending:
    """What of it one cycle decides. `slower`: as measured, in thousandths."""

    def __init__(
        self,
        cluster: Cluster,
        now_s: int,
        rate: Rate,
        slower: Rate,
        refusing: Collection[str] = (),
    ) -> None:
        """`refusing`: nodes that lend only what nobody else does."""
        self._cluster, self._now_s = cluster, now_s
        self._rate, self._slower = rate, slower
        names = cluster.nodes.names
        self._willing = np.array([each not in refusing for each in names]) if refusing else None

    def offer(
        self, peers: Peers, job: Job, index: int, own: Candidate, among: Bools | None
    ) -> LoanOffer | Candidate:
        """A device of another node for this alternative; or why there is none. `own` is what it met
        with for a device of the program's node. Nothing is changed."""
        shape = peers.lent[index]
        assert shape is not None
        pair = find_pair(self._cluster, shape, among, self._willing)
        if pair is None and self._willing is not None:
            pair = find_pair(self._cluster, shape, among)
        if pair is None:
            has_device = np.isfinite(self._cluster.placer.scores(shape)).any()
            return self.refused(peers, index, among, Reason("host") if has_device else None)
        loan = self._loan(job, index, pair, self._why_not_own(peers, own))
        if loan.slower_milli > MOST_SLOWER:
            return self.refused(peers, index, among, _slow(loan))
        if self._is_sooner(peers, job, index, loan):
            return self.refused(peers, index, among, Reason("sooner"))
        return LoanOffer(pair, loan)

    def instead(self, job: Job, index: int, shape: Shape, lender: int) -> LoanOffer | None:
        """Of a node on which others have just made room."""
        only = np.arange(len(self._cluster.nodes.names)) == lender
        pair = find_pair(self._cluster, shape, lenders=only)
        loan = None if pair is None else self._loan(job, index, pair, "less important jobs had it")
        if pair is None or loan is None or loan.slower_milli > MOST_SLOWER:
            return None
        return LoanOffer(pair, loan)

    def refused(
        self,
        peers: Peers,
        index: int,
        among: Bools | None,
        why: Reason | None = None,
        quota: Reason | None = None,
    ) -> Candidate:
        shape = peers.lent[index]
        assert shape is not None
        codes = refusals(self._cluster, shape, among)
        del codes["gang"]  # it fits where it is not refused
        return Candidate(index, codes, quota, is_lent=True, unlent=why)

    def never(self, peers: Peers) -> dict[tuple[int, bool], Reason | None]:
        """By alternative, and whether its device is lent: why it could not even run alone."""
        cluster, joined = self._cluster, peers.conditions.joined
        own = {
            (index, False): impossible(cluster, shape, peers.least, joined)
            for index, shape in enumerate(peers.shapes)
        }
        return own | {
            (index, True): never_lent(cluster, shape)
            for index, shape in enumerate(peers.lent)
            if shape is not None
        }

    def _loan(self, job: Job, index: int, pair: LentPair, why: str) -> Loan:
        return loan_of(job, index, pair.round_trip_us, self._slower, why)

    def _why_not_own(self, peers: Peers, own: Candidate) -> str:
        """What most nodes say."""
        if own.quota is not None:
            return own.quota.text
        said = {code: n for code, n in own.refusals.items() if code != "lends"}
        code, count = max(said.items(), key=lambda each: each[1], default=("", 0))
        placer, shape = self._cluster.placer, peers.shapes[own.alternative]
        codes = placer.refusals(shape)
        if code not in codes:
            return "room is kept for a job in front of it" if code == "reserved" else ""
        why = placer.reason(shape, codes.index(code))
        nodes = len(codes) - codes.count("lends")
        return f"{count} of {nodes} nodes: {why.text}" if why is not None else ""

    def _is_sooner(self, peers: Peers, job: Job, index: int, loan: Loan) -> bool:
        """Whether it would be done earlier if it waited for a device of its own."""
        if job.expected_s is None:
            return False
        shape, joined = peers.shapes[index], peers.conditions.joined
        kept = reserve(self._cluster, job.id, shape, peers.least, joined, patience=False)
        takes_s = job.expected_s * WHOLE // speed_of(job, index, self._rate)
        lent_s = takes_s * loan.slower_milli // WHOLE
        at_s = None if kept is None else kept.at_s
        return at_s is not None and at_s + takes_s <= self._now_s + lent_s


def _slow(loan: Loan) -> Reason:
    times, most = (f"{each / WHOLE:.1f} times" for each in (loan.slower_milli, MOST_SLOWER))
    return Reason("slow", times, most)
