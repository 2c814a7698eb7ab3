"""What the placing policy learns from what has come so far, and where members of gangs go."""

from __future__ import annotations

import random

import pytest

from heddle.cluster.cycle import Rules, decide
from heddle.cluster.expected import Expected
from heddle.cluster.nodes import Nodes
from heddle.cluster.placer import Placer
from heddle.cluster.running import Cluster, shape_of
from heddle.sim.cluster.simulation import Simulation
from heddle.sim.cluster.truth import Arrival
from tests.clusters import T4, cluster_of, gpus, job, node, started


def learning(count: int, *devices: int) -> Cluster:
    """So many nodes of each number of devices."""
    rows = [node(f"{each}-{i}", *[T4] * each, cores=32) for each in devices for i in range(count)]
    nodes, expected = Nodes.from_rows(rows), Expected()
    return Cluster(Placer(nodes.copy(), expected.policy(nodes)), nodes, expected=expected)


@pytest.mark.parametrize("seed", range(5))
def test_small_jobs_that_come_and_go_leave_nodes_whole(seed: int) -> None:
    """Nobody has asked for a whole node yet; the first who does finds one."""
    chance, at_s = random.Random(seed), 0
    arrivals = []
    for number in range(150):
        at_s += chance.randint(1, 20)
        small = job(f"s{number}", submitted_s=at_s)
        arrivals.append(Arrival(small, chance.randint(20, 200)))
    arrivals.append(Arrival(job("large", gpus(4), submitted_s=at_s), 10))
    told = Simulation(learning(6, 4), arrivals).run().jobs
    assert told["large"].first_start_s == at_s


def test_an_array_counts_as_its_members() -> None:
    told, one = Expected(), Expected()
    shape = shape_of(job("x"), gpus())
    told.add([shape], 100)
    for _ in range(100):
        one.add([shape])
    assert told.is_due
    assert one.is_due
    nodes = learning(2, 4).capacity
    told.policy(nodes)
    assert not told.is_due
    told.add([shape], 99)
    assert not told.is_due
    told.add([shape])
    assert told.is_due


def test_a_gang_is_on_few_nodes() -> None:
    """Not where the least is left: two nodes would have to be shared by its members."""
    cluster = cluster_of(node("a", T4), node("b", T4, T4), node("c", T4, T4, T4, T4))
    (gang,) = decide(cluster, [job("g", shape="gang", members=4)], 0).starts
    assert {placement.node for placement in gang.placements} == {2}
    cluster = cluster_of(node("a", T4), node("b", T4, T4), node("c", T4, T4, T4))
    (gang,) = decide(cluster, [job("g", shape="gang", members=5)], 0).starts
    assert {placement.node for placement in gang.placements} == {1, 2}


def test_without_backfill_nobody_starts_before_those_that_came_earlier() -> None:
    jobs = [job("large", gpus(2), submitted_s=0), job("small", submitted_s=1)]
    assert started(decide(cluster_of(node("n", T4)), jobs, 2, Rules(backfill=False))) == []
    cluster = cluster_of(node("n", T4), node("m", T4))
    jobs = [job("a"), job("large", gpus(2)), job("small", submitted_s=1)]
    assert started(decide(cluster, jobs, 2, Rules(backfill=False))) == ["a"]
    assert started(decide(cluster_of(node("n", T4)), jobs[1:], 2)) == ["small"]


def test_who_has_had_less_goes_first_where_service_counts() -> None:
    """A long job is preempted for a new one once it has had its time, and never for an equal."""
    cluster = cluster_of(node("n", T4))
    short = job("short", submitted_s=50)
    arrivals = [Arrival(job("long"), 1000), Arrival(short, 30)]
    told = Simulation(cluster, arrivals, restart_s=0, levels=(100.0, 200.0)).run().jobs
    assert told["short"].first_start_s == 100
    assert told["short"].end_s == 130
    assert told["long"].end_s == 1030
    assert told["long"].served_s == told["long"].ran_s == 1000
