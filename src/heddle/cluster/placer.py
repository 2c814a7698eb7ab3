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
from heddle.cluster.placing.base import Floats, Options, Placing, firsts
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
    open: Bools | None = None  #: of a shape that books bandwidth: where it is not booked, by node


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
        self._is_tight = self._tight()

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
        free, after = self.nodes.device_free[node].tolist(), known.after[node].tolist()
        return Placement(
            node,
            tuple(
                [(slot, free[slot] - left) for slot, left in enumerate(after) if free[slot] > left]
            ),
            shape.cpu_milli,
            shape.memory_mib,
            shape,
            self.nodes.links_of(shape, node),
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
        if placement.links:  # other nodes use them as well
            self._touch_links()
        if self.nodes.budgets is not None:
            was_tight, self._is_tight = self._is_tight, self._tight()
            if was_tight or self._is_tight:
                for known in self._known.values():
                    known.seen = known.codes_seen = -1

    def _touch_links(self) -> None:
        """Other nodes have enough bandwidth now for some shape, or no longer."""
        for known in self._known.values():
            if known.open is not None:
                now = known.fitting.open()
                if len(changed := np.flatnonzero(now != known.open)):
                    self._touches += 1
                    self._touched[changed] = self._touches
                    known.open = now

    def _tight(self) -> bool:
        budgets = self.nodes.budgets
        return budgets is not None and budgets.is_tight(self.nodes.device_free)

    def _of(self, shape: Shape) -> _Known:
        known = self._known.get(shape)
        if known is None:
            fitting = Fitting(self.nodes, shape)
            known = self._known[shape] = _Known(
                fitting,
                np.full(len(self.nodes), NOWHERE),
                np.zeros(self.nodes.device_free.shape, dtype=np.int16),
                fitting.never.copy(),
                open=fitting.open() if fitting.books else None,
            )
        return known

    def _update(self, shape: Shape) -> _Known:
        known = self._of(shape)
        if known.seen < self._touches:
            stale = (self._touched > known.seen).nonzero()[0]
            known.scores[stale] = NOWHERE
            # most of those that were touched are full, and need not be looked at closely
            may = stale.compress(self.idle.take(stale) >= shape.device_milli)
            may = may.compress(known.fitting.ever.take(may))
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
    if options.node[0] == options.node[-1]:
        return np.array([scores.argmax()])
    order = np.lexsort((-scores, options.node))  # of each node where its rows were
    best: Ints = order.compress(firsts(options.node))
    return best


def _generator(ties: str) -> random.Random | None:
    word, _, seed = ties.partition(":")
    if word == "name" and not seed:
        return None
    if word == "random" and seed.lstrip("-").isdigit():
        return random.Random(int(seed))
    raise UsageError(f"ties {ties!r} are not known: say name, or random:SEED")
