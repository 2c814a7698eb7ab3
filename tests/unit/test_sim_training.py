"""Traces of training jobs whose speed was profiled: read, simulated or refused."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.cluster.running import Running
from heddle.cluster.shapes import Placement, Shape
from heddle.errors import UsageError
from heddle.research.sia.job import Application, read_application
from heddle.research.sia.truth import Learning
from heddle.sim import traces
from heddle.sim.cluster.run import Setup, simulate
from heddle.sim.traces.base import Ask
from tests.clusters import job
from tests.traces import count_of, ended, own


def training(tmp_path: Path, lines: str) -> Path:
    """Two epochs of bert; an A100 is four times as fast as a T4. Across nodes it is slower."""
    folder = tmp_path / "sia" / "profiles" / "bert"
    folder.mkdir(parents=True)
    for kind, step in (("aws", 4.0), ("rtx", 2.0), ("dgx-ext", 1.0)):
        rows = "".join(
            f"{where},{local},{step * local / 12 + sync},{sync}\n"
            for where, sync in (("1", 0), ("2", 1), ("4", 1), ("44", 3), ("8", 1))
            for local in (12, 24)
        )
        head = "placement,local_bsz,step_time,sync_time\n"
        (folder / f"placements-{kind}.csv").write_text(head + rows)
        head = "num_nodes,num_replicas,local_bsz,step_time,sync_time\n"
        (folder / f"scalability-{kind}.csv").write_text(head + f"2,2,12,{step + 3},3\n")
    for batch in (12, 48):
        rows = "".join(f"{100 * epoch},9,{epoch},1\n" for epoch in (1, 2))
        text = "progress,grad_var,iteration,grad_sqr\n" + rows
        (folder / f"validation-{batch}.csv").write_text(text)
    series = tmp_path / "sia" / "workloads" / "philly"
    series.mkdir(parents=True)
    head = "name,time,application,num_replicas,batch_size\n"
    for number in (1, 2):
        (series / f"workload-{number}.csv").write_text(head + lines)
    return tmp_path


def test_a_training_job_takes_what_its_profile_says(tmp_path: Path) -> None:
    folder = training(tmp_path, "one,3.5,bert,1,12\n")
    trace = traces.load("sia:philly/2", Ask(folder))
    assert (len(trace.nodes), trace.random) == (11, False)
    (arrival,) = trace.arrivals
    assert [way.rate_milli for way in arrival.job.alternatives] == [1000, 2000, 4000]
    slowdown, steps, start_s = 1.2, 200, 120
    assert arrival.seconds == pytest.approx(4.0 * steps * slowdown)
    # the fastest that is free is taken, and its start costs as much as a restart
    assert ended("sia:philly", folder)["one"] == pytest.approx(3 + start_s + steps * slowdown)


def test_what_a_placement_costs_is_known_only_where_it_is(tmp_path: Path) -> None:
    """Eight devices on one node, or on two of four: the same request, another speed."""
    folder = training(tmp_path, "eight,0,bert,8,96\n")
    (arrival,) = traces.load("sia:philly/1", Ask(folder)).arrivals
    job = arrival.job
    assert (job.shape, job.members, count_of(job)) == ("gang", 2, 4)  # a node of T4 has four
    gain = (9 + 1) / (9 * 12 / 96 + 1)
    assert arrival.seconds == pytest.approx(200 / gain * (4 + 3) * 1.2)
    found = ended("sia:philly/1", folder)["eight"]
    assert found == pytest.approx(120 + 200 / gain * (1 + 1) * 1.2)


@given(st.lists(st.tuples(st.floats(0, 900), st.integers(0, 2), st.integers(1, 8)), max_size=12))
def test_time_and_work_agree_whatever_changes(changes: list[tuple[float, int, int]]) -> None:
    """So many seconds bring the end nearer by as much, and nothing is done twice."""
    learning = _learning()
    done = 0.0
    for seconds, kind, devices in changes:
        where = Running(job("x"), kind, tuple(_one_on(n // 4, n % 4) for n in range(devices)), 0)
        left_s = learning.lasts_s(where, done)
        later = learning.after(where, done, seconds)
        assert done - 1e-9 <= later <= 200 + 1e-9
        assert learning.lasts_s(where, later) == pytest.approx(max(left_s - seconds, 0), abs=1e-6)
        done = later


@given(st.floats(6, 100))
def test_the_gain_of_all_epochs_is_that_of_each(batch: float) -> None:
    found = _bert().training
    each = [found.gain(batch, epoch) for epoch in range(2)]
    assert found.gains(batch).tolist() == pytest.approx(each)


def _one_on(node: int, slot: int) -> Placement:
    return Placement(node, ((slot, 1000),), 0, 0, Shape())


KINDS = {"aws": 4, "rtx": 8, "dgx-ext": 8}


@cache
def _bert() -> Application:
    with tempfile.TemporaryDirectory() as folder:
        bert = training(Path(folder), "") / "sia" / "profiles" / "bert"
        return read_application(bert, KINDS)


@cache
def _learning() -> Learning:
    return Learning(_bert(), tuple(KINDS), None)


def test_elastic_training_jobs_share_what_there_is(tmp_path: Path) -> None:
    folder = training(tmp_path, "".join(f"j{i},{i},bert,8,96\n" for i in range(9)))
    rigid = simulate(Setup("sia:philly/1", folder)).report()
    elastic = simulate(Setup("sia:philly/1", folder, elastic=True)).report()
    assert rigid["waited_job_s"]
    assert not elastic["waited_job_s"]
    assert elastic["overall"]["done"] == 9
    assert elastic["overall"]["changes"] > 0
    with pytest.raises(UsageError, match=r"--elastic: own does not say .* use pollux or sia"):
        traces.load(own(tmp_path), Ask(elastic=True))


def test_a_series_is_chosen_from_by_the_seed(tmp_path: Path) -> None:
    folder = training(tmp_path, "one,0,bert,1,12\n")
    assert traces.load("sia:philly", Ask(folder, seed=1)).random
    with pytest.raises(UsageError, match="There are 1 to 2: --seed 0 is the first"):
        traces.load("sia:philly", Ask(folder, seed=2))
    with pytest.raises(UsageError, match="There are 1 to 2"):
        traces.load("sia:philly/3", Ask(folder))
    with pytest.raises(UsageError, match="neither a file nor one of philly, helios, phoebe"):
        traces.load("sia:pilly", Ask(folder))
    with pytest.raises(UsageError, match="--traces"):
        traces.load("pollux:1", Ask(folder))


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("x,soon,bert,1,12", "time is not a number"),
        ("x,0,brat,1,12", "no profile"),
        ("x,0,bert,1", "values are missing"),
        ("one,0,bert,1,12", "name of another job"),
        ("x,0,bert,25,12", "more devices"),
    ],
)
def test_holes_of_a_workload(tmp_path: Path, line: str, what: str) -> None:
    folder = training(tmp_path, f"one,0,bert,1,12\n{line}\n")
    with pytest.raises(UsageError, match=r"workload-1\.csv, line 3: .*--skip-bad"):
        traces.load("sia:philly/1", Ask(folder))
    trace = traces.load("sia:philly/1", Ask(folder, skip_bad=True))
    assert len(trace.arrivals) == 1
    assert [what in each for each in trace.left_out] == [True]
