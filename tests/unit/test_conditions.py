"""Conditions on data, network, price and power: enforced, or refused as impossible or unknown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("numpy")

from heddle.cluster.cycle import decide
from heddle.cluster.explain import explain
from heddle.cluster.nodes import NodeRow
from heddle.cluster.row_json import plain_row, read_row
from heddle.cluster.running import Cluster
from heddle.cluster.sites.atlas import Atlas, SiteFacts
from heddle.errors import HeddleError, UsageError
from heddle.model.job import Conditions, DataAsk, Job
from heddle.model.reason import Reason
from heddle.model.site import NetworkPath
from heddle.server.rows import Rows
from tests.clusters import H100, T4, cluster_of, gpus, job, node, started
from tests.core_world import CoreWorld, one

DATA = (DataAsk("scans", ("hel",), 1024),)


def atlas(*sites: SiteFacts, **more: Any) -> Atlas:
    return Atlas({site.name: site for site in sites}, **more)


def linked(mbytes_s: float | None = 1000, latency_us: float | None = 500) -> Atlas:
    return atlas(SiteFacts("fra", ways=(NetworkPath("hel", mbytes_s, latency_us),)))


def reads(name: str = "x", *, members: int = 1, **conditions: Any) -> Job:
    asked = Conditions(**{"data": DATA, **conditions})
    shape = "single" if members == 1 else "gang"
    return job(name, gpus(), shape=shape, members=members, conditions=asked)


def refused(cluster: Cluster, asked: Job) -> Reason:
    decision = decide(cluster, [asked], 0)
    assert started(decision) == []
    return decision.waits[asked.id].reason


def starts(cluster: Cluster, asked: Job) -> bool:
    return started(decide(cluster, [asked], 0)) == [asked.id]


def test_data_is_reached_by_a_path_that_is_known() -> None:
    far = node("a", T4, site="fra")
    reason = refused(cluster_of(far), reads())
    assert reason.code == "unknown"
    assert "the path from fra to hel was never measured or configured" in reason.text
    assert "--sites" in reason.text
    assert "heddle device measure --to" in reason.text
    assert starts(cluster_of(far, atlas=linked()), reads())
    assert starts(cluster_of(node("a", T4, site="hel")), reads()), "it is there"
    assert starts(cluster_of(node("a", T4, site="eu/hel/1/b")), reads()), "in the data centre"
    nowhere = refused(cluster_of(node("a", T4, site="")), reads())
    assert "site.toml" in nowhere.text


@pytest.mark.parametrize(
    ("known", "asked", "code", "words"),
    [
        (linked(1000), {"bandwidth_mbytes_s": 1001}, "impossible", "1GB/s to its data, it needs"),
        (linked(), {"latency_us": 499}, "impossible", "500us to its data, it needs 499us"),
        (linked(mbytes_s=None), {"bandwidth_mbytes_s": 1}, "unknown", "the bandwidth from fra"),
        (linked(latency_us=None), {"latency_us": 1}, "unknown", "the latency from fra to hel"),
        (linked(10, None), {"bandwidth_mbytes_s": 11, "latency_us": 1}, "impossible", "10MB/s"),
    ],
)
def test_what_the_path_cannot_do_is_impossible_and_what_is_not_known_unknown(
    known: Atlas, asked: dict[str, Any], code: str, words: str
) -> None:
    reason = refused(cluster_of(node("a", T4, site="fra"), atlas=known), reads(**asked))
    assert (reason.code, words in reason.text) == (code, True), reason.text


def test_within_a_site_bandwidth_is_known_only_if_someone_says_it() -> None:
    here = node("a", T4, site="hel")
    reason = refused(cluster_of(here), reads(bandwidth_mbytes_s=100))
    assert reason.code == "unknown"
    assert "the bandwidth within hel" in reason.text
    own = atlas(SiteFacts("hel", ways=(NetworkPath("hel", 100, 20),)))
    assert starts(cluster_of(here, atlas=own), reads(bandwidth_mbytes_s=100, latency_us=20))
    measured = replace(here, ways=(NetworkPath("store", 100, 20, "measured"),))
    store = node("store", site="hel", cores=0)
    assert starts(cluster_of(measured, store), reads(bandwidth_mbytes_s=100, latency_us=20))


def test_bandwidth_is_booked_by_each_member_until_it_ends() -> None:
    rows = [node(name, T4, T4, site="fra") for name in "ab"]
    cluster = cluster_of(*rows, atlas=linked(1000))
    assert starts(cluster, reads("one", bandwidth_mbytes_s=400, members=2))
    assert cluster.nodes.link_free[0] == 200
    second = reads("two", bandwidth_mbytes_s=400)
    reason = refused(cluster, second)
    assert reason == Reason("bandwidth", 200, 400)
    assert reason.text == "200MB/s to its data are not booked, 400MB/s are needed"
    decision = decide(cluster, [second], 0)
    told = explain(cluster, second, decision.waits["two"])
    assert [each.job.id for each in told.holders] == ["one"]
    assert starts(cluster, reads("three")), "what asks for no bandwidth needs none"
    cluster.end("one")
    assert starts(cluster, second)
    cluster.end("two")
    assert cluster.nodes.link_free[0] == 1000
    whole = refused(cluster, reads("gang", bandwidth_mbytes_s=400, members=3))
    assert "2 of 3 members fit at once" in whole.text


def test_a_more_important_job_takes_bandwidth_from_any_node() -> None:
    rows = [node(name, T4, site="fra") for name in "ab"]
    cluster = cluster_of(*rows, atlas=linked(1000))
    assert starts(cluster, reads("low", bandwidth_mbytes_s=800))
    urgent = replace(reads("high", bandwidth_mbytes_s=300), priority=5)
    decision = decide(cluster, [urgent], 0)
    assert (started(decision), decision.preempts) == (["high"], {"low": "high"})
    assert cluster.nodes.link_free[0] == 700


def test_a_path_of_its_own_counts_beside_that_of_the_site() -> None:
    way = (NetworkPath("hel", 300, 900, "measured"),)
    own, other = (node(name, T4, T4, site="fra") for name in "ab")
    cluster = cluster_of(replace(own, ways=way), other, atlas=linked(1000, 500))
    quick = reads("quick", bandwidth_mbytes_s=200, latency_us=600)
    (running,) = decide(cluster, [quick], 0).starts
    assert cluster.nodes.names[running.placements[0].node] == "b", "the node knows that it is far"
    thin = [reads(f"t{n}", bandwidth_mbytes_s=250) for n in range(3)]
    nodes = [cluster.nodes.names[r.placements[0].node] for r in decide(cluster, thin, 0).starts]
    assert sorted(nodes) == ["a", "b"], "the third is too much for the path of a"


def test_data_of_several_sites_comes_from_where_there_is_room() -> None:
    both = (DataAsk("scans", ("hel", "vir")),)
    ways = (NetworkPath("hel", 1000, 10), NetworkPath("vir", 600, 90))
    cluster = cluster_of(node("a", *[T4] * 4, site="fra"), atlas=atlas(SiteFacts("fra", ways=ways)))
    jobs = [reads(f"j{n}", data=both, bandwidth_mbytes_s=500) for n in range(4)]
    decision = decide(cluster, jobs, 0)
    assert started(decision) == ["j0", "j1", "j2"]
    assert cluster.nodes.link_free[:2].tolist() == [0, 100]
    assert decision.waits["j3"].reason.code == "bandwidth"


def test_data_stays_where_it_must() -> None:
    known = atlas(
        SiteFacts("fra", country="DE", ways=(NetworkPath("hel", 1, 1), NetworkPath("vir", 1, 1))),
        SiteFacts("vir", country="US", ways=(NetworkPath("hel", 1, 1),)),
        bounds={"health": ("DE", "FI")},
        classes={"scans": "health"},
    )
    assert starts(cluster_of(node("a", T4, site="fra"), atlas=known), reads())
    abroad = refused(cluster_of(node("a", T4, site="vir"), atlas=known), reads())
    assert "scans must stay in DE or FI, and it is in US" in abroad.text
    nobody = refused(cluster_of(node("a", T4, site="oslo"), atlas=known), reads())
    assert (nobody.code, "where oslo is was never" in nobody.text) == ("unknown", True)


def test_data_that_is_copied_stays_where_it_must_as_well() -> None:
    known = atlas(
        SiteFacts("vir", country="US"), bounds={"health": ("DE",)}, classes={"scans": "health"}
    )
    abroad = cluster_of(node("a", T4, site="vir"), atlas=known)
    assert "scans must stay in DE" in refused(abroad, job("x", data=("scans@v1",))).text
    assert starts(abroad, job("y", data=("logs@v1",))), "no path to it is needed"


def test_no_more_is_moved_than_allowed() -> None:
    cluster = cluster_of(node("a", T4, site="fra"), atlas=linked())
    assert starts(cluster_of(node("a", T4, site="fra"), atlas=linked()), reads(volume_mib=1024))
    assert "1GiB of its data would come" in refused(cluster, reads(volume_mib=1023)).text
    unsaid = reads(volume_mib=9999, data=(DataAsk("scans", ("hel",)),))
    assert "the size of scans was never" in refused(cluster, unsaid).text
    assert starts(cluster_of(node("a", T4, site="hel")), reads(volume_mib=1)), "nothing is moved"


def test_a_price_is_known_or_the_device_is_not_given() -> None:
    known = atlas(SiteFacts("fra", price={"T4": 500, "cpu": 40}), SiteFacts("hel"))
    cluster = cluster_of(node("a", T4, H100, site="fra"), node("b", T4, site="hel"), atlas=known)
    asked = [job(f"j{n}", gpus(), conditions=Conditions(price_milli=500)) for n in range(2)]
    decision = decide(cluster, asked, 0)
    (running,) = decision.starts
    assert cluster.nodes.classes[cluster.nodes.device_class[0, 0]] == T4
    assert running.placements[0].devices == ((0, 1000),)
    assert decision.waits["j1"].reason.code == "devices", "it waits for the one that it can pay"
    told = explain(cluster, asked[1], decision.waits["j1"], every_node=True)
    assert [each.reason.code for each in told.nodes if each.reason] == ["devices", "unmeasured"]
    poor = job("poor", gpus(1, 1000, "T4"), conditions=Conditions(price_milli=499))
    reason = refused(cluster_of(node("a", T4, site="fra"), atlas=known), poor)
    assert "a device-hour costs 0.5, and the job pays 0.499 at most" in reason.text
    unpriced = refused(cluster_of(node("b", T4, site="hel"), atlas=known), poor)
    assert "the price of T4 at hel was never measured or configured" in unpriced.text


def test_the_power_of_a_device_is_limited() -> None:
    cluster = cluster_of(node("a", T4, H100, site="fra"))
    (running,) = decide(cluster, [job("x", gpus(), conditions=Conditions(watts=70))], 0).starts
    assert running.placements[0].devices == ((0, 1000),)
    big = job("y", gpus(1, 1000, "H100"), conditions=Conditions(watts=70))
    assert (
        "its devices draw up to 700 W each, and the job allows 70 W" in refused(cluster, big).text
    )


def test_power_budgets_limit_what_runs_at_once() -> None:
    known = atlas(SiteFacts("fra", watts={"gpu": 100}, node_power=200, power=300))
    rows = [node(name, T4, T4, T4, site="fra") for name in "ab"]
    cluster = cluster_of(*rows, atlas=known)
    decision = decide(cluster, [job(f"j{n}") for n in range(5)], 0)
    assert len(decision.starts) == 3
    per_node = [len([1 for r in decision.starts if r.placements[0].node == i]) for i in (0, 1)]
    assert sorted(per_node) == [1, 2]
    reason = decision.waits["j4"].reason
    assert reason.text == "0 W of the power budget of fra are left, and its devices draw 100 W"
    told = explain(cluster, job("j4"), decision.waits["j4"])
    assert len(told.holders) == 3
    shares = [job(f"s{n}", gpus(1, 500)) for n in range(2)]
    cluster.end("j0")
    assert len(decide(cluster, shares, 0).starts) == 2, "both on one device, which counts once"
    large = refused(cluster_of(*rows, atlas=known), job("three", gpus(3)))
    assert "impossible" in large.code
    assert "200 W of the power budget of the node are left" in large.text


def test_a_device_of_unknown_power_is_not_given_under_a_budget() -> None:
    odd = replace(T4, model="Odd 1")
    known = atlas(SiteFacts("fra", power=9999))
    reason = refused(cluster_of(node("a", odd, site="fra"), atlas=known), job("x"))
    assert (reason.code, "the power of Odd 1 at fra" in reason.text) == ("unknown", True)
    assert starts(cluster_of(node("a", odd, site="hel"), atlas=known), job("x"))


def test_a_node_says_what_it_knows_of_the_network() -> None:
    row = NodeRow("a", 1000, 1024, ways=(NetworkPath("hel", 12.5, None, "measured", 7.0),))
    assert read_row(plain_row(row)) == row
    assert "ways" not in plain_row(NodeRow("a", 1000, 1024)), "a server of before reads it"
    wrong = {**plain_row(row), "ways": [{"to": "hel", "latency_us": -1}]}
    with pytest.raises(UsageError, match=r"row.ways\[0\].latency_us: must be a number above 0"):
        read_row(wrong)


class Elsewhere:
    """An engine with nodes of which it knows nothing but the names."""

    name, lacks, down = "elsewhere", (), ""

    def nodes(self) -> list[NodeRow]:
        return [NodeRow("a", 1000, 1024), NodeRow("b", 1000, 1024, site="own")]


def test_a_joined_node_says_where_it_stands_if_its_engine_does_not() -> None:
    way = (NetworkPath("hel", 10, 10),)
    said = NodeRow("", 0, 0, site="fra", ways=way)
    warned: list[HeddleError] = []
    rows = Rows([Elsewhere()], warned.append, says=lambda name: said)  # type: ignore[list-item]
    found = rows.look(())
    assert [(each.site, each.ways) for each in found.values()] == [("fra", way), ("own", way)]


@pytest.mark.parametrize("crash", [False, True])
def test_a_control_plane_books_and_books_again_after_a_crash(crash: bool) -> None:
    rows = [node(name, T4, site="fra") for name in "abc"]
    world = CoreWorld(rows, atlas=linked(1000))
    data = [{"name": "scans", "sites": ["hel"]}]
    asked = {"conditions": {"data": data, "bandwidth": "400MB/s"}}
    ids = world.submit(*(one(name, **asked) for name in "xyz"))
    world.settle()
    world.look()
    world.settle(crash=crash)
    world.settle()
    free = world.core.pool.cluster.nodes.link_free
    assert free[0] == 200
    reason = world.core.reason(ids[2])
    assert reason is not None
    assert reason.code == "bandwidth"
    world.core.join(node("d", T4, site="fra"), world.now_ms)
    world.until_quiet()
    assert world.core.pool.cluster.nodes.link_free[0] == 200, "nor does a new node change it"
    world.end(f"{ids[0]}.1", 0)
    world.until_quiet()
    assert world.jobs[ids[2]].state == "running"
    for job_id in ids[1:]:
        world.end(f"{job_id}.1", 0)
    world.until_quiet()
    assert world.core.pool.cluster.nodes.link_free[0] == 1000


def test_what_runs_goes_on_when_its_path_is_narrower_now() -> None:
    world = CoreWorld([node(name, T4, site="fra") for name in "ab"], atlas=linked(1000))
    data = [{"name": "scans", "sites": ["hel"]}]
    asked = {"conditions": {"data": data, "bandwidth": "400MB/s"}}
    world.submit(*(one(name, **asked) for name in "xy"))
    world.until_quiet()
    world.atlas = linked(500)
    world.settle(crash=True)
    assert len(world.core.pool.cluster.running) == 2
    assert world.core.pool.cluster.nodes.link_free[0] == -300
