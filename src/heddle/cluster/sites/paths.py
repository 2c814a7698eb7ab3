"""The network between two nodes, by all that is known: what they say of it themselves, and what is
configured between their sites."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from heddle.cluster.row import NodeRow
from heddle.cluster.sites.atlas import Atlas
from heddle.model.site import NetworkPath, site_names

MEASURED = "measured"


def path_between(here: NodeRow, there: NodeRow, atlas: Atlas) -> NetworkPath | None:
    """The nearest that is known: between the two nodes, from one to the site of the other, between
    the sites. None: nothing is. Within a node there is no network."""
    if here.name == there.name:
        return None
    candidates = (
        _said(here, there, (there.name,), (here.name,)),
        _said(here, there, site_names(there.site), site_names(here.site)),
        _between_sites(here.site, there.site, atlas),
    )
    for ways in candidates:
        if (found := _one(ways)) is not None:
            return replace(found, to=there.name)
    return None


def _said(
    here: NodeRow, there: NodeRow, to_there: Iterable[str], to_here: Iterable[str]
) -> Iterator[NetworkPath]:
    """By either node: a way has the same length in both directions."""
    for row, names in ((here, {*to_there}), (there, {*to_here})):
        yield from (way for way in row.ways if way.to in names)


def _between_sites(here: str, there: str, atlas: Atlas) -> Iterator[NetworkPath]:
    """By the nearest names of both, as far as a way between those is known."""
    names, others = site_names(here), site_names(there)
    for far in range(len(names) + len(others) - 1):
        pairs = (
            (one, others[far - i]) for i, one in enumerate(names) if 0 <= far - i < len(others)
        )
        ways = [way for one, other in pairs if (way := atlas.way(one, other)) is not None]
        if any(way.latency_us is not None for way in ways):
            yield from ways
            return


def _one(ways: Iterable[NetworkPath]) -> NetworkPath | None:
    """A measurement is believed first; of those that are alike the lower bandwidth and the higher
    latency. A way of unknown latency says nothing here."""
    known = [way for way in ways if way.latency_us is not None]
    known = [way for way in known if way.source == MEASURED] or known
    if not known:
        return None
    speeds = [each for way in known if (each := way.bandwidth_mbytes_s) is not None]
    return NetworkPath(
        known[0].to,
        min(speeds, default=None),
        max(way.latency_us or 0 for way in known),
        known[0].source,
        known[0].at,
    )
