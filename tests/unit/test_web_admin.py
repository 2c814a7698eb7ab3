"""The dashboard: tenants, quotas, users, tokens and the audit log, as the API has them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from heddle.desk.access.auth import Token
from tests.dashboard import Plane, browser, busy, csrf, plane


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plane]:
    with busy(tmp_path_factory.mktemp("plane")) as found:
        yield found


@pytest.fixture(scope="module")
def admin(made: Plane) -> Iterator[TestClient]:
    with browser(made, "admin") as client:
        for path in ("acme", "acme/vision", "acme/research", "clinic"):
            assert send(client, "/tenants", path=path).status_code == 303
        yield client


@pytest.fixture
def boss(made: Plane, admin: TestClient) -> TestClient:
    """Of acme, not of all."""
    if "boss" not in made.tokens:
        text = send(admin, "/tokens", name="boss", tenant="acme", scope="admin", lasts="1").text
        made.tokens["boss"] = new_token(text)
    return browser(made, "boss")


def send(client: TestClient, to: str, **data: str) -> Any:
    return client.post(to, data={"csrf": csrf(client), **data})


def new_token(text: str) -> str:
    found = re.search(r'id="new-token" readonly value="(hd_[^"]+)"', text)
    assert found is not None
    return found[1]


def wrong(text: str) -> dict[str, str]:
    """What is said to be wrong, by field."""
    found = re.findall(r'id="([^"]+)-wrong" role="alert">([^<]+)<', text)
    for name, _ in found:
        assert re.search(rf'name="{re.escape(name)}"[^>]*aria-invalid="true"', text), name
    return dict(found)


def test_a_tenant_is_made_and_removed(made: Plane, admin: TestClient) -> None:
    answer = send(admin, "/tenants", path="lab/one")
    assert answer.status_code == 404
    assert "no tenant" in wrong(answer.text)["path"]
    assert send(admin, "/tenants", path="lab").headers["location"] == "/tenants/lab"
    assert "already" in wrong(send(admin, "/tenants", path="lab").text)["path"]
    bad = send(admin, "/tenants", path="La b!")
    assert bad.status_code == 422
    assert 'value="La b!"' in bad.text, "what was written is not lost"
    assert send(admin, "/tenants", path="lab/one").headers["location"] == "/tenants/lab/one"
    assert "lab/one" in admin.get("/tenants").text
    refused = send(admin, "/tenants/lab/remove")
    assert refused.status_code == 409
    assert "tenants below it" in refused.text
    assert send(admin, "/tenants/lab/one/remove").headers["location"] == "/tenants"
    assert send(admin, "/tenants/lab/remove").status_code == 303
    assert admin.get("/tenants/lab").status_code == 404


def test_a_quota_is_set_and_shown(made: Plane, admin: TestClient) -> None:
    quota = {"nominal.gpu": "6", "limit.gpu": "8", "nominal.npu": "", "weight": "2", "borrow": "on"}
    answer = send(admin, "/tenants/acme/quota", **quota)
    assert answer.headers["location"].startswith("/tenants/acme")
    kept = made.app.state.desk.tenants.get("acme").quota
    assert (dict(kept.nominal), dict(kept.limit)) == ({"gpu": 6}, {"gpu": 8})
    assert (kept.weight, kept.borrow, kept.lend) == (2, True, False)
    text = admin.get("/tenants/acme").text
    assert re.search(r'name="nominal\.gpu"[^>]* value="6"', text)
    assert re.search(r'name="borrow" checked', text)
    assert not re.search(r'name="lend" checked', text)
    assert "4" in re.sub(r"<[^>]+>", " ", text), "what it uses"


@pytest.mark.parametrize(
    ("tenant", "quota", "field"),
    [
        ("acme", {"nominal.gpu": "99", "limit.gpu": ""}, "nominal.gpu"),
        ("acme", {"nominal.gpu": "5", "limit.gpu": "3"}, "limit.gpu"),
        ("acme", {"nominal.gpu": "-1"}, "nominal.gpu"),
        ("acme", {"nominal.gpu": "many"}, "nominal.gpu"),
        ("acme", {"nominal.npu": "3"}, "nominal.npu"),
        ("acme", {"weight": "0"}, "weight"),
        ("acme", {"nominal.gpu": "2", "nominal.units": "9", "nominal.npu": ""}, "nominal.npu"),
    ],
)
def test_what_is_refused_is_at_its_field(
    admin: TestClient, tenant: str, quota: dict[str, str], field: str
) -> None:
    borrows = {} if "nominal.npu" in quota and not quota["nominal.npu"] else {"borrow": "on"}
    said = {"weight": "1", **borrows, **quota}
    answer = send(admin, f"/tenants/{tenant}/quota", **said)
    assert answer.status_code == 422
    assert list(wrong(answer.text)) == [field]
    for name, value in quota.items():
        if value:
            assert f'value="{value}"' in answer.text, name


def test_nobody_sets_the_own_quota(made: Plane, boss: TestClient) -> None:
    with boss:
        text = boss.get("/tenants/acme").text
        assert "Administrators above" in text
        assert 'id="save"' not in text
        assert send(boss, "/tenants/acme/quota", weight="5").status_code == 403
        assert 'id="save"' in boss.get("/tenants/acme/vision").text
        assert send(boss, "/tenants/acme/vision/quota", weight="5", borrow="on").status_code == 303
        assert boss.get("/tenants/clinic").status_code == 404
        assert send(boss, "/tenants/clinic/quota", weight="5").status_code == 404
        assert send(boss, "/tenants", path="other").status_code in (403, 404)


def test_who_does_not_rule_sees_no_forms(made: Plane, admin: TestClient) -> None:
    with browser(made, "ann") as ann:
        assert 'method="post"' not in ann.get("/tenants").text.partition("<main")[2]
        assert 'id="save"' not in ann.get("/tenants/acme/vision").text
        assert 'href="/users"' not in ann.get("/").text
        for path in ("/users", "/tokens"):
            assert ann.get(path).status_code == 403
        for path in ("/tenants", "/tenants/acme/vision/quota", "/tenants/acme/vision/remove",
                     "/tokens", "/tokens/x/revoke", "/users", "/users/ann/role",
                     "/users/ann/disable", "/users/ann/remove"):  # fmt: skip
            assert send(ann, path, path="acme/vision/x", name="x").status_code == 403, path


def test_a_token_is_shown_once_and_revoked(made: Plane, admin: TestClient) -> None:
    values = {"name": "zoe", "tenant": "acme", "scope": "read", "lasts": "7"}
    made_page = send(admin, "/tokens", **values)
    text = new_token(made_page.text)
    assert made_page.headers["cache-control"] == "no-store"
    auth = made.app.state.desk.auth
    token: Token = auth.check(text)
    assert (token.name, token.tenant, token.scope) == ("zoe", "acme", "read")
    assert token.expires_ms is not None
    days = (token.expires_ms - made.loop.now_ms()) / 86_400_000
    assert 6.9 < days <= 7
    listed = admin.get("/tokens").text
    assert text not in listed
    assert f"hd_{token.id}_" in listed
    assert send(admin, f"/tokens/{token.id}/revoke").headers["location"] == "/tokens"
    assert auth.check(text) is None
    assert send(admin, f"/tokens/{token.id}/revoke").status_code == 404


def test_a_token_that_makes_no_sense(made: Plane, admin: TestClient) -> None:
    values = {"tenant": "acme", "scope": "read", "lasts": "7"}
    assert list(wrong(send(admin, "/tokens", name="no spaces!", **values).text)) == ["name"]
    answer = send(admin, "/tokens", **{**values, "name": "x", "scope": "all"})
    assert answer.status_code == 422
    assert list(wrong(answer.text)) == ["scope"]
    answer = send(admin, "/tokens", **{**values, "name": "x", "tenant": "none"})
    assert answer.status_code == 404
    assert "no tenant" in answer.text


def test_tokens_of_others_are_not_seen(made: Plane, boss: TestClient) -> None:
    with boss:
        text = boss.get("/tokens").text
        assert ">eve<" not in text
        eve = made.tokens["eve"].split("_")[1]
        assert send(boss, f"/tokens/{eve}/revoke").status_code == 404
        assert made.app.state.desk.auth.check(made.tokens["eve"]) is not None


def test_a_user_has_roles_and_is_disabled(made: Plane, admin: TestClient) -> None:
    answer = send(admin, "/users", name="kim", home="acme", role="viewer", email="kim@acme.org")
    assert answer.headers["location"] == "/users/kim%40acme"
    users = made.app.state.desk.auth
    assert dict(users.users["kim@acme"].roles) == {"acme": "viewer"}
    assert "kim@acme" in admin.get("/users").text
    assert send(admin, "/users/kim@acme/role", tenant="clinic", role="member").status_code == 303
    assert dict(users.users["kim@acme"].roles) == {"acme": "viewer", "clinic": "member"}
    assert send(admin, "/users/kim@acme/role", tenant="acme", role="").status_code == 303
    assert dict(users.users["kim@acme"].roles) == {"clinic": "member"}
    assert send(admin, "/users/kim@acme/about", full_name="Kim", email="").status_code == 303
    assert "Kim" in admin.get("/users/kim@acme").text
    bad = send(admin, "/users/kim@acme/about", full_name="Kim", email="x y")
    assert list(wrong(bad.text)) == ["email"]
    text = new_token(send(admin, "/tokens", name="kim@acme", tenant="clinic", lasts="1",
                          scope="submit").text)  # fmt: skip
    assert users.check(text) is not None
    assert send(admin, "/users/kim@acme/disable").status_code == 303
    assert users.check(text) is None
    assert "disabled" in admin.get("/users/kim@acme").text
    assert send(admin, "/users/kim@acme/enable").status_code == 303
    assert users.check(text) is not None
    assert send(admin, "/users/kim@acme/remove").headers["location"] == "/users"
    assert admin.get("/users/kim@acme").status_code == 404
    assert users.check(text) is None


def test_what_was_set_is_in_the_log(admin: TestClient) -> None:
    quota = {"nominal.gpu": "1", "weight": "3", "borrow": "on"}
    assert send(admin, "/tenants/clinic/quota", **quota).status_code == 303
    text = re.sub(r"<[^>]+>", "", admin.get("/audit?kind=tenant&tenant=clinic").text)
    assert "quota.nominal.gpu 1" in text
    assert "quota.weight 3" in text


def test_who_did_what(made: Plane, admin: TestClient) -> None:
    assert send(admin, "/tenants", path="seen").status_code == 303
    text = admin.get("/audit?kind=tenant").text
    assert 'href="/tenants/seen"' in text
    assert "/audit?actor=admin" in text
    assert "j37" not in text
    assert "seen" not in admin.get("/audit?actor=ann").text
    assert 'href="/jobs/j37"' in admin.get("/audit?actor=ann&kind=job").text
    with browser(made, "eve") as eve:
        assert "seen" not in eve.get("/audit").text
        assert eve.get("/audit?tenant=acme").status_code == 404


def test_the_log_goes_back_page_by_page(tmp_path_factory: pytest.TempPathFactory) -> None:
    with plane(tmp_path_factory.mktemp("plane")) as found, browser(found, "admin") as client:
        spec = "- {id: w%d, devices: 'h200:16', command: [x]}\n"
        ids = found.submit("".join(spec % n for n in range(120)))
        seen: list[str] = []
        address = "/audit?actor=ann"
        while address:
            text = client.get(address).text
            seen += re.findall(r'href="/jobs/(j\d+)"', text)
            older = re.search(r'href="(/audit\?[^"]*before=[^"]*)"', text)
            address = older[1].replace("&amp;", "&") if older else ""
        assert seen == ids[::-1]
