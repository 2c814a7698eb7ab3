"""Jobs that grow and shrink, deadlines, prices, and quotas of alternatives, in the cycle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from heddle.cluster import choosing, ordering
from heddle.cluster.cycle import Rules, decide
from heddle.cluster.migration.matching import SETTLED_S
from heddle.cluster.quota import Quota
from heddle.cluster.waiting_line import WaitingLine
from heddle.model.job import Conditions, Job
from tests.clusters import (
    H100,
    T4,
    check,
    cluster_of,
    gpus,
    job,
    node,
    started,
    with_quotas,
)


def elastic(name: str, least: int, most: int, **more: Any) -> Job:
    more = {"resumes": True, **more}
    return job(name, shape="elastic", least=least, most=most, members=most, **more)


def test_an_elastic_job_takes_what_nobody_needs_and_gives_it_back() -> None:
    cluster = cluster_of(node("n", T4, T4, T4, T4))
    line = WaitingLine([elastic("e", 1, 4), job("fixed", submitted_s=1)])
    first = decide(cluster, line, 0)
    assert cluster.running["e"].members == 4
    assert "fixed" in first.waits
    second = decide(cluster, line, 1)
    assert started(second) == ["fixed"]
    assert second.shrinks["e"].members == cluster.running["e"].members == 3
    assert not second.preempts
    cluster.end("fixed")
    assert not decide(cluster, line, 2).grows, "it would restart too often"
    third = decide(cluster, line, 1 + SETTLED_S)
    assert third.grows["e"].members == 4
    check(cluster)


def test_an_elastic_job_keeps_its_least_and_gives_nothing_to_the_less_important() -> None:
    cluster = cluster_of(node("n", T4, T4, T4))
    decide(cluster, [elastic("e", 2, 3, priority=5)], 0)
    assert "low" in decide(cluster, [job("low", priority=1)], 1).waits
    decision = decide(cluster, [job("high", gpus(2), priority=5)], 1)
    assert "high" in decision.waits, "two would leave it with one"
    assert cluster.running["e"].members == 3
    check(cluster)


def test_what_is_left_takes_longer_with_fewer_members() -> None:
    cluster = cluster_of(node("n", T4, T4))
    decide(cluster, [elastic("e", 1, 2, expected_s=1000)], 0)
    assert cluster.running["e"].ends_s == 1000
    decide(cluster, [job("one")], 500)
    assert cluster.running["e"].ends_s == 1500
    cluster.end("one")
    decide(cluster, [], 1000)
    assert cluster.running["e"].ends_s == 1250


def test_an_elastic_job_does_not_grow_beyond_its_quota_or_its_rack() -> None:
    rows = [node(f"{rack}{i}", T4, site=f"eu/1/1/{rack}") for rack in "pq" for i in range(2)]
    cluster = cluster_of(*rows)
    decide(cluster, [job("one")], 0)
    near = elastic("e", 1, 4, conditions=Conditions(joined="rack"))
    decide(cluster, [near], 0)
    cluster.end("one")
    decide(cluster, [], SETTLED_S)
    racks = {cluster.nodes.names[p.node][0] for p in cluster.running["e"].placements}
    assert len(racks) == 1
    limited = with_quotas(cluster_of(node("n", T4, T4, T4)), a=Quota(limit={"gpu": 2000}))
    decide(limited, [elastic("e", 1, 3)], 0)
    assert limited.running["e"].members == 2
    decide(limited, [], SETTLED_S)
    assert limited.running["e"].members == 2


def test_another_kind_is_taken_where_the_quota_of_the_first_is_used_up() -> None:
    cluster = with_quotas(cluster_of(node("h", H100), node("t", T4)))
    cluster = with_quotas(cluster, a=Quota(limit={"gpu": 1000}))
    both = job("x", gpus(1, 1000, "H100"), gpus(1, 500, "T4"))
    decide(cluster, [job("half", gpus(1, 500, "T4"))], 0)
    (running,) = decide(cluster, [both], 1).starts
    assert running.alternative == 1


def test_who_must_start_soonest_goes_first_with_the_deadline_policy() -> None:
    cluster = cluster_of(node("n", T4))
    jobs = [
        job("whenever", submitted_s=0),
        job("later", submitted_s=1, deadline_s=900, expected_s=100),
        job("long", submitted_s=2, deadline_s=1000, expected_s=600),
    ]
    assert started(decide(cluster, WaitingLine(jobs, ordering.find("deadline")), 10)) == ["long"]


def test_the_alternative_is_chosen_by_speed_price_or_energy_and_by_the_deadline() -> None:
    choice = (gpus(1, 1000, "H100"), replace(gpus(1, 1000, "T4"), rate_milli=250))
    prices, watts = {"H100": 6000, "T4": 600}, {"H100": 700, "T4": 180}

    def chosen(policy: str, **more: Any) -> int:
        cluster = cluster_of(node("h", H100), node("t", T4))
        cluster.price, cluster.watts = prices.__getitem__, watts.__getitem__
        rules = Rules(choose=choosing.find(policy))
        (running,) = decide(cluster, [job("x", *choice, expected_s=100, **more)], 0, rules).starts
        return running.alternative

    assert chosen("fastest") == 0
    assert chosen("cheapest") == 1, "ten times cheaper, four times slower"
    assert chosen("least_energy") == 0, "a quarter of the power, but four times as long"
    assert chosen("cheapest", deadline_s=200) == 0, "the cheap one would be too late"


def test_a_shorter_job_behind_a_longer_one_still_fills_the_gap() -> None:
    """Jobs that ask for the same share their fate, but not if one of them would be done in time."""
    cluster = cluster_of(node("a", T4, T4))
    decide(cluster, [job("runs", expected_s=100)], 0)
    large = job("large", gpus(2))
    long, short = (
        job("long", submitted_s=1, expected_s=500),
        job("short", submitted_s=2, expected_s=50),
    )
    decision = decide(cluster, [large, long, short], 10)
    assert started(decision) == ["short"]
    assert decision.waits["long"].reason.code == "reserved"
    assert decision.waits["large"].reason.code == "devices"


def test_trying_out_reservations_and_victims_leaves_scores_as_they_were() -> None:
    """What-if placings must not reach the policy that keeps figures of the real nodes."""
    from heddle.cluster import placing
    from heddle.cluster.nodes import Nodes
    from heddle.cluster.placer import Placer
    from heddle.cluster.running import Cluster, shape_of

    nodes = Nodes.from_rows([node(f"n{i}", T4, T4, T4, T4) for i in range(4)])
    mix = {shape_of(job("x", gpus(n)), gpus(n)): 1.0 for n in (1, 2, 4)}

    def fresh() -> Cluster:
        return Cluster(Placer(nodes.copy(), placing.find("room", nodes, mix)), nodes)

    cluster, twin = fresh(), fresh()
    low = [job(f"l{i}", gpus(1 + i % 2), submitted_s=i, expected_s=50 + i) for i in range(10)]
    decide(cluster, low, 0, Rules(preemption=False, reservations=0))
    for running in cluster.running.values():
        twin.start(running)
    large = job("large", gpus(4), shape="gang", members=4)
    decide(cluster, [large], 1)
    shape = shape_of(job("x"), gpus(1))
    assert (cluster.placer.scores(shape) == twin.placer.scores(shape)).all()
