"""The cluster on a virtual clock."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from heddle.cluster.running import Cluster
from heddle.model.job import Job
from heddle.sim.cluster import Arrival, Fault, Outcome, Simulation
from tests.unit.test_cycle import T4, check, cluster_of, gpus, job, node


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
