"""Traces for the cluster simulator: read or refused, never guessed; and what is made of them."""

from __future__ import annotations

import json
import os
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle import cli
from heddle.cluster.nodes import DeviceClass, NodeRow, Nodes
from heddle.cluster.running import Running
from heddle.cluster.shapes import Placement, Shape, Term
from heddle.errors import MissingExtraError, UsageError
from heddle.extras import extra
from heddle.model.job import Alternative, DeviceAsk, Job
from heddle.research.sia.job import Application, read_application
from heddle.research.sia.truth import Learning
from heddle.sim import traces
from heddle.sim.cluster.adjust import faults, says
from heddle.sim.cluster.fragments import Fragments
from heddle.sim.cluster.hardware import cluster
from heddle.sim.cluster.outcome import Instant
from heddle.sim.cluster.report import busy_share, over_time, quantile
from heddle.sim.cluster.run import Setup, simulate
from heddle.sim.cluster.seeds import SeedStore, run_seeds
from heddle.sim.cluster.simulation import Simulation
from heddle.sim.cluster.truth import Arrival
from heddle.sim.traces.base import Ask
from tests.clusters import H100, T4, cluster_of, gpus, job, node

PUBLIC = Path(os.environ.get("HEDDLE_TRACES", "../shared/traces"))
EXAMPLE = Path(__file__).parents[2] / "examples" / "sim" / "small.toml"

NODES = "sn,cpu_milli,memory_mib,gpu,model\nn0,8000,16384,2,T4\nn1,8000,16384,1,A10\n"
HEAD = (
    "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,"
    "creation_time,deletion_time,scheduled_time\n"
)
GOOD = "a,1000,1024,1,1000,,LS,Running,0,60,0\nb,1000,1024,1,500,T4|V100,BE,Running,10,40,10\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of public traces, with two nodes and a list of two pods."""
    here = tmp_path / "alibaba-gpu-v2023"
    here.mkdir()
    (here / "openb_node_list_gpu_node.csv").write_text(NODES)
    pods(tmp_path, GOOD)
    return tmp_path


def pods(folder: Path, lines: str) -> None:
    (folder / "alibaba-gpu-v2023" / "openb_pod_list_x.csv").write_text(HEAD + lines)


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert cli.main(["sim", "cluster", "-o", "json", *arguments]) == 0
    return json.loads(capsys.readouterr().out)


def test_openb_pods_come_and_go(folder: Path) -> None:
    trace = traces.load("openb:x", Ask(folder))
    assert [(each.job.id, each.job.submitted_s, each.seconds) for each in trace.arrivals] == [
        ("a", 0, 60),
        ("b", 10, 30),
    ]
    assert trace.arrivals[1].job.alternatives[0].asks[0].models == ("T4", "V100")
    assert trace.arrivals[1].job.expected_s is None  # nobody says how long a pod takes
    assert len(trace.nodes) == 2
    assert not trace.left_out


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("c,1000,1024,1,1000,,LS,Running,,60,0", "creation_time is missing"),
        ("c,1000,1024,1,1000,,LS,Running,0,,0", "deletion_time is missing"),
        ("c,1000,1024,1,1000,,LS,Running,70,60,0", "deletion_time is before creation_time"),
        ("c,-1,1024,1,1000,,LS,Running,0,60,0", "cpu_milli is negative"),
        ("c,1000,lots,1,1000,,LS,Running,0,60,0", "memory_mib is not a whole number"),
        ("c,1000,1024,1,1001,,LS,Running,0,60,0", "gpu_milli is not from 1 to 1000"),
        ("c,1000,1024,1,1000,H100,LS,Running,0,60,0", "gpu_spec names a model that no node has"),
        ("a,1000,1024,1,1000,,LS,Running,0,60,0", "the name of another pod"),
        ("c,1000", "memory_mib is missing"),
    ],
)
def test_a_hole_is_an_error_with_its_line_or_is_counted(folder: Path, line: str, what: str) -> None:
    pods(folder, GOOD + line + "\n")
    with pytest.raises(UsageError, match=rf"line 4: {what}.*--skip-bad"):
        traces.load("openb:x", Ask(folder))
    trace = traces.load("openb:x", Ask(folder, skip_bad=True))
    assert len(trace.arrivals) == 2
    assert sum(trace.left_out.values()) >= 1
    assert what in trace.left_out


def test_what_is_not_there_is_said(folder: Path) -> None:
    with pytest.raises(UsageError, match="Lists there: x"):
        traces.load("openb:y", Ask(folder))
    with pytest.raises(UsageError, match="Did you mean 'openb'"):
        traces.load("opemb:x", Ask(folder))
    with pytest.raises(UsageError, match="has its own nodes"):
        traces.load("openb:x", Ask(folder, cluster="gpu:1x1"))
    pods(folder, "")
    with pytest.raises(UsageError, match="no job in it"):
        traces.load("openb:x", Ask(folder))


PHILLY = "timestamp,duration,num_gpus,gpu_time,cluster\n"


def test_philly_on_a_cluster_that_is_stated(tmp_path: Path) -> None:
    file = tmp_path / "p.csv"
    file.write_text(
        PHILLY
        + "2017-10-09 07:00:10,66.0,1,66.0,v1\n"
        + "2017-10-09 07:00:00,5.5,12,66.0,v2\n"
        + "2017-10-09 07:00:20,5.0,16,80.0,v1\n\n"
    )
    with pytest.raises(UsageError, match="--cluster gpu:8x64"):
        traces.load(f"philly:{file}", Ask())
    trace = traces.load(f"philly:{file}", Ask(cluster="h100:8x2 + gpu:4x1"))
    assert len(trace.nodes) == 3
    assert [
        (each.job.tenant, each.job.submitted_s, each.job.members, _count(each.job), each.seconds)
        for each in trace.arrivals
    ] == [("v2", 0, 2, 6, 5.5), ("v1", 10, 1, 1, 66.0), ("v1", 20, 2, 8, 5.0)]
    file.write_text(PHILLY + "2017-10-09 07:00:10,-1,1,66.0,v1\n")
    with pytest.raises(UsageError, match="line 2: duration is negative"):
        traces.load(f"philly:{file}", Ask(cluster="h100:8x2"))


def _count(job: Job) -> int:
    return job.alternatives[0].asks[0].count


@pytest.mark.parametrize("text", ["", "gpu", "gpu:8", "gpu:0x4", "8x4", "h100:8x4,a100:8x4"])
def test_a_cluster_that_cannot_be_read(text: str) -> None:
    with pytest.raises(UsageError):
        cluster(text)


TABLE = {
    "v100": {"('A3C', 1)": {"null": 4.0}, "('LM (batch size 5)', 2)": {"null": 10.0}},
    "p100": {"('A3C', 1)": {"null": 1.0}, "('LM (batch size 5)', 2)": {"null": 5.0}},
    "k80": {"('A3C', 1)": {"null": 0.0}, "('LM (batch size 5)', 2)": {"null": 1.0}},
    "v100_unconsolidated": {"('LM (batch size 5)', 2)": {"null": 2.5}},
    "p100_unconsolidated": {"('LM (batch size 5)', 2)": {"null": 5.0}},
}
LINES = "A3C\tc\t-n\t0\t400\t10\t1\nLM (batch size 5)\tc\t-n\t0\t1000\t20\t2\n"


@pytest.fixture
def gavel(tmp_path: Path) -> Path:
    (tmp_path / "gavel").mkdir()
    (tmp_path / "gavel" / "simulation_throughputs.json").write_text(json.dumps(TABLE))
    (tmp_path / "some.trace").write_text(LINES)
    return tmp_path


def ended(trace: str, folder: Path, **more: Any) -> dict[str, float]:
    jobs = simulate(Setup(trace, folder, **more)).simulation.outcome.jobs
    return {name: told.end_s or 0.0 for name, told in jobs.items()}


def test_gavels_jobs_are_as_fast_as_was_measured(gavel: Path) -> None:
    trace = traces.load("gavel:some.trace", Ask(gavel))
    assert len(trace.nodes) == 3
    assert [way.rate_milli for way in trace.arrivals[0].job.alternatives] == [1000, 250]
    assert [way.rate_milli for way in trace.arrivals[1].job.alternatives] == [1000, 500, 100]
    assert ended("gavel:some.trace", gavel) == {"gavel-0": 10 + 100, "gavel-1": 20 + 100}
    # two P100 in one server: a quarter as fast, and the second waits for both
    assert ended("gavel:some.trace", gavel, cluster="p100:2x1") == {"gavel-0": 410, "gavel-1": 610}
    apart = ended("gavel:some.trace", gavel, cluster="v100:1x2 + k80:1x4")
    assert apart == {"gavel-0": 110, "gavel-1": 110 + 400}  # nobody measured two K80 apart
    with pytest.raises(UsageError, match="not measured"):
        traces.load("gavel:some.trace", Ask(gavel, cluster="k80:2x1"))
    for wrong in ("t4:1x1", "v100", "v100:0x1"):
        with pytest.raises(UsageError, match="v100, p100, k80"):
            traces.load("gavel:some.trace", Ask(gavel, cluster=wrong))


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("A3C\t1\t2", "columns are missing"),
        ("A3C\tc\t-n\t0\tmany\t10\t1", "no numbers"),
        ("A3C\tc\t-n\t0\tnan\t10\t1", "too small"),
        ("A3C\tc\t-n\t0\t700\t10\t7", "no rates"),
    ],
)
def test_holes_of_gavels_traces(gavel: Path, line: str, what: str) -> None:
    (gavel / "some.trace").write_text(LINES + line + "\n")
    with pytest.raises(UsageError, match=r"some\.trace, line 3: .*--skip-bad"):
        traces.load("gavel:some.trace", Ask(gavel))
    trace = traces.load("gavel:some.trace", Ask(gavel, skip_bad=True))
    assert len(trace.arrivals) == 2
    assert [what in each for each in trace.left_out] == [True]


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
    assert (job.shape, job.members, _count(job)) == ("gang", 2, 4)  # a node of T4 has four
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
        ("x,soon,bert,1,12", "time is no number"),
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


OWN = """
[[nodes]]
name = "n"
count = 2
devices = "t4:2"
cores = 8
memory = "32GiB"

[[jobs]]
file = "job.json"
seconds = 60
times = 3
every = "10s"
"""


def own(tmp_path: Path, text: str = OWN) -> str:
    job = {"id": "j", "tenant": "t", "devices": "t4:2", "command": "true", "expected": "1m"}
    (tmp_path / "job.json").write_text(json.dumps(job))
    (tmp_path / "trace.toml").write_text(text)
    return str(tmp_path / "trace.toml")


def test_one_of_our_own(tmp_path: Path) -> None:
    trace = traces.load(own(tmp_path), Ask())
    assert trace.nodes.names == ["n-0", "n-1"]
    assert trace.nodes.classes == [DeviceClass("gpu", "T4", "nvidia", 16384, 0)]
    arrived = [(each.job.id, each.job.submitted_s, each.seconds) for each in trace.arrivals]
    assert arrived == [("j-0", 0, 60), ("j-1", 10, 60), ("j-2", 20, 60)]
    assert traces.load(str(tmp_path), Ask()).nodes.names == trace.nodes.names  # the folder
    assert not trace.random


def test_what_devices_are_worth(tmp_path: Path) -> None:
    """By the catalogue, unless the trace says it."""

    def units(text: str) -> Any:
        return simulate(Setup(own(tmp_path, text))).report()["units"]

    known = units(OWN)["known"]["T4"]
    assert 50 < known < 500
    assert units("[units]\nt4 = 70\n" + OWN)["known"] == {"T4": 70}
    assert units(OWN.replace('"t4:2"', '"gpu:2"').replace("t4", "gpu"))["assumed"] == ["gpu"]
    with pytest.raises(UsageError, match=r":2:.*'t5' is not a known model or kind"):
        units("[units]\nt5 = 70\n" + OWN)
    with pytest.raises(UsageError, match=r"goes by \[price\], which nobody says of T4"):
        simulate(Setup(own(tmp_path), choose="cheapest"))
    simulate(Setup(own(tmp_path, "[price]\nt4 = 0.5\n" + OWN), choose="cheapest"))


def test_chance_is_the_seeds(tmp_path: Path) -> None:
    path = own(tmp_path, OWN + "random = true\n")

    def arrived(seed: int) -> list[int]:
        return [each.job.submitted_s for each in traces.load(path, Ask(seed=seed)).arrivals]

    assert arrived(1) == arrived(1) != arrived(2)
    assert traces.load(path, Ask()).random


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('"t4:2"', '"t5:2"', ":5:"),
        ("cores = 8", "coers = 8", ":6:1: 'coers' is not a key .*Did you mean 'cores'"),
        ('"32GiB"', '"32GB"', ":7:.*Did you mean"),
        ("count = 2", "count = -2", ":4:.*whole number"),
        ("seconds = 60", "seconds = -60", ":11:"),
        ("seconds = 60\n", "", ":9:3: 'seconds' is missing"),
        ('"job.json"', '"none.json"', ":10:.*cannot read"),
        ('every = "10s"', "", ":12:.*every"),
        ("[[jobs]]", "[[jobs]", "not TOML"),
        ('"t4:2"', '"cpu:2"', ":5:.*cores"),
        ('"t4:2"', '"a100:2"', ":5:.*Say which"),
    ],
)
def test_errors_of_our_own_say_where(tmp_path: Path, old: str, new: str, where: str) -> None:
    with pytest.raises(UsageError, match=where):
        traces.load(own(tmp_path, OWN.replace(old, new)), Ask())


def test_what_is_wrong_in_a_job_file_is_said_there(tmp_path: Path) -> None:
    path = own(tmp_path)
    (tmp_path / "job.json").write_text('{"id": "j",\n "devices": "t4:0", "command": "true"}')
    with pytest.raises(UsageError, match=r"job\.json:2:"):
        traces.load(path, Ask())


def test_what_jobs_say() -> None:
    arrival = Arrival(Job("j", "t", (Alternative((DeviceAsk(1),)),), expected_s=7), 100)
    assert says(arrival, "trace", 0).expected_s == 7
    assert says(arrival, "none", 0).expected_s is None
    assert says(arrival, "exact", 0).expected_s == 100
    noisy = [says(arrival, "noisy:2", seed).expected_s or 0 for seed in range(50)]
    assert all(50 <= each <= 200 for each in noisy)
    assert len(set(noisy)) > 10
    assert noisy[0] == says(arrival, "noisy:2", 0).expected_s
    for wrong in ("", "noisy", "noisy:0.5", "noisy:x", "exactly"):
        with pytest.raises(UsageError, match="--says"):
            says(arrival, wrong, 0)


@pytest.mark.parametrize(
    "text", ["n", "n-0:1h", "x:1h:2h", "n-0:2h:1h", "n-0:one:2h", "n-0:-1h:2h"]
)
def test_faults_that_make_no_sense(tmp_path: Path, text: str) -> None:
    nodes = traces.load(own(tmp_path), Ask()).nodes
    with pytest.raises(UsageError):
        faults([text], nodes)
    assert faults(["n-0:1m:2m", "n-0:2m:3m"], nodes)[1].until_s == 180
    with pytest.raises(UsageError, match="lost already"):
        faults(["n-0:1m:3m", "n-0:2m:4m"], nodes)


def test_a_run_and_its_report(tmp_path: Path) -> None:
    """Two nodes, three jobs of a node each, ten seconds apart: the third waits for the first."""
    report = simulate(Setup(own(tmp_path))).report()
    jct = report["overall"]["jct_s"]
    assert jct == {"mean": pytest.approx(220 / 3, abs=1e-3), "p50": 60, "p99": 100}
    assert report["waited_job_s"] == {"devices": 40}
    assert report["tenants"][0] | {"tenant": "all"} == report["overall"]
    assert report["utilisation"]["mean"] == pytest.approx(3 * 60 * 2 / (120 * 4))
    assert report["utilisation"]["peak"] == 1
    again = simulate(Setup(own(tmp_path))).report()
    timed = ("wall_s", "decisions_per_second", "jobs_per_second")
    assert {**report, **dict.fromkeys(timed)} == {**again, **dict.fromkeys(timed)}


def test_figures_of_some_jobs_only(tmp_path: Path) -> None:
    """Not of the first ones, which come to an empty cluster."""
    report = simulate(Setup(own(tmp_path), of=(2, 9))).report()
    assert (report["overall"]["jobs"], report["overall"]["jct_s"]["mean"]) == (1, 100)
    assert report["waited_job_s"] == {"devices": 40}
    assert report["starts"] == 1
    assert report["utilisation"]["peak"] == 1


@pytest.mark.parametrize("text", ["5", "5:", "a:b", "5:5", "-1:3", "3:1"])
def test_jobs_that_cannot_be_counted(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["sim", "cluster", "--trace", own(tmp_path), f"--of={text}"]) == 2
    assert "--of" in capsys.readouterr().err


def test_the_clock_can_be_stopped_and_waiting_counts_until_then(tmp_path: Path) -> None:
    report = simulate(Setup(own(tmp_path), until_s=50.0)).report()
    assert report["end_s"] == 50
    assert report["overall"]["done"] == 0
    assert (report["overall"]["running"], report["overall"]["waiting"]) == (2, 1)
    assert report["waited_job_s"] == {"devices": 30}


spans_of_use = st.lists(st.tuples(st.integers(1, 50), st.integers(0, 1000)), min_size=1)


@given(spans_of_use, st.integers(1, 9))
def test_means_over_time_agree_with_the_whole(rows: list[tuple[int, int]], points: int) -> None:
    """However time is cut, the mean of the parts is that of the whole."""
    at, instants = 0, []
    for wide, busy in rows:
        instants.append(Instant(at, busy, busy % 7, busy % 3, {"cpu": busy % 3}))  # type: ignore[arg-type]
        at += wide
    cut = over_time(instants, [], 1000, 0, at, points)
    assert len(cut) == points
    mean = sum(point["utilisation"] for point in cut) / points
    assert mean == pytest.approx(busy_share(instants, 1000, 0, at), abs=1e-4)
    waiting = sum(point["waiting"] for point in cut)
    assert waiting == pytest.approx(sum(p["reasons"].get("cpu", 0) for p in cut), abs=1e-2)


@given(st.lists(st.floats(0, 1e6), min_size=1))
def test_quantiles_are_values_that_were_there(values: list[float]) -> None:
    ordered = sorted(values)
    found = [quantile(ordered, n / 100) for n in range(101)]
    assert found == sorted(found, key=lambda each: each or 0)
    assert (found[0], found[-1]) == (ordered[0], ordered[-1])
    assert quantile([], 0.5) is None


def test_useless_devices_are_those_that_no_typical_shape_can_use() -> None:
    t4 = DeviceClass("gpu", "T4")
    nodes = Nodes.from_rows([NodeRow("a", 4000, 0, (t4, t4)), NodeRow("b", 1000, 0, (t4, t4))])
    two = Shape(2000, 0, (Term(2, ("gpu",)),))
    half = Shape(2000, 0, (Term(1, ("gpu",), share_milli=500),))
    assert Fragments(nodes, {two: 1.0}).useless_milli(nodes) == (4000, 2000)  # b lacks the cores
    nodes.device_free[0, 0] = 600
    assert Fragments(nodes, {two: 1.0}).useless_milli(nodes) == (3600, 3600)
    assert Fragments(nodes, {two: 1.0, half: 1.0}).useless_milli(nodes) == (3600, 2000)
    nodes.device_free[0, 0] = 400
    assert Fragments(nodes, {half: 1.0}).useless_milli(nodes) == (3400, 2400)
    assert Fragments(nodes, {}).useless_milli(nodes) == (3400, 3400)
    nodes.cordoned[1] = True
    assert Fragments(nodes, {half: 1.0}).useless_milli(nodes) == (1400, 400)


def test_finished_seeds_are_not_run_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = own(tmp_path, OWN + "random = true\n"), tmp_path / "runs"
    whole = run_json(capsys, "--trace", path, "--seeds", "3", "--out", str(out))
    lines = out.read_text().splitlines()
    assert len(lines) == 3
    out.write_text("\n".join(lines[:2]) + "\n" + lines[2][:100])  # killed while it wrote
    again = run_json(capsys, "--trace", path, "--seeds", "3", "--out", str(out))
    assert [run["overall"] for run in again["runs"]] == [run["overall"] for run in whole["runs"]]
    assert [run["wall_s"] for run in again["runs"]][:2] == [r["wall_s"] for r in whole["runs"]][:2]
    with pytest.raises(UsageError, match="of another run: says differ"):
        SeedStore(out, Setup(path, says="none")).read()


def test_side_by_side_gives_the_same(tmp_path: Path) -> None:
    setup = Setup(own(tmp_path, OWN + "random = true\n"))
    one, two = run_seeds(setup, range(3)), run_seeds(setup, range(3), jobs=2)
    assert {seed: each["overall"] for seed, each in one.items()} == {
        seed: each["overall"] for seed, each in sorted(two.items())
    }


def test_seeds_of_what_is_not_random_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["sim", "cluster", "--trace", own(tmp_path), "--seeds", "2"]) == 2
    assert "nothing in this run is random" in capsys.readouterr().err


def test_explain_at_the_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def explained(*more: str) -> Any:
        at = ("--trace", own(tmp_path), "--until", str(50 / 3600))
        return run_json(capsys, *at, *more)["explained"]

    waits = explained("--explain", "j-2", "-vv")
    assert waits["state"] == "waiting"
    assert waits["reason"]["code"] == "devices"
    assert waits["starts_s"] == 60  # the first says that it takes a minute
    assert waits["candidates"][0]["refusals"] == {"devices": 2}
    assert [each["reason"]["code"] for each in waits["nodes"]] == ["devices", "devices"]
    runs = explained("--explain", "j-1")
    assert runs["state"] == "running"
    assert runs["here"][0]["node"] == "n-1"
    assert cli.main(["sim", "cluster", "--trace", own(tmp_path), "--explain", "k"]) == 2


def test_the_example_shows_what_it_says(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "small.svg"
    assert cli.main(["sim", "cluster", "--trace", str(EXAMPLE), "--svg", str(picture)]) == 0
    shown = capsys.readouterr().out
    for tenant in ("acme/vision", "clinic", "students"):
        assert tenant in shown
    assert "waited for:" in shown
    assert picture.read_text().startswith("<svg")


def test_a_missing_package_is_not_taken_for_another() -> None:
    with (
        pytest.raises(MissingExtraError, match=r"heddle sim x needs PyYAML: .*\[cluster\]"),
        extra("heddle sim x", "PyYAML", "cluster"),
    ):
        raise ModuleNotFoundError(name="yaml.reader")
    with pytest.raises(ModuleNotFoundError), extra("heddle sim x", "NumPy", "cluster"):
        raise ModuleNotFoundError(name="heddle.sim.none")


@pytest.mark.skipif(not PUBLIC.is_dir(), reason="the public traces are not here")
def test_the_public_list_has_no_holes() -> None:
    openb = traces.load("openb:default", Ask(PUBLIC))
    assert (len(openb.arrivals), len(openb.nodes), openb.left_out) == (8152, 1213, {})


@pytest.mark.skipif(not PUBLIC.is_dir(), reason="the public traces are not here")
@pytest.mark.parametrize("name", ["sia:philly/8", "sia:helios/10", "sia:phoebe", "pollux:2/1"])
def test_the_public_workloads_have_no_holes(name: str) -> None:
    trace = traces.load(name, Ask(PUBLIC, limit=25))
    assert (len(trace.arrivals), trace.left_out) == (25, {})
    assert all(each.seconds > 0 for each in trace.arrivals)


def test_who_is_preempted_goes_elsewhere_at_once() -> None:
    """Not only when the next job comes or ends."""
    cluster = cluster_of(node("a", H100), node("b", T4))
    urgent = job("urgent", gpus(1, 1000, "H100"), priority=1, submitted_s=40)
    simulation = Simulation(cluster, [Arrival(job("x"), 60), Arrival(urgent, 100)], restart_s=10)
    told = simulation.run().jobs["x"]
    assert (told.preemptions, told.end_s, told.reasons.total()) == (1, 60 + 10, 0)
