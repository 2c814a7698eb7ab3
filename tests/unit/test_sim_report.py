"""Runs of the cluster simulator: what is changed before, and what is reported after."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle import cli
from heddle.cluster.nodes import DeviceClass, NodeRow, Nodes
from heddle.cluster.shapes import Shape, Term
from heddle.errors import MissingExtraError, UsageError
from heddle.extras import extra
from heddle.model.job import Alternative, DeviceAsk, Job
from heddle.sim import traces
from heddle.sim.cluster.adjust import faults, says
from heddle.sim.cluster.fragments import Fragments
from heddle.sim.cluster.outcome import Instant
from heddle.sim.cluster.report import busy_share, over_time, quantile
from heddle.sim.cluster.run import Setup, simulate
from heddle.sim.cluster.seeds import SeedStore, run_seeds
from heddle.sim.cluster.simulation import Simulation
from heddle.sim.cluster.truth import Arrival
from heddle.sim.traces.base import Ask
from tests.clusters import H100, T4, cluster_of, gpus, job, node
from tests.traces import OWN, own

EXAMPLE = Path(__file__).parents[2] / "examples" / "sim" / "small.toml"


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert cli.main(["sim", "cluster", "-o", "json", *arguments]) == 0
    return json.loads(capsys.readouterr().out)


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


def test_who_is_preempted_goes_elsewhere_at_once() -> None:
    """Not only when the next job comes or ends."""
    cluster = cluster_of(node("a", H100), node("b", T4))
    urgent = job("urgent", gpus(1, 1000, "H100"), priority=1, submitted_s=40)
    simulation = Simulation(cluster, [Arrival(job("x"), 60), Arrival(urgent, 100)], restart_s=10)
    told = simulation.run().jobs["x"]
    assert (told.preemptions, told.end_s, told.reasons.total()) == (1, 60 + 10, 0)
