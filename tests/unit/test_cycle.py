"""The cluster's cycle: who starts, where, and why the others wait."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle.cluster.cycle import Rules, decide
from heddle.cluster.explain import explain, why_here
from heddle.cluster.quota import Quota
from heddle.cluster.running import Cluster, expand
from heddle.model.job import Alternative, Conditions, DeviceAsk, Job
from tests.clusters import (
    FPGA,
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


def test_first_come_first_served_within_a_priority() -> None:
    cluster = cluster_of(node("n", T4))
    jobs = [job("late", submitted_s=5), job("early", submitted_s=1), job("urgent", priority=1)]
    decision = decide(cluster, jobs, 10, Rules(preemption=False))
    assert started(decision) == ["urgent"]
    assert set(decision.waits) == {"late", "early"}
    cluster.end("urgent")
    assert started(decide(cluster, [jobs[0], jobs[1]], 11)) == ["early"]


def test_members_of_an_array_start_as_people_count() -> None:
    cluster = cluster_of(node("n", *[T4] * 12))
    members = [job(f"j9[{i}]") for i in range(12)]
    assert started(decide(cluster, members[::-1], 10)) == [f"j9[{i}]" for i in range(12)]


def test_a_drained_node_is_a_reason_to_wait_with_its_remedy() -> None:
    """It could run the job, so the job is not impossible; where another may soon, that counts."""
    drained = replace(node("n", T4), cordoned=True)
    cluster, waiting = cluster_of(drained), job("a")
    waits = decide(cluster, [waiting], 0).waits["a"]
    assert waits.reason.text == "the node is drained: it takes no new work"
    assert "heddle node undrain NODE" in explain(cluster, waiting, waits).would_start[0]
    never = decide(cluster, [job("b", gpus(2))], 0).waits["b"].reason
    assert never.text == (
        "no node could ever run it: 1 of 1 nodes: the job needs 2 such devices on one node, it "
        "has 1"
    )
    cluster = cluster_of(drained, node("m", T4))
    decide(cluster, [job("first")], 0)
    assert decide(cluster, [waiting], 0).waits["a"].reason.code == "devices"


def test_who_has_least_goes_first() -> None:
    cluster = cluster_of(node("n", T4, T4, T4))
    mine = [job(f"a{i}", submitted_s=i) for i in range(3)]
    yours = [job(f"b{i}", submitted_s=9, tenant="b") for i in range(3)]
    assert started(decide(cluster, mine + yours, 10)) == ["a0", "b0", "a1"]


def test_the_fastest_alternative_that_fits_is_taken() -> None:
    """And the next one when that is busy; what was measured counts more than the order."""
    cluster = cluster_of(node("h", H100), node("t", T4, T4))
    choice = (gpus(1, 1000, "H100"), gpus(2, 1000, "T4"))
    decision = decide(cluster, [job("one", *choice), job("two", *choice)], 0)
    assert [running.alternative for running in decision.starts] == [0, 1]
    cluster = cluster_of(node("h", H100), node("t", T4, T4))
    rules = Rules(rate=lambda _, index: (400, 900)[index])
    assert [r.alternative for r in decide(cluster, [job("one", *choice)], 0, rules).starts] == [1]


def test_what_is_needed_together_is_given_together() -> None:
    both = Alternative((DeviceAsk(1, "gpu"), DeviceAsk(1, "fpga"), DeviceAsk(8, "cpu")))
    cluster = cluster_of(node("gpu only", T4), node("both", T4, FPGA))
    (running,) = decide(cluster, [job("x", both)], 0).starts
    assert cluster.nodes.names[running.placements[0].node] == "both"
    assert len(running.placements[0].devices) == 2
    assert running.placements[0].cpu_milli == 8000
    decision = decide(cluster, [job("y", both)], 0)
    assert decision.waits["y"].reason.code == "devices"


def test_a_gang_starts_whole_or_not() -> None:
    cluster = cluster_of(node("a", T4), node("b", T4))
    decision = decide(cluster, [job("gang", shape="gang", members=3)], 0)
    assert decision.waits["gang"].reason.code == "impossible"
    assert (cluster.nodes.device_free == cluster.capacity.device_free).all()
    decide(cluster, [job("small")], 0)
    decision = decide(cluster, [job("pair", shape="gang", members=2)], 0)
    reason = decision.waits["pair"].reason
    assert (reason.code, reason.have, reason.wanted) == ("gang", 1, 2)


def test_a_gang_that_must_be_near_stays_in_one_rack() -> None:
    rows = [node(f"{rack}{i}", T4, site=f"eu/1/1/{rack}") for rack in "pq" for i in range(3)]
    cluster = cluster_of(*rows)
    near = Conditions(joined="rack")
    (running,) = decide(cluster, [job("g", shape="gang", members=3, conditions=near)], 0).starts
    assert len({cluster.nodes.names[p.node][0] for p in running.placements}) == 1
    decide(cluster, [job("small")], 0)
    decision = decide(cluster, [job("h", shape="gang", members=3, conditions=near)], 0)
    assert decision.waits["h"].reason.code == "gang"


def test_an_elastic_job_takes_what_there_is() -> None:
    cluster = cluster_of(node("n", T4, T4, T4))
    decide(cluster, [job("small")], 0)
    (running,) = decide(cluster, [job("e", shape="elastic", least=1, most=4)], 0).starts
    assert running.members == 2


def test_the_smallest_set_of_victims_goes_and_nobody_of_the_same_priority() -> None:
    cluster = cluster_of(node("a", T4, T4), node("b", T4, T4))
    low = [job("two", gpus(2)), job("one"), job("other")]
    assert len(decide(cluster, low, 0).starts) == 3
    assert not decide(cluster, [job("equal", gpus(2))], 1).preempts
    decision = decide(cluster, [job("high", gpus(2), priority=5)], 1)
    assert decision.preempts == {"two": "high"}
    assert started(decision) == ["high"]
    assert not decide(cluster, [job("higher", gpus(2), priority=6)], 2).preempts.keys() & {"two"}


def test_a_job_that_may_not_be_preempted_stays() -> None:
    cluster = cluster_of(node("a", T4))
    decide(cluster, [job("rock", preemptible=False)], 0)
    decision = decide(cluster, [job("high", priority=9)], 1)
    assert not decision.preempts
    assert decision.waits["high"].reason.code == "devices"


def test_a_limit_is_never_exceeded() -> None:
    cluster = with_quotas(cluster_of(node("n", T4, T4, T4)), a=Quota(limit={"gpu": 2000}))
    decision = decide(cluster, [job(f"j{i}", submitted_s=i) for i in range(3)], 10)
    assert started(decision) == ["j0", "j1"]
    reason = decision.waits["j2"].reason
    assert (reason.code, reason.tenant) == ("quota", "a")


def test_where_there_is_room_the_quota_is_the_reason_whatever_another_way_lacks() -> None:
    cluster = cluster_of(node("s", T4), node("t", T4), node("h", H100, H100))
    cluster = with_quotas(cluster, a=Quota(limit={"gpu": 1000}))
    decide(cluster, [job("other", gpus(1, 1000, "T4"), tenant="b")], 0)
    ways = (gpus(1, 1000, "T4"), gpus(1, 1000, "H100"))
    waits = decide(cluster, [job("gang", *ways, shape="gang", members=2)], 1).waits["gang"]
    assert waits.candidates[0].refusals["gang"] == 1
    assert waits.reason.code == "quota"


def test_what_is_borrowed_is_given_back_to_whom_it_is_guaranteed() -> None:
    """Whatever the priority; and no more than the guarantee."""
    guarantee = Quota(nominal={"gpu": 1000})
    cluster = with_quotas(cluster_of(node("n", T4, T4)), a=guarantee, b=guarantee)
    assert len(decide(cluster, [job("a1"), job("a2", priority=3, submitted_s=1)], 0).starts) == 2
    decision = decide(cluster, [job("b1", tenant="b"), job("b2", tenant="b", submitted_s=1)], 5)
    assert decision.preempts == {"a1": "b1"}
    assert started(decision) == ["b1"]
    assert "b2" in decision.waits
    assert not decide(cluster, [job("a1", submitted_s=9)], 10).preempts, "nobody is over any more"


def test_short_jobs_fill_the_gap_and_long_ones_do_not_delay() -> None:
    """Room is kept for the large job where and when it will be free."""
    cluster = cluster_of(node("a", T4, T4), node("b", T4))
    decide(cluster, [job("runs"), job("ends", expected_s=100, submitted_s=1)], 0)
    large = job("large", gpus(2), submitted_s=1)
    short, long = job("short", expected_s=50, submitted_s=2), job("long", submitted_s=3)
    decision = decide(cluster, [large, short, long], 10)
    assert "large" in decision.waits
    assert "short" in started(decision)
    (kept,) = decision.reservations
    assert kept.at_s is not None
    placed = {r.job.id: cluster.nodes.names[r.placements[0].node] for r in decision.starts}
    assert placed.get("long") != "a"


def test_patience_keeps_room_where_nobody_says_when_it_ends() -> None:
    cluster = cluster_of(node("a", T4, T4))
    decide(cluster, [job("runs")], 0)
    large = job("large", gpus(2))
    assert started(decide(cluster, [large, job("small", submitted_s=1)], 10)) == ["small"]
    cluster.end("small")
    decision = decide(cluster, [large, job("small", submitted_s=1)], 10_000)
    assert not decision.starts
    assert decision.waits["small"].reason.code == "reserved"


def test_explanations_agree_with_the_decision() -> None:
    cluster = cluster_of(node("a", T4, T4), node("b", H100))
    decide(cluster, [job("runs", gpus(2, 1000, "T4"), expected_s=60)], 0)
    wants = job("w", gpus(2, 1000, "T4"), gpus(2, 1000, "H100"))
    decision = decide(cluster, [wants], 5)
    told = explain(cluster, wants, decision.waits["w"], every_node=True)
    assert told.reason.code == "devices"
    assert told.starts_s == 60
    assert told.would_start
    by_node = {(each.node, each.alternative): each.reason for each in told.nodes}
    codes = {key: reason.code for key, reason in by_node.items() if reason is not None}
    assert codes[("a", 0)] == "devices"
    assert codes[("b", 0)] == "kind"
    assert codes[("b", 1)] == "too-few"
    here = why_here(cluster, cluster.running["runs"])
    assert (here.node, here.fitting, here.runner_up) == ("a", 1, None)


def test_an_array_is_as_many_jobs() -> None:
    parts = expand(job("x", shape="array", members=3))
    assert [part.id for part in parts] == ["x[0]", "x[1]", "x[2]"]


asks = st.builds(
    DeviceAsk,
    count=st.integers(1, 3),
    kind=st.sampled_from(["gpu", "fpga"]),
    share_milli=st.sampled_from([1000, 1000, 500, 250]),
).map(lambda ask: ask if ask.count == 1 else replace(ask, share_milli=1000))
some_jobs = st.lists(
    st.builds(
        lambda number, shape, alternatives, members, priority, tenant, expected: Job(
            f"j{number}",
            tenant,
            tuple(alternatives),
            shape=shape,
            members=members,
            most=members,
            cpu_milli=500,
            priority=priority,
            submitted_s=number,
            expected_s=expected,
        ),
        st.integers(0, 10**6),
        st.sampled_from(["single", "gang", "elastic"]),
        st.lists(
            st.builds(Alternative, st.lists(asks, min_size=1, max_size=2).map(tuple)),
            min_size=1,
            max_size=2,
        ),
        st.integers(1, 4),
        st.integers(0, 2),
        st.sampled_from("abc"),
        st.sampled_from([None, 30, 300]),
    ),
    max_size=12,
    unique_by=lambda job: job.id,
).map(lambda jobs: [replace(j, members=1, most=1) if j.shape == "single" else j for j in jobs])


def fresh() -> Cluster:
    return cluster_of(
        node("a", T4, T4, FPGA), node("b", T4, T4), node("c", H100, FPGA, cores=2), node("d")
    )


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.lists(some_jobs, min_size=1, max_size=3), st.randoms())
def test_properties(batches: Sequence[list[Job]], random: object) -> None:
    """Never oversubscribed, gangs and conjunctions whole, no preemption between equals, everybody
    starts or has a reason, and the same again gives the same."""
    cluster, twin = fresh(), fresh()
    for number, jobs in enumerate(batches):
        waiting = [replace(j, id=f"{j.id}.{number}") for j in jobs]
        before = dict(cluster.running)
        decision = decide(cluster, waiting, number * 60)
        again = decide(twin, waiting, number * 60)
        assert decision == again
        check(cluster)
        names = set(started(decision))
        assert names | set(decision.waits) == {j.id for j in waiting}
        assert not names & set(decision.waits)
        by_id = {j.id: j for j in waiting}
        for victim, winner in decision.preempts.items():
            assert before[victim].job.priority < by_id[winner].priority
        for running in decision.starts:
            alternative = running.job.alternatives[running.alternative]
            wanted = sum(ask.count for ask in alternative.asks)
            assert all(len(placement.devices) >= 1 for placement in running.placements)
            milli = sum(ask.count * ask.share_milli for ask in alternative.asks)
            for placement in running.placements:
                assert sum(taken for _, taken in placement.devices) == milli
                assert len(placement.devices) <= wanted
        for name, waits in decision.waits.items():
            assert waits.reason.text
            told = explain(cluster, by_id[name], waits)
            assert told.reason == waits.reason


def test_nodes_whose_rack_nobody_knows_are_not_near_each_other() -> None:
    cluster = cluster_of(node("a", T4, site=""), node("b", T4, T4, site="eu"))
    near = Conditions(joined="rack")
    three = job("three", shape="gang", members=3, conditions=near)
    reason = decide(cluster, [three], 0).waits["three"].reason
    assert (reason.code, "the rack of 2 nodes was never configured" in reason.text) == (
        "unknown",
        True,
    )
    (running,) = decide(cluster, [job("g", shape="gang", members=2, conditions=near)], 0).starts
    assert {placement.node for placement in running.placements} == {1}
