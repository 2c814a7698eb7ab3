"""Topology: the tree, distances inside and above the node, where a node stands."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle import cli
from heddle.errors import UsageError
from heddle.inventory.host import Recorded
from heddle.inventory.machine import look
from heddle.inventory.probes import memory
from heddle.inventory.site import load_site
from heddle.inventory.topology_picture import draw
from heddle.inventory.topology_text import compared, lines, place, short
from heddle.model.distance import CLASSES, NEIGHBOUR, between_nodes, pcie_mbytes_s
from heddle.model.hardware import Component, Link, Machine, PeerLink
from heddle.model.site import NetworkPath, Site, measured_ways, merged, nearest_common, parse_site
from heddle.model.topology import Topology
from tests import machines


def gpu(id: str, parent: str | None, numa: int | None = None, *peers: PeerLink) -> Component:
    return Component(id, "gpu", "v", "m", parent=parent, numa=numa, peers=peers)


def bridge(id: str, parent: str | None, numa: int | None = None) -> Component:
    return Component(id, "bridge", "v", "m", parent=parent, numa=numa)


#: Two sockets. The first has a root with two switches, one behind the other, and another root:
#: a, b on the outer switch; c, d on the inner one; e beside the switches; f on the other root.
BRIDGES = (
    *(bridge("r0", None, 0), bridge("r1", None, 0), bridge("r2", None, 1)),
    *(bridge("p0", "r0"), bridge("s0", "p0"), bridge("s0a", "s0"), bridge("s0b", "s0")),
    *(bridge("s0c", "s0"), bridge("s1", "s0c"), bridge("s1a", "s1"), bridge("s1b", "s1")),
    *(bridge("p1", "r0"), bridge("p2", "r1"), bridge("p3", "r2"), bridge("empty", "r2")),
)
GPUS = (
    *(gpu("a", "s0a"), gpu("b", "s0b"), gpu("c", "s1a"), gpu("d", "s1b"), gpu("e", "p1")),
    *(gpu("f", "p2"), gpu("g", "p3")),
)
DUAL = Topology(Machine("dual", (*BRIDGES, *GPUS)))


@pytest.mark.parametrize(
    ("pair", "word"),
    [
        ("aa", "SELF"),
        ("ab", "PIX"),
        ("cd", "PIX"),
        ("ac", "PXB"),
        ("ae", "PHB"),
        ("af", "NODE"),
        ("ag", "SYS"),
    ],
)
def test_what_lies_between_two_devices(pair: str, word: str) -> None:
    """One switch, several, the root, the socket, the other socket."""
    assert DUAL.distance(pair[0], pair[1]).word == word


def test_two_functions_of_a_card_do_not_make_its_slot_a_switch() -> None:
    """A card with two ports on a switch is as near to its neighbour as one with one port."""
    both = Topology(Machine("x", (*BRIDGES, *GPUS, gpu("a2", "s0a"))))
    assert both.distance("a", "a2").word == both.distance("a2", "b").word == "PIX"


@st.composite
def trees(draw: st.DrawFn) -> Machine:
    """Any machine: roots on NUMA nodes, bridges below, devices anywhere."""
    places = [
        bridge(f"r{n}", None, draw(st.integers(0, 2))) for n in range(draw(st.integers(1, 3)))
    ]
    for number in range(draw(st.integers(0, 12))):
        places.append(bridge(f"b{number}", draw(st.sampled_from(places)).id))
    parents = draw(st.lists(st.sampled_from(places), min_size=1, max_size=8))
    return Machine("any", (*places, *(gpu(f"g{n}", p.id) for n, p in enumerate(parents))))


@given(trees())
def test_distances_over_the_bus_are_an_ultrametric(machine: Machine) -> None:
    """Zero to itself, the same both ways, and never farther than by a detour's worst part."""
    topology = Topology(machine)
    ids = [component.id for component in machine.accelerators]
    d = {pair: topology.distance(*pair).value for pair in product(ids, ids)}
    for a, b in d:
        assert (d[a, b] == 0) == (a == b)
        assert d[a, b] == d[b, a]
        assert all(d[a, b] <= max(d[a, c], d[c, b]) for c in ids)


@given(trees())
def test_every_device_stands_in_the_tree_once(machine: Machine) -> None:
    """And every bridge at most once; those left out lead nowhere else."""
    found = [branch.id for branch in Topology(machine).tree().walk()]
    assert len(found) == len(set(found))
    assert {component.id for component in machine.accelerators} <= set(found)


def test_bridges_that_lead_to_one_thing_are_folded_and_counted() -> None:
    """Root ports and the ports of switches are said, not shown; empty ones are not even said."""
    text = "\n".join(lines(DUAL.tree()))
    assert "a  gpu  v/m  behind 1 bridge" in text
    assert "PCIe switch s0  behind 1 bridge" in text
    assert "empty" not in text
    assert text.count("NUMA node") == 2


@given(st.integers(1, 30), st.integers(1, 30))
def test_more_links_are_nearer_and_all_are_nearer_than_the_bus(few: int, many: int) -> None:
    """A direct link, links through a switch, PCIe: in this order for the same number of links."""
    few, many = sorted((few, many))

    def value(*peers: tuple[str, int]) -> int:
        a = gpu("a", None, 0, PeerLink(peers[0][0], "nvlink", peers[0][1]))
        b = gpu("b", None, 1, *(PeerLink(to, "nvlink", links) for to, links in peers[1:]))
        return Topology(Machine("x", (a, b))).distance("a", "b").value

    assert value(("b", many)) <= value(("b", few)) < value(("sw", few), ("sw", few))
    assert value(("sw", few), ("sw", many)) == value(("sw", few), ("sw", few))
    assert value(("sw", 1), ("sw", 1)) < CLASSES["PIX"][0]


def test_ends_that_disagree_about_their_links_are_believed_the_fewer() -> None:
    """So that the distance is the same both ways."""
    a = gpu("a", None, 0, PeerLink("b", "nvlink", 4))
    b = gpu("b", None, 0, PeerLink("a", "nvlink", 2))
    two = Topology(Machine("x", (a, b)))
    assert two.distance("a", "b") == two.distance("b", "a")
    assert short(two.distance("a", "b")) == "NV2"


def test_the_bandwidth_is_that_of_the_narrowest_link() -> None:
    """PCIe 4 x8 on one side limits PCIe 5 x16 on the other."""
    wide = replace(gpu("a", "s0a"), link=Link(2.5, 16, 32.0, 16))  # idle now
    narrow = replace(gpu("b", "s0b"), link=Link(16.0, 8, 16.0, 16))
    both = Topology(Machine("x", (*BRIDGES, wide, narrow)))
    assert both.distance("a", "b").mbytes_s == pcie_mbytes_s(Link(16.0, 8)) == 15753
    assert pcie_mbytes_s(Link(32.0, 16)) == 63015
    assert pcie_mbytes_s(Link(2.5, 1)) == 250
    assert DUAL.distance("a", "b").mbytes_s is None


def test_sockets_that_the_kernel_calls_farther_are_farther() -> None:
    """From the distances of NUMA nodes, which memory carries."""
    memory = [
        Component(f"memory@{n}", "memory", "v", "m", numa=n, attributes={"distances": text})
        for n, text in enumerate(("0:10 1:21 2:32", "0:21 1:10 2:21", "0:32 1:21 2:10"))
    ]
    devices = [gpu(name, None, node) for node, name in enumerate("abc")]
    three = Topology(Machine("x", (*memory, *devices)))
    near, far = three.distance("a", "b"), three.distance("a", "c")
    assert near.word == far.word == "SYS"
    assert near.value < far.value < CLASSES["RACK"][0]


def test_partitions_of_one_device_are_the_nearest() -> None:
    """And they have the links of the whole."""
    whole = gpu("a", "s0a", None, PeerLink("b", "xgmi", 2))
    parts = (gpu("a/0", "a"), gpu("a/1", "a"))
    parted = Topology(Machine("x", (*BRIDGES, whole, *parts, gpu("b", "s0b"))))
    assert parted.distance("a/0", "a/1").word == parted.distance("a/0", "a").word == "CHIP"
    assert short(parted.distance("a/0", "b")) == "XGMI2"


@cache
def known(name: str) -> Topology:
    return Topology(look(machines.machine(name)))


def test_eight_h100_and_four_switches() -> None:
    """Every GPU reaches every other by 18 NVLinks, its own network card by one PCIe switch."""
    topology = known("8x-h100-nvswitch")
    shown = compared(topology.tree())
    gpus = [component.id for component in shown if component.kind == "gpu"]
    cards = [component.id for component in shown if component.kind == "nic"]
    assert len(gpus) == len(cards) == 8
    between = [topology.distance(a, b) for a in gpus for b in gpus if a != b]
    assert {(short(each), each.mbytes_s) for each in between} == {("NV18*", 450_000)}
    for gpu_id in gpus:
        words = sorted(topology.distance(gpu_id, card).word for card in cards)
        assert words == ["NODE"] * 3 + ["PIX"] + ["SYS"] * 4


@pytest.mark.parametrize("name", machines.names())
def test_every_known_machine_can_be_shown(name: str) -> None:
    """As a tree with all its accelerators, and as a picture that is XML."""
    topology = known(name)
    text = "\n".join(lines(topology.tree()))
    assert all(component.name in text for component in topology.machine.accelerators)
    ElementTree.fromstring(draw(topology, Site(rack="<&>")))


def test_the_verb_answers_in_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nodes form one tree, distances one square."""
    site = tmp_path / "site.toml"
    site.write_text('rack = "B12"\n[[link]]\nto = "n2"\nlatency_us = 8\n')
    monkeypatch.setenv("HEDDLE_SITE", str(site))
    monkeypatch.setenv("HEDDLE_STATE", str(tmp_path))
    assert cli.main(["device", "topology", "-o", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    ids = {node["id"] for node in found["nodes"]}
    tops = [node for node in found["nodes"] if node["parent"] is None]
    assert [top["kind"] for top in tops] == ["machine"]
    assert all(node["parent"] in ids for node in found["nodes"] if node not in tops)
    assert (len(found["distances"]) ** 0.5).is_integer()
    assert found["site"]["rack"] == "B12"
    assert found["network"][0]["latency_us"] == 8


names = st.sampled_from([None, "1", "2"])
sites = st.builds(Site, names, names, names, names)


@given(sites, sites, sites)
def test_distances_between_nodes_are_an_ultrametric(a: Site, b: Site, c: Site) -> None:
    """Whatever was said of where they stand, and all are farther than anything in a node."""
    ab, bc, ac = (
        between_nodes(x, one, y, other).value
        for x, one, y, other in (("a", a, "b", b), ("b", b, "c", c), ("a", a, "c", c))
    )
    assert ac <= max(ab, bc)
    assert ab == between_nodes("b", b, "a", a).value >= CLASSES["RACK"][0]
    assert between_nodes("a", a, "a", a).value == 0


def test_racks_of_one_name_in_two_rooms_are_two_racks() -> None:
    """What is larger is compared first."""
    assert nearest_common(Site("eu", "f", "1", "B"), Site("eu", "f", "2", "B")) == "data_centre"
    assert nearest_common(Site(rack="B"), Site(rack="B")) == "rack"
    assert nearest_common(Site(), Site()) is None
    assert place(Site("eu", "f", None, "B")) == "region eu / data centre f / rack B"


@pytest.mark.parametrize(
    ("given_site", "message"),
    [
        ({"rak": "B"}, r"f: 'rak' is not known. Did you mean 'rack'\?"),
        ({"rack": 12}, "rack = 12 must be text in quotes"),
        ({"link": {"to": "x"}}, r"\[\[link\]\]"),
        ({"link": [{"latency_us": 1}]}, "link 1: it leads nowhere"),
        ({"link": [{"to": "x", "latency": 1}]}, "Did you mean 'latency_us'"),
        ({"link": [{"to": "x", "latency_us": 0}]}, "more than 0"),
        ({"link": [{"to": "x", "latency_us": "8 us"}]}, "must be a number"),
    ],
)
def test_a_site_that_makes_no_sense_is_refused_with_the_remedy(
    given_site: dict[str, object], message: str
) -> None:
    """The message names the file, the place in it and what is allowed."""
    with pytest.raises(UsageError, match=message):
        parse_site(given_site, "f")


def test_what_was_measured_is_believed_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """And nonsense in what was remembered is left out."""
    measured = {"n2": {"bandwidth_mbytes_s": 900, "at": 1.0}, "n3": 7, "n4": {}, "n5": {"at": "x"}}
    monkeypatch.setenv("HEDDLE_STATE", str(tmp_path))
    monkeypatch.setenv("HEDDLE_SITE", str(tmp_path / "site.toml"))
    (tmp_path / "network.json").write_text(json.dumps(measured))
    (tmp_path / "site.toml").write_text('[[link]]\nto = "n2"\nbandwidth_mbytes_s = 12500\n')
    site = load_site()
    assert site.ways == (NetworkPath("n2", 900, None, "measured", 1.0),)
    assert between_nodes("n1", site, "n2", Site()).mbytes_s == 900
    assert measured_ways([]) == []
    assert merged((), []) == ()


def test_a_site_that_is_named_must_be_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A slip in the variable is not taken for nothing said; broken TOML is shown with its line."""
    monkeypatch.setenv("HEDDLE_SITE", str(tmp_path / "site.toml"))
    with pytest.raises(UsageError, match="no such file"):
        load_site()
    (tmp_path / "site.toml").write_text("rack = B12\n")
    with pytest.raises(UsageError, match="line 1"):
        load_site()


def test_a_node_without_memory_does_not_shift_the_distances() -> None:
    """The kernel's line has a number for each node that is there, not for each with memory."""
    lines_of = {0: "10 17 31", 1: "17 10 21", 2: "31 21 10"}
    files = {f"{memory.NODES}/node{n}/distance": line for n, line in lines_of.items()}
    for node in (0, 2):
        files[f"{memory.NODES}/node{node}/meminfo"] = f"Node {node} MemTotal: 1048576 kB"
    banks = memory.PROBE.components(Recorded(files), ())
    assert [bank.numa for bank in banks] == [0, 2]
    devices = [gpu(name, None, node) for node, name in enumerate("abc")]
    found = Topology(Machine("x", (*banks, *devices)))
    far = CLASSES["SYS"][0] + 31 - NEIGHBOUR
    assert found.distance("a", "c").value == far
    assert found.distance("b", "c").value == CLASSES["SYS"][0] + 1  # a line of the other end
    assert found.distance("a", "b").value == CLASSES["SYS"][0]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 10**400])
def test_a_way_that_no_number_describes_is_refused(value: float) -> None:
    """TOML can say them, and nobody can reckon with them."""
    with pytest.raises(UsageError, match="must be a number"):
        parse_site({"link": [{"to": "x", "bandwidth_mbytes_s": value}]}, "f")
    assert measured_ways({"x": {"bandwidth_mbytes_s": value}}) == []
