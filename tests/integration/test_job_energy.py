"""Energy of jobs, from the device's counter to the ledger, with real processes."""

from __future__ import annotations

import pytest

from heddle.inventory.probes.soft import BUSY_MW
from tests.plane import Plane
from tests.users import LOAD
from tests.world import eventually

pytestmark = pytest.mark.slow


def test_a_job_is_told_what_its_device_drew(plane: Plane) -> None:
    """One keeps the device busy for three seconds; one never uses it, so nothing is known."""
    plane.ok("up", "--port", "0")
    busy = plane.submit("--devices", "gpu:1", "--", LOAD, "requests", "100", "100", "0", "3", "4")
    line = f'heddle_job_energy_joules_total{{job="{busy}",tenant="default"}}'
    with plane.client() as client:
        assert eventually(lambda: line in client.metrics(), 40)
    assert plane.is_(busy, "done")
    idle = plane.submit("--devices", "gpu:1", "--", "sleep", "0.1")
    assert plane.is_(idle, "done")
    drew = plane.job(busy)["attempts"][0]["millijoules"]
    assert drew is not None
    assert BUSY_MW < drew < 6 * BUSY_MW  # a second or two may be missed on a busy machine
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
