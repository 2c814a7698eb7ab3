"""The network from nodes to data: which routes are known, what they carry, and what is booked.

A link is what can be booked: between two sites, within one, or from one node to a site or node. Its
bandwidth counts once, for both directions together. What is free of each link is in `Nodes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from heddle.cluster.row import DeviceClass, NodeRow
from heddle.cluster.sites.atlas import Atlas, SiteFacts
from heddle.metering.models import board_watts
from heddle.model.job import Conditions, DataAsk
from heddle.model.quantity import BANDWIDTH, LATENCY, MEMORY
from heddle.model.reason import Reason
from heddle.model.site import NetworkPath, site_names

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
NOTHING = Atlas({})
ENDLESS = 1 << 62  #: free of the link that stands for none
UNMEASURED = "unmeasured"
FILE = "the sites file (`heddle up --sites`)"
SITE_FILE = "write it to /etc/heddle/site.toml there, or join the node with `--site`"
_WATTS = board_watts()
_SIZE = "say its `size` in the job's conditions"


@dataclass(frozen=True, slots=True)
class Route:
    """From a node to a site that has a data set."""

    to: str
    links: tuple[int, ...]  #: that it takes, as far as their bandwidth is known; two at most
    mbytes_s: int | None  #: of the narrowest of them, with nothing booked; None: unknown
    latency_us: float | None


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a node stands in the network: all of a site are alike but those that know more."""

    site: str
    node: str = ""  #: one that knows ways of its own

    @property
    def names(self) -> tuple[str, ...]:
        return site_names(self.site)

    @property
    def text(self) -> str:
        return self.node or self.site or "a node without a site"


class Network:
    """It never changes: nodes and what is configured are there from the start."""

    def __init__(self, rows: Sequence[NodeRow] = (), atlas: Atlas = NOTHING) -> None:
        self.atlas = atlas
        self.links: list[str] = []
        self._sizes: list[int] = []
        self._index: dict[tuple[str, str], int] = {}
        self._reaches: dict[Conditions, Reach] = {}
        for pair in sorted({_pair(s.name, way.to) for s in atlas.sites.values() for way in s.ways}):
            self._link(pair, f"{pair[0]} to {pair[1]}", atlas.way(*pair))
        spots: dict[Spot, int] = {}
        self.spot: Ints = np.array(
            [spots.setdefault(_spot(row), len(spots)) for row in rows], dtype=np.int64
        )  #: by node, an index in `spots`
        self.spots = list(spots)
        at = {row.name: row.site for row in rows}
        #: By node and where they lead, the widest of those that lead to the same.
        self._ways: dict[tuple[str, str], NetworkPath] = {}
        for row in rows:
            for way in sorted(row.ways, key=lambda each: each.bandwidth_mbytes_s or 0):
                self._link((f"\0{row.name}", way.to), f"{row.name} to {way.to}", way)
                for target in (way.to, *site_names(at.get(way.to, ""))):
                    self._ways[row.name, target] = way

    def _link(self, key: tuple[str, str], name: str, way: NetworkPath | None) -> None:
        if way is not None and way.bandwidth_mbytes_s is not None:
            self._index[key] = len(self.links)
            self.links.append(name)
            self._sizes.append(int(way.bandwidth_mbytes_s))

    def free(self) -> Ints:
        """Of each link, with nothing booked; the last is that of none."""
        return np.array([*self._sizes, ENDLESS], dtype=np.int64)

    def reach(self, asked: Conditions) -> Reach:
        if asked not in self._reaches:
            self._reaches[asked] = Reach(self, asked)
        return self._reaches[asked]

    def facts(self, site: str) -> SiteFacts | None:
        """What the operator has written down of the site of a node."""
        known = (self.atlas.sites.get(name) for name in site_names(site))
        return next((each for each in known if each is not None), None)

    def price(self, site: str, device: DeviceClass) -> int | None:
        facts = self.facts(site)
        return facts.price_of(device) if facts else None

    def watts(self, site: str, device: DeviceClass) -> int | None:
        facts = self.facts(site)
        found = _of(facts.watts, device) if facts else None
        return _WATTS.get(device.model) if found is None else found

    def budgeted(self, site: str, device: DeviceClass) -> int | None:
        """What it counts with in a power budget; nothing where there is none."""
        facts = self.facts(site)
        has_budget = facts is not None and (facts.power or facts.node_power)
        return self.watts(site, device) if has_budget else 0

    def routes(self, spot: Spot, holders: Iterable[str]) -> list[Route]:
        """Those that are known, the best first: to its own site, then the widest, then the one of
        least latency, then by name."""
        found = [each for to in holders if (each := self._route(spot, to)) is not None]
        return sorted(
            found,
            key=lambda r: (
                r.to not in spot.names,
                -(r.mbytes_s or 0),
                ENDLESS if r.latency_us is None else r.latency_us,
                r.to,
            ),
        )

    def _route(self, spot: Spot, to: str) -> Route | None:
        """What a node says of its own way, and what is known between the sites, hold both; of
        latencies the node's counts. Within a site there is a way, if nothing is known of it."""
        own = self._ways.get((spot.node, to))
        ways = [(name, way) for name in spot.names if (way := self.atlas.way(name, to)) is not None]
        if own is None and not ways and to not in spot.names:
            return None
        keys = [(f"\0{spot.node}", own.to)] if own is not None else []
        keys += [_pair(name, to) for name, _ in ways[:1]]
        links = tuple(self._index[key] for key in keys if key in self._index)
        known = [own] if own is not None else []
        latencies = [each.latency_us for each in (*known, *(way for _, way in ways[:1]))]
        return Route(
            to,
            links,
            min((self._sizes[link] for link in links), default=None),
            next((each for each in latencies if each is not None), None),
        )


class Reach:
    """What conditions make of the network: why not from a spot, or by which routes."""

    def __init__(self, network: Network, asked: Conditions) -> None:
        self._network, self._asked = network, asked
        self._read = [each for each in asked.data if each.sites]  # by a path, where it is
        self.mbytes_s = asked.bandwidth_mbytes_s if self._read else 0
        self._routes: list[list[list[Route]]] = []  # by spot and data set: those that will do
        self.never: list[Reason | None] = []  #: by spot: why not even with nothing booked
        for spot in network.spots:
            reason, routes = self._look(spot)
            self.never.append(reason)
            self._routes.append(routes if reason is None else [])

    def open(self, free: Ints, spot: Ints) -> Bools:
        """By node: whether to each data set some route has so much that is not booked."""
        of, data, one, other = self._table
        enough = np.minimum(free[one], free[other]) >= self.mbytes_s
        got = np.zeros((len(self.never), len(self._read)), dtype=np.bool_)
        got[of[enough], data[enough]] = True
        by_spot: Bools = np.logical_and.reduce(got, axis=1)
        return by_spot[spot]

    def chosen(self, free: Ints, spot: int) -> tuple[int, ...]:
        """The links that a member there books: of the best routes that have so much. One that runs
        already goes on where none has, and books the first that is known."""
        if not self.mbytes_s:
            return ()
        found: set[int] = set()
        for routes in self._routes[spot] or self._known(spot):
            able = (each for each in routes if self._left(each, free) >= self.mbytes_s)
            found.update(next(able, routes[0]).links)
        return tuple(sorted(found))

    def _known(self, spot: int) -> list[list[Route]]:
        """By data set, the routes from where nothing may start, but something may still run."""
        network, at = self._network, self._network.spots[spot]
        found = (network.routes(at, network.atlas.holders(d.name, d.sites)) for d in self._read)
        booked = ([each for each in routes if each.links] for routes in found)
        return [routes for routes in booked if routes]

    def most(self, free: Ints, spot: int) -> int:
        """How much is not booked to the data set to which it is least."""
        left = [max(self._left(r, free) for r in routes) for routes in self._routes[spot]]
        return max(0, min(left))

    def links(self, spot: int) -> set[int]:
        """Those of all its routes."""
        return {link for routes in self._routes[spot] for each in routes for link in each.links}

    @staticmethod
    def _left(route: Route, free: Ints) -> int:
        return min(free.item(link) for link in route.links)

    @cached_property
    def _table(self) -> tuple[Ints, Ints, Ints, Ints]:
        """A row for each route: its spot, its data set, its two links."""
        rows = [
            (spot, data, route.links[0], route.links[-1])
            for spot, by_data in enumerate(self._routes)
            for data, routes in enumerate(by_data)
            for route in routes
        ]
        of, data, one, other = np.array(rows, dtype=np.int64).reshape(-1, 4).T
        return of, data, one, other

    def _look(self, spot: Spot) -> tuple[Reason | None, list[list[Route]]]:
        """What is known to be against it is said before what is unknown."""
        found, against = [], [self._too_much(spot)]
        against += [self._stays(spot, data) for data in self._asked.data]
        for data in self._read:
            holders = self._network.atlas.holders(data.name, data.sites)
            routes = self._network.routes(spot, holders)
            able = [each for each in routes if self._is_slow(each) is None]
            found.append(able)
            against.append(None if able else self._too_slow(spot, routes, holders))
        said = sorted(filter(None, against), key=lambda each: each.code == UNMEASURED)
        return (said[0] if said else None), found

    def _stays(self, spot: Spot, data: DataAsk) -> Reason | None:
        """Why its data may not be used there."""
        atlas, facts = self._network.atlas, self._network.facts(spot.site)
        stays = atlas.bounds.get(atlas.classes.get(data.name, ""))
        places = {*spot.names, *(facts.places if facts else ())}
        if not stays or places & set(stays):
            return None
        if facts is None:
            where = f"where {spot.site} is" if spot.site else f"the site of {spot.text}"
            return _unknown(where, f"{data.name} must stay in {' or '.join(stays)}; {_site(spot)}")
        have = facts.country or facts.name
        return Reason("sovereignty", have, " or ".join(stays), why=data.name)

    def _is_slow(self, route: Route) -> str | None:
        """The word for what it lacks, or for what is unknown of it."""
        latency, asked = route.latency_us, self._asked
        if asked.latency_us and latency is not None and latency > asked.latency_us:
            return "slow"
        if self.mbytes_s and route.mbytes_s is not None and route.mbytes_s < self.mbytes_s:
            return "narrow"
        if asked.latency_us and latency is None:
            return "latency"
        return "bandwidth" if self.mbytes_s and route.mbytes_s is None else None

    def _too_slow(self, spot: Spot, routes: Sequence[Route], holders: Sequence[str]) -> Reason:
        """Unknown, if one of the routes may do; otherwise what the best of them has."""
        if missing := [each for each in holders if each not in {route.to for route in routes}]:
            path = f"the path from {spot.text} to {' or '.join(missing)}"
            known = f"add a link to {FILE}, or measure it there: `heddle device measure --to NODE`"
            return _unknown(path, known if spot.site else _site(spot))
        lacks = {self._is_slow(each): each for each in reversed(routes)}
        for word in ("latency", "bandwidth"):
            if word in lacks:
                to = lacks[word].to
                path = f"within {to}" if to in spot.names else f"from {spot.text} to {to}"
                link = f"add `{word}` to a link of {spot.site or spot.text} to {to} in {FILE}"
                return _unknown(f"the {word} {path}", f"{link}, or measure it from the node")
        asked = self._asked
        if (route := lacks.get("narrow")) is not None:
            have = BANDWIDTH.format(route.mbytes_s or 0)
            return Reason("network", have, BANDWIDTH.format(asked.bandwidth_mbytes_s))
        least = min(each.latency_us or 0 for each in routes)
        return Reason("network", LATENCY.format(int(least)), LATENCY.format(asked.latency_us))

    def _too_much(self, spot: Spot) -> Reason | None:
        """More of its data would have to come than the job allows."""
        atlas, most = self._network.atlas, self._asked.volume_mib
        if not most:
            return None
        names = set(spot.names)
        far = [d for d in self._read if not names & {*atlas.holders(d.name, d.sites)}]
        for data in far:
            if not data.mib:
                return _unknown(f"the size of {data.name}", _SIZE)
        total = sum(data.mib for data in far)
        return Reason("volume", MEMORY.format(total), MEMORY.format(most)) if total > most else None


def _site(spot: Spot) -> str:
    if spot.site:
        return f"describe [site.{spot.names[-1]}] in {FILE}"
    return SITE_FILE


def _unknown(what: str, remedy: str) -> Reason:
    return Reason(UNMEASURED, what, why=remedy)


def _of(figures: Mapping[str, int], device: DeviceClass) -> int | None:
    """That of the model, or else of the kind."""
    return figures.get(device.model, figures.get(device.kind))


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one <= other else (other, one)


def _spot(row: NodeRow) -> Spot:
    return Spot(row.site, row.name if row.ways else "")
