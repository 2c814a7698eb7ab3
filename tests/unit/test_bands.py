"""Jobs that have run for long give way to those that have not, if they lose nothing by it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from heddle.cluster import bands
from heddle.cluster.bands import LIMITS_S, Served
from heddle.cluster.cycle import Rules, decide
from heddle.cluster.waiting_line import WaitingLine
from heddle.model.job import Alternative, Job
from tests.clusters import T4, cluster_of, gpus, job, node, started
from tests.core_world import CoreWorld, one

SPANS = st.lists(st.tuples(st.integers(0, 20_000), st.integers(0, 20_000)), max_size=8)


def resuming(name: str, *ways: Alternative, **more: Any) -> Job:
    return job(name, *ways, resumes=True, **more)


def test_a_job_that_has_run_for_long_gives_way_and_goes_on_later() -> None:
    cluster = cluster_of(node("a", T4))
    line = WaitingLine([resuming("long")])
    decide(cluster, line, 0)
    line.add(resuming("short", submitted_s=100))
    assert not decide(cluster, line, 100).starts, "it has hardly begun"
    decision = decide(cluster, line, 700)
    assert started(decision) == ["short"]
    assert decision.preempts == {"long": "short"}
    line.add(resuming("long"), Served(700, 700))
    assert not decide(cluster, line, 1400).preempts, "of the same band, nobody gives way"
    cluster.end("short")
    assert started(decide(cluster, line, 1500)) == ["long"]
    assert cluster.running["long"].ran_s == 700


def test_one_that_would_lose_its_work_is_left_alone() -> None:
    for other in (job("runs"), resuming("runs", preemptible=False)):
        cluster = cluster_of(node("a", T4))
        decide(cluster, [other], 0)
        assert not decide(cluster, [resuming("new")], 100_000).starts
    cluster = cluster_of(node("a", T4))
    decide(cluster, [resuming("runs")], 0)
    assert not decide(cluster, [resuming("new")], 100_000, Rules(bands_s=())).starts


def test_those_that_have_run_the_longest_go_first() -> None:
    cluster = cluster_of(node("a", T4, T4))
    decide(cluster, [resuming("older")], 0)
    decide(cluster, [resuming("old")], 4000)
    decision = decide(cluster, [resuming("new")], 5000)
    assert decision.preempts == {"older": "new"}


def test_a_large_job_gets_its_room_at_once() -> None:
    cluster = cluster_of(node("a", T4, T4), node("b", T4, T4))
    decide(cluster, [resuming(f"r{i}") for i in range(4)], 0)
    decision = decide(cluster, [resuming("large", gpus(2))], 1000)
    assert started(decision) == ["large"]
    assert len(decision.preempts) == 2


def test_short_jobs_of_one_tenant_do_not_take_the_share_of_another() -> None:
    cluster = cluster_of(node("a", T4, T4))
    decide(cluster, [resuming("long", tenant="b"), resuming("short", tenant="c")], 0)
    assert not decide(cluster, [resuming("more", tenant="c")], 5000).preempts.keys() & {"long"}
    decision = decide(cluster, [resuming("first", tenant="d")], 5000)
    assert started(decision) == ["first"], "it has nothing yet"


def test_who_has_waited_for_much_longer_than_it_ran_counts_as_new() -> None:
    served = Served(3600, 10_000)
    assert bands.ran_s(served, 10_000 + 7199) == 3600
    assert bands.ran_s(served, 10_000 + 7200) == 0
    assert bands.ran_s(Served(10, 0), 599) == 10, "and not at once after a short turn"


@given(SPANS)
def test_service_is_counted_the_same_however_it_is_told(spans: list[tuple[int, int]]) -> None:
    served, now, total = None, 0, 0
    for pause, lasts in spans:
        served = bands.after(served, now + pause, now + pause + lasts)
        now, total = now + pause + lasts, total + lasts
        assert lasts <= served.ran_s <= total
        assert served.until_s == now < served.new_s


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_next_band_begins_when_it_is_said_to(start: int, ran: int, later: int) -> None:
    now = start + later
    at = bands.next_band_s(LIMITS_S, start, ran, now)
    its = bands.band(LIMITS_S, ran + later)
    if at is None:
        assert its == len(LIMITS_S)
        return
    assert at > now
    before, then = (bands.band(LIMITS_S, ran + each - start) for each in (at - 1, at))
    assert before == its
    assert then == its + 1
    assert all(a < b for a, b in pairwise(LIMITS_S))


def test_a_control_plane_wakes_up_to_let_others_go_first_also_after_a_crash() -> None:
    for crash in (False, True):
        world = CoreWorld()
        world.submit(*(one(f"l{i}", resumes=True) for i in range(3)))
        world.until_quiet()
        (short,) = world.submit(one("short"))
        world.until_quiet()
        assert world.jobs[short].state == "waiting"
        if crash:
            world.core = world.new_core()
            world.until_quiet()
        due = world.core.due_ms()
        assert due is not None
        assert due == 1_000_000 + 1000 * LIMITS_S[0]
        world.now_ms = due
        world.until_quiet()
        assert world.jobs[short].state == "running"
        (waits,) = [each for each in world.jobs.values() if each.state == "waiting"]
        assert waits.reason["code"] == "preempted"
        world.core = world.new_core()
        world.end(f"{short}.1", 0)
        world.look()
        world.until_quiet()
        assert world.jobs[waits.id].state == "running"
        assert world.core.pool.cluster.running[waits.id].ran_s == LIMITS_S[0]
