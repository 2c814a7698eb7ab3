"""Where a node stands: region, data centre, room and rack, and how far it is to other nodes.

region = "eu-central"
data_centre = "fra1"
room = "2"
rack = "B12"

[[link]]                     # what is known of the way to another node, or to another site
to = "node7"
bandwidth_mbytes_s = 12500
latency_us = 8
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from heddle.errors import UsageError, did_you_mean
from heddle.model.metric import is_number

#: From far to near.
PLACES = ("region", "data_centre", "room", "rack")
_LINK = {"to": str, "bandwidth_mbytes_s": (int, float), "latency_us": (int, float)}


@dataclass(frozen=True, slots=True)
class NetworkPath:
    """What is known of the network to another node or site."""

    to: str
    bandwidth_mbytes_s: float | None = None
    latency_us: float | None = None
    source: str = "configured"  #: or measured
    at: float | None = None  #: when it was measured, seconds since 1970


@dataclass(frozen=True, slots=True)
class Site:
    """The place of a node; None where nothing was said."""

    region: str | None = None
    data_centre: str | None = None
    room: str | None = None
    rack: str | None = None
    ways: tuple[NetworkPath, ...] = ()

    @property
    def places(self) -> tuple[str | None, ...]:
        return (self.region, self.data_centre, self.room, self.rack)


def nearest_common(a: Site, b: Site) -> str | None:
    """The smallest of PLACES that both are in; None if they share nothing that was said.

    Racks of the same name in different rooms are different racks.
    """
    common = None
    for name, one, other in zip(PLACES, a.places, b.places, strict=True):
        if one != other:
            break
        if one is not None:
            common = name
    return common


def site_names(site: str) -> tuple[str, ...]:
    """By which jobs and files may name the site of a node, `region/data centre/room/rack` or one
    word: the whole, its data centre, its region, and nothing smaller. Nearest first."""
    parts = site.split("/")
    return tuple(dict.fromkeys(name for name in (site, *reversed(parts[:2])) if name))


def parse_site(given: Mapping[str, Any], where: str) -> Site:
    """The site that a configuration describes.

    :raises UsageError: if something in it is not known or not of the right kind
    """
    _only(given, (*PLACES, "link"), where)
    for name in PLACES:
        _of(given, name, str, where)
    links = given.get("link", [])
    if not isinstance(links, list) or not all(isinstance(link, dict) for link in links):
        raise UsageError(f"{where}: `link` is a list. Write each as [[link]] with `to = ...`.")
    return Site(
        **{name: given.get(name) for name in PLACES},
        ways=tuple(_way(link, f"{where}, link {n}") for n, link in enumerate(links, start=1)),
    )


def measured_ways(found: Any) -> list[NetworkPath]:
    """What a measurement of the network remembered, {peer: {...}}, without invalid entries."""
    ways = []
    for peer, values in found.items() if isinstance(found, dict) else ():
        if isinstance(values, dict):
            speed, delay, at = (
                value if is_number(value := values.get(name)) and value > 0 else None
                for name in ("bandwidth_mbytes_s", "latency_us", "at")
            )
            if speed is not None or delay is not None:
                ways.append(NetworkPath(str(peer), speed, delay, "measured", at))
    return ways


def merged(
    configured: tuple[NetworkPath, ...], measured: list[NetworkPath]
) -> tuple[NetworkPath, ...]:
    """One way to each node: what was measured is believed before what was written down."""
    best = {way.to: way for way in (*configured, *measured)}
    return tuple(best[to] for to in sorted(best))


def _way(link: Mapping[str, Any], where: str) -> NetworkPath:
    _only(link, tuple(_LINK), where)
    for name, kind in _LINK.items():
        _of(link, name, kind, where)
    if "to" not in link:
        raise UsageError(f"{where}: it leads nowhere. Add `to = ...`, a node's or a site's name.")
    for name in ("bandwidth_mbytes_s", "latency_us"):
        if not is_number(value := link.get(name, 1)) or value <= 0:
            raise UsageError(f"{where}: {name} = {value} must be a number, more than 0.")
    return NetworkPath(link["to"], link.get("bandwidth_mbytes_s"), link.get("latency_us"))


def _only(given: Mapping[str, Any], allowed: tuple[str, ...], where: str) -> None:
    for name in given:
        if name not in allowed:
            hint = did_you_mean(name, allowed, 0.5)
            raise UsageError(f"{where}: {name!r} is not known.{hint} Known: {', '.join(allowed)}.")


def _of(given: Mapping[str, Any], name: str, kind: Any, where: str) -> None:
    value = given.get(name)
    if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
        wanted = "text in quotes" if kind is str else "a number"
        raise UsageError(f"{where}: {name} = {value!r} must be {wanted}.")
