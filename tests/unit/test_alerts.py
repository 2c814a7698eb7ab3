"""Alert rules, metrics and their documents agree with what the server really says."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from heddle.control.nodes.device_health import DeviceHealth
from heddle.control.programs import JobPrograms
from heddle.store.base import Event
from tests.api_world import ApiWorld, one
from tests.unit.test_metrics import READ, known
from tests.world import ROOT, eventually

RULES = ROOT / "deploy" / "prometheus" / "heddle.rules.yml"
METRICS = ROOT / "docs" / "reference" / "metrics.md"
ALERTS = ROOT / "docs" / "reference" / "alerts.md"
#: A name that is neither called as a function nor a label.
NAME = re.compile(r"\b(heddle_[a-z_]+|up)\b")


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiWorld]:
    with ApiWorld(tmp_path) as made:
        yield made


def rules() -> list[dict[str, Any]]:
    read = yaml.safe_load(RULES.read_text())
    return [rule for group in read["groups"] for rule in group["rules"]]


def said(text: str) -> dict[str, str]:
    """Metrics, and their kinds."""
    return dict(re.findall(r"^# TYPE (\S+) (\S+)$", text, re.M))


def documented() -> dict[str, tuple[str, set[str]]]:
    """Metrics, with their kinds and labels."""
    rows = re.findall(r"^\| `(heddle_\w+)` \| (\w+) \|([^|]*)\|", METRICS.read_text(), re.M)
    return {name: (kind, set(re.findall(r"`(\w+)`", labels))) for name, kind, labels in rows}


def test_every_metric_is_documented_and_every_documented_one_is_there(api: ApiWorld) -> None:
    desk = api.app.state.desk
    desk.certificate_ends_ms = 2_000_000_000_000
    api.tenant("acme")
    quota = {"nominal": {"gpu": 1}, "limit": {"gpu": 2}}
    assert api.ask("PUT", "/v1/tenants/acme/quota", json=quota).status_code == 200
    _, runs = api.submit(one("big", devices="gpu:9"), one("a", tenant="acme"), anyway=True)
    desk.readings = lambda: READ
    desk.programs = JobPrograms(
        lambda: [known(7, 1, 10**9)], lambda _: f"{runs}.1", lambda: {f"{runs}.1": 5}
    )
    api.until(runs, "running")
    drew = {"job": "j0", "ms": 1, "device_milli": 1, "cpu_milli": 0, "millijoules": 5}
    used = Event(api.now_ms(), "usage", "j0.1", "used", "acme", "heddle", drew)
    api.loop.ask(lambda core: core.keep(used)).result(5)
    assert eventually(lambda: "heddle_jobs_waiting{" in api.get("/metrics").text)
    text = api.get("/metrics").text
    names = documented()
    assert said(text) == {name: kind for name, (kind, _) in names.items()}
    for name, labels in re.findall(r"^(heddle_\w+?)(?:_bucket|_sum|_count)?\{(.*)\} ", text, re.M):
        assert set(re.findall(r'(\w+)="', labels)) == names[name][1], name
    shown = {name for name, _ in re.findall(r"^(heddle_\w+?)(\{| )", text, re.M)}
    for name, (kind, _) in names.items():
        if not name.startswith("heddle_service_"):  # none runs here
            assert {name, f"{name}_count"} & shown, f"{name} ({kind}) has no value"


def test_every_alert_uses_documented_metrics_and_has_its_page() -> None:
    names = documented()
    known = {"up", *(n for n, (kind, _) in names.items() if kind != "histogram")}
    known |= {f"{n}_bucket" for n, (kind, _) in names.items() if kind == "histogram"}
    pages = set(re.findall(r"^## (\w+)$", ALERTS.read_text(), re.M))
    found = rules()
    assert {rule["alert"] for rule in found} == pages
    assert len(found) == len(pages)
    for rule in found:
        used = NAME.findall(re.sub(r'"[^"]*"', "", rule["expr"]))
        assert used, rule["alert"]
        assert set(used) <= known, rule["alert"]
        notes = rule["annotations"]
        assert notes["runbook_url"] == f"docs/reference/alerts.md#{rule['alert'].lower()}"
        assert notes["summary"].endswith(".")
        assert notes["description"]
        assert rule["labels"]["severity"] in ("info", "warning", "critical")
        for metric, labels in re.findall(r"(heddle_\w+)\{([^}]*)\}", rule["expr"]):
            given = set(re.findall(r"(\w+)\s*=", labels))
            assert given <= names[metric.removesuffix("_bucket")][1], rule["alert"]
        for label, value in re.findall(r"\$labels\.(\w+)()", str(notes)):
            has = {"instance", "tenant", "service", "state", "model"}
            assert label in has, (rule["alert"], value)


def promtool(*arguments: str) -> None:
    found = shutil.which("promtool")
    if found is None:
        pytest.skip("there is no promtool; with Debian's package prometheus this test runs, too")
    done = subprocess.run([found, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_promtool_agrees() -> None:
    promtool("check", "rules", str(RULES))


#: Series, and when it fires with which labels beside those of all; None: it must not.
STORIES: dict[str, tuple[dict[str, str], str, dict[str, str] | None]] = {
    "HeddleDown": ({"up{JOB}": "0x10"}, "5m", {}),
    "HeddleRestarts": ({"heddle_start_time_seconds{JOB}": "1 2 3 4 5"}, "4m", {}),
    "HeddleStoreDiskFull": ({"heddle_store_free_bytes{JOB}": "1000000x60"}, "30m", {}),
    "HeddleNoNode": (
        {"heddle_nodes{JOB}": "3x20", "heddle_nodes_cordoned{JOB}": "3x20"}, "15m", {},
    ),
    "HeddleHeartbeatsLate": (
        {
            'heddle_registered_nodes{JOB, state="late"}': "10x20",
            'heddle_registered_nodes{JOB, state="ready"}': "90x20",
            'heddle_registered_nodes{JOB, state="lost"}': "0x20",
        },
        "15m", {},
    ),
    "HeddleNodesLost": (
        {
            'heddle_registered_nodes{JOB, state="ready"}': "90x20",
            'heddle_registered_nodes{JOB, state="lost"}': "0x20",
        },
        "15m", None,
    ),
    "HeddleDevicesGone": (
        {'heddle_devices_present{JOB, model="T4"}': "8x10 7x30"}, "30m", {"model": "T4"},
    ),
    "HeddleJobsWaitBesideFreeDevices": (
        {
            "heddle_job_oldest_wait_seconds{JOB}": "3600x40",
            'heddle_devices{JOB, state="free", model="T4"}': "2x40",
            'heddle_devices{JOB, state="used", model="T4"}': "0x40",
        },
        "30m", {},
    ),
    "HeddleJobsFail": (
        {
            'heddle_jobs_ended_total{JOB, state="failed"}': "0+5x40",
            'heddle_jobs_ended_total{JOB, state="done"}': "0+1x40",
        },
        "30m", {"job": ""},
    ),
    "HeddleTenantStarved": (
        {
            'heddle_tenant_guarantee_used_ratio{JOB, tenant="acme"}': "0.2x60",
            'heddle_tenant_jobs_waiting{JOB, tenant="acme"}': "3x60",
            'heddle_tenant_guarantee_used_ratio{JOB, tenant="other"}': "0.2x60",
            'heddle_tenant_jobs_waiting{JOB, tenant="other"}': "0x60",
        },
        "50m", {"tenant": "acme"},
    ),
    "HeddleQueueGrows": ({'heddle_jobs{JOB, state="waiting"}': "1100+20x180"}, "170m",
                         {"state": "waiting"}),
    "HeddleStoreSlow": (
        {
            'heddle_store_write_seconds_bucket{JOB, le="0.5"}': "0+10x60",
            'heddle_store_write_seconds_bucket{JOB, le="1"}': "0+20x60",
            'heddle_store_write_seconds_bucket{JOB, le="+Inf"}': "0+20x60",
        },
        "50m", {"job": ""},
    ),
    "HeddleCertificateEnds": ({"heddle_certificate_end_time_seconds{JOB}": "864000x90"}, "80m", {}),
}  # fmt: skip


@pytest.mark.parametrize("alert", STORIES)
def test_alerts_fire_when_they_should(alert: str, tmp_path: Path) -> None:
    """And with the labels that their texts use."""
    series, at, labels = STORIES[alert]
    (rule,) = [rule for rule in rules() if rule["alert"] == alert]
    fired = {"job": "heddle", "instance": "gpu1", **rule["labels"], **(labels or {})}
    fired |= {"alertname": alert, "alertstate": "firing"}
    inner = ", ".join(f'{name}="{value}"' for name, value in fired.items() if value)
    told = f"ALERTS{{{inner}}}"
    same = 'job="heddle", instance="gpu1"'
    story = {
        "rule_files": [str(RULES)],
        "tests": [
            {
                "interval": "1m",
                "input_series": [
                    {"series": name.replace("JOB", same), "values": values}
                    for name, values in series.items()
                ],
                "promql_expr_test": [
                    {
                        "expr": f'ALERTS{{alertname="{alert}", alertstate="firing"}}',
                        "eval_time": at,
                        "exp_samples": [] if labels is None else [{"labels": told, "value": 1}],
                    }
                ],
            }
        ],
    }
    path = tmp_path / "story.yml"
    path.write_text(yaml.safe_dump(story))
    promtool("test", "rules", str(path))


def value(text: str, name: str) -> float:
    (found,) = re.findall(rf"^{re.escape(name)} (\S+)$", text, re.M)
    return float(found)


def test_the_figures_that_alerts_need(api: ApiWorld) -> None:
    """Ends, writes, waiting, guarantees and health, as they happen."""
    api.tenant("acme")
    quota = {"nominal": {"gpu": 2}}
    assert api.ask("PUT", "/v1/tenants/acme/quota", json=quota).status_code == 200
    well, badly = api.submit(one("a", tenant="acme"), one("b"))
    api.run_to_end(well)
    api.run_to_end(badly, 1)
    large = one("d", devices="gpu:3", tenant="acme")
    runs, waits = api.submit(one("c", tenant="acme"), large, anyway=True)
    api.until(runs, "running")
    assert api.state(waits) == "waiting"
    api.ahead_ms = 100_000
    api.app.state.desk.device_health = lambda: [DeviceHealth("cuda@0", "failed", "it is gone", "")]
    text = api.get("/metrics").text
    assert value(text, "heddle_jobs_submitted_total") == 4
    assert value(text, 'heddle_jobs_ended_total{state="done"}') == 1
    assert value(text, 'heddle_jobs_ended_total{state="failed"}') == 1
    assert value(text, "heddle_attempts_lost_total") == 0
    assert 99 <= value(text, "heddle_job_oldest_wait_seconds") < 200
    assert value(text, 'heddle_tenant_guarantee_used_ratio{tenant="acme"}') == 0.5
    assert value(text, 'heddle_tenant_jobs_waiting{tenant="acme"}') == 1
    assert value(text, "heddle_store_write_seconds_count") >= 4
    assert value(text, "heddle_store_bytes") > 4096
    assert value(text, "heddle_store_free_bytes") > 0
    assert value(text, 'heddle_device_health{state="failed"}') == 1
    assert value(text, 'heddle_registered_nodes{state="lost"}') == 0
    assert "heddle_certificate_end_time_seconds " not in re.sub(r"(?m)^#.*$", "", text)
    status = api.get("/v1/status").json()
    assert status["store_bytes"] > 4096
    assert status["devices"][0]["state"] == "failed"
    assert 99_000 <= status["oldest_wait_ms"] < 200_000
    api.tenant("other")
    small = api.token("ann", "other", "admin")
    for path in ("/v1/status", "/v1/backup", "/metrics"):
        assert api.get(path, token=small).status_code == 403, "of the whole cluster only"
