"""Elastic matching by goodput: what is learned, what is decided, and the simulation around it."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle.cluster.goodput import Alone, BatchShape, Goodput
from heddle.cluster.matching import _sum
from heddle.cluster.matching.base import Assigned, Choice, Round, Runnable
from heddle.cluster.matching.goodput import GoodputMatching
from heddle.errors import HeddleError, PolicyError, UsageError
from heddle.research.matching.most_throughput import MostThroughput
from heddle.research.sia.files import Submitted, read_profile, read_training, read_workload
from heddle.research.sia.job import Application
from heddle.research.sia.nodes import Held, arrange
from heddle.research.sia.profiles import ApplicationProfile, Placement, Training
from heddle.research.sia.rounds import NodeGroup, RoundSimulation, WorkloadResult
from heddle.research.sia.suite import BASELINES, OURS, SERIES, bench_bars, row, simulate

TRACES = Path(os.environ.get("HEDDLE_TRACES") or "../shared/traces")


def profile(speed: float = 1.0, sync_s: float = 0.1) -> ApplicationProfile:
    """A step takes 0.01 s for each example and 0.1 s more, and 0.1 s to synchronise."""

    def points(sync: float) -> list[tuple[float, float, float]]:
        return [
            (float(n), (0.1 + 0.01 * n) / speed + sync, sync) for n in (10, 20, 40, 80, 160, 320)
        ]

    placements: dict[Placement, list[tuple[float, float, float]]] = {
        (n,): points(sync_s if n > 1 else 0.0) for n in (1, 2, 4)
    }
    placements |= {(4,) * n: points(2 * sync_s) for n in (2, 4)}
    return ApplicationProfile(placements, {(6, 24): points(4 * sync_s)})


def training(epochs: int = 4, var: float = 30.0) -> Training:
    batches = np.array([40.0, 160.0, 640.0])
    noise = np.ones((epochs, len(batches)))
    progress = np.arange(1, epochs + 1, dtype=np.float64) * 1000.0
    return Training(batches, progress, noise, noise * var)


def application(kinds: dict[str, float], on_node: int = 4, restart_s: float = 30.0) -> Application:
    profiles = {kind: profile(speed) for kind, speed in kinds.items()}
    alone = {
        kind: Alone(it.alone.local, it.alone.step_s - it.alone.sync_s, on_node)
        for kind, it in profiles.items()
    }
    return Application(training(), profiles, alone, restart_s, 1.0)


def test_a_step_is_interpolated_over_the_batch_of_a_device() -> None:
    assert profile().step((2,), 30) == pytest.approx((0.1 + 0.3 + 0.1, 0.1))


def test_the_first_node_of_a_placement_does_not_matter() -> None:
    it = ApplicationProfile({(1,): [(10, 1, 0)], (1, 2): [(10, 3, 1), (20, 5, 1)]}, {})
    assert it.step((2, 1), 15) == it.step((1, 2), 15) == (4.0, 1.0)


def test_a_size_of_the_scalability_file_is_used_as_it_is() -> None:
    assert profile().step((4,) * 6, 40) == pytest.approx((0.5 + 0.4, 0.4))


def test_a_size_between_others_lies_between_those_with_as_many_devices_a_node() -> None:
    # five nodes of four: half way between four (0.2 s) and six (0.4 s)
    assert profile().step((4,) * 5, 40) == pytest.approx((0.5 + 0.3, 0.3))


def test_the_gain_of_a_larger_batch() -> None:
    # (30 + 1) / (30 / 4 + 1)
    assert training().gain(160, 0) == pytest.approx(31 / 8.5)
    assert training().gain(40, 0) == pytest.approx(1.0)


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


HEADER = "name,time,application,num_replicas,batch_size\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name,time\na,1\n", "line 1: no column 'application'"),
        (HEADER, "nothing below the first line"),
        (HEADER + "a,1,bert,1\n", "line 2: 4 values for 5 columns"),
        (HEADER + "a,1,bert,1,12\n\nb,soon,bert,1,12\n", "line 4: time is 'soon'"),
        (HEADER + "a,1,bert,0,12\n", "line 2: num_replicas is '0'"),
        (HEADER + "a,nan,bert,1,12\n", "line 2: time is 'nan'"),
        (HEADER + "a,1,brat,1,12\n", "line 2: no profile of application 'brat'"),
        (HEADER + "a,1,bert,1,12\na,2,bert,1,12\n", "line 3: a second job 'a'"),
    ],
)
def test_a_bad_workload_says_where_and_what_to_do(tmp_path: Path, text: str, said: str) -> None:
    path = write(tmp_path, "workload-1.csv", text)
    with pytest.raises(UsageError, match=said) as caught:
        read_workload(path)
    assert str(path) in str(caught.value)


def test_jobs_come_in_the_order_of_their_time(tmp_path: Path) -> None:
    path = write(tmp_path, "w.csv", HEADER + "late,9,bert,2,24\nearly,3,ncf,1,256\n")
    assert [job.name for job in read_workload(path)] == ["early", "late"]


def test_bad_profiles_say_where(tmp_path: Path) -> None:
    write(tmp_path, "scalability.csv", "num_nodes,num_replicas,local_bsz,step_time,sync_time\n")
    header = "placement,local_bsz,step_time,sync_time\n"
    write(tmp_path, "placements.csv", header + "1,8,0.5,0\n104,8,0.5,0\n")
    with pytest.raises(UsageError, match="line 3: placement is '104'"):
        read_profile(tmp_path)
    write(tmp_path, "placements.csv", header + "2,8,0.5,0\n")
    with pytest.raises(UsageError, match="no placement 1"):
        read_profile(tmp_path)
    with pytest.raises(UsageError, match=r"placements-rtx\.csv.*--traces"):
        read_profile(tmp_path, "rtx")


def test_a_validation_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "bert"
    folder.mkdir()
    with pytest.raises(UsageError, match="no validation"):
        read_training(folder)
    write(folder, "validation-12.csv", "progress,iteration,grad_sqr,grad_var\n7,7,1,2\n")
    with pytest.raises(UsageError, match="1 epochs, and bert trains 2"):
        read_training(folder)


def known(speeds: dict[str, float] | None = None) -> Goodput:
    it = application(speeds or {"slow": 1.0, "fast": 2.0})
    return Goodput(it.alone, it.training.least_batch, it.training.most_batch)


NOISE = (1.0, 30.0)


def rates(model: Goodput, kind: str, devices: list[int]) -> list[float]:
    count = np.array(devices)
    return [float(rate) for rate in model.best(kind, -(-count // 4), count)[0]]


def test_before_it_has_run_only_the_smallest_batch_and_single_devices_are_known() -> None:
    found, shapes = known().best("fast", np.array([1]), np.array([1]))
    assert shapes == [BatchShape(40, 1)]
    assert found[0] == pytest.approx(1 / 0.25)


def test_it_begins_optimistic_and_learns_what_synchronising_costs() -> None:
    model = known()
    model.observe("slow", (1, 1, 40), 0.5, NOISE)
    before = rates(model, "slow", [1, 2, 4])
    compute, step = model.step("slow", np.array([2]), np.array([8]), np.array([40]))
    assert compute == step  # as if it cost nothing
    model.observe("slow", (1, 2, 80), 0.9 + 1.0, NOISE)
    after = rates(model, "slow", [1, 2, 4])
    assert after[0] == before[0]
    assert after[1] < 0.9 * before[1]
    # eight are on two nodes, which are assumed to be slower than one
    assert rates(model, "slow", [8])[0] < 2 * after[2]


def test_where_it_has_run_a_step_takes_what_was_measured() -> None:
    model = known()
    for where, step_s in (((1, 2, 80), 1.0), ((1, 4, 80), 1.1), ((2, 8, 80), 1.7)):
        model.observe("slow", where, step_s, NOISE)
        nodes, devices, local = (np.array([each]) for each in where)
        assert model.step("slow", nodes, devices, local)[1][0] == pytest.approx(step_s)


def test_scaling_is_carried_over_to_a_kind_where_it_never_ran() -> None:
    model = known()
    model.observe("slow", (1, 2, 80), 1.8, NOISE)  # twice the 0.9 s of one device
    where = np.array([1]), np.array([2]), np.array([80])
    assert model.step("fast", *where)[1][0] == pytest.approx(2 * 0.45)


@given(
    sqr=st.floats(0, 1e6),
    var=st.floats(0, 1e6),
    devices=st.lists(st.sampled_from([1, 2, 4, 8, 16]), min_size=1, max_size=5),
)
@settings(max_examples=50, deadline=None)
def test_a_split_keeps_to_the_limits(sqr: float, var: float, devices: list[int]) -> None:
    model = known()
    model.observe("slow", (1, 2, 80), 1.0, (sqr, var))
    count = np.array(devices)
    found, shapes = model.best("slow", -(-count // 4), count)
    for rate, shape, many in zip(found, shapes, devices, strict=True):
        assert rate > 0
        assert 10 <= shape.local <= 320
        assert shape.batch(many) <= 640
        if many == 1 and shape.batch(1) > 40:
            assert shape.passes >= 2  # else the noise could not be measured


JOBS = st.lists(
    st.lists(
        st.tuples(st.sampled_from("ab"), st.integers(1, 4), st.floats(0, 10)),
        min_size=1,
        max_size=4,
    ),
    max_size=4,
)
Jobs = list[list[tuple[str, int, float]]]


def as_arguments(
    jobs: Jobs,
) -> tuple[list[list[Choice]], list[np.ndarray[tuple[int], np.dtype[np.float64]]]]:
    choices = [[Choice(kind, devices, rate) for kind, devices, rate in job] for job in jobs]
    return choices, [np.array([rate for *_, rate in job]) for job in jobs]


def total(jobs: Jobs, picks: list[int | None], free: dict[str, int]) -> float:
    """Of what was picked; fails when it does not fit."""
    used = dict.fromkeys(free, 0)
    found = 0.0
    for job, pick in zip(jobs, picks, strict=True):
        if pick is not None:
            used[job[pick][0]] += job[pick][1]
            found += job[pick][2]
    assert all(used[kind] <= free[kind] for kind in free)
    return found


@given(jobs=JOBS, a=st.integers(0, 6), b=st.integers(0, 6))
@settings(max_examples=50, deadline=None)
def test_the_sum_is_the_best_there_is(jobs: Jobs, a: int, b: int) -> None:
    free = {"a": a, "b": b}
    best = 0.0
    for picks in itertools.product(*([None, *range(len(job))] for job in jobs)):
        try:
            best = max(best, total(jobs, list(picks), free))
        except AssertionError:
            continue
    found = _sum.best_sum(*as_arguments(jobs), [0.0] * len(jobs), free)
    assert total(jobs, found, free) == pytest.approx(best)


@given(jobs=JOBS, a=st.integers(0, 6), b=st.integers(0, 6))
@settings(max_examples=50, deadline=None)
def test_prices_never_give_away_more_than_there_is(jobs: Jobs, a: int, b: int) -> None:
    free = {"a": a, "b": b}
    total(jobs, _sum._priced(*as_arguments(jobs), [0.0] * len(jobs), free), free)


def test_prices_come_close_to_the_best_on_many_jobs() -> None:
    draw = np.random.default_rng(1)
    jobs = [
        [
            (kind, size, float(speed * size**0.7))
            for kind, speed in zip("ab", draw.uniform(1, 4, 2), strict=True)
            for size in (1, 2, 4, 8)
        ]
        for _ in range(40)
    ]
    free = {"a": 64, "b": 48}
    exact, priced = (
        total(jobs, solve(*as_arguments(jobs), [0.0] * 40, free), free)
        for solve in (_sum._exact, _sum._priced)
    )
    assert priced >= 0.97 * exact


def elastic(
    id: int, current: Choice | None = None, most: int = 4, arrived_s: float = 0.0
) -> Runnable:
    choices = tuple(
        Choice(kind, n, speed * n**0.8)
        for kind, speed in (("a", 1.0), ("b", 3.0))
        for n in (1, 2, 4, 8)
        if n <= most
    )
    return Runnable(id, arrived_s, choices, current=current, restart_s=100.0)


def test_nobody_waits_while_all_could_run() -> None:
    jobs = [elastic(i, most=8) for i in range(8)]
    plan = GoodputMatching().plan(Round(60.0, 60.0, {"a": 4, "b": 4}, jobs))
    assert sorted(plan) == list(range(8))
    assert all(assigned.choice.devices == 1 for assigned in plan.values())


def test_a_job_that_is_restarting_is_left_alone() -> None:
    policy = GoodputMatching()
    capacity = {"a": 4, "b": 4}
    first = policy.plan(Round(0.0, 60.0, capacity, [elastic(0)]))[0].choice
    crowd = [elastic(0, first), *(elastic(i, arrived_s=60.0) for i in range(1, 8))]
    assert policy.plan(Round(60.0, 60.0, capacity, crowd))[0].choice == first
    assert policy.plan(Round(120.0, 60.0, capacity, crowd))[0].choice != first


def test_a_restarting_job_gives_way_when_its_devices_are_lost() -> None:
    policy = GoodputMatching()
    first = policy.plan(Round(0.0, 60.0, {"a": 1, "b": 4}, [elastic(0)]))[0].choice
    plan = policy.plan(Round(60.0, 60.0, {"a": 1, "b": 0}, [elastic(0, first)]))
    assert (first.kind, plan[0].choice.kind, plan[0].choice.devices) == ("b", "a", 1)


def test_a_small_gain_is_not_worth_a_restart() -> None:
    now = Choice("a", 1, 1.0)
    job = Runnable(0, 0.0, (now, Choice("b", 1, 1.1)), current=now, restart_s=100.0)
    policy = GoodputMatching()
    assert policy.plan(Round(200.0, 60.0, {"a": 1, "b": 1}, [job]))[0].choice == now
    assert policy.plan(Round(9000.0, 60.0, {"a": 1, "b": 1}, [job]))[0].choice.kind == "b"


@given(st.lists(st.sampled_from([1, 2, 4, 8, 16]), max_size=12), st.data())
@settings(max_examples=50, deadline=None)
def test_sizes_that_divide_nodes_always_fit(sizes: list[int], data: st.DataObject) -> None:
    nodes, on_node = 4, 8
    held: dict[int, Held] = {}
    for _ in range(3):
        wanted = data.draw(st.permutations(sizes))
        fitting: dict[int, int] = {}
        for job, size in enumerate(wanted):
            if sum(fitting.values()) + size <= nodes * on_node:
                fitting[job] = size
        held = arrange(fitting, held, nodes, on_node)
        free = [on_node] * nodes
        for job, size in fitting.items():
            assert sum(held[job].values()) == size
            assert len(held[job]) == max(1, size // on_node)
            for node, count in held[job].items():
                free[node] -= count
        assert min(free) >= 0


def test_who_keeps_its_size_keeps_its_nodes_when_it_can() -> None:
    held = arrange({1: 4, 2: 2, 3: 1}, {}, 2, 8)
    after = arrange({1: 4, 2: 4, 3: 1, 4: 2}, held, 2, 8)
    assert (after[1], after[3]) == (held[1], held[3])


CLUSTER = {"slow": NodeGroup(4, 4), "fast": NodeGroup(2, 4)}
APPLICATIONS = {"it": application({"slow": 1.0, "fast": 2.0})}


def submitted(count: int, gap_s: float = 100.0) -> list[Submitted]:
    return [Submitted(f"it-{i}", 10.0 + i * gap_s, "it", 4, 160) for i in range(count)]


class Watched:
    """A policy with a look at each round and plan."""

    def __init__(self) -> None:
        self.policy = GoodputMatching()
        self.seen: list[tuple[Round, dict[int, Assigned]]] = []

    def plan(self, round: Round) -> dict[int, Assigned]:
        plan = self.policy.plan(round)
        self.seen.append((round, plan))
        return plan


def test_capacity_kinds_and_at_most_twice_as_many_as_ever() -> None:
    watched = Watched()
    simulation = RoundSimulation(submitted(12, 40.0), APPLICATIONS, CLUSTER, watched)
    simulation.simulate()
    most: dict[int, int] = {}
    for round_, plan in watched.seen:
        for kind, nodes in CLUSTER.items():
            mine = [one.choice for one in plan.values() if one.choice.kind == kind]
            assert sum(choice.devices for choice in mine) <= nodes.devices
        for job in round_.jobs:
            if job.id in plan:
                devices = plan[job.id].choice.devices
                assert devices <= max(1, 2 * most.get(job.id, 0))
                assert devices in CLUSTER[plan[job.id].choice.kind].sizes()
                most[job.id] = max(most.get(job.id, 0), devices)
    assert max(most.values()) > 1


def test_a_change_of_placement_costs_before_any_progress() -> None:
    class Fixed:
        """On one device, and from a minute on another kind."""

        def plan(self, round: Round) -> dict[int, Assigned]:
            kind = "slow" if round.now_s < 120.0 else "fast"
            return {0: Assigned(Choice(kind, 1, 1.0))}

    jobs = [Submitted("it-0", 60.0, "it", 1, 40)]
    rigid = RoundSimulation(jobs, APPLICATIONS, CLUSTER, Fixed(), rigid=True)
    result = rigid.simulate()
    # 0.5 s a step on slow, 0.25 s on fast; the first minute has 30 s of them, the rest 3940 steps
    assert result.jct_s == pytest.approx([60.0 + 30.0 + (4000 - 60) * 0.25])
    assert result.restarts == 1
    assert result.device_s == pytest.approx(result.jct_s[0])


def test_the_same_input_gives_the_same_result() -> None:
    one, other = (
        RoundSimulation(submitted(8), APPLICATIONS, CLUSTER, GoodputMatching()).simulate()
        for _ in range(2)
    )
    assert one.jct_s == other.jct_s
    assert one.contention == other.contention


def test_more_of_the_cluster_is_sooner_done() -> None:
    jobs = submitted(6)
    ours = RoundSimulation(jobs, APPLICATIONS, CLUSTER, GoodputMatching()).simulate()
    rigid = RoundSimulation(
        jobs, APPLICATIONS, CLUSTER, MostThroughput(), round_s=360.0, rigid=True
    ).simulate()
    assert np.mean(ours.jct_s) < np.mean(rigid.jct_s)


def test_impossible_jobs_and_bad_policies_are_refused() -> None:
    class Greedy:
        def plan(self, round: Round) -> dict[int, Assigned]:
            return {job.id: Assigned(Choice("fast", 8, 1.0)) for job in round.jobs}

    class Idle:
        def plan(self, round: Round) -> dict[int, Assigned]:
            return {}

    def refused(policy: Greedy | Idle, jobs: list[Submitted], rigid: bool) -> HeddleError:
        with pytest.raises(HeddleError) as caught:
            RoundSimulation(jobs, APPLICATIONS, CLUSTER, policy, rigid=rigid).simulate()
        return caught.value

    assert isinstance(refused(Greedy(), submitted(2, 0.0), False), PolicyError)
    assert isinstance(refused(Idle(), submitted(1), False), PolicyError)
    asks = [Submitted("huge", 0.0, "it", 17, 640)]
    assert "'huge' asks for 17 devices" in str(refused(Idle(), asks, True))


def test_a_bar_is_about_the_figure_as_it_was_published() -> None:
    result = WorkloadResult([0.64 * 3600] * 3, 9.0, 9.0, 1.0, [0.002] * 9, [1] * 9)
    bars = bench_bars([row(SERIES[0], OURS, {"workload-1": result})])
    assert [(limit, measured) for _, limit, measured in bars] == [(0.6, 0.6), (100.0, 2.0)]


@pytest.mark.slow
@pytest.mark.skipif(not (TRACES / "sia").is_dir(), reason="the public traces are not here")
def test_the_public_traces_can_be_read_and_run() -> None:
    path = min((TRACES / SERIES[0].folder).glob("*.csv"))
    assert len(read_workload(path)) == 160
    rigid = BASELINES[1]
    assert len(simulate(TRACES, SERIES[0], path, rigid).jct_s) == 160
