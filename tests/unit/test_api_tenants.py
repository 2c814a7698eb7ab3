"""Tenants, tokens, quotas and the ledger: each sees its own, and nobody sets their own limits."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.desk.access.auth import Auth, Token, first_token, within
from tests.api_world import ApiWorld, one
from tests.world import eventually


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiWorld]:
    with ApiWorld(tmp_path) as made:
        for tenant in ("acme", "acme/vision", "other"):
            made.tenant(tenant)
        yield made


def test_the_first_token_is_in_a_file_of_its_owner_alone(tmp_path: Path) -> None:
    with ApiWorld(tmp_path) as api:
        path = tmp_path / "token"
        assert os.stat(path).st_mode & 0o777 == 0o600
        (token,) = api.get("/v1/tokens").json()["tokens"]
        assert (token["scope"], token["tenant"]) == ("admin", "")
    with ApiWorld(tmp_path) as again:
        assert again.admin == api.admin
        assert len(again.get("/v1/tokens").json()["tokens"]) == 1


def test_who_removes_the_file_gets_another_token_and_the_old_one_ends(tmp_path: Path) -> None:
    with ApiWorld(tmp_path) as api:
        old = api.admin
    (tmp_path / "token").unlink()
    with ApiWorld(tmp_path) as api:
        assert api.admin != old
        assert api.get("/v1/jobs", old).status_code == 401
        assert api.get("/v1/jobs").status_code == 200


def test_a_token_in_a_file_that_is_no_token_is_replaced(api: ApiWorld) -> None:
    path = api.folder / "other"
    path.write_text("hd_nonsense\n")
    first_token(api.store, str(path), api.now_ms())
    auth = Auth(api.store, api.now_ms)
    assert auth.check(path.read_text().strip()) is not None
    assert auth.check(api.admin) is None


def test_tokens_end_when_they_expire_or_are_revoked(api: ApiWorld) -> None:
    ann = api.token("ann", "acme", expires_ms=api.now_ms() + 60_000)
    bob = api.token("bob", "acme")
    assert api.get("/v1/jobs", ann).status_code == 200
    api.ahead_ms = 60_001
    assert api.get("/v1/jobs", ann).status_code == 401
    bobs = next(t["id"] for t in api.get("/v1/tokens").json()["tokens"] if t["name"] == "bob")
    assert api.ask("DELETE", f"/v1/tokens/{bobs}").status_code == 204
    assert api.get("/v1/jobs", bob).status_code == 401
    assert api.ask("DELETE", f"/v1/tokens/{bobs}").status_code == 404
    assert Auth(api.store, api.now_ms).check(bob) is None
    made = [e["what"] for e in api.get("/v1/events").json()["events"] if e["subject"] == bobs]
    assert made == ["made", "revoked"]


def test_the_last_administrator_stays(api: ApiWorld) -> None:
    mine = api.get("/v1/tokens").json()["tokens"][0]["id"]
    api.token("reader", "", "read")
    refused = api.ask("DELETE", f"/v1/tokens/{mine}")
    assert (refused.status_code, "last" in refused.json()["detail"]) == (409, True)
    other = api.token("eve", "", "admin")
    assert api.ask("DELETE", f"/v1/tokens/{mine}", other).status_code == 204


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({}, "name"),
        ({"name": ""}, "not a name"),
        ({"name": "a b"}, "not a name"),
        ({"name": "ann", "scope": "root"}, "'read', 'submit' or 'admin'"),
        ({"name": "ann", "expires_ms": 1}, "has passed"),
        ({"name": "ann", "expires_ms": 2**60}, "less than"),
        ({"name": "ann", "tenent": "acme"}, "tenent"),
    ],
)
def test_a_token_that_makes_no_sense_is_refused(
    api: ApiWorld, asked: dict[str, object], said: str
) -> None:
    answer = api.ask("POST", "/v1/tokens", json=asked)
    assert answer.status_code == 422
    assert said in answer.json()["detail"]


def test_a_user_submits_for_its_tenant_and_those_below(api: ApiWorld) -> None:
    ann = api.token("ann", "acme")
    (own,) = api.submit(one(), token=ann)
    (below,) = api.submit(one(tenant="acme/vision"), token=ann)
    assert api.get(f"/v1/jobs/{own}", ann).json()["tenant"] == "acme"
    assert api.get(f"/v1/jobs/{below}", ann).json()["tenant"] == "acme/vision"
    for tenant, said in (
        ("other", "not for 'other'"),
        ("acmee", "not for 'acmee'"),
        ("acme/visoin", "Did you mean 'acme/vision'?"),
    ):
        answer = api.ask("POST", "/v1/jobs", ann, json={"jobs": [one(tenant=tenant)]})
        assert answer.status_code == 422
        assert said in answer.json()["detail"]


def test_an_administrator_makes_tenants_by_naming_them(api: ApiWorld) -> None:
    (job,) = api.submit(one(tenant="new/team/ann"))
    paths = [each["path"] for each in api.get("/v1/tenants").json()["tenants"]]
    assert {"new", "new/team", "new/team/ann"} <= set(paths)
    assert api.get(f"/v1/jobs?tenant=new/team&text={job}").json()["jobs"][0]["id"] == job


def test_tenants_are_made_and_removed(api: ApiWorld) -> None:
    lead = api.token("lead", "acme", "admin")
    assert api.ask("POST", "/v1/tenants", lead, json={"path": "acme/a"}).status_code == 201
    assert api.ask("POST", "/v1/tenants", lead, json={"path": "acme/a"}).status_code == 409
    assert api.ask("POST", "/v1/tenants", lead, json={"path": "other/a"}).status_code == 404
    assert api.ask("POST", "/v1/tenants", lead, json={"path": "top"}).status_code == 404
    assert api.ask("POST", "/v1/tenants", lead, json={"path": "acme/x/y"}).status_code == 404
    assert api.ask("POST", "/v1/tenants", lead, json={"path": "acme//y"}).status_code == 422
    assert [t["path"] for t in api.get("/v1/tenants", lead).json()["tenants"]] == [
        "acme", "acme/a", "acme/vision",
    ]  # fmt: skip
    assert "below" in api.ask("DELETE", "/v1/tenants/acme").json()["detail"]
    (job,) = api.submit(one(tenant="acme/a"), hold=True)
    assert "1 jobs" in api.ask("DELETE", "/v1/tenants/acme/a", lead).json()["detail"]
    api.ask("POST", f"/v1/jobs/{job}/cancel", lead)
    api.token("ann", "acme/a")
    assert "tokens" in api.ask("DELETE", "/v1/tenants/acme/a", lead).json()["detail"]
    assert api.ask("DELETE", "/v1/tenants/acme", lead).status_code == 403
    assert api.ask("DELETE", "/v1/tenants/acme/vision", lead).status_code == 204
    assert api.ask("DELETE", "/v1/tenants/default").status_code == 409


def why(api: ApiWorld, job: str) -> str | None:
    found = api.get(f"/v1/jobs/{job}").json()["why"]
    return str(found["code"]) if found else None


def test_a_quota_holds_at_once_and_after_a_new_start(tmp_path: Path) -> None:
    with ApiWorld(tmp_path) as api:
        api.tenant("acme")
        put = api.ask("PUT", "/v1/tenants/acme/quota", json={"limit": {"gpu": 1}})
        assert put.json() == {
            "nominal": {}, "limit": {"gpu": 1}, "weight": 1, "borrow": True, "lend": True,
        }  # fmt: skip
        first, second = api.submit(one("a", tenant="acme"), one("b", tenant="acme"))
        api.until(first, "running")
        assert eventually(lambda: why(api, second) == "quota")
        used = {t["path"]: t["used"] for t in api.get("/v1/tenants").json()["tenants"]}
        assert used["acme"]["gpu"] == 1000
    with ApiWorld(tmp_path) as api:
        assert api.get("/v1/tenants/acme/quota").json()["limit"] == {"gpu": 1}
        # The engine has forgotten the first, so the other one may come before it.
        assert eventually(lambda: "quota" in (why(api, first), why(api, second)))
        assert eventually(lambda: "running" in (api.state(first), api.state(second)))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"nominal": {"gpu": 9}}, "the capacity is 3 gpu"),
        ({"nominal": {"gpu": 2}, "limit": {"gpu": 1}}, "raise it"),
        ({"limit": {"gpuu": 1}}, "Did you mean 'gpu'?"),
        ({"limit": {"npu": 1}}, "npu is not in [capacity]"),
        ({"limit": {'"x\n': 1}}, "is not a key"),
        ({"limit": {"gpu": -1}}, "a whole number"),
        ({"limit": {"gpu": 10**30}}, ""),
        ({"weight": 0}, "a whole number"),
        ({"limits": {"gpu": 1}}, "limits"),
    ],
)
def test_a_quota_that_makes_no_sense_is_refused(
    api: ApiWorld, asked: dict[str, object], said: str
) -> None:
    answer = api.ask("PUT", "/v1/tenants/acme/quota", json=asked)
    assert answer.status_code == 422
    assert said in answer.json()["detail"]
    assert api.get("/v1/tenants/acme/quota").json()["limit"] == {}


def test_nobody_sets_their_own_limits(api: ApiWorld) -> None:
    lead = api.token("lead", "acme", "admin")
    own = api.ask("PUT", "/v1/tenants/acme/quota", lead, json={"limit": {"gpu": 3}})
    assert own.status_code == 403
    below = api.ask("PUT", "/v1/tenants/acme/vision/quota", lead, json={"limit": {"gpu": 1}})
    assert below.status_code == 200


def test_the_ledger_adds_up(api: ApiWorld) -> None:
    ann = api.token("ann", "acme")
    for token in (ann, ann, api.admin):
        (job,) = api.submit(one(), token=token)
        api.until(job, "running")
        api.ahead_ms += 5_000
        api.run_to_end(job)
    report = api.get("/v1/usage?by=tenant,user,job").json()
    assert [(r["tenant"], r["user"], r["job"]) for r in report["rows"]] == [
        ("acme", "ann@acme", "j1"), ("acme", "ann@acme", "j2"), ("default", "admin", "j3"),
    ]  # fmt: skip
    assert all(5_000 <= row["device_ms"] < 8_000 for row in report["rows"])
    assert report["total"]["device_ms"] == sum(row["device_ms"] for row in report["rows"])
    (mine,) = api.get("/v1/usage", ann).json()["rows"]
    assert (mine["tenant"], mine["user"], mine["attempts"]) == ("acme", None, 2)
    text = api.get("/v1/usage?by=user&format=csv")
    assert text.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(text.text)))
    assert [(row["user"], row["attempts"]) for row in rows] == [("admin", "1"), ("ann@acme", "2")]
    assert api.get("/v1/usage?until=1").json()["rows"] == []
    assert "Did you mean 'tenant'?" in api.get("/v1/usage?by=tenants").json()["detail"]


names = st.sampled_from(["", "a", "a/b", "a/b/c", "ab", "b"])


@given(names, names)
def test_a_token_sees_its_branch_of_the_tree(tenant: str, above: str) -> None:
    parts = [part for part in above.split("/") if part]
    expected = tenant.split("/")[: len(parts)] == parts
    assert within(tenant, above) == expected
    token = Token("x", "ann", above, "admin", 0, "heddle")
    assert token.rules(tenant) == (expected and tenant != above)
