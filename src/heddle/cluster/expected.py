"""What is expected to be asked for: what was, as nobody knows what will be; and where jobs also
leave, now and then a whole node.

Placing that keeps room only for what is common scatters it over all nodes, and as one job leaves
and the next one comes, no node is ever empty. Those few that need one would wait for days. Where
nothing leaves, as in benchmarks of packing, a node that is kept empty is only lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np

from heddle.cluster import placing
from heddle.cluster.nodes import Nodes
from heddle.cluster.placing.base import Placing
from heddle.cluster.shapes import Mix, Shape, Term, commonest

MANY = 2  #: times as many as before: the placing policy is told anew
#: What asks for a whole node, in parts of all that comes, if it had one device; it weighs with the
#: square of its devices. Chosen on the traces of `heddle bench life` that are not held out.
WHOLE_NODES = 0.03


class Expected:
    """Counts shapes, and makes the placing policy of this name for them."""

    def __init__(self, name: str = placing.DEFAULT) -> None:
        self._name = name
        self._shapes: Counter[Shape] = Counter()
        self._told = 0  #: how many the policy that was made last knows of
        self._does_leave = False  #: what comes

    def add(self, shapes: Iterable[Shape], times: int = 1) -> None:
        """They were asked for."""
        for shape in shapes:
            self._shapes[shape] += times

    def leave(self) -> None:
        """A job has ended."""
        self._does_leave = True

    @property
    def is_due(self) -> bool:
        """Whether there is so much news that a new policy is worth it."""
        return self._shapes.total() >= MANY * max(1, self._told)

    def policy(self, capacity: Nodes) -> Placing:
        """For these nodes, which are empty."""
        self._told = self._shapes.total()
        return placing.find(self._name, capacity, self._mix(capacity))

    def _mix(self, capacity: Nodes) -> Mix:
        found = dict(commonest(self._shapes))
        share = WHOLE_NODES * self._told if self._does_leave else 0.0
        for count in np.unique((capacity.device_class >= 0).sum(axis=1)).tolist():
            if count > 1 and share:
                whole = Shape(terms=(Term(count),))
                found[whole] = found.get(whole, 0.0) + share * count**2
        return found
