"""sites.toml: the sites of a federation and the rules between them. Keys: docs/concepts/sites.md.

currency = "EUR"                    # of all prices

[site.fra]
tier = "cloud"                      # cloud, edge or end
country = "DE"
price = { h200 = 3.9, cpu = 0.04 }  # for a device-hour, by model or kind
co2 = 320                           # grams for a kilowatt hour
data = ["records"]                  # data sets that are there

[[site.fra.link]]
to = "ber"
bandwidth = "10Gbit/s"
latency = "4ms"
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from heddle.cluster.sites.atlas import (
    CURRENCY,
    PREFERENCES,
    TIERS,
    UNIT,
    WHEN_SILENT,
    Atlas,
    Charter,
    SiteFacts,
    Wishes,
)
from heddle.errors import UsageError
from heddle.metering.models import board_watts
from heddle.model.catalogue import ASKABLE, meanings
from heddle.model.quantity import BANDWIDTH, DURATION, HOUR_PRICE, LATENCY, MONEY, POWER, RATE
from heddle.model.site import NetworkPath
from heddle.spec import values
from heddle.spec.document import DocumentNode, SourceText
from heddle.spec.section import Section
from heddle.spec.toml_reader import open_source, read_toml

TOP = ("site", "federation", "rule", "data", "lane", "simulation", "currency")
SITE = ("tier", "country", "region", "price", "watts", "co2", "data", "link", "power", "node_power")
LINK = ("to", "bandwidth", "latency")
CHARTER = ("silent", "offers", "offer", "again", "margin", "slack")
LANE = ("prefer", "when_silent", "budget", "tiers")

_whole = values.whole
T = TypeVar("T")


def read(path: Path) -> Atlas:
    """The sites of a file; what it says of a simulation is left to the simulator.

    :raises FileError: if something in it is wrong; it has every problem with its place
    :raises UsageError: if the file cannot be read
    """
    source = open_source(path)
    atlas = parse(source, read_toml(source))
    source.end()
    return atlas


def parse(source: SourceText, document: DocumentNode) -> Atlas:
    """Problems are left on the source."""
    top = Section(document, source, "the file", TOP)
    sites = tables(top, "site", _site)
    if not sites:
        top.refuse(top.node, "there is no site. Write [site.NAME] for each.")
    for node in _links(top):
        its = Section(node, source, "a link", LINK)
        to = its.read("to", values.name, "")
        if to and to not in sites:
            its.refuse(its.at("to"), f"to: there is no [site.{to}].")
    return Atlas(
        sites,
        _charter(table(top, "federation", CHARTER)),
        tables(top, "rule", _rule),
        tables(top, "data", _class),
        tables(top, "lane", _lane),
        top.read("currency", values.name, CURRENCY),
    )


def table(above: Section, key: str, allowed: tuple[str, ...]) -> Section:
    """A table below another; empty where it is not there."""
    node = above.nodes.get(key) or DocumentNode(above.node.line, above.node.column, entries=())
    return Section(node, above.source, key, allowed)


def tables(top: Section, key: str, make: Callable[[str, DocumentNode, Section], T]) -> dict[str, T]:
    """[key.NAME], each by its name."""
    if key not in top:
        return {}
    named = Section(top.nodes[key], top.source, f"[{key}]", None)
    found = {}
    for name, node in named.nodes.items():
        try:
            values.name(name)
        except UsageError as error:
            named.refuse(node, f"{key}: {error}")
        found[name] = make(name, node, named)
    return found


def _site(name: str, node: DocumentNode, above: Section) -> SiteFacts:
    its = Section(node, above.source, f"[site.{name}]", SITE)
    watts = board_watts() | by_device(its, "watts", _whole(0, 100_000))
    return SiteFacts(
        name,
        its.read("tier", values.one_of(TIERS), "cloud"),
        its.read("country", values.name, ""),
        its.read("region", values.name, ""),
        by_device(its, "price", HOUR_PRICE.parse, (UNIT,)),
        watts,
        its.read("co2", _whole(0, 10_000), None),
        its.many("data", values.name) if "data" in its else (),
        tuple(_link(each, its) for each in its.entries("link")),
        its.read("power", POWER.parse, None),
        its.read("node_power", POWER.parse, None),
    )


def by_device(
    section: Section, key: str, parse: Callable[[str], int], more: tuple[str, ...] = ()
) -> dict[str, int]:
    """By model or kind, or one of `more`; a word that stands for several models counts for each."""
    words = (*ASKABLE, *more)
    if key not in section:
        return {}
    its = Section(section.nodes[key], section.source, key, None)
    found: dict[str, int] = {}
    for word in its.nodes:
        meant = [model for each in meanings(word) for model in each.models]
        if word not in words and not meant:
            rule = f"{key}: {word!r} is not a known model or kind. Kinds: {', '.join(words)}."
            its.refuse(its.nodes[word], rule)
        amount = its.read(word, parse, 0)
        found |= {word: amount} if word in words else dict.fromkeys(meant, amount)
    return found


def _link(node: DocumentNode, above: Section) -> NetworkPath:
    its = Section(node, above.source, "a link", LINK)
    if node.entries is not None and "to" not in its:
        its.refuse(node, "link: it leads nowhere. Add `to`, a site.")
    return NetworkPath(
        its.read("to", values.name, ""),
        its.read("bandwidth", BANDWIDTH.parse, None),
        its.read("latency", LATENCY.parse, None),
    )


def _links(top: Section) -> list[DocumentNode]:
    entries = top.nodes["site"].entries if "site" in top else ()
    found: list[DocumentNode] = []
    for _, site in entries or ():
        for key, node in site.entries or ():
            found += (node.items or ()) if key.text == "link" else ()
    return found


def _charter(its: Section) -> Charter:
    usual = Charter()
    return Charter(
        its.read("silent", DURATION.parse, usual.silent_s),
        its.read("offers", _whole(1, 100), usual.offers),
        its.read("offer", DURATION.parse, usual.offer_s),
        its.read("again", DURATION.parse, usual.again_s),
        its.read("margin", RATE.parse, usual.margin_milli),
        its.read("slack", DURATION.parse, usual.slack_s),
    )


def _rule(name: str, node: DocumentNode, above: Section) -> tuple[str, ...]:
    its = Section(node, above.source, f"[rule.{name}]", ("stays_in",))
    if node.entries is not None and "stays_in" not in its:
        its.refuse(node, 'a rule says where data of this class stays: stays_in = ["DE"].')
    return its.many("stays_in", values.name)


def _class(name: str, node: DocumentNode, above: Section) -> str:
    its = Section(node, above.source, f"[data.{name}]", ("class",))
    if node.entries is not None and "class" not in its:
        its.refuse(node, 'data: its class is missing, for the rules: class = "health".')
    return its.read("class", values.name, "")


def _lane(name: str, node: DocumentNode, above: Section) -> Wishes:
    its = Section(node, above.source, f"[lane.{name}]", LANE)
    return Wishes(
        its.read("prefer", values.one_of(tuple(PREFERENCES)), "balanced"),
        its.read("when_silent", values.one_of(WHEN_SILENT), "wait"),
        its.read("budget", MONEY.parse, None),
        its.many("tiers", values.one_of(TIERS)),
    )
