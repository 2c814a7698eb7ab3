"""Nodes, the pool, and figures for Prometheus."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from heddle.api.metrics.exposition import text_of
from heddle.desk.capacity import DeviceTotals, PoolState
from heddle.desk.counts import BOUNDS, Counts
from tests.api_world import ApiWorld, one
from tests.world import eventually

LINE = re.compile(r'[a-z_]+(\{[a-z]+="[^"\n]*"(,[a-z]+="[^"\n]*")*\})? \S+')


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiWorld]:
    with ApiWorld(tmp_path) as made:
        yield made


def test_nodes_show_what_is_used_and_by_whom(api: ApiWorld) -> None:
    api.tenant("acme")
    (job,) = api.submit(one(cpu="2", memory="1GiB", tenant="acme", share="50%"))
    api.until(job, "running")
    node = api.get("/v1/nodes/one").json()
    assert (node["cpu_free_milli"], node["memory_free_mib"]) == (6000, 31744)
    assert [(d["name"], d["used_milli"], d["free_milli"]) for d in node["devices"]] == [
        ("cuda@0", 500, 500),
        ("cuda@1", 0, 1000),
    ]
    assert node["jobs"] == [job]
    assert api.get("/v1/nodes/one", api.token("bob", "default")).json()["jobs"] == []
    first = api.get("/v1/nodes?limit=1").json()
    assert ([n["name"] for n in first["nodes"]], first["next"]) == (["one"], "one")
    rest = api.get("/v1/nodes?after=one").json()
    assert ([n["name"] for n in rest["nodes"]], rest["next"]) == (["two"], None)


def test_a_drained_node_takes_no_new_work_and_what_runs_goes_on(api: ApiWorld) -> None:
    (job,) = api.submit(one())
    api.until(job, "running")
    assert api.ask("POST", "/v1/nodes/one/drain").json()["cordoned"]
    assert api.ask("POST", "/v1/nodes/one/drain").json()["cordoned"]
    (two,) = api.submit(one(devices="gpu:2"))
    assert eventually(lambda: api.get(f"/v1/jobs/{two}").json()["why"] is not None)
    assert api.state(job) == "running"
    assert api.store.thing("drained", "one") is not None
    api.engine.end(f"{job}.1")
    assert not api.ask("POST", "/v1/nodes/one/undrain").json()["cordoned"]
    api.until(two, "running")
    assert api.store.thing("drained", "one") is None
    said = [e["what"] for e in api.get("/v1/events").json()["events"] if e["kind"] == "node"]
    assert said == ["drained", "undrained"]
    assert "Did you mean 'one'?" in api.ask("POST", "/v1/nodes/onne/drain").json()["detail"]


def test_the_pool_counts_every_device_once(api: ApiWorld) -> None:
    whole, half = api.submit(one("a"), one("b", share="50%"))
    api.until(whole, "running")
    api.until(half, "running")
    (waits,) = api.submit(one("c", devices="gpu:2"))
    assert eventually(lambda: api.get("/v1/pool").json()["waiting"] != {})
    pool = api.get("/v1/pool").json()
    (gpus,) = pool["devices"]
    assert (gpus["count"], gpus["used"], gpus["shared"], gpus["free"]) == (3, 1, 1, 1)
    assert gpus["free_milli"] == 1500
    assert sum(pool["waiting"].values()) == 1
    assert (pool["nodes"], pool["running"]) == (2, 2)
    assert api.state(waits) == "waiting"


def test_metrics_are_what_prometheus_reads(api: ApiWorld) -> None:
    (job,) = api.submit(one())
    api.until(job, "running")
    api.get("/v1/nowhere/1")
    api.get("/v1/nowhere/2")
    answer = api.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = answer.text.splitlines()
    assert all(LINE.fullmatch(line) for line in lines if not line.startswith("# "))
    assert 'heddle_jobs{state="running"} 1' in lines
    assert 'heddle_requests_total{method="POST",route="/v1/jobs",status="201"} 1' in lines
    assert 'heddle_requests_total{method="",route="",status="404"} 2' in lines
    assert 'heddle_devices{kind="gpu",model="T4",vendor="nvidia",state="used"} 1' in lines
    documented = (Path(__file__).parents[2] / "docs" / "reference" / "metrics.md").read_text()
    for name in {line.split()[2] for line in lines if line.startswith("# HELP")}:
        assert f"`{name}`" in documented


def test_labels_may_be_anything_and_buckets_add_up() -> None:
    counts = Counts()
    for seconds in (0.0, BOUNDS[0], 0.02, 99.0):
        counts.add("GET", "/v1/jobs", 200, seconds)
    odd = DeviceTotals("gpu", 'a"b\\c\nd', "", 1, 0, 0, 1, 1000, 0)
    text = text_of(PoolState(1, 0, 0, [odd], {}), {}, 7, counts, 0, 1500)
    assert 'model="a\\"b\\\\c\\nd"' in text
    found = re.findall(r'heddle_request_seconds_bucket\{le="(.*?)"\} (\d+)', text)
    assert found[0] == ("0.001", "2")
    assert found[-1] == ("+Inf", "4")
    assert "heddle_start_time_seconds 1.5\n" in text
