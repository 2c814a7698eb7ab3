"""Metrics of single devices and jobs, and that all of it is valid in Prometheus' text format."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from heddle.api.metrics import job_figures
from heddle.control.nodes.readings import NodeReadings
from heddle.control.programs import AttemptUse, JobPrograms
from heddle.records import ProgramState
from heddle.research.bench.live import build, sampler
from heddle.store.base import Event
from tests.api_world import ApiWorld, one
from tests.dashboard import program
from tests.unit.test_api_nodes import joined

LINE = re.compile(r'([a-z_:][a-z0-9_:]*)(?:\{((?:\w+="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (\S+)')
SUFFIXES = {"histogram": ("_bucket", "_sum", "_count"), "summary": ("_sum", "_count")}
NONE = {"device_milli": 0}
READ = {
    ("one", "cuda@0"): {
        "state": "ok",
        "utilisation": 37.5,
        "memory_used_bytes": 5 << 30,
        "memory_total_bytes": 15 << 30,
        "power_w": 61.2,
        "temperature_c": 54.0,
    },
    ("one", "cuda@1"): {"state": "silent"},
}


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiWorld]:
    with ApiWorld(tmp_path) as made:
        yield made


def checked(text: str) -> dict[str, float]:
    """All values, by name and labels.

    :raises AssertionError: if a rule of the format is broken
    """
    assert text.endswith("\n")
    found: dict[str, float] = {}
    kinds: dict[str, str] = {}
    helped, current = "", ""
    for line in text.splitlines():
        if line.startswith("# HELP "):
            helped = line.split()[2]
            assert helped not in kinds, f"{helped} is there twice"
            assert len(line.split()) > 3, "nothing is said"
        elif line.startswith("# TYPE "):
            current, kind = line.split()[2:]
            assert current == helped, "help comes before the type"
            assert kind in ("counter", "gauge", "histogram", "summary")
            assert (kind == "counter") == current.endswith("_total")
            kinds[current] = kind
        else:
            match = LINE.fullmatch(line)
            assert match, line
            names = [current + suffix for suffix in SUFFIXES.get(kinds[current], ("",))]
            assert match[1] in names, f"{line} belongs to another metric"
            series = f"{match[1]}{{{match[2] or ''}}}"
            assert series not in found, f"{series} is there twice"
            found[series] = float(match[3])
    return found


def test_the_text_is_valid_and_names_every_device(api: ApiWorld) -> None:
    api.app.state.desk.readings = lambda: READ
    (half,) = api.submit(one("half", share="50%"))
    api.until(half, "running")
    found = checked(api.get("/metrics").text)
    label = '{node="one",device="cuda@0",model="T4"}'
    assert found[f"heddle_device_utilisation_ratio{label}"] == 0.375
    assert found[f"heddle_device_memory_used_bytes{label}"] == 5 << 30
    assert found[f"heddle_device_memory_bytes{label}"] == 15 << 30
    assert found[f"heddle_device_power_watts{label}"] == 61.2
    assert found[f"heddle_device_temperature_celsius{label}"] == 54
    silent = '{node="one",device="cuda@1",model="T4"}'
    assert f"heddle_device_utilisation_ratio{silent}" not in found, "nobody knows"
    assert found[f"heddle_device_memory_bytes{silent}"] == 15360 << 20, "as the inventory says"
    given = [v for name, v in found.items() if name.startswith("heddle_device_allocated_ratio")]
    assert sorted(given) == [0, 0, 0.5]


def test_a_registered_node_tells_with_its_beats(api: ApiWorld) -> None:
    node = joined(api, "edge-1")
    row = api.get("/v1/nodes/edge-1").json()
    device = row["devices"][0]["name"]
    live = {
        device: {"utilisation": 80, "power_w": "much", "temperature_c": True},
        "other": ["no", "device"],
    }
    node.reporter.has({"live": {"devices": live}})
    assert node.beat().status_code == 200
    found = checked(api.get("/metrics").text)
    mine = {name.split("{")[0]: v for name, v in found.items() if 'node="edge-1"' in name}
    assert mine["heddle_device_utilisation_ratio"] == 0.8
    assert "heddle_device_power_watts" not in mine
    assert "heddle_device_temperature_celsius" not in mine
    assert "heddle_device_allocated_ratio" not in mine, "nothing runs there"


def known(pid: int, number: int, used: int, **more: Any) -> ProgramState:
    made = program(pid, ("cuda@0", used))
    return replace(made, id=number, created_ns=number, **{"memory": {}, **more})


def test_a_job_says_what_it_has_and_what_it_uses(api: ApiWorld) -> None:
    (half, other) = api.submit(one("half", share="50%"), one("other"))
    for job in (half, other):
        api.until(job, "running")
    table = [
        known(7, 1, 2 * 10**9, held_ns=10**9, memory={"cuda@0": 100, "cuda@1": 20}),
        known(9, 2, 10**9),
    ]
    whose = {7: f"{half}.1", 8: f"{half}.1", 9: "j99.1"}
    api.app.state.desk.programs = JobPrograms(lambda: table, whose.__getitem__)

    def of(job: str) -> dict[str, float]:
        found = checked(api.get("/metrics").text)
        end = f'{{job="{job}",tenant="default"}}'
        return {n.removesuffix(end): v for n, v in found.items() if n.endswith(end)}

    first = of(half)
    assert first["heddle_job_devices"] == 0.5
    assert first["heddle_job_device_time_seconds_total"] == 2
    assert first["heddle_job_held_seconds_total"] == 1
    assert first["heddle_job_device_memory_bytes"] == 120
    api.ahead_ms += 10_000
    later = of(half)["heddle_job_device_seconds_total"]
    assert 5 <= later - first["heddle_job_device_seconds_total"] < 6, "half a device for 10 s"
    assert set(of(other)) == {"heddle_job_devices", "heddle_job_device_seconds_total"}

    # One of its programs ends, and another begins: what it has used does not shrink.
    table[0] = known(8, 3, 10**9, memory={"cuda@0": 50})
    last = of(half)
    assert last["heddle_job_device_time_seconds_total"] == 3
    assert last["heddle_job_device_memory_bytes"] == 50

    api.run_to_end(half)
    assert of(half) == {}, "only jobs that run"


def test_the_number_of_jobs_has_a_bound() -> None:
    """Those that have run longest stay, so that series do not come and go."""
    charges = [
        Event(0, "usage", f"j{n}.1", "used", "acme", "", {"job": f"j{n}", "ms": n} | NONE)
        for n in range(job_figures.MOST + 5)
    ]
    shown = job_figures.shown(charges)
    assert len(shown) == job_figures.MOST
    assert "j4.1" not in {each.subject for each in shown}
    checked(job_figures.text_of(shown, {"j9.1": AttemptUse(1, 2, 3)}))


def test_who_sees_one_tenant_sees_no_metrics(api: ApiWorld) -> None:
    api.tenant("acme")
    assert api.get("/metrics", api.token("ann", "acme", "admin")).status_code == 403


def test_this_machine_is_read_when_somebody_asks(tmp_path: Path) -> None:
    build(tmp_path, 0)
    watch = NodeReadings(lambda: ("here", sampler(tmp_path)))
    try:
        seen = watch()
        (((node, _), facts),) = seen.items()
        assert node == "here"
        assert facts["utilisation"] >= 0
        assert watch() is seen, "it was looked at just now"
    finally:
        watch.close()
