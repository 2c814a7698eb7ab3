"""Users and roles: what a token may do is the least of its scope and its user's role."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.desk.access import users
from heddle.desk.access.auth import Auth, make, migrated
from heddle.desk.access.users import ROLES, SCOPES, User, within
from heddle.store import open_store
from heddle.store.base import Thing
from heddle.web.session import Sessions
from tests.api_world import ApiWorld, one, served
from tests.world import eventually


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiWorld]:
    with ApiWorld(tmp_path) as made:
        for tenant in ("acme", "acme/vision", "other"):
            made.tenant(tenant)
        yield made


def user(api: ApiWorld, name: str, token: str | None = None, **more: Any) -> Any:
    answer = api.ask("POST", "/v1/users", token, json={"name": name, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


def change(api: ApiWorld, user_id: str, token: str | None = None, **what: Any) -> int:
    return int(api.ask("PUT", f"/v1/users/{user_id}", token, json=what).status_code)


def may(api: ApiWorld, token: str) -> str | None:
    """The scope that it has now."""
    answer = api.get("/v1/whoami", token)
    return str(answer.json()["scope"]) if answer.status_code == 200 else None


def ids(api: ApiWorld, token: str | None = None) -> list[str]:
    return [each["id"] for each in api.get("/v1/users", token).json()["users"]]


def test_the_first_administrator_is_a_user(api: ApiWorld) -> None:
    (admin,) = api.get("/v1/users").json()["users"]
    assert (admin["id"], admin["roles"], admin["tokens"]) == ("admin", {"": "admin"}, 1)
    who = api.get("/v1/whoami").json()
    assert (who["user"], who["tenant"], who["scope"]) == ("admin", "", "admin")
    assert who["token"] == api.admin.split("_")[1]


def test_a_token_may_no_more_than_its_user(api: ApiWorld) -> None:
    user(api, "ann", home="acme", roles={"acme": "member"}, full_name="Ann Lee", email="a@b.org")
    ann = api.token("ann", "acme")
    who = api.get("/v1/whoami", ann).json()
    assert who["user_id"] == "ann@acme"
    assert (who["full_name"], who["roles"]) == ("Ann Lee", {"acme": "member"})
    (job,) = api.submit(one(), token=ann, hold=True)
    change(api, "ann@acme", roles={"acme": "viewer"})
    assert may(api, ann) == "read"
    assert api.ask("POST", f"/v1/jobs/{job}/cancel", ann).status_code == 403
    assert api.get(f"/v1/jobs/{job}", ann).status_code == 200
    change(api, "ann@acme", roles={"acme": "admin"})
    assert may(api, ann) == "submit", "the token itself is only for submitting"
    change(api, "ann@acme", roles={})
    assert may(api, ann) is None


def test_roles_count_below_but_not_above(api: ApiWorld) -> None:
    user(api, "ann", home="acme", roles={"acme": "viewer", "acme/vision": "admin"})
    above = api.ask("POST", "/v1/tokens", json={"name": "ann", "tenant": "acme"}).json()
    below = api.ask("POST", "/v1/tokens", json={"name": "ann", "tenant": "acme/vision"}).json()
    assert (above["scope"], below["scope"]) == ("read", "admin")
    assert above["user"] == below["user"] == "ann@acme"
    refused = api.ask(
        "POST", "/v1/tokens", json={"name": "ann", "tenant": "acme", "scope": "admin"}
    )
    assert refused.status_code == 409
    assert "ann@acme is a viewer at acme" in refused.json()["detail"]


def test_disabling_ends_tokens_sessions_and_streams_at_once(api: ApiWorld) -> None:
    ann = api.token("ann", "acme")
    sessions = Sessions(api.app.state.desk.auth)
    word = sessions.sign_in(ann)
    assert word is not None
    with served(api) as (host, port), socket.create_connection((host, port), timeout=10) as line:
        head = f"GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {ann}\r\n"
        line.sendall(f"{head}Accept: text/event-stream\r\n\r\n".encode())
        heard = line.recv(4096)
        assert b"200 OK" in heard
        assert eventually(lambda: api.app.state.desk.hub.followers == 1)
        assert change(api, "ann@acme", disabled=True) == 200
        while piece := line.recv(4096):  # it would last until the next sign of life, in 15 s
            heard += piece
            if heard.endswith(b"0\r\n\r\n"):
                break
        assert b"disabled" not in heard, "nothing was told after it ended"
    assert may(api, ann) is None
    assert sessions.find(word) is None
    again = api.ask("POST", "/v1/tokens", json={"name": "ann", "tenant": "acme"})
    assert (again.status_code, "disabled" in again.json()["detail"]) == (409, True)
    assert change(api, "ann@acme", disabled=False) == 200
    assert may(api, ann) == "submit"
    assert sessions.sign_in(ann) is not None


def test_removing_a_user_removes_its_tokens_for_good(tmp_path: Path) -> None:
    with ApiWorld(tmp_path) as api:
        api.tenant("acme")
        ann, bob = api.token("ann", "acme"), api.token("bob", "acme")
        assert api.ask("DELETE", "/v1/users/ann@acme").status_code == 204
        assert api.ask("DELETE", "/v1/users/ann@acme").status_code == 404
        assert (may(api, ann), may(api, bob)) == (None, "submit")
        user(api, "ann", home="acme")
        assert may(api, ann) is None
    with ApiWorld(tmp_path) as api:
        assert (may(api, ann), may(api, bob)) == (None, "submit")
        assert ids(api) == ["admin", "ann@acme", "bob@acme"]


def test_somebody_can_always_do_everything(api: ApiWorld) -> None:
    assert change(api, "admin", disabled=True) == 409
    assert change(api, "admin", roles={"": "member"}) == 409
    assert api.ask("DELETE", "/v1/users/admin").status_code == 409
    assert may(api, api.admin) == "admin"
    eve = api.token("eve", "", "admin")
    assert change(api, "admin", eve, disabled=True) == 200
    assert may(api, api.admin) is None
    assert change(api, "eve", eve, disabled=True) == 409


def test_who_disabled_the_first_administrator_finds_it_so_after_a_new_start(tmp_path: Path) -> None:
    with ApiWorld(tmp_path) as api:
        eve = api.token("eve", "", "admin")
        assert change(api, "admin", eve, disabled=True) == 200
    with ApiWorld(tmp_path) as api:
        assert (may(api, api.admin), may(api, eve)) == (None, "admin")
    (tmp_path / "token").unlink()  # who has the machine has it all
    with ApiWorld(tmp_path) as api:
        assert may(api, api.admin) == "admin"


def test_users_of_one_organisation_are_nobody_to_another(api: ApiWorld) -> None:
    lead, mallory = api.token("lead", "acme", "admin"), api.token("mallory", "other", "admin")
    user(api, "ann", lead, full_name="Ann Lee")
    assert ids(api, mallory) == ["mallory@other"]
    assert change(api, "ann@acme", mallory, disabled=True) == 404
    assert api.ask("DELETE", "/v1/users/ann@acme", mallory).status_code == 404
    for asked in ({"home": "acme"}, {"roles": {"acme": "viewer"}}, {"roles": {"acme/x": "admin"}}):
        answer = api.ask("POST", "/v1/users", mallory, json={"name": "eve", **asked})
        assert answer.status_code == 404
    assert api.ask("POST", "/v1/users", mallory, json={"name": "e", "home": ""}).status_code == 403
    assert change(api, "mallory@other", mallory, roles={"": "admin"}) == 403
    # Their own Ann is another one.
    user(api, "ann", mallory)
    assert ids(api, mallory) == ["ann@other", "mallory@other"]
    assert ids(api, lead) == ["ann@acme", "lead@acme"]
    named = api.ask("POST", "/v1/tokens", mallory, json={"name": "ann@acme"})
    assert (named.status_code, "no user" in named.json()["detail"]) == (422, True)
    text = json.dumps(api.get("/v1/audit?limit=1000", mallory).json())
    assert "acme" not in text
    assert "Ann Lee" not in text


def test_a_user_may_have_roles_in_several_organisations(api: ApiWorld) -> None:
    lead, other = api.token("lead", "acme", "admin"), api.token("boss", "other", "admin")
    user(api, "ann", lead)
    assert change(api, "ann@acme", roles={"acme": "member", "other": "viewer"}) == 200
    guest = next(u for u in api.get("/v1/users", other).json()["users"] if u["id"] == "ann@acme")
    assert guest["roles"] == {"other": "viewer"}, "the rest is not theirs to know"
    assert change(api, "ann@acme", other, disabled=True) == 403
    made = api.ask("POST", "/v1/tokens", other, json={"name": "ann@acme"})
    assert (made.status_code, made.json()["name"]) == (201, "ann@acme")
    there, here = made.json()["token"], api.token("ann", "acme")
    # The other organisation takes away what is its own, and nothing else.
    assert change(api, "ann@acme", other, roles={"other": "member"}) == 200
    assert api.ask("DELETE", "/v1/users/ann@acme", other).status_code == 204
    assert (may(api, there), may(api, here)) == (None, "submit")
    assert "ann@acme" not in ids(api, other)
    found = next(u for u in api.get("/v1/users", lead).json()["users"] if u["id"] == "ann@acme")
    assert found["roles"] == {"acme": "member"}


def test_a_tenant_goes_with_its_users(api: ApiWorld) -> None:
    user(api, "ann", home="acme/vision")
    user(api, "ops", roles={"acme/vision": "viewer", "other": "viewer"})
    ann = api.token("ann", "acme/vision")
    assert api.ask("DELETE", "/v1/tenants/acme/vision").status_code == 409
    token_id = ann.split("_")[1]
    assert api.ask("DELETE", f"/v1/tokens/{token_id}").status_code == 204
    assert api.ask("DELETE", "/v1/tenants/acme/vision").status_code == 204
    assert ids(api) == ["admin", "ops"]
    assert api.get("/v1/users").json()["users"][1]["roles"] == {"other": "viewer"}


@pytest.mark.parametrize(
    ("asked", "status", "said"),
    [
        ({"name": "a b"}, 422, "not a name"),
        ({"name": "ann", "roles": {"acme": "boss"}}, 422, "'viewer', 'member' or 'admin'"),
        ({"name": "ann", "roles": {"acm": "viewer"}}, 404, "Did you mean 'acme'?"),
        ({"name": "ann", "email": "nonsense"}, 422, "not an e-mail"),
        ({"name": "ann", "full_name": "x\n"}, 422, "characters"),
        ({"name": "ann", "home": "nowhere"}, 404, "no tenant"),
        ({"name": "ann", "role": "admin"}, 422, "role"),
        ({"name": "admin", "home": ""}, 409, "already"),
    ],
)
def test_a_user_that_makes_no_sense_is_refused(
    api: ApiWorld, asked: dict[str, object], status: int, said: str
) -> None:
    answer = api.ask("POST", "/v1/users", json=asked)
    assert (answer.status_code, said in answer.json()["detail"]) == (status, True), answer.text
    assert ids(api) == ["admin"]


def old_store(folder: Path) -> dict[str, str]:
    """As it was before there were users: what a token may do was its own."""
    store = open_store(str(folder / "store.db"))
    texts = {}
    for name, tenant, scope in (
        ("admin", "", "admin"), ("ann", "acme", "submit"), ("ann", "acme", "admin"),
        ("ann", "other", "read"), ("ci", "", "read"),
    ):  # fmt: skip
        _, text, thing = make(name, tenant, scope, "heddle" if name == "admin" else "admin", 1)
        value = {key: each for key, each in thing.value.items() if key != "user"}
        store.write([Thing("token", thing.id, value)])
        texts[f"{name} {tenant} {scope}"] = text
    for tenant in ("acme", "other"):
        store.write([Thing("tenant", tenant, {"made_ms": 1, "by": "admin", "quota": None})])
    store.close()
    (folder / "token").write_text(texts["admin  admin"])
    return texts


def test_tokens_of_before_there_were_users_go_on_as_they_are(tmp_path: Path) -> None:
    texts = old_store(tmp_path)
    for _ in range(2):  # the second start finds nothing to do
        with ApiWorld(tmp_path) as api:
            for what, text in texts.items():
                name, tenant, scope = what.split(" ")
                who = api.get("/v1/whoami", text).json()
                assert (who["user"], who["tenant"], who["scope"]) == (name, tenant, scope)
            assert ids(api) == ["admin", "ann@acme", "ann@other", "ci"]
            assert migrated(api.store, 5) == []
            events = api.get("/v1/events").json()["events"]
            assert sorted(e["subject"] for e in events if e["kind"] == "user") == ids(api)
    with ApiWorld(tmp_path) as api:
        assert change(api, "ann@acme", disabled=True) == 200
        assert may(api, texts["ann acme admin"]) is None
        assert may(api, texts["ann other read"]) == "read"


tenants = st.sampled_from(["", "a", "a/b", "a/b/c", "ab", "b"])
roles = st.dictionaries(tenants, st.sampled_from(ROLES))


@given(roles, tenants, st.sampled_from(SCOPES), st.booleans())
def test_the_least_of_scope_and_role(
    given_roles: dict[str, str], tenant: str, scope: str, disabled: bool
) -> None:
    ann = User("ann", "ann", "", given_roles, disabled=disabled)
    levels = [ROLES.index(role) for at, role in given_roles.items() if within(tenant, at)]
    found = ann.scope_at(tenant)
    assert found == (SCOPES[max(levels)] if levels and not disabled else None)
    if found is not None:
        assert SCOPES.index(users.least(scope, found)) == min(SCOPES.index(scope), max(levels))
    seen = ann.seen_from(tenant)
    assert all(within(at, tenant) for at in seen.roles)
    assert ann.is_seen_from(tenant) == (bool(seen.roles) or tenant == "")


def test_a_user_is_kept_as_it_is(api: ApiWorld) -> None:
    user(api, "ann", home="acme/vision", roles={"acme": "viewer"}, email="a@b.org")
    again = Auth(api.store, api.now_ms).users["ann@acme/vision"]
    assert again == api.app.state.desk.auth.users["ann@acme/vision"]


def test_nobody_is_called_as_what_nobody_asked_for(api: ApiWorld) -> None:
    """The audit leaves that out."""
    ann = api.token("ann", "acme", "admin")
    for path in ("/v1/users", "/v1/tokens"):
        answer = api.ask("POST", path, ann, json={"name": "heddle"})
        assert answer.status_code == 422
        assert "Choose another name" in answer.json()["errors"][0]["text"]


def test_a_token_tells_nothing_of_what_its_user_is_elsewhere(api: ApiWorld) -> None:
    """Administrators of acme can make one for every user who has a role there."""
    ann = api.token("ann", "acme", "admin")
    user(api, "zoe", home="other", roles={"other": "admin", "acme": "viewer"})
    zoe = api.ask("POST", "/v1/tokens", ann, json={"name": "zoe@other"}).json()["token"]
    assert api.get("/v1/whoami", zoe).json()["roles"] == {"acme": "viewer"}
    user(api, "max", home="acme", roles={"acme": "member", "acme/vision": "admin"})
    below = api.token("max", "acme/vision")
    assert api.get("/v1/whoami", below).json()["roles"] == {
        "acme": "member",
        "acme/vision": "admin",
    }


def test_many_users_and_tokens_are_listed_soon(api: ApiWorld) -> None:
    """Whoever rules one tenant can make as many as they like: nobody else may have to wait."""
    known = api.app.state.desk.auth
    for n in range(2000):
        each = users.made(f"u{n:04}", "acme", "ann", 1)
        known.users[each.id] = each
        known.add(make(each.name, "acme", "submit", "ann", 1, user=each.id)[2])
    begun = time.process_time()
    found = api.get("/v1/users").json()["users"]
    assert time.process_time() - begun < 1.0
    assert [each["tokens"] for each in found if each["home"] == "acme"] == [1] * 2000
