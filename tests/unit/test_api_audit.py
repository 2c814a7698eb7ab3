"""Who changed what: every change by a person leaves an event with the actor, on every route."""

from __future__ import annotations

import gzip
import hashlib
import io
import logging
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from fastapi.routing import APIRoute

from heddle.api import refusals
from heddle.store.base import Event
from tests.api_world import ApiWorld, one

CHANGES = {"POST", "PUT", "DELETE", "PATCH"}


class Change(NamedTuple):
    """A request that succeeds, and the kind and subject of the event that it must leave."""

    path: str
    kind: str
    subject: str
    json: object = None
    body: bytes | None = None
    before: tuple[tuple[str, str, object], ...] = ()  #: what must be done first


def service(replicas: int = 0) -> dict[str, Any]:
    return {
        "id": "web",
        "shape": "service",
        "devices": "cpu:1",
        "command": ["true"],
        "service": {"replicas": replicas},
    }


def archive() -> bytes:
    text = io.BytesIO()
    with tarfile.open(fileobj=text, mode="w") as tar:
        tar.addfile(tarfile.TarInfo("file"), io.BytesIO(b""))
    return gzip.compress(text.getvalue(), mtime=0)


DIGEST = hashlib.sha256(archive()).hexdigest()
HELD = ("POST", "/v1/jobs", {"jobs": [one("held")], "hold": True})
DATA = {"name": "set", "version": "v1", "source": "/x"}
WEB = ("PUT", "/v1/services/web", service())

#: A route that changes something and is not here fails the first test.
TABLE: dict[tuple[str, str], Change] = {
    ("POST", "/v1/jobs"): Change("/v1/jobs", "job", "j1", {"jobs": [one()]}),
    ("POST", "/v1/jobs/{job_id}/cancel"): Change("/v1/jobs/j1/cancel", "job", "j1", before=(HELD,)),
    ("POST", "/v1/jobs/{job_id}/release"): Change(
        "/v1/jobs/j1/release", "job", "j1", before=(HELD,)
    ),
    ("POST", "/v1/jobs/{job_id}/hold"): Change(
        "/v1/jobs/j1/hold", "job", "j1",
        before=(("POST", "/v1/jobs", {"jobs": [one("x", devices="h200:64")], "anyway": True}),),
    ),
    ("POST", "/v1/tenants"): Change("/v1/tenants", "tenant", "new", {"path": "new"}),
    ("DELETE", "/v1/tenants/{tenant:path}"): Change("/v1/tenants/acme", "tenant", "acme"),
    ("PUT", "/v1/tenants/{tenant:path}/quota"): Change(
        "/v1/tenants/acme/quota", "tenant", "acme", {"limit": {"gpu": 1}}
    ),
    ("POST", "/v1/tokens"): Change(
        "/v1/tokens", "token", "", {"name": "ann", "tenant": "acme"}
    ),
    ("POST", "/v1/tokens/{token_id}/renew"): Change("/v1/tokens/CARL/renew", "token", "CARL"),
    ("DELETE", "/v1/tokens/{token_id}"): Change("/v1/tokens/SPARE", "token", "SPARE"),
    ("POST", "/v1/users"): Change(
        "/v1/users", "user", "ann@acme", {"name": "ann", "home": "acme"}
    ),
    ("PUT", "/v1/users/{user:path}"): Change(
        "/v1/users/spare", "user", "spare", {"disabled": True}
    ),
    ("DELETE", "/v1/users/{user:path}"): Change("/v1/users/spare", "user", "spare"),
    ("POST", "/v1/nodes/{name}/drain"): Change("/v1/nodes/one/drain", "node", "one"),
    ("POST", "/v1/nodes/{name}/undrain"): Change(
        "/v1/nodes/one/undrain", "node", "one", before=(("POST", "/v1/nodes/one/drain", None),)
    ),
    ("POST", "/v1/nodes/tokens"): Change("/v1/nodes/tokens", "join-token", "", {}),
    ("PUT", "/v1/secrets/{name}"): Change("/v1/secrets/key", "secret", "key", body=b"x"),
    ("DELETE", "/v1/secrets/{name}"): Change(
        "/v1/secrets/key", "secret", "key", before=(("PUT", "/v1/secrets/key", b"x"),)
    ),
    ("POST", "/v1/data"): Change("/v1/data", "data", "set@v1", DATA),
    ("DELETE", "/v1/data/{name}/{version}"): Change(
        "/v1/data/set/v1", "data", "set@v1", before=(("POST", "/v1/data", DATA),)
    ),
    ("PUT", "/v1/services/{name}"): Change("/v1/services/web", "service", "", service()),
    ("POST", "/v1/services/{name}/scale"): Change(
        "/v1/services/web/scale", "service", "", {"replicas": 1}, before=(WEB,)
    ),
    ("DELETE", "/v1/services/{name}"): Change("/v1/services/web", "service", "", before=(WEB,)),
    ("PUT", "/v1/snapshots/{digest}"): Change(
        f"/v1/snapshots/{DIGEST}", "snapshot", "", body=archive()
    ),
}  # fmt: skip

#: Tested where there is what they need; why they are not here.
ELSEWHERE = {
    ("POST", "/v1/jobs/{job_id}/terminal"): "needs a real terminal: test_terminal has it",
    ("PUT", "/v1/jobs/{job_id}/files/content"): "needs a folder: below",
    ("DELETE", "/v1/jobs/{job_id}/files"): "needs a folder: test_cp.py",
    ("POST", "/v1/jobs/{job_id}/exec"): "needs a real job: integration/test_exec has it",
    ("POST", "/v1/jobs/{job_id}/exec/{number}"): "input of what is there already",
    ("POST", "/v1/nodes/{name}/programs/{program}/hold"): "needs a program: test_api_nodes",
    ("POST", "/v1/nodes/{name}/programs/{program}/release"): "likewise",
    ("PATCH", "/v1/nodes/{name}/programs/{program}"): "likewise",
    ("DELETE", "/v1/nodes/{name}"): "needs a registered node: test_api_nodes has it",
    ("DELETE", "/v1/nodes/tokens/{token_id}"): "needs a join token's id: below",
}


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiWorld]:
    with ApiWorld(tmp_path) as made:
        made.tenant("acme")
        yield made


def send(api: ApiWorld, verb: str, path: str, sent: object, token: str | None = None) -> Any:
    more: dict[str, Any] = {"content": sent} if isinstance(sent, bytes) else {"json": sent}
    answer = api.ask(verb, path, token, **({} if sent is None else more))
    assert answer.status_code < 300, (verb, path, answer.text)
    return answer


def test_every_route_that_changes_something_is_in_the_table(api: ApiWorld) -> None:
    found = (route for route in api.app.routes if isinstance(route, APIRoute))
    there = {(verb, route.path) for route in found for verb in (route.methods or set()) & CHANGES}
    assert there - TABLE.keys() - ELSEWHERE.keys() == set(), "what do these leave in the audit?"
    assert TABLE.keys() - there == set(), "these are no longer there"


@pytest.mark.parametrize("route", TABLE, ids=" ".join)
def test_every_change_says_who_made_it(api: ApiWorld, route: tuple[str, str]) -> None:
    change = TABLE[route]
    carl = api.token("carl", "", "admin")
    spare = api.token("spare", "", "submit").split("_")[1]
    for verb, path, sent in change.before:
        send(api, verb, path, sent)
    last = api.store.last_number("event")
    own = carl.split("_")[1]
    path = change.path.replace("SPARE", spare).replace("CARL", own)
    send(api, route[0], path, change.json if change.body is None else change.body, carl)
    left = [e for e in api.store.events(last) if e.actor == "carl"]
    assert left, "nothing says who did it"
    subject = change.subject.replace("SPARE", spare).replace("CARL", own)
    about = [e for e in left if e.kind == change.kind and subject in (e.subject, "")]
    assert about, left
    assert about[0].what
    assert abs(api.now_ms() - about[0].at_ms) < 60_000
    page = api.get("/v1/audit?actor=carl").json()["events"]
    assert {e["number"] for e in page} == {e.number for e in left}


def test_a_file_that_is_written_says_who_did_it(api: ApiWorld, tmp_path: Path) -> None:
    api.submit(one())
    api.until("j1", "running")
    api.engine.works["j1.1"] = str(tmp_path)
    send(api, "PUT", "/v1/jobs/j1/files/content?path=new", b"x")
    about = [e for e in api.store.events(0) if (e.subject, e.what) == ("j1", "written")]
    assert [e.actor for e in about] == ["admin"]


def test_a_join_token_that_is_revoked_says_who_did_it(api: ApiWorld) -> None:
    made = send(api, "POST", "/v1/nodes/tokens", {}).json()["invitation"]["id"]
    send(api, "DELETE", f"/v1/nodes/tokens/{made}", None)
    assert api.get("/v1/audit").json()["events"][0]["what"] == "revoked"


def test_the_audit_can_be_searched(api: ApiWorld) -> None:
    lead = api.token("lead", "acme", "admin")
    begun = api.now_ms()
    (job,) = api.submit(one("a", tenant="acme"), token=lead, hold=True)
    api.ahead_ms += 10_000
    send(api, "PUT", "/v1/tenants/acme/quota", {"limit": {"gpu": 1}})
    send(api, "POST", f"/v1/jobs/{job}/cancel", None, lead)

    def found(query: str, token: str | None = None) -> list[tuple[str, str]]:
        page = api.get(f"/v1/audit?{query}", token).json()
        assert page["next"] is None
        return [(e["actor"], e["what"]) for e in page["events"]]

    assert found("actor=lead@acme") == [
        ("lead@acme", "cancelled"), ("lead@acme", "submitted"),
    ]  # fmt: skip
    assert found("tenant=acme&kind=tenant") == [("admin", "quota"), ("admin", "made")]
    assert found(f"since={begun + 9_000}&tenant=acme") == [
        ("lead@acme", "cancelled"), ("admin", "quota"),
    ]  # fmt: skip
    assert found(f"until={begun}&kind=tenant") == [("admin", "made")]
    assert all(actor not in ("", "heddle") for actor, _ in found(""))
    quota = api.get("/v1/audit?kind=tenant").json()["events"][0]
    assert quota["detail"]["quota"]["limit"] == {"gpu": 1}
    assert [e["what"] for e in _pages(api, 1)] == [what for _, what in found("")]


def test_nobody_looks_like_the_administrator(api: ApiWorld) -> None:
    """An administrator of a tenant may call a user of theirs admin."""
    asked = {"name": "admin", "home": "acme", "roles": {"acme": "admin"}}
    assert api.ask("POST", "/v1/users", json=asked).status_code == 201
    false = api.token("admin@acme", "acme", "admin")
    (job,) = api.submit(one("a", tenant="acme"), token=false, hold=True)
    send(api, "POST", f"/v1/jobs/{job}/cancel", None, false)
    told = api.get("/v1/audit?kind=job").json()["events"]
    assert {each["actor"] for each in told} == {"admin@acme"}
    assert api.get(f"/v1/jobs/{job}").json()["user"] == "admin@acme"
    assert not [e for e in api.get("/v1/audit?actor=admin").json()["events"] if e["kind"] == "job"]


def test_a_long_audit_comes_page_by_page(api: ApiWorld) -> None:
    noise = [Event(1, "job", f"j{n}", "started", "acme", "heddle") for n in range(5_000)]
    mine = [Event(1, "job", f"k{n}", "held", "acme", "ann") for n in range(3)]
    for one_of_mine in mine:
        api.loop.ask(lambda core, it=one_of_mine: core.keep(*noise, it)).result()  # type: ignore[misc]
    told = _pages(api, 2, "actor=ann")
    assert [e["subject"] for e in told] == ["k2", "k1", "k0"]


def _pages(api: ApiWorld, limit: int, query: str = "") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    before = ""
    while True:
        page = api.get(f"/v1/audit?limit={limit}&{query}{before}").json()
        found += page["events"]
        if page["next"] is None:
            return found
        before = f"&before={page['next']}"


def test_who_is_refused_is_counted_and_logged_without_the_token(
    api: ApiWorld, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, refusals.__name__)
    ann = api.token("ann", "acme", "read")
    wrong = f"{ann}x"
    assert api.get("/v1/jobs", wrong).status_code == 401
    assert api.ask("POST", "/v1/jobs", ann, json={"jobs": [one()]}).status_code == 403
    told = [(r.getMessage(), r.about) for r in caplog.records]  # type: ignore[attr-defined]
    assert [about["status"] for _, about in told] == [401, 403]
    assert told[1][1]["user"] == "ann@acme"
    assert told[1][1]["tenant"] == "acme"
    for token in (ann, wrong):
        assert token.split("_", 2)[2] not in caplog.text + str(told)
    text = api.get("/metrics").text
    assert 'status="401"} 1' in text
    assert 'route="/v1/jobs",status="403"} 1' in text


def test_a_flood_of_refusals_does_not_fill_the_log(
    api: ApiWorld, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, refusals.__name__)
    for _ in range(3 * refusals.MOST):
        api.get("/v1/jobs", "hd_x_y")
    assert len(caplog.records) <= 2 * refusals.MOST
