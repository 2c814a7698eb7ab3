"""How far two components or two nodes are apart: integers that a policy can compare.

Inside a node they are ordered as `nvidia-smi topo` orders them, then comes the network, from the
rack to somewhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from heddle.model.hardware import Link
from heddle.model.site import Site, nearest_common

#: The classes, near to far: word, distance, what lies between.
CLASSES: Mapping[str, tuple[int, str]] = {
    "SELF": (0, "the same component"),
    "CHIP": (1, "parts of one device"),
    "LINK": (2, "# links of their own; the more, the nearer"),
    "FABRIC": (3, "# links to the same switches; the more, the nearer"),
    "PIX": (30, "one PCIe switch, or one slot"),
    "PXB": (40, "several PCIe switches of one root"),
    "PHB": (50, "the same PCIe root"),
    "NODE": (60, "the same NUMA node"),
    "SYS": (70, "the links between NUMA nodes"),
    "RACK": (100, "the network of a rack"),
    "ROOM": (200, "the network of a room"),
    "DATA_CENTRE": (300, "the network of a data centre"),
    "REGION": (400, "the network of a region"),
    "ELSEWHERE": (500, "somewhere else, or unknown"),
}
#: More links than these are as near as can be; LINK and FABRIC stay below PIX.
MOST_LINKS = 18
#: The usual NUMA distance of the kernel to a neighbour (to itself it is 10).
NEIGHBOUR = 20


@dataclass(frozen=True, slots=True)
class Distance:
    """How far two are apart, and what is between them."""

    word: str  #: one of CLASSES
    value: int  #: to compare: 0 to itself, larger is farther
    kind: str | None = None  #: of LINK and FABRIC: nvlink, xgmi, ...
    links: int = 0  #: of LINK and FABRIC
    mbytes_s: int | None = None  #: at most, one way; None if unknown


def distance_of(word: str, mbytes_s: int | None = None, numa: int = NEIGHBOUR) -> Distance:
    farther = min(max(numa - NEIGHBOUR, 0), 29) if word == "SYS" else 0
    return Distance(word, CLASSES[word][0] + farther, mbytes_s=mbytes_s)


def linked(word: str, kind: str, links: int, mbytes_s: int | None) -> Distance:
    value = CLASSES[word][0] + MOST_LINKS - min(max(links, 1), MOST_LINKS)
    return Distance(word, value, kind, links, mbytes_s)


def between_nodes(a: str, site_a: Site, b: str, site_b: Site) -> Distance:
    """Between two nodes, by where they stand; the bandwidth is what either's site knows of it."""
    if a == b:
        return distance_of("SELF")
    common = nearest_common(site_a, site_b)
    known = [
        int(way.bandwidth_mbytes_s)
        for own, name, other in ((site_a, b, site_b), (site_b, a, site_a))
        for way in own.ways
        if way.bandwidth_mbytes_s is not None and way.to in (name, *other.places)
    ]
    return distance_of(common.upper() if common else "ELSEWHERE", min(known, default=None))


def pcie_mbytes_s(link: Link) -> int | None:
    """What the link can carry at its full speed, one way, without the headers of packets.

    8b/10b up to 5 GT/s, 128b/130b up to 32 GT/s, from 64 GT/s on 236 of 256 bytes of a flit (PCI
    Express Base Specification, by public accounts of it). The speed is the most both ends can do,
    because an idle link rests at a lower one; the width is the negotiated one.
    """
    speed, width = link.max_speed_gts or link.speed_gts, link.width or link.max_width
    if not speed or not width:
        return None
    coding = 0.8 if speed <= 5 else 128 / 130 if speed <= 32 else 236 / 256
    return int(speed * coding * 1000 / 8 * width)
