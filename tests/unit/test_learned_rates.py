"""Rates of alternatives, learned from runs: by tenant and workload, whatever the order."""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle.cluster.cycle import Rules, decide
from heddle.cluster.nodes import DeviceClass, NodeRow, Nodes
from heddle.cluster.placer import Placer
from heddle.cluster.placing import find
from heddle.cluster.rates import learned
from heddle.cluster.rates.learned import LearnedRates, matrix_of, speed_text
from heddle.cluster.rates.runs import RUNS, STEPS, WorkloadRun, run_of
from heddle.cluster.running import Cluster, Running, shape_of
from heddle.cluster.shapes import Placement
from heddle.model.job import Alternative, DeviceAsk, Job

T4 = DeviceClass("gpu", "T4", "nvidia", 15360, 3)
H100 = DeviceClass("gpu", "H100", "nvidia", 81920, 3)


def ways(*rates: int | None, share_milli: int = 1000) -> tuple[Alternative, ...]:
    """A T4, an H100 and two T4, as fast as declared."""
    asks = [("T4", 1), ("H100", 1), ("T4", 2)]
    return tuple(
        Alternative((DeviceAsk(count, "gpu", models=(name,), share_milli=share_milli),), None,
                    rate_milli=rate)
        for (name, count), rate in zip(asks, rates, strict=False)
    )  # fmt: skip


def job(*rates: int | None, tenant: str = "acme", workload: str = "train", **more: int) -> Job:
    return Job("j1", tenant, ways(*rates, **more), workload=workload)


def ran(number: int, device: DeviceClass, seconds: float, **other: object) -> WorkloadRun:
    run = WorkloadRun(
        f"j{number}.1", "acme", "train", ((1, device),), 1 / seconds, RUNS, seconds, 100.0 * number
    )
    return replace(run, **other)  # type: ignore[arg-type]


def test_nothing_is_known_of_what_never_ran() -> None:
    rates = LearnedRates([ran(1, T4, 100)])
    assert rates.rate(job(None, None), 1) is None
    assert rates.rate(job(None, None, workload="other"), 1) is None


def test_an_alternative_is_as_fast_as_its_runs_beside_those_of_the_first() -> None:
    rates = LearnedRates([ran(1, T4, 300), ran(2, H100, 100), ran(3, H100, 100)])
    found = rates.speeds(job(None, None))
    assert [each.rate_milli for each in found] == [None, 3000]
    assert (found[1].runs, found[1].devices) == (2, "H100")
    assert (found[1].base_runs, found[1].base_devices) == (1, "T4")


def test_where_the_first_never_ran_the_others_are_compared_with_each_other() -> None:
    two = ran(2, T4, 200, devices=((2, T4),))
    rates = LearnedRates([ran(1, H100, 100), two])
    found = rates.speeds(job(None, 2000, None))
    assert [each.rate_milli for each in found] == [None, None, 1000]
    assert found[2].base == 1


def test_the_same_alternative_is_another_one_with_more_devices() -> None:
    rates = LearnedRates([ran(1, T4, 300), ran(2, T4, 150, devices=((2, T4),))])
    assert rates.rate(job(None, None, None), 2) == 2000
    assert rates.rate(job(None, None, None), 1) is None


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from([T4, H100]), st.integers(1, 500)), min_size=1, max_size=150),
    st.randoms(use_true_random=False),
)
def test_the_order_of_runs_does_not_matter(
    runs: list[tuple[DeviceClass, int]], chance: random.Random
) -> None:
    told = [ran(number, *each) for number, each in enumerate(runs)]
    in_turn, shuffled, anew = LearnedRates(), LearnedRates(), list(told)
    chance.shuffle(anew)
    for run in told:
        in_turn.add(run)
    for run in anew:
        shuffled.add(run)
    asked = job(1000, 1500)
    assert in_turn.speeds(asked) == shuffled.speeds(asked)
    assert matrix_of(in_turn.runs("acme")).to_json() == matrix_of(shuffled.runs("acme")).to_json()


@settings(max_examples=100, deadline=None)
@given(st.integers(5, 60), st.floats(1e-3, 1e6), st.integers(0, 60))
def test_a_run_that_went_wrong_turns_nothing_around(count: int, wrong: float, at: int) -> None:
    runs = [ran(2 * i, T4, 300 + i % 3) for i in range(count)]
    runs += [ran(2 * i + 1, H100, 100 + i % 3) for i in range(count)]
    runs.append(ran(2 * min(at, count) + 1, H100, 100, id="bad", rate=1 / wrong))
    found = LearnedRates(runs).rate(job(None, None), 1)
    assert found is not None
    assert 2800 < found < 3200


def test_a_declared_rate_holds_until_runs_outweigh_it() -> None:
    """It counts as three runs; with many, it is forgotten."""
    found = []
    for count in (1, 3, 14, 64):
        runs = [ran(2 * i, T4, 300) for i in range(count)]
        runs += [ran(2 * i + 1, H100, 100) for i in range(count)]
        rate = LearnedRates(runs).rate(job(1000, 1500), 1)
        assert rate is not None
        found.append(rate)
    assert found == sorted(found)
    assert found[0] < math.sqrt(1500 * 3000)
    assert found[1] == pytest.approx(math.sqrt(1500 * 3000), abs=5)
    assert found[2] > 2600
    assert found[3] > 2850


def test_short_runs_say_less_than_long_ones() -> None:
    short = LearnedRates([ran(1, T4, 3), ran(2, H100, 1)]).rate(job(1000, 1500), 1)
    long = LearnedRates([ran(1, T4, 3000), ran(2, H100, 1000)]).rate(job(1000, 1500), 1)
    assert short is not None
    assert long is not None
    assert 1500 <= short < 1520 < long


def test_tenants_learn_each_for_itself() -> None:
    mine = [ran(1, T4, 300), ran(2, H100, 100)]
    theirs = [replace(run, tenant="other", rate=1 / run.rate) for run in mine]
    rates = LearnedRates([*mine, *theirs])
    assert rates.rate(job(None, None), 1) == 3000
    assert rates.rate(job(None, None, tenant="other"), 1) == 333
    assert rates.rate(job(None, None, tenant="acme/sub"), 1) is None
    assert set(rates.runs("acme")) == set(mine)


def test_what_is_kept_is_bounded() -> None:
    """The newest runs on the same devices, and the workloads that ran last."""
    rates, kept = LearnedRates(), 0
    for number in range(3 * learned.KEEP):
        kept += 1 - len(rates.add(ran(number, T4, 100)))
    assert kept == learned.KEEP
    for number in range(1000, 1000 + 2 * learned.MOST_WORKLOADS):
        kept += 1 - len(rates.add(ran(number, T4, 100, workload=f"w{number}")))
    assert kept == learned.MOST_WORKLOADS
    for number in range(3000, 3000 + 2 * learned.MOST_RUNS):
        kept += 1 - len(rates.add(ran(number, T4, 100, devices=((number, T4),))))
    assert kept <= learned.MOST_WORKLOADS - 1 + learned.MOST_RUNS


def test_a_program_that_says_its_steps_is_compared_by_them() -> None:
    """Runs of before, of which only the duration is known, count no more."""
    runs = [ran(1, T4, 300), ran(2, H100, 300)]
    steps = [ran(3, T4, 60, rate=10.0, unit=STEPS), ran(4, H100, 600, rate=40.0, unit=STEPS)]
    assert LearnedRates(runs).rate(job(None, None), 1) == 1000
    assert LearnedRates([*runs, *steps]).rate(job(None, None), 1) == 4000


def test_runs_read_back_as_the_same() -> None:
    run = ran(1, T4, 300.5, devices=((2, T4), (1, H100)))
    assert WorkloadRun.from_json(run.id, json.loads(json.dumps(run.to_json()))) == run


def test_what_is_known_is_told_in_a_sentence() -> None:
    runs = [ran(i, T4, 300) for i in range(9)] + [ran(20 + i, H100, 100) for i in range(14)]
    found = LearnedRates(runs).speeds(job(1000, 1800, 500))
    assert speed_text(found, 0) == "9 runs on T4, with which the others are compared"
    assert speed_text(found, 1) == (
        "3.0 x faster on H100 than on T4, seen in 14 runs "
        "(9 on T4; declared: 1.8 x; counts as 2.7 x)"
    )
    assert speed_text(found, 2) == "no run of it is known (declared: 0.50 x)"
    slow = LearnedRates([ran(1, T4, 100), ran(2, H100, 150)]).speeds(job(None, None))
    assert speed_text(slow, 1) == "1.5 x slower on H100 than on T4, seen in 1 run (1 on T4)"


NODES = Nodes.from_rows(
    [NodeRow("a", 8000, 65536, (T4,) * 2), NodeRow("b", 8000, 65536, (H100,) * 2)]
)


def running(its: Job, alternative: int, node: int, *slots: int) -> Running:
    shape = shape_of(its, its.alternatives[alternative])
    devices = tuple((slot, its.alternatives[alternative].asks[0].share_milli) for slot in slots)
    return Running(its, alternative, (Placement(node, devices, 0, 0, shape),), 0)


def test_a_run_with_a_share_counts_as_with_a_whole_device() -> None:
    """So that another share can be told from it."""
    half = running(job(None, None, share_milli=500), 0, 0, 0)
    run = run_of(NODES, half, "j1.1", 100.0, 100.0)
    assert run is not None
    assert run.rate == pytest.approx(1 / 50)
    assert run.devices == ((1, T4),)


def test_what_lasts_as_long_as_people_like_tells_nothing() -> None:
    plain = job(None, None)
    others = [
        replace(plain, workload=""),
        replace(plain, shape="service"),
        replace(plain, terminal_idle_s=60),
        Job("j1", "acme", (Alternative((DeviceAsk(4, "cpu"),)),), workload="train"),
    ]
    assert run_of(NODES, running(plain, 0, 0, 0), "j1.1", 10.0, 0.0) is not None
    for each in others:
        slots = (0,) if each.alternatives[0].asks[0].kind == "gpu" else ()
        assert run_of(NODES, running(each, 0, 0, *slots), "j1.1", 10.0, 0.0) is None
    assert run_of(NODES, running(plain, 0, 0, 0), "j1.1", 0.0, 0.0) is None


def test_a_cycle_takes_the_alternative_that_was_faster() -> None:
    def started(rates: LearnedRates) -> list[int]:
        placer = Placer(NODES.copy(), find("best_fit", NODES, {}))
        decision = decide(Cluster(placer, NODES), [job(None, None)], 0, Rules(rate=rates.rate))
        return [each.alternative for each in decision.starts]

    assert started(LearnedRates()) == [0]
    assert started(LearnedRates([ran(1, T4, 300), ran(2, H100, 100)])) == [1]
    assert started(LearnedRates([ran(1, T4, 100), ran(2, H100, 300)])) == [0]
