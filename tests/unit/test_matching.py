"""Matching in rounds: the policies, the simulator that runs them, and Gavel's files."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from itertools import chain, count, islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle.cluster import matching
from heddle.cluster.matching._program import options
from heddle.cluster.matching._shares import grouped
from heddle.cluster.matching._sizes import Sizes
from heddle.cluster.matching.base import Assigned, Choice, Round, Runnable, Sees
from heddle.cluster.matching.max_min import shares
from heddle.errors import PolicyError, UsageError
from heddle.harness.report import Report
from heddle.research import gavel, rounds
from heddle.research.bench import jct
from heddle.research.rounds import SimulatedJob

np = pytest.importorskip("numpy")
pytest.importorskip("scipy")

POLICIES = matching.names()
CAPACITY = {"fast": 4, "slow": 4}


def together(one: Runnable, other: Runnable, kind: str) -> tuple[float, float] | None:
    """Six tenths of the own speed each, if they need as many devices."""
    mine = next((c for c in one.choices if c.kind == kind), None)
    theirs = next((c for c in other.choices if c.kind == kind), None)
    if mine is None or theirs is None or mine.devices != theirs.devices:
        return None
    return 0.6 * mine.rate, 0.6 * theirs.rate


def arrival(
    id_: int, at_s: float = 0.0, work: float = 1000.0, devices: int = 1, speed: float = 2.0
) -> SimulatedJob:
    choices = (Choice("fast", devices, speed), Choice("slow", devices, 1.0))
    return SimulatedJob(id_, at_s, choices, work, f"{devices} {speed}", tells=True)


@st.composite
def arrivals(draw: st.DrawFn) -> list[SimulatedJob]:
    size = draw(st.integers(1, 12))
    found = [
        arrival(
            i,
            draw(st.integers(0, 20)) * 100.0,
            draw(st.integers(1, 5000)) * 1.0,
            draw(st.sampled_from([1, 1, 2, 4])),
            draw(st.sampled_from([1.0, 2.0, 5.0])),
        )
        for i in range(size)
    ]
    return sorted(found, key=lambda each: each.at_s)


class Watch:
    """Passes plans on, and looks at each."""

    def __init__(self, name: str) -> None:
        self._policy = matching.find(name)()
        self.rounds: list[Round] = []
        self.plans: list[dict[int, Assigned]] = []

    def plan(self, round: Round) -> dict[int, Assigned]:
        plan = self._policy.plan(round)
        used = dict.fromkeys(round.capacity, 0.0)
        for given_ in plan.values():
            used[given_.choice.kind] += given_.choice.devices / (1 if given_.beside is None else 2)
        assert all(used[kind] <= room for kind, room in round.capacity.items())
        self.rounds.append(round)
        self.plans.append(plan)
        return plan


def run(name: str, jobs: list[SimulatedJob]) -> tuple[rounds.RoundsResult, Watch]:
    watch = Watch(name)
    return rounds.run(jobs, CAPACITY, watch, round_s=100.0, together=together), watch


@pytest.mark.parametrize("name", POLICIES)
@settings(max_examples=10, deadline=None)
@given(jobs=arrivals())
def test_all_end_within_capacity_and_no_work_is_lost(name: str, jobs: list[SimulatedJob]) -> None:
    result, _ = run(name, jobs)
    assert set(result.ended_s) == {job.id for job in jobs}
    for job in jobs:
        assert result.took_s[job.id] >= job.work / max(c.rate for c in job.choices) - 1e-6
    least = sum(job.work / max(c.rate / c.devices for c in job.choices) / 1.2 for job in jobs)
    assert sum(result.busy_s.values()) >= least - 1e-6


@pytest.mark.parametrize("name", POLICIES)
def test_the_same_again(name: str) -> None:
    jobs = [arrival(i, 50.0 * i, 300.0 + 70 * i, 1 + i % 2, 1.0 + i % 3) for i in range(20)]
    (first, one), (second, two) = run(name, jobs), run(name, jobs)
    assert first.ended_s == second.ended_s
    assert one.plans == two.plans


def blind(job: Runnable, sees: tuple[Sees, ...]) -> Runnable:
    """The job without what a policy says that it does not look at."""
    speeds = Sees.RATES in sees or Sees.LEARNED in sees
    return replace(
        job,
        arrived_s=job.arrived_s if Sees.ARRIVAL in sees else 0.0,
        choices=job.choices if speeds else tuple(replace(c, rate=1.0) for c in job.choices),
        attained_s=job.attained_s if Sees.TIME in sees else 0.0,
        done=job.done if Sees.DONE in sees else 0.0,
        left=job.left if Sees.LEFT in sees else None,
        profile=job.profile if speeds else "",
    )


@pytest.mark.parametrize("name", POLICIES)
@settings(max_examples=8, deadline=None)
@given(jobs=arrivals())
def test_nobody_looks_at_more_than_he_says(name: str, jobs: list[SimulatedJob]) -> None:
    _, watch = run(name, jobs)
    sees = matching.sees(name)
    policy = matching.find(name)()
    for round_, plan in zip(watch.rounds, watch.plans, strict=True):
        seen = [blind(job, sees) for job in round_.jobs]
        again = policy.plan(
            replace(round_, jobs=seen, together=together if Sees.PAIRS in sees else None)
        )
        assert {id_: (x.choice.kind, x.beside) for id_, x in again.items()} == {
            id_: (x.choice.kind, x.beside) for id_, x in plan.items()
        }


def test_who_is_told_how_much_work_is_left() -> None:
    told = {name for name in POLICIES if Sees.LEFT in matching.sees(name)}
    assert told == {"finish_time", "makespan", "makespan_alone"}


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("fast", [0, 1])
def test_devices_can_be_lost(name: str, fast: int) -> None:
    """Who cannot run any more does not keep the others from running; nobody at all is fine too."""
    jobs = [
        Runnable(i, 0.0, arrival(i, devices=devices).choices, left=1000.0, profile=f"{devices}")
        for i, devices in enumerate([1, 1, 4, 1])
    ]
    lonely = Runnable(9, 0.0, (Choice("fast", 2, 1.0),), left=1000.0, profile="lonely")
    policy = matching.find(name)()
    policy.plan(Round(0.0, 100.0, CAPACITY, jobs, together))
    room = {"fast": fast, "slow": 2}
    plan = policy.plan(Round(5000.0, 100.0, room, [*jobs[1:2], lonely, *jobs[3:]], together))
    assert sorted(plan) == [1, 3]
    assert 9 not in plan
    nothing = dict.fromkeys(CAPACITY, 0)
    assert policy.plan(Round(9000.0, 100.0, nothing, [lonely], together)) == {}
    assert policy.plan(Round(9000.0, 100.0, room, [], together)) == {}


@pytest.mark.parametrize("name", sorted(set(POLICIES) - {"las", "max_min_only"}))
def test_one_job_has_the_fastest_to_itself(name: str) -> None:
    result, _ = run(name, [arrival(0, 40.0, 1000.0)])
    assert result.took_s[0] == pytest.approx(500.0)
    assert result.busy_s == {"fast": pytest.approx(500.0), "slow": 0.0}


def test_las_knows_no_speeds() -> None:
    """Half of the time on each kind, so that a job gets on at the mean of its speeds."""
    result, _ = run("las", [arrival(0, 0.0, 15000.0)])
    assert result.took_s[0] == pytest.approx(15000.0 / 1.5, rel=0.1)


def test_fast_devices_go_to_those_who_gain_by_them() -> None:
    jobs = [arrival(i, 0.0, 1e5, 1, 5.0 if i % 2 else 1.0) for i in range(8)]
    for name in ("max_min", "soonest", "soonest_alone"):
        watch = Watch(name)
        seen = [Runnable(j.id, 0.0, j.choices, left=j.work, profile=j.profile) for j in jobs]
        plan = watch.plan(Round(0.0, 100.0, CAPACITY, seen))
        assert {i for i, each in plan.items() if each.choice.kind == "fast"} == {1, 3, 5, 7}, name


def test_those_who_would_wait_share() -> None:
    jobs = [arrival(i, 0.0, 5000.0) for i in range(16)]
    shared, watch = run("soonest", jobs)
    alone, _ = run("soonest_alone", jobs)
    assert any(each.beside is not None for plan in watch.plans for each in plan.values())
    assert sum(shared.took_s.values()) < sum(alone.took_s.values())


def test_the_largest_do_not_wait_for_ever() -> None:
    """Small jobs without end would fill the cluster, and the gang of four needs a whole kind."""
    small = (arrival(i, 35.0 * i, 350.0, 1, 2.0) for i in count(1))
    gang = arrival(0, 0.0, 1000.0, 4, 2.0)
    watch = Watch("soonest_alone")
    result = rounds.run(chain([gang], small), CAPACITY, watch, round_s=100.0, until=[0])
    assert result.took_s[0] < 40 * 500.0


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 4), st.sampled_from([1.0, 2.0, 4.0])), min_size=1))
def test_max_min_lifts_the_slowest_above_an_equal_part(sizes: list[tuple[int, float]]) -> None:
    jobs = [
        Runnable(i, 0.0, arrival(i, devices=devices, speed=speed).choices, profile=f"{i}")
        for i, (devices, speed) in enumerate(sizes)
    ]
    around = Round(0.0, 100.0, CAPACITY, jobs)
    groups = grouped(jobs)
    found = shares(groups, around)
    got = dict.fromkeys(groups, 0.0)
    time = dict.fromkeys(groups, 0.0)
    used = dict.fromkeys(CAPACITY, 0.0)
    equal = dict.fromkeys(groups, 0.0)
    for option in options(groups, around):
        share = found[option.unit, option.kind]
        group = option.unit[0]
        got[group] += share * option.rates[0] * option.devices
        equal[group] += option.rates[0] / 2
        time[group] += share
        used[option.kind] += share * option.devices
    assert all(used[kind] <= room + 1e-6 for kind, room in CAPACITY.items())
    assert all(each <= 1.0 + 1e-6 for each in time.values())
    asked = sum(devices for devices, _ in sizes)
    part = min(8 / len(sizes), 1.0, 8 / asked)  # what equal parts for all would give at least
    assert min(got[group] / equal[group] for group in groups) >= part - 0.01


def test_sizes_are_learned() -> None:
    """Half of all jobs are short: once past that, a job is in for long, until it nears the end."""
    sizes = Sizes()
    for _ in range(200):
        sizes.ended(1000.0)
        sizes.ended(100_000.0)
    index = sizes.index(np.array([0.0, 5_000.0, 95_000.0]))
    assert index[0] > index[1]
    assert index[2] > index[1]


def test_without_history_least_attained_goes_first() -> None:
    index = Sizes().index(np.array([0.0, 1e3, 1e4, 1e5]))
    assert list(index) == sorted(index, reverse=True)


@pytest.mark.parametrize("name", ["makespan", "finish_time"])
def test_who_needs_to_know_asks(name: str) -> None:
    jobs = [Runnable(0, 0.0, arrival(0).choices)]
    with pytest.raises(PolicyError, match="does not say how much work is left"):
        matching.find(name)().plan(Round(0.0, 100.0, CAPACITY, jobs))


def test_a_plan_that_takes_too_much_is_refused() -> None:
    class Greedy:
        def plan(self, round: Round) -> dict[int, Assigned]:
            return {job.id: Assigned(job.choices[0]) for job in round.jobs}

    with pytest.raises(PolicyError, match="2 fast more than there are"):
        rounds.run([arrival(i) for i in range(6)], CAPACITY, Greedy(), round_s=100.0)


def test_a_change_costs_a_restart() -> None:
    class Swings:
        turn = 0

        def plan(self, round: Round) -> dict[int, Assigned]:
            self.turn += 1
            return {job.id: Assigned(job.choices[self.turn % 2]) for job in round.jobs}

    choices = (Choice("fast", 1, 1.0), Choice("slow", 1, 1.0))
    jobs = [SimulatedJob(0, 0.0, choices, 250.0, restart_s=20.0)]
    assert rounds.run(jobs, CAPACITY, Swings(), round_s=100.0).ended_s[0] == pytest.approx(290.0)


def test_a_restart_must_be_worth_it() -> None:
    """The other kind is a little faster, but not by what the change costs."""
    slow, fast = Choice("slow", 1, 1.0), Choice("fast", 1, 1.2)
    job = Runnable(0, 0.0, (fast, slow), attained_s=100.0, done=100.0, current=slow, restart_s=30.0)
    plan = matching.find("soonest")().plan(Round(100.0, 100.0, CAPACITY, [job]))
    assert plan[0].choice is slow


def test_unknown_policy() -> None:
    with pytest.raises(UsageError, match="Did you mean 'max_min'"):
        matching.find("maxmin")


TABLE = {
    kind: {
        f"('{model}', {devices})": {
            "null": 10.0 / (1 + i),
            **({"('A3C', 1)": [4.0, 3.0]} if devices == 1 else {}),
        }
        for model, _ in gavel.TEMPLATES
        for devices in (1, 2, 4, 8)
    }
    for i, kind in enumerate(gavel.CLUSTER)
}


@pytest.fixture
def rates(tmp_path: Path) -> gavel.StepRates:
    path = tmp_path / "rates.json"
    path.write_text(json.dumps(TABLE))
    return gavel.read_rates(path)


def test_rates_are_read(rates: gavel.StepRates) -> None:
    assert [choice.rate for choice in rates.choices("A3C", 1)] == [10.0, 5.0, 10.0 / 3]
    assert rates.choices("A3C", 3) == ()
    cycle, a3c, unknown = (
        Runnable(0, 0.0, (), profile=gavel.profile(model, 1)) for model in ("CycleGAN", "A3C", "?")
    )
    assert rates.together(cycle, a3c, "v100") == (4.0, 3.0)
    assert rates.together(a3c, cycle, "v100") == (3.0, 4.0)
    assert rates.together(unknown, a3c, "v100") is None


def test_the_stream_is_the_same_for_a_seed(rates: gavel.StepRates) -> None:
    first = list(islice(gavel.stream(rates, 0, 5.6, several=True), 2000))
    assert first == list(islice(gavel.stream(rates, 0, 5.6, several=True), 2000))
    assert first != list(islice(gavel.stream(rates, 1, 5.6, several=True), 2000))
    assert first[-1].at_s / 3600 == pytest.approx(2000 / 5.6, rel=0.1)
    gangs = [job.choices[0].devices for job in first]
    assert gangs.count(1) / 2000 == pytest.approx(0.7, abs=0.05)
    assert gangs.count(8) / 2000 == pytest.approx(0.05, abs=0.02)
    hours = [job.work / job.choices[0].rate / 3600 for job in first]
    assert 10**1.5 / 60 <= min(hours) < max(hours) <= 10**4 / 60
    assert {job.at_s for job in islice(gavel.stream(rates, 0, 0.0, several=False), 9)} == {0.0}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{\n,", "line 2"),
        ("[]", "object by kind"),
        ('{"v100": 3}', "v100: an object"),
        ('{"v100": {"A3C": {"null": 1}}}', "must be"),
        ('{"v100": {"(\'A3C\', 1)": {"null": -1}}}', "not a rate"),
        ('{"v100": {"(\'A3C\', 1)": {"(\'A3C\', 1)": [1]}}}', "mine, theirs"),
    ],
)
def test_bad_rates_are_refused(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "rates.json"
    path.write_text(text)
    with pytest.raises(UsageError, match=why):
        gavel.read_rates(path)


@pytest.fixture
def traces(tmp_path: Path) -> Path:
    (tmp_path / "gavel").mkdir()
    (tmp_path / "gavel" / "simulation_throughputs.json").write_text(json.dumps(TABLE))
    return tmp_path


def bench(traces: Path, *words: str) -> Report:
    parser = argparse.ArgumentParser()
    jct.configure(parser)
    options = parser.parse_args(["--suite", "gavel", "--traces", str(traces), *words])
    return jct.measure(options, lambda _: None)


def test_a_row_says_its_seeds_what_is_seen_and_what_is_possible(traces: Path) -> None:
    asked = ("--workload", "makespan", "--rate", "20", "--policy", "fifo", "--seeds", "2")
    (fresh,) = bench(traces, *asked, "--first-seed", "5").rows
    (first,) = bench(traces, *asked).rows
    assert (fresh["seeds"], first["seeds"]) == ([5, 6], [0, 1])
    assert fresh["by_seed_h"] != first["by_seed_h"]
    for bound_h, took_h in zip(fresh["bound_by_seed_h"], fresh["by_seed_h"], strict=True):
        assert bound_h <= took_h
    assert (fresh["sees"], fresh["is_told_work_left"]) == ("time of arrival", False)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--seeds", "0"), "--seeds"),
        (("--first-seed", "-1"), "--first-seed"),
        (("--rate", "0"), "--rate"),
        (("--workload", "philly"), "There are: single, several"),
        (("--policy", "first"), "no matching 'first'"),
    ],
)
def test_a_bench_that_cannot_be_is_refused(traces: Path, words: tuple[str, ...], why: str) -> None:
    with pytest.raises(UsageError, match=why):
        bench(traces, *words)


def test_no_policy_of_the_completion_times_is_told_how_long_jobs_take() -> None:
    told = {case.policy for case in jct.CASES if Sees.LEFT in matching.sees(case.policy)}
    assert told == {"makespan", "makespan_alone"}  # as Gavel's own is


def line(*columns: object) -> str:
    return "\t".join(map(str, columns)) + "\n"


LONG = line("A3C", "c", "d", "-n", 0, 5000, 1, 2.0, -1, 30)
SHORT = line("A3C", "c", "-n", 0, 700, 10, 1)


def test_traces_are_read_in_both_forms(tmp_path: Path, rates: gavel.StepRates) -> None:
    path = tmp_path / "some.trace"
    path.write_text(LONG + SHORT)
    first, second = gavel.read_trace(path, rates)
    assert (first.at_s, first.work, first.weight) == (10.0, 700.0, 1.0)
    assert (second.at_s, second.work, second.weight) == (30.0, 5000.0, 2.0)


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("A3C 1 2 3\n", "line 2: 1 columns"),
        (line("A3C", "c", "-n", 0, "many", 10, 1), "line 2: .*many"),
        (line("A3C", "c", "-n", 0, 0, 10, 1), "line 2: .*above 0"),
        (line("A3C", "c", "-n", 0, 700, 10, 7), "line 2: .*no A3C x7; leave"),
    ],
)
def test_bad_traces_are_refused(tmp_path: Path, rates: gavel.StepRates, bad: str, why: str) -> None:
    path = tmp_path / "some.trace"
    path.write_text(SHORT + bad)
    with pytest.raises(UsageError, match=why):
        gavel.read_trace(path, rates)


def test_jobs_without_rates_can_be_left_out(tmp_path: Path, rates: gavel.StepRates) -> None:
    path = tmp_path / "some.trace"
    path.write_text(SHORT + line("A3C", "c", "-n", 0, 700, 10, 7))
    assert len(gavel.read_trace(path, rates, skip=True)) == 1
