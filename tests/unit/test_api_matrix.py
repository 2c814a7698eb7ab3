"""What the control plane has learned from jobs, through the API."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heddle.control import learning
from tests.api_world import ApiWorld, one


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiWorld]:
    with ApiWorld(tmp_path) as made:
        for tenant in ("alpha", "alpha/vision", "beta"):
            made.tenant(tenant)
        yield made


def cells(api: ApiWorld, path: str, token: str | None = None) -> Any:
    return api.get(path, token).json()["cells"]


def ran(api: ApiWorld, seconds: int, devices: str, tenant: str = "alpha") -> str:
    (job,) = api.submit(one("train", devices=devices, tenant=tenant))
    api.until(job, "running")
    api.ahead_ms += 1000 * seconds
    api.run_to_end(job)
    return job


def test_rates_are_shown_to_those_whose_jobs_tell_them(api: ApiWorld) -> None:
    ran(api, 300, "t4:1")
    ran(api, 100, "t4:2")
    ran(api, 100, "t4:2", "beta")
    all_ = cells(api, "/v1/matrix")
    assert [(each["tenant"], each["workload"], each["devices"]) for each in all_] == [
        ("alpha", "train", "2 x nvidia/T4"),
        ("alpha", "train", "nvidia/T4"),
        ("beta", "train", "2 x nvidia/T4"),
    ]
    assert all_[1]["runs"] == 1
    assert all_[1]["low"] < all_[1]["rate"] < all_[1]["high"]
    assert all_[1]["rate"] == pytest.approx(1 / 300, rel=0.05)
    ann = api.token("ann", "alpha", "read")
    assert [each["tenant"] for each in cells(api, "/v1/matrix", ann)] == ["alpha"] * 2
    below = api.token("vic", "alpha/vision", "read")
    assert cells(api, "/v1/matrix", below) == []
    assert api.get("/v1/matrix?tenant=alpha", below).status_code == 404
    assert len(cells(api, "/v1/matrix?tenant=beta")) == 1
    assert cells(api, "/v1/matrix?workload=other") == []
    assert len(cells(api, "/v1/matrix?limit=2")) == 2


def test_a_job_is_explained_with_how_fast_its_alternatives_are(api: ApiWorld) -> None:
    for _ in range(3):
        ran(api, 300, "t4:1")
        ran(api, 100, "t4:2")
    (job,) = api.submit(one("train", devices="t4:1 | t4:2", tenant="alpha"))
    api.until(job, "running")
    told = api.get(f"/v1/jobs/{job}/explain?detail=1").json()
    assert [each["alternative"] for each in told["places"]] == [1]
    assert told["speeds"][1]["text"] == (
        "3.0 x faster on 2 x T4 than on T4, seen in 3 runs (3 on T4)"
    )
    assert told["speeds"][1]["rate_milli"] == pytest.approx(3000, rel=0.05)
    assert told["speeds"][0]["rate_milli"] is None
    (other,) = api.submit(one("train", devices="t4:1 | t4:2", tenant="beta"))
    told = api.get(f"/v1/jobs/{other}/explain?detail=1").json()
    assert {each["text"] for each in told["speeds"]} == {"no run of it is known"}
    (plain,) = api.submit(one("train", tenant="alpha"))
    assert api.get(f"/v1/jobs/{plain}/explain?detail=1").json()["speeds"] == []
    (array,) = {
        each.partition("[")[0]
        for each in api.submit(
            one("train", devices="t4:2 | t4:1", shape="array", members=3, tenant="alpha")
        )
    }
    told = api.get(f"/v1/jobs/{array}/explain?detail=1").json()
    assert "3.0 x slower on T4 than on 2 x T4" in told["speeds"][1]["text"]


def test_rates_are_the_same_after_a_restart(tmp_path: Path) -> None:
    with ApiWorld(tmp_path) as api:
        api.tenant("alpha")
        ran(api, 300, "t4:1")
        ran(api, 100, "t4:2")
        before, ahead_ms = cells(api, "/v1/matrix"), api.ahead_ms
    with ApiWorld(tmp_path) as api:
        api.ahead_ms = ahead_ms
        after = cells(api, "/v1/matrix")
        assert [each["rate"] for each in after] == [each["rate"] for each in before]
        assert len(after) == 2


def test_a_tenant_takes_its_rates_with_it(api: ApiWorld) -> None:
    """A new one of the same name begins anew, also after a restart."""
    ran(api, 300, "t4:1", "beta")
    ran(api, 300, "t4:1")
    assert api.ask("DELETE", "/v1/tenants/beta").status_code == 204
    api.tenant("beta")
    assert [each["tenant"] for each in cells(api, "/v1/matrix")] == ["alpha"]
    assert len(api.store.things(learning.KIND)) == 1
