"""Nodes that serve their devices, and how far each is from those on which programs run."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from heddle.cluster.row import NodeRow
from heddle.cluster.sites.atlas import Atlas
from heddle.cluster.sites.paths import path_between
from heddle.model.quantity import LATENCY
from heddle.model.reason import Reason

#: Farther than this no device is lent. A call that is waited for takes 0.3 ms on loopback (`heddle
#: bench remote`); over a way of 1 ms it takes four times as long.
REACH_US = 1000
REMOTE = "remote"  #: the word of jobs for it, as in `NodeRow.lacks`
UNKNOWN = np.inf
Trips = npt.NDArray[np.float64]


class Lenders:
    """By the numbers that the nodes have in `Nodes`. Nothing of it changes."""

    def __init__(self, rows: Sequence[NodeRow], atlas: Atlas, reach_us: int = REACH_US) -> None:
        self._rows, self._atlas, self.reach_us = rows, atlas, reach_us
        self._hosts = [i for i, row in enumerate(rows) if row.engine and REMOTE not in row.lacks]
        self._trips: dict[int, Trips] = {}

    def trips(self, lender: int) -> Trips:
        """By node that could run a program: the round trip to its devices, in microseconds."""
        if lender not in self._trips:
            found = np.full(len(self._rows), UNKNOWN)
            for host in self._hosts:
                way = path_between(self._rows[host], self._rows[lender], self._atlas)
                if way is not None and way.latency_us is not None:
                    found[host] = way.latency_us
            self._trips[lender] = found
        return self._trips[lender]

    def is_near(self, lender: int) -> bool:
        """Whether some other node is near enough."""
        return bool((self.trips(lender) <= self.reach_us).any())

    def far(self, lender: int) -> Reason:
        """How far it is, of one that is not near enough."""
        nearest, limit = float(self.trips(lender).min(initial=UNKNOWN)), trip_text(self.reach_us)
        if nearest != UNKNOWN:
            return Reason("far", trip_text(nearest), limit)
        why = "; `heddle device measure --to NODE` measures it, or configure it"
        if not set(self._hosts) - {lender}:
            why = "; no engine of another node runs programs with lent devices"
        return Reason("far", "an unknown distance", limit, why=why)

    def unserved(self, lender: int) -> Reason:
        """Why it lends no such device."""
        serves = self._rows[lender].serves
        if serves is None:
            return Reason("unserved", why="`heddle node agent --serve` does not run there")
        return Reason("unserved", why=f"it forwards {', '.join(serves.apis) or 'no API'}")


def lent_slots(row: NodeRow) -> list[bool]:
    """Which of its devices it serves: those with a name of an API that it forwards."""
    apis = row.serves.apis if row.serves else ()
    called = row.called or ((),) * len(row.devices)
    return [any(name.partition("@")[0] in apis for name in names) for names in called]


def lent_name(row: NodeRow, device: str) -> str:
    """The name by which a device is asked for over an API that its node forwards."""
    apis = row.serves.apis if row.serves else ()
    names = next((names for names in row.called if device in names), (device,))
    return next((name for name in names if name.partition("@")[0] in apis), device)


def trip_text(micro: float) -> str:
    return LATENCY.format(round(micro)) if micro >= 1 else f"{micro:.2g}us"
