"""What a device may cost or draw at most: a device whose figure is unknown is not given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from heddle.cluster.conditions.network import ENDLESS, FILE, UNMEASURED
from heddle.cluster.nodes import Bools, DeviceClass, Ints, Nodes
from heddle.model.job import Conditions
from heddle.model.reason import Reason

UNKNOWN = -1
CORES = DeviceClass("cpu")


@dataclass(frozen=True, slots=True)
class Ceiling:
    """One figure of devices and the most that it may be."""

    code: str  #: price, or watts
    most: int
    #: By site and class, `UNKNOWN` where nobody says it; the last class is that of an absent slot,
    #: the last but one that of cores.
    figures: Ints

    def within(self, nodes: Nodes) -> Bools:
        """By node and slot: known, and not more."""
        known: Bools = self._of(nodes) != UNKNOWN
        return known & ~self.over(nodes)

    def over(self, nodes: Nodes) -> Bools:
        """By node and slot: known to be more."""
        over: Bools = self._of(nodes) > self.most
        return over

    def fails(self, nodes: Nodes, passing: Sequence[Bools]) -> tuple[Bools, Bools]:
        """The nodes that have nothing for some term but what is over, and those of whose cores
        nothing is known; `passing`: devices that would do otherwise. Cores have a price, and count
        where no devices are asked for."""
        none = np.zeros(len(nodes), dtype=np.bool_)
        if not passing and self.code == "price":
            cores = self.figures[nodes.site, -2]
            return cores > self.most, cores == UNKNOWN
        for slots in passing:
            none |= ~(slots & ~self.over(nodes)).any(axis=1)
        return none, np.zeros_like(none)

    def reason(self, nodes: Nodes, node: int, passing: Sequence[Bools], code: str) -> Reason | None:
        """Why not on this node; None if something else is unknown, or too much."""
        found, site = self._of(nodes)[node], nodes.sites[nodes.site[node]]
        cores = self.figures.item(nodes.site.item(node), -2)
        if code == UNMEASURED:
            if not passing:
                return self._unknown(CORES, site) if cores == UNKNOWN else None
            unknown = [
                slot for slots in passing for slot in np.flatnonzero(slots & (found == UNKNOWN))
            ]
            which = nodes.device_class[node, unknown[0]] if unknown else None
            return None if which is None else self._unknown(nodes.classes[which], site)
        if code != self.code:
            return None
        for slots in passing:
            if (found[slots] > self.most).all():
                return Reason(self.code, int(found[slots].min()), self.most)
        return None if passing else Reason(self.code, cores, self.most)

    def _of(self, nodes: Nodes) -> Ints:
        """By node and slot."""
        found: Ints = self.figures[nodes.site[:, None], nodes.device_class]
        return found

    def _unknown(self, device: DeviceClass, site: str) -> Reason:
        name = device.model or device.kind
        what = "power" if self.code == "watts" else "price"
        where = f"of [site.{site}] in {FILE}" if site else f"of its site in {FILE}"
        at = f"at {site}" if site else "on a node without a site"
        return Reason(
            UNMEASURED, f"the {what} of {name} {at}", why=f"add it to `{self.code}` {where}"
        )


def ceilings(nodes: Nodes, asked: Conditions | None) -> list[Ceiling]:
    """Those of a job; and under a power budget any power will do that is known."""
    network = nodes.network
    found = []
    if nodes.budgets is not None:
        found.append(Ceiling("watts", ENDLESS, _table(nodes, network.budgeted)))
    if asked is None:
        return found
    kinds: list[tuple[str, int, Callable[[str, DeviceClass], int | None]]] = [
        ("price", asked.price_milli, network.price),
        ("watts", asked.watts, network.watts),
    ]
    return found + [Ceiling(code, m, _table(nodes, figure)) for code, m, figure in kinds if m]


def _table(nodes: Nodes, figure: Callable[[str, DeviceClass], int | None]) -> Ints:
    known = [[figure(site, each) for each in (*nodes.classes, CORES)] for site in nodes.sites]
    rows = [[UNKNOWN if each is None else each for each in row] + [UNKNOWN] for row in known]
    return np.array(rows, dtype=np.int64).reshape(len(nodes.sites), len(nodes.classes) + 2)
