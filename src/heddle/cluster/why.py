"""Why a job waits: the checks that decided, counted by node, and the key one with its figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from heddle.cluster.conditions.network import SITE_FILE, UNMEASURED
from heddle.cluster.fitting import CODES
from heddle.cluster.gang import homeless, most_members
from heddle.cluster.nodes import Bools
from heddle.cluster.placing.base import allows
from heddle.cluster.running import Cluster
from heddle.cluster.shapes import Shape
from heddle.cluster.waiting_line import Peers, WaitingLine
from heddle.model.job import Job
from heddle.model.reason import Reason

#: Checks that a node may pass later, when others have ended.
LATER = ("cpu", "memory", "devices", "share", "memory-quota", "bandwidth", "power")
PASSING = np.array([code in LATER for code in CODES])
#: Why a job could not run even if nothing else did; unknown: as far as is measured and configured.
NEVER = ("impossible", "unknown")
#: Nodes that say so are not meant for the job.
OTHERS = ("node", "lends")
LENT = ("unserved", "far")  #: of nodes that have the devices
#: Nor do these last: a person says so, or the engine is back.
CLOSED = ("cordoned", "unreachable")


@dataclass(frozen=True, slots=True)
class Candidate:
    """An alternative that was tried: how many nodes refused it, by reason."""

    alternative: int
    refusals: Counter[str]
    quota: Reason | None = None  #: where there was room, but the tenant may not have it
    is_lent: bool = False  #: with a device of another node
    unlent: Reason | None = None  #: why not, although there is one


@dataclass(frozen=True, slots=True)
class WaitReasons:
    """Why a job waits: the key reason, and what each alternative met with."""

    reason: Reason
    candidates: tuple[Candidate, ...] = ()


class Waiting(Mapping[str, WaitReasons]):
    """Why each job of a line waits, by id. Peers wait for the same reason, which is kept once."""

    def __init__(self, line: WaitingLine) -> None:
        self._line = line
        self._of_peers: dict[int, WaitReasons] = {}
        self._own: dict[str, WaitReasons] = {}  # of those that differ from their peers
        self.tried = 0  #: jobs that were refused themselves; others share the fate of one of them

    def note(self, peers: Peers, waits: WaitReasons) -> None:
        self._of_peers[peers.number] = waits

    def note_one(self, job: Job, waits: WaitReasons) -> None:
        self._own[job.id] = waits

    def of_peers(self, peers: Peers) -> WaitReasons | None:
        return self._of_peers.get(peers.number)

    def __getitem__(self, job_id: str) -> WaitReasons:
        peers = self._line.peers(job_id)
        if peers is None:
            raise KeyError(job_id)
        return self._own.get(job_id) or self._of_peers[peers.number]

    def __iter__(self) -> Iterator[str]:
        return (job.id for job in self._line if self.get(job.id) is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def by_reason(self) -> Counter[str]:
        """How many wait, by the code of their key reason."""
        found: Counter[str] = Counter()
        for peers in self._line.all_peers():
            if (waits := self.of_peers(peers)) is not None:
                found[waits.reason.code] += len(peers.jobs)
        for job_id, waits in self._own.items():
            if (its := self._line.peers(job_id)) is not None:
                found[self._of_peers[its.number].reason.code] -= 1
                found[waits.reason.code] += 1
        return +found


def refusals(cluster: Cluster, shape: Shape, among: Bools | None) -> Counter[str]:
    """By node; where one member fits but not all, or where the room is kept, that is the reason."""
    codes = cluster.placer.codes(shape)
    counts = np.bincount(codes, minlength=len(CODES)).tolist()
    found = {code: n for code, n in zip(CODES[1:], counts[1:], strict=True) if n}
    if fits := counts[0]:
        kept = 0 if among is None else int(((codes == 0) & ~among).sum())
        found |= {"reserved": kept} if kept else {}
        found |= {"gang": fits - kept} if fits > kept else {}
    return Counter(found)


def impossible(cluster: Cluster, shape: Shape, least: int, joined: str | None) -> Reason | None:
    """Why it could not run even if the cluster were empty; nothing if it could."""
    key = (shape, least, joined)
    if key not in cluster.impossible:
        cluster.impossible[key] = _impossible(cluster, shape, least, joined)
    return cluster.impossible[key]


def _impossible(cluster: Cluster, shape: Shape, least: int, joined: str | None) -> Reason | None:
    found = cluster.bare.why_not(shape)
    if any(found[code] for code in CLOSED):  # that one could, if it took work again
        return None
    if found:
        # Of nodes that the job may run on at all, if there are any.
        code, count = max(found.items(), key=lambda each: _tells_most(*each))
        if found[UNMEASURED]:  # that one may do
            code, count = UNMEASURED, found[UNMEASURED]
        node = int((cluster.bare.codes(shape) == CODES.index(code)).argmax())
        said = cluster.bare.reason(shape, node)
        if code == "device-memory":
            said = _largest(cluster, shape) or said
        no = "unknown" if code == UNMEASURED else "impossible"
        return Reason(no, count, len(cluster.capacity), node=said)
    if (most := most_members(cluster.bare, shape, least, joined)) < least:
        why = f"{most} of {least} members fit at once, even if all were free"
        codes = cluster.bare.codes(shape)
        said = cluster.bare.reason(shape, int(codes.argmax())) if codes.any() else None
        if said is not None:
            why += f"; {int((codes != 0).sum())} of {len(cluster.capacity)} nodes: {said.text}"
        if alone := homeless(cluster.capacity, joined):
            why += f"; the {joined} of {alone} nodes was never configured: {SITE_FILE}"
        return Reason("unknown" if alone else "impossible", why=why)
    return None


def _tells_most(code: str, count: int) -> tuple[bool, bool, int]:
    """Of a device that might be lent, what keeps it from that; else what most nodes say."""
    return code not in OTHERS, code in LENT, count


def _largest(cluster: Cluster, shape: Shape) -> Reason | None:
    """What was asked of one device's memory, and what the largest such device has."""
    for term in shape.terms:
        such = replace(term, memory_mib=0)
        have = [each.memory_mib for each in cluster.capacity.classes if allows(each, such, 0)]
        if have and max(have) < term.memory_mib:
            return Reason("device-memory", max(have), term.memory_mib)
    return None


def key_reason(
    cluster: Cluster,
    peers: Peers,
    never: Mapping[tuple[int, bool], Reason | None],
    candidates: Sequence[Candidate],
) -> Reason:
    """What stands in the way of the alternative that is nearest to a start."""
    possible = [each for each in candidates if never[each.alternative, each.is_lent] is None]
    if not possible:
        known = [each for each in never.values() if each is not None]
        lent = next((why for (_, is_lent), why in never.items() if is_lent), None)
        return next((each for each in known if each.code == "unknown"), lent or known[0])
    for candidate in possible:  # for these there is room
        if candidate.quota is not None:
            return candidate.quota
        if candidate.refusals["reserved"]:
            return Reason("reserved", job="a job in front of it")
    for candidate in possible:
        if candidate.refusals["gang"] and not candidate.is_lent:
            shape = shape_for(peers, candidate)
            have = most_members(cluster.placer, shape, peers.least, peers.conditions.joined)
            return Reason("gang", have=have, wanted=peers.least)
    # What it could have of its own comes first: a device is only lent meanwhile.
    first = min(possible, key=lambda each: each.is_lent)
    return first.unlent or _nearest(cluster, shape_for(peers, first))


def shape_for(peers: Peers, candidate: Candidate) -> Shape:
    """What was asked for."""
    lent = peers.lent[candidate.alternative] if candidate.is_lent else None
    return lent or peers.shapes[candidate.alternative]


def _nearest(cluster: Cluster, shape: Shape) -> Reason:
    """The reason of the node that is nearest, with its figures."""
    reason = cluster.placer.reason(shape, nearest_node(cluster, shape))
    assert reason is not None
    return reason


def nearest_node(cluster: Cluster, shape: Shape) -> int:
    """The node that has most idle of those that refuse a shape now and may take it later: they
    could, were they empty."""
    codes = cluster.placer.codes(shape)
    may = PASSING.take(codes) & (cluster.bare.codes(shape) == 0)
    if not may.any():
        may = PASSING.take(codes)
    if not may.any():
        may = np.isin(codes, [CODES.index(code) for code in CLOSED])
    return int(np.where(may, cluster.placer.idle, -1).argmax())
