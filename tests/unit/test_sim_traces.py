"""Traces for the cluster simulator: read or refused, never guessed."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from heddle.cluster.nodes import DeviceClass
from heddle.errors import UsageError
from heddle.sim import traces
from heddle.sim.cluster.hardware import cluster
from heddle.sim.cluster.run import Setup, simulate
from heddle.sim.traces.base import Ask
from tests.traces import OWN, count_of, ended, own

PUBLIC = Path(os.environ.get("HEDDLE_TRACES", "../shared/traces"))
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
        (each.job.tenant, each.job.submitted_s, each.job.members, count_of(each.job), each.seconds)
        for each in trace.arrivals
    ] == [("v2", 0, 2, 6, 5.5), ("v1", 10, 1, 1, 66.0), ("v1", 20, 2, 8, 5.0)]
    file.write_text(PHILLY + "2017-10-09 07:00:10,-1,1,66.0,v1\n")
    with pytest.raises(UsageError, match="line 2: duration is negative"):
        traces.load(f"philly:{file}", Ask(cluster="h100:8x2"))


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
        ("A3C\tc\t-n\t0\tmany\t10\t1", "not numbers"),
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
    with pytest.raises(UsageError, match=r"needs \[price\], which lacks T4"):
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
