"""Traces for the cluster simulator: read or refused, never guessed; and what is made of them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle import cli
from heddle.cluster.nodes import DeviceClass, NodeRow, Nodes
from heddle.cluster.shapes import Shape, Term
from heddle.errors import UsageError
from heddle.model.job import Alternative, DeviceAsk, Job
from heddle.sim import traces
from heddle.sim.cluster import Arrival, Instant, Simulation
from heddle.sim.cluster_report import busy_share, over_time, quantile
from heddle.sim.cluster_run import Setup, faults, says, simulate
from heddle.sim.cluster_seeds import Store, run_seeds
from heddle.sim.fragments import Fragments
from heddle.sim.traces.base import Ask
from heddle.sim.traces.philly import cluster
from tests.unit.test_cycle import H100, T4, cluster_of, gpus, job, node

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
        ("cores = 8", "coers = 8", ":6:1: 'coers' is not known .*Did you mean 'cores'"),
        ('"32GiB"', '"32GB"', ":7:.*Did you mean"),
        ("count = 2", "count = -2", ":4:.*whole number"),
        ("seconds = 60", "seconds = -60", ":11:"),
        ("seconds = 60\n", "", ":9:1: 'seconds' is missing"),
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
        Store(out, Setup(path, says="none")).read()


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


@pytest.mark.skipif(not PUBLIC.is_dir(), reason="the public traces are not here")
def test_the_public_list_has_no_holes() -> None:
    openb = traces.load("openb:default", Ask(PUBLIC))
    assert (len(openb.arrivals), len(openb.nodes), openb.left_out) == (8152, 1213, {})


def test_who_is_preempted_goes_elsewhere_at_once() -> None:
    """Not only when the next job comes or ends."""
    cluster = cluster_of(node("a", H100), node("b", T4))
    urgent = job("urgent", gpus(1, 1000, "H100"), priority=1, submitted_s=40)
    simulation = Simulation(cluster, [Arrival(job("x"), 60), Arrival(urgent, 100)], restart_s=10)
    told = simulation.run().jobs["x"]
    assert (told.preemptions, told.end_s, told.reasons.total()) == (1, 60 + 10, 0)
