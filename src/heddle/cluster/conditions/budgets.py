"""Power budgets: what the devices in use on a node, and on all nodes of a site, may draw together.

A device counts with the power of its board as soon as any part of it is given: without a cap, a
share may use all of it. Nothing is kept beside `Nodes`: what is drawn follows from what is free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from heddle.cluster.conditions.network import ENDLESS, Network
from heddle.cluster.row import DeviceClass, NodeRow
from heddle.model.job import WHOLE
from heddle.model.reason import Reason

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Budgets:
    """In watts. Devices whose power is unknown are not given where there is a budget."""

    watts: Ints  #: by node and slot; 0 where it is unknown
    node: Ints  #: the budget of each node
    site: Ints  #: by node, an index in `sites`
    sites: Ints  #: their budgets
    names: tuple[str, ...]  #: of the sites
    largest: Ints  #: what the node of each site that draws most can draw

    def drawn(self, device_free: Ints, node: Ints) -> Ints:
        """By row: what these nodes draw if so much is free of their devices."""
        in_use = (device_free >= 0) & (device_free < WHOLE)
        total: Ints = (self.watts.take(node, axis=0) * in_use).sum(axis=1)
        return total

    def left(self, device_free: Ints) -> tuple[Ints, Ints]:
        """Of the budget of each node, and of each site."""
        drawn = self.drawn(device_free, np.arange(len(self.node)))
        by_site = np.bincount(self.site, weights=drawn, minlength=len(self.sites))
        return self.node - drawn, self.sites - by_site.astype(np.int64)

    def allows(self, device_free: Ints, node: Ints, after: Ints) -> Bools:
        """By row: whether the node may draw what it would if so much of its devices were left."""
        more, of_node, of_site = self._draws(device_free, node, after)
        allowed: Bools = (more == 0) | ((more <= of_node) & (more <= of_site))
        return allowed

    def reason(self, device_free: Ints, node: Ints, after: Ints) -> Reason:
        """Why none of these ways on one node is allowed: by the one that draws least."""
        more, of_node, of_site = self._draws(device_free, node, after)
        least = int(more.argmin())
        have, of = int(of_node[least]), "the node"
        if more[least] <= have:
            have, of = int(of_site[least]), self.names[self.site[node[least]]]
        return Reason("power", max(have, 0), int(more[least]), why=f"the power budget of {of}")

    def _draws(self, device_free: Ints, node: Ints, after: Ints) -> tuple[Ints, Ints, Ints]:
        """By row: what it would draw in addition, and what is left of the two budgets."""
        of_node, of_site = self.left(device_free)
        more = self.drawn(after, node) - self.drawn(device_free[node], node)
        return more, of_node[node], of_site[self.site[node]]

    def is_tight(self, device_free: Ints) -> bool:
        """Whether what starts on one node may keep something from starting on another."""
        return bool((self.left(device_free)[1] < self.largest).any())


def budgets(
    rows: Sequence[NodeRow], network: Network, classes: Sequence[DeviceClass], device_class: Ints
) -> Budgets | None:
    """None if nobody has set one."""
    sites: dict[str, int] = {}
    facts = [network.facts(row.site) for row in rows]
    if not any(each and (each.power or each.node_power) for each in facts):
        return None
    site = [sites.setdefault(each.name if each else "", len(sites)) for each in facts]
    known = {row.site: [network.watts(row.site, each) or 0 for each in classes] for row in rows}
    table = np.array([[*known[row.site], 0] for row in rows], dtype=np.int64)
    watts = np.take_along_axis(table, device_class, axis=1)
    of = {each.name: each for each in facts if each}
    most = [(of[name].power if name in of else None) or ENDLESS for name in sites]
    largest = np.zeros(len(sites), dtype=np.int64)
    np.maximum.at(largest, site, watts.sum(axis=1))
    return Budgets(
        watts,
        np.array([(each.node_power if each else None) or ENDLESS for each in facts]),
        np.array(site, dtype=np.int64),
        np.array(most, dtype=np.int64),
        tuple(sites),
        largest,
    )
