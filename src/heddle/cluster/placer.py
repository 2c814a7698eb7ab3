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
    seen: int = 0  #: how much of the log of touches is in them
    refusals: Codes | None = None  #: by node; only once someone has asked
    refusals_seen: int = 0


class Placer:
    """Decides on one set of nodes, which it changes. Same calls, same answers.

    `ties` among nodes of the same score: "name" takes the smallest, "random:SEED" any.
    """

    def __init__(self, nodes: Nodes, policy: Placing, ties: str = "name") -> None:
        self.nodes = nodes
        self.policy = policy
        self._known: dict[Shape, _Known] = {}
        self._log: list[int] = []
        self._random = _generator(ties)
        self._idle = int(nodes.device_free.clip(0).sum())

    def best(self, shape: Shape, among: Bools | None = None) -> Placement | None:
        """Where it should go; None if it fits nowhere. `among` rules nodes out, by index."""
        known = self._update(shape)
        scores = known.scores if among is None else np.where(among, known.scores, NOWHERE)
        if not len(scores):
            return None
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

    def touch(self, node: int) -> None:
        """Something else about the node was changed: it was cordoned, or lost."""
        self._log.append(node)
        if self.policy.renew(self.nodes, node, self._idle):
            self.forget()

    def scores(self, shape: Shape) -> Floats:
        """By node; NOWHERE where it does not fit."""
        return self._update(shape).scores.copy()

    def why_not(self, shape: Shape) -> Counter[str]:
        """How many nodes refuse it, by the first check that they fail; empty if it fits on one."""
        counts = np.bincount(self._refusals(shape), minlength=len(CODES)).tolist()
        if counts[0]:
            return Counter()
        return Counter({code: n for code, n in zip(CODES, counts, strict=True) if n})

    def refusals(self, shape: Shape) -> list[str]:
        """For each node the first check that it fails; empty where the shape fits."""
        return [CODES[code] for code in self._refusals(shape)]

    def reason(self, shape: Shape, node: int) -> Reason | None:
        """Why not on this node, with the figures."""
        return self._update(shape).fitting.reason(node)

    def forget(self) -> None:
        """All scores are made anew: the policy has changed its mind."""
        self._known.clear()
        self._log.clear()

    def _changed(self, placement: Placement, sign: int) -> None:
        self._log.append(placement.node)
        self._idle += sign * placement.shape.device_milli
        if self.policy.renew(self.nodes, placement.node, self._idle):
            self.forget()

    def _update(self, shape: Shape) -> _Known:
        known = self._known.get(shape)
        if known is None:
            count = len(self.nodes)
            known = self._known[shape] = _Known(
                Fitting(self.nodes, shape),
                np.full(count, NOWHERE),
                np.zeros(self.nodes.device_free.shape, dtype=np.int16),
                seen=len(self._log),
            )
            self._score(shape, known, np.arange(count))
        elif known.seen < len(self._log):
            stale = set(self._log[known.seen :])
            known.seen = len(self._log)
            self._score(shape, known, np.array(sorted(stale)))
        return known

    def _refusals(self, shape: Shape) -> Codes:
        known = self._update(shape)
        if known.refusals is None:
            known.refusals = known.fitting.refusals(np.arange(len(self.nodes)))
        elif known.refusals_seen < len(self._log):
            stale = np.array(sorted(set(self._log[known.refusals_seen :])))
            known.refusals[stale] = known.fitting.refusals(stale)
        known.refusals_seen = len(self._log)
        return known.refusals

    def _score(self, shape: Shape, known: _Known, stale: Ints) -> None:
        known.scores[stale] = NOWHERE
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
