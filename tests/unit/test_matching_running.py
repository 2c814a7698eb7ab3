"""Running jobs change to the devices that suit them, in rounds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from heddle.cluster import choosing
from heddle.cluster.cycle import Rules, decide, next_change_s
from heddle.cluster.migration.budget import NO_MOVES
from heddle.cluster.migration.matching import MOST, SETTLED_S
from heddle.cluster.migration.moves import Mover
from heddle.cluster.nodes import NodeRow
from heddle.cluster.quota import Quota, Quotas, Usage
from heddle.cluster.running import Cluster
from heddle.cluster.waiting_line import WaitingLine
from heddle.control.calls import Call, StopCall
from heddle.model.job import Alternative, DeviceAsk, Job
from tests.clusters import H100, T4, check, cluster_of, gpus, job, node, with_quotas
from tests.core_world import CoreWorld


def fast(name: str, rate: float, count: int = 1, **more: Any) -> Job:
    """So many times as fast on H100 as on T4."""
    more = {"resumes": True, **more}
    slow = replace(gpus(count, 1000, "T4"), rate_milli=1000)
    return job(name, slow, replace(slow, **_on_h100(count, rate)), **more)


def _on_h100(count: int, rate: float) -> dict[str, Any]:
    return {"asks": gpus(count, 1000, "H100").asks, "rate_milli": round(1000 * rate)}


def models(cluster: Cluster) -> dict[str, str]:
    """Of the devices that each job has."""
    nodes = cluster.nodes
    return {
        job_id: nodes.classes[nodes.device_class[placement.node, placement.devices[0][0]]].model
        for job_id, running in cluster.running.items()
        for placement in running.placements[:1]
    }


def _next_s(cluster: Cluster, now_s: int) -> int | None:
    return next_change_s(cluster, WaitingLine(), now_s, Rules(), Mover(NO_MOVES))


def both() -> Cluster:
    return cluster_of(node("h", H100), node("t", T4))


def test_a_job_moves_to_a_faster_device_that_is_free() -> None:
    cluster = both()
    decide(cluster, [job("first", gpus(1, 1000, "H100")), fast("x", 3, expected_s=1000)], 0)
    assert models(cluster)["x"] == "T4"
    cluster.end("first")
    assert not decide(cluster, [], SETTLED_S - 1).moves
    assert _next_s(cluster, SETTLED_S - 1) == SETTLED_S
    (move,) = decide(cluster, [], 400).moves.values()
    assert (move.running.alternative, move.winner) == (1, "")
    assert move.running.ends_s == 400 + 600 // 3, "what is left takes a third of the time"
    assert models(cluster) == {"x": "H100"}
    check(cluster)


def test_two_change_places_if_one_gains_more_than_the_other_loses() -> None:
    cluster = both()
    decide(cluster, [fast("twice", 2)], 0)
    decide(cluster, [fast("tenfold", 10)], 1)
    assert models(cluster) == {"twice": "H100", "tenfold": "T4"}
    moves = decide(cluster, [], 1 + SETTLED_S).moves
    assert {each: move.winner for each, move in moves.items()} == {
        "tenfold": "",
        "twice": "tenfold",
    }
    assert models(cluster) == {"twice": "T4", "tenfold": "H100"}
    check(cluster)
    assert not decide(cluster, [], 10 * SETTLED_S).moves, "it is as good as it gets"
    assert _next_s(cluster, 10 * SETTLED_S) is None


def test_who_waits_goes_first_and_jobs_that_do_not_resume_stay() -> None:
    cluster = both()
    line = WaitingLine()
    for each in (fast("stays", 10, resumes=False), fast("h", 3)):
        decide(cluster, [each], 0)
    assert models(cluster) == {"stays": "H100", "h": "T4"}
    assert not decide(cluster, [], SETTLED_S).moves
    cluster.end("stays")
    line.add(job("waits", gpus(1, 1000, "H100")))
    decision = decide(cluster, line, 2 * SETTLED_S)
    assert [each.job.id for each in decision.starts] == ["waits"]
    assert not decision.moves


def test_small_gains_and_other_aims_move_nobody() -> None:
    cheapest = Rules(choose=choosing.find("cheapest"))
    for rate, rules in ((1.1, Rules()), (3, cheapest), (3, Rules(match=False))):
        cluster = both()
        decide(cluster, [job("first", gpus(1, 1000, "H100")), fast("x", rate)], 0, rules)
        cluster.end("first")
        assert not decide(cluster, [], SETTLED_S, rules).moves


def test_nobody_gets_more_than_its_quota_by_a_move() -> None:
    cluster = cluster_of(node("h", H100, H100), node("t", T4, T4))
    cluster = with_quotas(cluster, a=Quota(limit={"gpu": 1000}))
    one = replace(gpus(1, 1000, "T4"), rate_milli=1000)
    two = replace(gpus(2, 1000, "H100"), rate_milli=5000)
    decide(cluster, [job("x", one, two, resumes=True)], 0)
    assert models(cluster) == {"x": "T4"}
    assert not decide(cluster, [], SETTLED_S).moves
    check(cluster)


def test_fewer_and_faster_members_do_for_an_elastic_job() -> None:
    cluster = cluster_of(node("h", H100, H100), node("t", T4, T4, T4))
    decide(cluster, [job("first", gpus(2, 1000, "H100"))], 0)
    decide(cluster, [fast("e", 4, shape="elastic", least=1, most=3, members=3)], 0)
    assert cluster.running["e"].members == 3
    cluster.end("first")
    decide(cluster, [], SETTLED_S)
    assert models(cluster) == {"e": "H100"}
    assert cluster.running["e"].members == 2
    check(cluster)


def test_a_control_plane_moves_the_job_and_says_why() -> None:
    world = CoreWorld([NodeRow("h", 8000, 32768, (H100,)), NodeRow("t", 8000, 32768, (T4,))])
    ways = [{"devices": "t4:1"}, {"devices": "h100:1", "rate": 5}]
    (first,) = world.submit({"id": "first", "command": ["true"], "devices": "h100:1"})
    world.until_quiet()
    (x,) = world.submit({"id": "x", "command": ["true"], "alternatives": ways, "resumes": True})
    world.until_quiet()
    world.end(f"{first}.1", 0)
    world.look()
    world.until_quiet()
    due_ms = world.core.due_ms()
    assert due_ms is not None
    world.now_ms = due_ms
    world.until_quiet()
    assert world.attempts[f"{x}.1"].why == "moved"
    (place,) = world.core.places(x)
    assert place.node == "h"
    assert world.jobs[x].attempts == 2


def test_jobs_choose_by_price_or_energy() -> None:
    """Of what is unknown, nothing is taken to be free."""
    prices, watts = {"H100": 6000, "T4": 1000}, {"H100": 700, "T4": 70}
    slow = replace(gpus(1, 1000, "T4"), rate_milli=1000)
    quick = replace(gpus(1, 1000, "H100"), rate_milli=8000)
    for prefer, model in (("fastest", "H100"), ("cheapest", "H100"), ("least_energy", "T4")):
        cluster = both()
        cluster.price, cluster.watts = prices.__getitem__, watts.__getitem__
        decide(cluster, [job("x", slow, quick, prefer=prefer, resumes=True)], 0)
        assert models(cluster) == {"x": model}
        assert bool(cluster.choosy) == (prefer == "fastest")
    for price, model in (({"H100": 6000}, "H100"), ({"H100": 6000, "T4": 0}, "T4")):
        cluster = both()
        cluster.price = price.get
        decide(cluster, [job("x", slow, quick, prefer="cheapest")], 0)
        assert models(cluster) == {"x": model}
    cluster = both()
    cluster.price = {"H100": 6000, "cpu": 40}.get
    cores = Alternative((DeviceAsk(4, "cpu"),), rate_milli=500)
    (running,) = decide(cluster, [job("x", quick, cores, prefer="cheapest")], 0).starts
    assert running.alternative == 1


def test_nobody_gets_slower_for_another_tenant_or_for_lower_priority() -> None:
    """Who could declare what he likes."""
    for more in ({"tenant": "b"}, {"priority": -1}):
        cluster = both()
        decide(cluster, [fast("has", 2)], 0)
        decide(cluster, [fast("wants", 1000, **more)], 1)
        assert not decide(cluster, [], 1 + SETTLED_S).moves
        assert models(cluster) == {"has": "H100", "wants": "T4"}


def test_a_tenant_without_quota_does_not_keep_others_from_moving() -> None:
    cluster = cluster_of(node("h", H100), node("t", T4, T4))
    cluster.worth = {"H100": 8000, "T4": 1000}.__getitem__
    cluster.usage = Usage(Quotas({"units": 10_000}, {"a": Quota(limit={"units": 1000})}))
    decide(cluster, [job("first", gpus(1, 1000, "H100"), tenant="c")], 0)
    decide(cluster, [fast("limited", 9), fast("other", 8, tenant="b")], 0)
    cluster.end("first")
    assert list(decide(cluster, [], SETTLED_S).moves) == ["other"]
    check(cluster)


def test_a_round_moves_few_and_the_next_goes_on() -> None:
    count = MOST + 6
    rows = [node(f"{kind.model}{i}", *(kind,) * 8) for kind in (H100, T4) for i in range(count)]
    cluster = cluster_of(*rows)
    decide(cluster, [fast(f"slow{i}", 2, 8) for i in range(count)], 0)
    decide(cluster, [fast(f"quick{i}", 9, 8) for i in range(count)], 1)
    first = decide(cluster, [], 1 + SETTLED_S)
    assert len(first.moves) == MOST
    later_s = _next_s(cluster, 1 + SETTLED_S)
    assert later_s is not None
    assert later_s < 1 + 2 * SETTLED_S
    assert len(decide(cluster, [], later_s).moves) == MOST
    check(cluster)


def test_what_has_just_started_is_not_moved_with_no_time_to_settle() -> None:
    cluster, soon = both(), Rules(settled_s=0)
    decide(cluster, [job("first", gpus(1, 1000, "H100"))], 0, soon)
    decision = decide(cluster, [fast("x", 3), fast("y", 9)], 1, soon)
    assert not {each.job.id for each in decision.starts} & decision.moves.keys()


def test_nothing_begins_where_another_that_moves_still_runs() -> None:
    """One of two that change places has not even begun: its start waits for a slow stop."""

    class SlowToStop(CoreWorld):
        def call(self, call: Call) -> None:
            if not isinstance(call, StopCall):
                super().call(call)

    rows = [NodeRow("h", 8000, 32768, (H100,)), NodeRow("t", 8000, 32768, (T4,))]
    world = SlowToStop(rows, Rules(bands_s=()))
    urgent = {"id": "v", "command": ["true"], "devices": "h100:1", "priority": "low"}
    world.submit(urgent)
    world.until_quiet()
    for name, rate in (("b", 8), ("a", 2)):
        ways = [{"devices": "t4:1"}, {"devices": "h100:1", "rate": rate}]
        spec = {"id": name, "command": ["true"], "alternatives": ways, "resumes": True}
        world.submit(spec)
        world.until_quiet()
    world.now_ms += 1000 * (SETTLED_S + 1)
    world.until_quiet()
    runs = [each for each, seen in world.runs.items() if seen.state == "running"]
    places = [place for each in runs for place in world.attempts[each].places]
    assert len({place.node for place in places}) == len(places)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 2), st.integers(1, 12), st.booleans()), max_size=10),
    st.lists(st.integers(0, 9), max_size=4),
)
def test_no_round_makes_it_slower_and_nothing_is_given_twice(
    drawn: list[tuple[int, int, bool]], ends: list[int]
) -> None:
    """By the product of speeds; and a job that moves has as many devices as it asks for."""
    cluster = cluster_of(node("h", H100, H100), node("t", T4, T4), node("u", T4, T4, H100))
    jobs = [fast(f"j{i}", rate, n, resumes=yes) for i, (n, rate, yes) in enumerate(drawn)]
    decide(cluster, jobs, 0)
    for number in ends:
        if f"j{number}" in cluster.running:
            cluster.end(f"j{number}")

    def speed() -> float:
        product = 1.0
        for running in cluster.running.values():
            product *= running.job.alternatives[running.alternative].rate_milli or 1
        return product

    before, sizes = speed(), {each: r.members for each, r in cluster.running.items()}
    moves = decide(cluster, [], SETTLED_S).moves
    check(cluster)
    assert speed() >= before
    assert {each: r.members for each, r in cluster.running.items()} == sizes
    assert all(cluster.running[each].job.resumes for each in moves)
