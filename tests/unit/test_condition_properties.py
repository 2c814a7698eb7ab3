"""No placement breaks a condition, whatever comes; what is refused is impossible, or unknown.

What may run where is worked out here again, in plain loops, from the rows and the atlas alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("numpy")

from heddle.cluster.cycle import Decision, Rules, decide
from heddle.cluster.explain import explain
from heddle.cluster.nodes import DeviceClass, NodeRow
from heddle.cluster.running import Cluster
from heddle.cluster.shapes import Placement
from heddle.cluster.sites.atlas import Atlas, SiteFacts
from heddle.cluster.waiting_line import WaitingLine
from heddle.cluster.why import LATER
from heddle.model.job import Conditions, DataAsk, Job
from heddle.model.site import NetworkPath
from tests.clusters import T4, check, cluster_of, gpus, node

ODD = DeviceClass("gpu", "Odd", "nobody", 15360, 3)  # its power is in no book of facts
SITES = ("fra", "hel", "vir")
STAYS = ("DE", "FI")
COUNTRIES = {"fra": "DE", "hel": "FI", "vir": "US"}
NAMES = "abcd"
figures = st.sampled_from([5, 2, 6, 9, 12, None])  # most is known, and little of it is enough


@dataclass(frozen=True)
class Place:
    """A cluster, as its operator describes it."""

    rows: tuple[NodeRow, ...]
    atlas: Atlas


@st.composite
def paths(draw: st.DrawFn, targets: tuple[str, ...]) -> tuple[NetworkPath, ...]:
    to = draw(st.lists(st.sampled_from(targets), unique=True, min_size=1, max_size=3))
    return tuple(NetworkPath(each, draw(figures), draw(figures)) for each in to)


@st.composite
def place(draw: st.DrawFn) -> Place:
    known = draw(st.lists(st.sampled_from(SITES), unique=True, min_size=1))
    facts = {
        name: SiteFacts(
            name,
            country=draw(st.sampled_from([COUNTRIES[name], COUNTRIES[name], ""])),
            price=draw(st.sampled_from([{"T4": 300}, {"T4": 900, "gpu": 300}, {}])),
            watts=draw(st.sampled_from([{}, {"gpu": 100}])),
            data=draw(st.sampled_from([(), ("records",)])),
            ways=draw(paths(SITES)),
            power=draw(st.sampled_from([None, None, None, 150, 300])),
            node_power=draw(st.sampled_from([None, None, None, 140])),
        )
        for name in known
    }
    bounds = draw(st.sampled_from([{"health": STAYS}, {}]))
    rows = [
        NodeRow(
            name,
            8000,
            65536,
            tuple(draw(st.lists(st.sampled_from([T4, T4, ODD]), min_size=1, max_size=3))),
            site=draw(st.sampled_from([*SITES, "eu/fra/1", ""])),
            ways=draw(st.one_of(st.just(()), st.just(()), paths((*SITES, *NAMES)))),
        )
        for name in NAMES[: draw(st.integers(1, len(NAMES)))]
    ]
    return Place(tuple(rows), Atlas(facts, bounds=bounds, classes={"records": "health"}))


some_data = st.lists(
    st.builds(
        DataAsk,
        st.sampled_from(["records", "logs"]),
        st.lists(st.sampled_from(SITES), min_size=1, max_size=2, unique=True).map(tuple),
        st.sampled_from([0, 10, 20]),
    ),
    min_size=1,
    max_size=2,
    unique_by=lambda each: each.name,
)


@st.composite
def some_job(draw: st.DrawFn, number: int) -> Job:
    data = tuple(draw(st.one_of(some_data, some_data, st.just([]))))
    has_data = 1 if data else 0  # the network is that to its data
    shape = draw(st.sampled_from(["single", "single", "gang", "elastic"]))
    members = 1 if shape == "single" else draw(st.integers(1, 3))
    return Job(
        f"j{number:03d}",
        "t",
        (gpus(1, draw(st.sampled_from([1000, 1000, 400]))),),
        shape=shape,
        members=members,
        least=1,
        most=members,
        cpu_milli=500,
        priority=draw(st.integers(0, 1)),
        submitted_s=number,
        expected_s=draw(st.sampled_from([None, 30])),
        conditions=Conditions(
            data=data,
            bandwidth_mbytes_s=has_data * draw(st.sampled_from([5, 2, 0])),
            latency_us=has_data * draw(st.sampled_from([0, 0, 6])),
            volume_mib=has_data * draw(st.sampled_from([0, 0, 0, 15])),
            price_milli=draw(st.sampled_from([0, 0, 0, 400])),
            watts=draw(st.sampled_from([0, 0, 0, 90])),
        ),
    )


# What may be, worked out again. Of three truths: True, False, and None for unknown.

Truth = bool | None
Links = list[tuple[str, NetworkPath]]  #: by name


def all_of(*truths: Truth) -> Truth:
    return False if False in truths else None if None in truths else True


def any_of(*truths: Truth) -> Truth:
    return True if True in truths else None if None in truths else False


def most(value: float | None, limit: float) -> Truth:
    return True if not limit else None if value is None else value <= limit


def least(value: float | None, limit: float) -> Truth:
    return True if not limit else None if value is None else value >= limit


def names_of(site: str) -> set[str]:
    return {site, *site.split("/")[:2]} - {""}


def facts_of(where: Place, row: NodeRow) -> SiteFacts | None:
    return next(
        (each for name, each in where.atlas.sites.items() if name in names_of(row.site)), None
    )


def links_to(where: Place, row: NodeRow, to: str) -> Links | None:
    """What lies between, by name; None if no path is known."""
    found = []
    at = {each.name: names_of(each.site) for each in where.rows}
    own = [way for way in row.ways if way.to == to or to in at.get(way.to, ())]
    if own:
        best = max(own, key=lambda way: (way.bandwidth_mbytes_s or 0, row.ways.index(way)))
        found.append((f"{row.name} to {best.to}", best))
    for name in names_of(row.site):
        ways = [
            way
            for one, other in ((name, to), (to, name))
            if one in where.atlas.sites
            for way in where.atlas.sites[one].ways
            if way.to == other
        ]
        if ways:
            speeds = [way.bandwidth_mbytes_s for way in ways if way.bandwidth_mbytes_s]
            delays = [way.latency_us for way in ways if way.latency_us]
            both = NetworkPath(to, min(speeds, default=None), max(delays, default=None))
            found.append((" to ".join(sorted((name, to))), both))
    return found if found or to in names_of(row.site) else None


def holders(where: Place, data: DataAsk) -> set[str]:
    return {*data.sites, *(n for n, each in where.atlas.sites.items() if data.name in each.data)}


def routes(where: Place, row: NodeRow, data: DataAsk) -> Iterator[Links | None]:
    """One for each site that has it; None where none is known."""
    return (links_to(where, row, to) for to in holders(where, data))


def will_do(asked: Conditions, links: Links | None) -> Truth:
    if links is None:
        return None
    speeds = [way.bandwidth_mbytes_s for _, way in links if way.bandwidth_mbytes_s is not None]
    delays = [way.latency_us for _, way in links if way.latency_us is not None]
    return all_of(
        most(delays[0] if delays else None, asked.latency_us),
        least(min(speeds) if speeds else None, asked.bandwidth_mbytes_s),
    )


def reaches(where: Place, row: NodeRow, asked: Conditions) -> Truth:
    truths: list[Truth] = []
    facts = facts_of(where, row)
    for data in asked.data:
        if data.name == "records" and where.atlas.bounds:
            places = {*names_of(row.site), *(facts.places if facts else ())}
            truths.append(True if places & {*STAYS} else False if facts else None)
        truths.append(any_of(*(will_do(asked, links) for links in routes(where, row, data))))
    far = [each for each in asked.data if not holders(where, each) & names_of(row.site)]
    if asked.volume_mib and far:
        size = None if any(not each.mib for each in far) else sum(each.mib for each in far)
        truths.append(most(size, asked.volume_mib))
    return all_of(*truths)


def board(where: Place, row: NodeRow, device: DeviceClass) -> int | None:
    facts = facts_of(where, row)
    said = facts.watts.get(device.model, facts.watts.get(device.kind)) if facts else None
    return 70 if said is None and device is T4 else said


def may_have(where: Place, row: NodeRow, device: DeviceClass, asked: Conditions) -> Truth:
    facts, watts = facts_of(where, row), board(where, row, device)
    price = facts.price.get(device.model, facts.price.get(device.kind)) if facts else None
    truths = [most(price, asked.price_milli), most(watts, asked.watts)]
    for budget in (facts.power, facts.node_power) if facts else ():
        truths.append(most(watts, budget or 0))
    return all_of(*truths)


def may_run(where: Place, row: NodeRow, asked: Conditions) -> Truth:
    """On the node alone, with nothing else running."""
    if not row.devices:
        return False
    return all_of(
        reaches(where, row, asked),
        any_of(*(may_have(where, row, each, asked) for each in row.devices)),
    )


def check_booked(where: Place, cluster: Cluster) -> None:
    """Each member has a route to each of its data sets, and no link has too much booked."""
    booked: Counter[str] = Counter()
    sizes: dict[str, float] = {}
    names = cluster.nodes.network.links
    for running in cluster.running.values():
        asked = running.job.conditions
        for placement in running.placements:
            row = where.rows[placement.node]
            assert may_run(where, row, asked) is True
            has = {names[link] for link in placement.links}
            booked.update(dict.fromkeys(has, asked.bandwidth_mbytes_s))
            for data in asked.data if asked.bandwidth_mbytes_s else ():
                found = [
                    {name: way.bandwidth_mbytes_s for name, way in links}
                    for links in routes(where, row, data)
                    if links is not None and will_do(asked, links)
                ]
                full = [{n: size for n, size in each.items() if size} for each in found]
                assert any(each.keys() <= has for each in full)
                for each in full:
                    sizes |= each
            check_devices(where, cluster, placement, asked)
    for name, amount in booked.items():
        assert amount <= sizes[name], name
    free = dict(zip(names, cluster.nodes.link_free.tolist(), strict=False))
    whole = dict(zip(names, cluster.capacity.link_free.tolist(), strict=False))
    assert all(whole[name] - free[name] == booked[name] for name in names)


def check_devices(where: Place, cluster: Cluster, placement: Placement, asked: Conditions) -> None:
    row = where.rows[placement.node]
    for slot, _ in placement.devices:
        assert may_have(where, row, row.devices[slot], asked) is True


def check_power(where: Place, cluster: Cluster) -> None:
    used = {
        (placement.node, slot)
        for running in cluster.running.values()
        for placement in running.placements
        for slot, _ in placement.devices
    }
    by_site: Counter[str] = Counter()
    for number, row in enumerate(where.rows):
        facts = facts_of(where, row)
        if facts is None:
            continue
        slots = [slot for node, slot in used if node == number]
        drawn = sum(board(where, row, row.devices[slot]) or 0 for slot in slots)
        by_site[facts.name] += drawn
        assert not facts.node_power or drawn <= facts.node_power
    for name, drawn in by_site.items():
        assert drawn <= (where.atlas.sites[name].power or drawn)


def check_refusals(where: Place, cluster: Cluster, line: WaitingLine, decision: Decision) -> None:
    for job in line:
        waits = decision.waits[job.id]
        truths = [may_run(where, row, job.conditions) for row in where.rows]
        if waits.reason.code == "unknown":
            assert True not in truths
            assert None in truths
        elif waits.reason.code == "impossible" and waits.reason.node is not None:
            assert {*truths} == {False}, waits.reason.text
        else:
            assert True in truths, waits.reason.text
        told = explain(cluster, job, waits, every_node=True)
        for said, truth in zip(told.nodes, truths, strict=True):
            if said.reason is not None and said.reason.code == "power":
                assert truth is not None, "one device may be too much for a budget"
            elif said.reason is None or said.reason.code in LATER:
                assert truth is True
            elif said.reason.code == "unmeasured":
                assert truth is not True
            else:
                assert truth is False or said.reason.code == "kind"
        if waits.reason.code in LATER:
            assert told.holders
            assert told.would_start


@settings(max_examples=80, deadline=None)
@given(st.data(), place(), st.booleans())
def test_no_placement_breaks_a_condition(
    data: st.DataObject, where: Place, preemption: bool
) -> None:
    cluster, line = cluster_of(*where.rows, atlas=where.atlas), WaitingLine()
    rules = Rules(preemption=preemption, patience_s=60)
    number = 0
    for step in range(data.draw(st.integers(1, 3))):
        for _ in range(data.draw(st.integers(1, 6))):
            line.add(data.draw(some_job(number)))
            number += 1
        if cluster.running:
            for gone in data.draw(st.sets(st.sampled_from(sorted(cluster.running)))):
                cluster.end(gone)
        decision = decide(cluster, line, 40 * step, rules)
        check(cluster)
        check_booked(where, cluster)
        check_power(where, cluster)
        check_refusals(where, cluster, line, decision)
    for job_id in [*cluster.running]:
        cluster.end(job_id)
    assert (cluster.nodes.link_free == cluster.capacity.link_free).all()
    assert (cluster.nodes.free == cluster.capacity.free).all()


def test_the_check_itself_sees_a_broken_condition() -> None:
    """It would be of no use otherwise."""
    way = (NetworkPath("hel", 5, 5),)
    where = Place((node("a", T4, T4, site="fra"),), Atlas({"fra": SiteFacts("fra", ways=way)}))
    cluster = cluster_of(*where.rows, atlas=where.atlas)
    asked = Conditions(data=(DataAsk("logs", ("hel",)),), bandwidth_mbytes_s=5)
    job = Job("x", "t", (gpus(),), conditions=asked)
    decide(cluster, [job], 0)
    check_booked(where, cluster)
    cluster.nodes.link_free[0] = 5
    with pytest.raises(AssertionError):
        check_booked(where, cluster)
