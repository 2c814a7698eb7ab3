"""The cluster on a virtual clock."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle.cluster.cycle import Rules
from heddle.cluster.migration.budget import MoveBudget
from heddle.cluster.running import Cluster
from heddle.model.job import Job
from heddle.sim.cluster.outcome import Outcome
from heddle.sim.cluster.simulation import Fault, Simulation
from heddle.sim.cluster.truth import Arrival
from tests.clusters import T4, check, cluster_of, gpus, job, node


def run(cluster: Cluster, arrivals: list[Arrival], *faults: Fault) -> Outcome:
    return Simulation(cluster, arrivals, faults, restart_s=10).run()


def ends(outcome: Outcome) -> dict[str, float | None]:
    return {name: told.end_s for name, told in outcome.jobs.items()}


def test_one_after_another_where_there_is_one_device() -> None:
    outcome = run(cluster_of(node("n", T4)), [Arrival(job("a"), 60), Arrival(job("b"), 30)])
    assert ends(outcome) == {"a": 60, "b": 90}
    assert outcome.jobs["b"].reasons["devices"] == 60


def test_a_preempted_job_goes_on_with_what_it_has_done() -> None:
    urgent = job("urgent", priority=1, submitted_s=40)
    outcome = run(cluster_of(node("n", T4)), [Arrival(job("a"), 60), Arrival(urgent, 100)])
    assert ends(outcome) == {"urgent": 140, "a": 140 + 20 + 10}
    assert outcome.jobs["a"].preemptions == 1


def test_a_lost_node_gives_its_jobs_back() -> None:
    cluster = cluster_of(node("a", T4), node("b", T4))
    outcome = run(cluster, [Arrival(job("x"), 60)], Fault("a", 20, 500))
    assert ends(outcome)["x"] == 20 + 40 + 10
    both = [Arrival(job("x"), 60), Arrival(job("y", submitted_s=1), 60)]
    outcome = run(cluster_of(node("a", T4)), both, Fault("a", 30, 100))
    assert ends(outcome) == {"x": 140, "y": 200}


def test_an_array_runs_member_by_member() -> None:
    array = job("x", shape="array", members=3)
    outcome = run(cluster_of(node("n", T4)), [Arrival(array, 10)])
    assert sorted(end or 0 for end in ends(outcome).values()) == [10, 20, 30]


def test_a_job_whose_devices_change_keeps_what_it_has_done() -> None:
    """Half as fast from now on, and back again; the end that was expected before is forgotten."""
    asked = job("x", shape="elastic", resumes=True, members=4, least=1, most=4)
    simulation = Simulation(
        cluster_of(node("n", T4, T4, T4, T4)), [Arrival(asked, 100)], (), None, 5
    )
    simulation.run(0)
    whole = simulation.cluster.running["x"]
    assert simulation.next_s == 100
    simulation._change(replace(whole, placements=whole.placements[:2]), 40)
    assert simulation.next_s == 40 + 5 + 60 * 2
    simulation._change(whole, 65)  # after 20 seconds at half the speed: 50 are left
    assert simulation.next_s == 65 + 5 + 50
    simulation._change(replace(whole, placements=whole.placements[:1]), 67)
    assert simulation.next_s == 67 + 5 + 50 * 4
    told = simulation.run().jobs["x"]
    assert (told.end_s, told.changes, told.preemptions) == (272, 3, 0)
    assert simulation.outcome.instants[-1].busy_milli == 0


def test_an_elastic_job_grows_when_others_end_and_shrinks_for_them() -> None:
    elastic = job("e", shape="elastic", resumes=True, members=2, least=1, most=2, priority=0)
    jobs = [Arrival(job("a"), 60), Arrival(elastic, 100), Arrival(job("b", submitted_s=100), 20)]
    soon = Rules(settled_s=0)
    simulation = Simulation(cluster_of(node("n", T4, T4)), jobs, rules=soon, restart_s=10)
    members = []
    for at_s in (59, 60, 99, 100, 120):
        simulation.run(at_s)
        members.append(simulation.cluster.running["e"].members)
    assert members == [1, 2, 2, 1, 2]
    # 30 were done after 60 s, 30 more until 100 s, 5 more until 120 s; each change costs 10 s
    told = simulation.run().jobs["e"]
    assert (told.end_s, told.changes) == (120 + 10 + 35, 3)


def test_who_waits_for_ever_has_waited_until_the_end() -> None:
    never = job("never", gpus(2), submitted_s=10)
    outcome = run(cluster_of(node("n", T4)), [Arrival(job("a"), 60), Arrival(never, 5)])
    assert outcome.jobs["never"].reasons == {"impossible": 50}


def test_who_has_more_than_it_needs_gives_at_once() -> None:
    """Not only when the next job comes or ends; and what has not begun is not restarted."""
    elastic = job("e", shape="elastic", resumes=True, members=2, least=1, most=2)
    jobs = [Arrival(elastic, 100), Arrival(job("x", submitted_s=0), 60)]
    cluster, soon = cluster_of(node("n", T4, T4)), Rules(settled_s=0)
    outcome = Simulation(cluster, jobs, rules=soon, restart_s=10).run()
    assert ends(outcome) == {"x": 60, "e": 60 + 10 + 70}
    assert outcome.jobs["e"].changes == 1


def test_what_is_not_to_happen_any_more_does_not_keep_the_clock_going() -> None:
    urgent = job("urgent", priority=1, submitted_s=40)
    arrivals = [Arrival(job("a"), 1000), Arrival(urgent, 10), Arrival(job("b", submitted_s=50), 5)]
    outcome = run(cluster_of(node("n", T4), node("m", T4)), arrivals)
    last = max(end or 0 for end in ends(outcome).values())
    assert outcome.instants[-1].at_s == last


def test_jobs_can_be_submitted_and_withdrawn_while_it_runs() -> None:
    simulation = Simulation(cluster_of(node("n", T4)), [Arrival(job("a"), 60)])
    assert simulation.state("a") == "coming"
    simulation.run(10)
    simulation.submit(Arrival(job("b"), 30), 20)
    simulation.submit(Arrival(job("c"), 30), 25)
    assert (simulation.next_s, simulation.state("b")) == (20, "coming")
    simulation.run(30)
    states = [simulation.state(name) for name in "abcd"]
    assert states == ["running", "waiting", "waiting", "gone"]
    assert [each.id for each in simulation.waiting] == ["b", "c"]
    simulation.withdraw("a", 30)
    simulation.withdraw("b", 30)
    simulation.run(30)
    assert [simulation.state(name) for name in "abc"] == ["gone", "gone", "running"]
    simulation.submit(Arrival(job("b"), 5), 80)
    simulation.withdraw("b", 31)
    simulation.submit(Arrival(job("b"), 5), 90)  # not at 80, when the first would have come
    assert ends(simulation.run()) == {"b": 95, "c": 60}
    simulation.withdraw("c", 100)
    assert (simulation.state("c"), simulation.run().jobs["c"].end_s) == ("ended", 60)


@pytest.mark.parametrize("migrate", [0, 1])
def test_members_move_for_one_that_fits_nowhere(migrate: int) -> None:
    """Two halves of free nodes are a whole one, if somebody moves; that costs it a restart."""
    jobs = [
        Arrival(job("long1", resumes=True), 1000),
        Arrival(job("short"), 10),
        Arrival(job("long2", submitted_s=1, resumes=True), 1000),
        Arrival(job("both", gpus(2), submitted_s=20), 50),
    ]
    cluster = cluster_of(node("a", T4, T4), node("b", T4, T4))
    rules = Rules(moves=MoveBudget(migrate, 9, 0, 0), bands_s=())
    outcome = Simulation(cluster, jobs, rules=rules, restart_s=7).run()
    moved = [name for name, told in outcome.jobs.items() if told.changes]
    if migrate:
        assert len(moved) == 1
        assert ends(outcome)["both"] == 70
        assert {ends(outcome)[name] for name in ("long1", "long2")} in (
            {1000 + 7, 1001},
            {1000, 1001 + 7},
        )
    else:
        assert (moved, ends(outcome)["both"]) == ([], 1050)
    check(cluster)


def test_nobody_moves_who_cannot_be_preempted_or_resumed_or_is_more_important() -> None:
    for said in ({"preemptible": False}, {"priority": 1}, {"resumes": False}):
        more: dict[str, Any] = {"resumes": True, **said}
        jobs = [
            Arrival(job("long1", **more), 1000),
            Arrival(job("short"), 10),
            Arrival(job("long2", submitted_s=1, **more), 1000),
            Arrival(job("both", gpus(2), submitted_s=20), 50),
        ]
        rules = Rules(moves=MoveBudget(4, 9, 0, 0), bands_s=())
        outcome = Simulation(
            cluster_of(node("a", T4, T4), node("b", T4, T4)), jobs, rules=rules
        ).run()
        assert not any(told.changes for told in outcome.jobs.values())


some = st.lists(
    st.tuples(
        st.integers(0, 50), st.integers(1, 3), st.integers(1, 40), st.integers(0, 2), st.booleans()
    ),
    min_size=1,
    max_size=15,
)


def made(rows: list[tuple[int, int, int, int, bool]]) -> list[Arrival]:
    def one(number: int, at: int, count: int, seconds: int, priority: int, says: bool) -> Job:
        expected = seconds if says else None
        return job(
            f"j{number:02}",
            gpus(count),
            priority=priority,
            submitted_s=at,
            expected_s=expected,
            tenant="ab"[number % 2],
        )

    return [Arrival(one(i, *row), row[2]) for i, row in enumerate(rows)]


@settings(max_examples=40, deadline=None)
@given(some)
def test_everybody_ends(rows: list[tuple[int, int, int, int, bool]]) -> None:
    """No starvation: whatever can run at all has ended when the last event is over, nothing is
    left taken, and the same again gives the same."""

    def fresh() -> Cluster:
        return cluster_of(node("a", T4, T4, T4), node("b", T4, T4))

    cluster = fresh()
    outcome = run(cluster, made(rows), Fault("b", 15, 25))
    assert all(told.end_s is not None for told in outcome.jobs.values())
    assert not cluster.running
    check(cluster)
    for told in outcome.jobs.values():
        assert told.end_s is not None
        assert told.end_s >= told.job.submitted_s + told.seconds
    assert ends(run(fresh(), made(rows), Fault("b", 15, 25))) == ends(outcome)


@settings(max_examples=30, deadline=None)
@given(some, st.integers(0, 3))
def test_elastic_jobs_and_moves_lose_no_work(
    rows: list[tuple[int, int, int, int, bool]], migrate: int
) -> None:
    """Whatever changes: everybody ends, not before it could have with all that it may have."""

    def elastic(arrival: Arrival) -> Arrival:
        asked = arrival.job
        count = asked.alternatives[0].asks[0].count
        shape = {"shape": "elastic", "resumes": True, "members": count, "least": 1, "most": count}
        return replace(arrival, job=replace(asked, alternatives=(gpus(1),), **shape))  # type: ignore[arg-type]

    arrivals = [elastic(each) if i % 3 else each for i, each in enumerate(made(rows))]
    cluster = cluster_of(node("a", T4, T4, T4), node("b", T4, T4))
    faults = [Fault("b", 15, 25)]
    rules = Rules(moves=MoveBudget(migrate, 9, 0, 0))
    outcome = Simulation(cluster, arrivals, faults, rules, restart_s=3).run()
    assert not cluster.running
    check(cluster)
    for told in outcome.jobs.values():
        assert told.end_s is not None
        assert told.end_s >= told.job.submitted_s + told.seconds - 1e-6
        assert told.done == pytest.approx(told.seconds)
