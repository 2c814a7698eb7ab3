"""Energy of jobs, from the device's counter to the ledger, with real processes."""

from __future__ import annotations

import time

import pytest

from heddle.inventory.probes.soft import BUSY_MW
from tests.plane import Plane
from tests.users import LOAD
from tests.world import eventually

pytestmark = pytest.mark.slow


def test_a_job_is_told_what_its_device_drew(plane: Plane) -> None:
    """One keeps the device busy; one never uses it, so nothing is known."""
    plane.ok("up", "--port", "0")
    busy = plane.submit("--devices", "gpu:1", "--", LOAD, "requests", "100", "100", "0", "3", "60")
    line = f'heddle_job_energy_joules_total{{job="{busy}",tenant="default"}}'
    with plane.client() as client:
        assert eventually(lambda: line in client.metrics(), 40)  # while it runs, and no longer
    time.sleep(1)
    plane.ok("job", "cancel", busy)
    assert plane.is_(busy, "cancelled")
    idle = plane.submit("--devices", "gpu:1", "--", "sleep", "0.1")
    assert plane.is_(idle, "done")
    (ran,) = plane.job(busy)["attempts"]
    drew, ended_ms = ran["millijoules"], ran["ended_ms"]
    assert drew is not None
    assert ended_ms is not None
    ran_s = (ended_ms - ran["started_ms"]) / 1000
    assert BUSY_MW / 2 < drew < (ran_s + 1) * BUSY_MW
    assert plane.job(idle)["attempts"][0]["millijoules"] is None
    report = plane.json("account", "usage", "--by", "job")
    assert {row["job"]: (row["millijoules"], row["unmeasured"]) for row in report["rows"]} == {
        busy: (drew, 0),
        idle: (None, 1),
    }
    table = plane.ok("account", "usage", "--by", "job")
    assert "JOULES" in table
    assert f"{drew // 1000}.{drew % 1000:03}" in table
    assert f", {drew / 1000:.1f} J" in plane.ok("explain", busy)
    with plane.client() as client:
        assert f'heddle_tenant_energy_joules_total{{tenant="default"}} {drew / 1000}' in (
            client.metrics()
        )
