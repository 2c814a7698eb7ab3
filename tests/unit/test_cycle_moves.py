"""A cycle moves jobs that go on elsewhere before it preempts any."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from heddle.cluster.cycle import Decision, Rules, decide, next_change_s
from heddle.cluster.migration.budget import MoveBudget
from heddle.cluster.migration.moves import Mover
from heddle.cluster.quota import Quota, Quotas, Usage
from heddle.cluster.running import Cluster
from heddle.cluster.waiting_line import WaitingLine
from heddle.model.job import Job
from tests.clusters import H100, T4, check, cluster_of, gpus, job, node, started

BUDGET = MoveBudget(each=1, an_hour=9, after_s=600, again_s=3600)
LONG = 4000  #: seconds, after which one is in another band


def fragmented(**more: Any) -> Cluster:
    """Each of two nodes has a job and a free device."""
    cluster = cluster_of(node("a", T4, T4), node("b", T4, T4))
    said = {"resumes": True, **more}
    decide(cluster, [job(name, **said) for name in ("a1", "a2", "b1", "b2")], 0)
    for gone in ("a1", "b1"):
        cluster.end(gone)
    return cluster


def cycle(cluster: Cluster, *waiting: Job, budget: MoveBudget = BUDGET) -> Decision:
    return decide(cluster, waiting, LONG, Rules(moves=budget), Mover(budget))


def test_a_job_moves_rather_than_waits() -> None:
    cluster = fragmented()
    decision = cycle(cluster, job("large", gpus(2)))
    assert started(decision) == ["large"]
    (move,) = decision.moves.values()
    moved, winner = move.running, move.winner
    assert (winner, moved.placements) == ("large", cluster.running[moved.job.id].placements)
    assert not decision.preempts
    check(cluster)
    preempted = cycle(fragmented(), job("large", gpus(2)), budget=replace(BUDGET, each=0))
    assert len(preempted.preempts) == 1  # it has run for longer
    assert not preempted.moves


def test_reserved_nodes_take_nobody() -> None:
    """Where the moved job would have to go, another one is to start."""
    cluster = cluster_of(node("a", T4, T4), node("b", T4, T4, T4, T4))
    (first, *_) = decide(cluster, [job("s", resumes=True, expected_s=9000)], 0).starts
    assert cluster.nodes.names[first.placements[0].node] == "a"
    decide(cluster, [job("w", gpus(3), expected_s=LONG + 10)], 0)
    wide, two = job("wide", gpus(4)), job("two", gpus(2), submitted_s=1)
    decision = decide(cluster, [wide, two], LONG, Rules(bands_s=()), Mover(BUDGET))
    assert [each.job for each in decision.reservations] == ["wide"]
    assert not decision.moves
    assert set(decision.waits) == {"wide", "two"}
    decision = decide(cluster, [two], LONG, Rules(bands_s=()), Mover(BUDGET))
    assert set(decision.moves) == {"s"}


def test_jobs_of_several_members_stay() -> None:
    cluster = cluster_of(node("a", T4, T4), node("b", T4, T4))
    decide(cluster, [job(name) for name in ("x", "y", "z")], 0)
    cluster.end("x")
    decide(cluster, [job("pair", shape="gang", members=2, resumes=True)], 0)
    assert len({each.node for each in cluster.running["pair"].placements}) == 2
    for name in ("y", "z"):
        cluster.end(name)
    decision = decide(cluster, [job("large", gpus(2))], LONG, Rules(bands_s=()), Mover(BUDGET))
    assert not decision.moves
    assert not decision.starts


def test_time_alone_may_bring_a_move() -> None:
    cluster, line, mover = fragmented(), WaitingLine([job("large", gpus(2))]), Mover(BUDGET)
    rules = Rules(moves=BUDGET)
    assert not decide(cluster, line, 500, rules, mover).starts
    assert next_change_s(cluster, line, 500, rules, mover) == 600
    mover.freed()
    assert started(decide(cluster, line, 600, rules, mover)) == ["large"]
    assert next_change_s(cluster, line, 600, rules, mover) is None


def test_no_move_makes_a_tenant_exceed_its_quota() -> None:
    """Neither of the job that moves to a device that counts for more, nor of the one that waits."""
    for limited in ("b", "a"):
        cluster = cluster_of(node("t", T4, T4), node("h", H100, H100, H100))
        cluster.worth = {"H100": 4000, "T4": 1000}.__getitem__
        quotas = {limited: Quota(limit={"units": 1000})}
        cluster.usage = Usage(Quotas({"units": 10_000}, quotas))
        decide(cluster, [job("moves", gpus(1, 1000), tenant="b", resumes=True)], 0)
        waits = job("waits", gpus(2, 1000, "T4"))
        decision = decide(cluster, [waits], 700, Rules(preemption=False), Mover(MoveBudget()))
        assert not decision.moves
        assert not decision.starts
        check(cluster)
