"""Finding the best node for a shape, again and again, without looking at all of them anew.

For every shape that was asked for, the best way on each node and its score are kept. Taking and
giving back touch one node; when a shape is asked for again, only the touched ones are scored.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from heddle.cluster.fitting import CODES, Codes, Fitting
from heddle.cluster.nodes import Bools, Ints, Nodes
from heddle.cluster.placing.base import Floats, Options, Placing
from heddle.cluster.shapes import Placement, Shape
from heddle.errors import UsageError
from heddle.model.reason import Reason

NOWHERE = -np.inf
Left = npt.NDArray[np.int16]


@dataclass(slots=True)
class _Known:
    """What was found for one shape."""

    fitting: Fitting
    scores: Floats  #: by node; NOWHERE where it does not fit
    after: Left  #: what the best way leaves of the devices, by node and slot
    codes: Codes  #: why not, by node
    seen: int = -1  #: how many touches are in the scores; -1: nothing is known yet
    codes_seen: int = -1  #: and in the codes


class Placer:
    """Decides on one set of nodes, which it changes. Same calls, same answers.

    `ties` among nodes of the same score: "name" takes the smallest, "random:SEED" any.
    """

    def __init__(self, nodes: Nodes, policy: Placing, ties: str = "name") -> None:
        self.nodes = nodes
        self.policy = policy
        self._known: dict[Shape, _Known] = {}
        self._touches = 0
        self._touched = np.zeros(len(nodes), dtype=np.int64)  #: the last touch, by node
        self._random = _generator(ties)
        self.idle = nodes.device_free.clip(0).sum(axis=1)  #: thousandths of devices, by node
        self._idle = int(self.idle.sum())

    def best(self, shape: Shape, among: Bools | None = None) -> Placement | None:
        """Where it should go; None if it fits nowhere. `among` rules nodes out, by index."""
        known = self._update(shape)
        scores = known.scores
        if not len(scores):
            return None
        node = int(scores.argmax())
        if scores[node] == NOWHERE:
            return None
        if among is not None and (self._random is not None or not among[node]):
            scores = np.where(among, scores, NOWHERE)
            node = int(scores.argmax())
            if scores[node] == NOWHERE:
                return None
        if self._random is not None:
            node = int(self._random.choice(np.flatnonzero(scores == scores[node])))
        taken = (self.nodes.device_free[node] - known.after[node]).tolist()
        return Placement(
            node,
            tuple((slot, milli) for slot, milli in enumerate(taken) if milli),
            shape.cpu_milli,
            shape.memory_mib,
            shape,
        )

    def take(self, placement: Placement) -> None:
        self.nodes.take(placement)
        self._changed(placement, -1)

    def give_back(self, placement: Placement) -> None:
        self.nodes.give_back(placement)
        self._changed(placement, 1)

    def make_way(self, placement: Placement) -> bool:
        """Before it is taken, as `Nodes.make_way`; whether anything had to."""
        milli, mib = self.nodes.make_way(placement)
        self.idle[placement.node] += milli
        self._idle += milli
        return milli > 0 or mib > 0

    def touch(self, node: int) -> None:
        """Something about the node was changed: it was cordoned, or lost."""
        self._touches += 1
        self._touched[node] = self._touches
        if self.policy.renew(self.nodes, node, self._idle):
            self.forget()

    def adopt(self, policy: Placing) -> None:
        """From now on by this policy, which was made for the same nodes when they were empty."""
        self.policy = policy
        if len(self.nodes):
            policy.renew(self.nodes, 0, self._idle)
        self.forget()

    def scores(self, shape: Shape) -> Floats:
        """By node; NOWHERE where it does not fit."""
        return self._update(shape).scores.copy()

    def why_not(self, shape: Shape) -> Counter[str]:
        """How many nodes refuse it, by the first check that they fail; empty if it fits on one."""
        counts = np.bincount(self.codes(shape), minlength=len(CODES)).tolist()
        if counts[0]:
            return Counter()
        return Counter({code: n for code, n in zip(CODES, counts, strict=True) if n})

    def codes(self, shape: Shape) -> Codes:
        """For each node the first check that it fails, an index in `CODES`; 0 where it fits."""
        known = self._of(shape)
        if known.codes_seen < self._touches:
            stale = np.flatnonzero((self._touched > known.codes_seen) & known.fitting.ever)
            known.codes[stale] = known.fitting.refusals(stale)
            known.codes_seen = self._touches
        return known.codes

    def refusals(self, shape: Shape) -> list[str]:
        """The same in words; empty where it fits."""
        return [CODES[code] for code in self.codes(shape)]

    def reason(self, shape: Shape, node: int) -> Reason | None:
        """Why not on this node, with the figures."""
        code = CODES[self.codes(shape)[node]]
        return self._of(shape).fitting.figures(node, code) if code else None

    def forget(self) -> None:
        """All scores are made anew: the policy has changed its mind."""
        for known in self._known.values():
            known.seen = -1

    def _changed(self, placement: Placement, sign: int) -> None:
        milli = sign * placement.shape.device_milli
        self.idle[placement.node] += milli
        self._idle += milli
        self.touch(placement.node)

    def _of(self, shape: Shape) -> _Known:
        known = self._known.get(shape)
        if known is None:
            fitting = Fitting(self.nodes, shape)
            known = self._known[shape] = _Known(
                fitting,
                np.full(len(self.nodes), NOWHERE),
                np.zeros(self.nodes.device_free.shape, dtype=np.int16),
                fitting.never.copy(),
            )
        return known

    def _update(self, shape: Shape) -> _Known:
        known = self._of(shape)
        if known.seen < self._touches:
            stale = np.flatnonzero((self._touched > known.seen) & known.fitting.ever)
            known.scores[stale] = NOWHERE
            # most of those that were touched are full, and need not be looked at closely
            may = stale.compress(self.idle.take(stale) >= shape.device_milli)
            if len(may):
                self._score(shape, known, may)
            known.seen = self._touches
        return known

    def _score(self, shape: Shape, known: _Known, stale: Ints) -> None:
        options = known.fitting.options(stale)
        if not len(options.node):
            return
        scores = self.policy.score(self.nodes, shape, options)
        if options.single:
            known.scores[options.node] = scores
            known.after[options.node] = options.devices
            return
        rows = _best_rows(options, scores)
        node = options.node[rows]
        known.scores[node] = scores[rows]
        known.after[node] = options.devices[rows]


def _best_rows(options: Options, scores: Floats) -> Ints:
    """For each node its row of the highest score, the first of equals."""
    new = np.empty(len(scores), dtype=np.bool_)
    new[0] = True
    np.not_equal(options.node[1:], options.node[:-1], out=new[1:])
    starts = np.flatnonzero(new)
    highest = np.maximum.reduceat(scores, starts)
    best = np.flatnonzero(scores == highest[np.cumsum(new) - 1])
    node = options.node[best]
    first = np.empty(len(best), dtype=np.bool_)
    first[0] = True
    np.not_equal(node[1:], node[:-1], out=first[1:])
    return best[first]


def _generator(ties: str) -> random.Random | None:
    word, _, seed = ties.partition(":")
    if word == "name" and not seed:
        return None
    if word == "random" and seed.lstrip("-").isdigit():
        return random.Random(int(seed))
    raise UsageError(f"ties {ties!r} are not known: say name, or random:SEED")
