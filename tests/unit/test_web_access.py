"""The dashboard: who may see and do what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.routing import Route

from heddle.desk.access.auth import Auth
from heddle.desk.access.limits import Limits, RequestRates
from heddle.store.base import Gone
from heddle.web.pages.submit import EXAMPLES
from heddle.web.session import LINK_LASTS_S, MOST_OF_TOKEN, Sessions
from tests.dashboard import COOKIE, Plane, browser, busy, csrf, plane


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plane]:
    with busy(tmp_path_factory.mktemp("plane")) as found:
        yield found


def test_signing_in(made: Plane) -> None:
    client = browser(made)
    assert (
        client.get("/jobs?state=done").headers["location"] == "/signin?next=%2Fjobs%3Fstate%3Ddone"
    )
    wrong = client.post("/signin", data={"token": "hd_a_b"})
    assert (wrong.status_code, wrong.cookies.get(COOKIE)) == (403, None)
    right = client.post("/signin", data={"token": made.tokens["ann"], "next": "/jobs"})
    assert right.headers["location"] == "/jobs"
    cookie = right.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert made.tokens["ann"] not in right.headers["set-cookie"]
    assert client.get("/").status_code == 200


@pytest.mark.parametrize("to", ["//evil.example", "https://evil.example", "/\\evil", "x", "/a\nb"])
def test_nobody_is_sent_elsewhere(made: Plane, to: str) -> None:
    answer = browser(made).post("/signin", data={"token": made.tokens["ann"], "next": to})
    assert answer.headers["location"] == "/"


def test_a_link_signs_in_once(made: Plane) -> None:
    word = made.sessions.link(made.tokens["ann"])
    assert word is not None
    answer = browser(made).get(f"/?token={word}")
    assert COOKIE in answer.cookies
    assert word not in answer.text
    assert 'content="0;url=/"' in answer.text
    assert browser(made).get(f"/?token={word}").status_code == 403


def test_a_program_gets_a_link_with_a_token(made: Plane) -> None:
    client = browser(made)
    assert client.post("/signin/link").status_code == 401
    header = {"Authorization": f"Bearer {made.tokens['ann']}"}
    found = client.post("/signin/link", headers=header).json()
    assert made.tokens["ann"] not in found["path"]
    assert COOKIE in client.get(found["path"]).cookies


def test_a_link_is_for_soon(made: Plane) -> None:
    now = [0.0]
    sessions = Sessions(Auth(made.loop.store, made.loop.now_ms), lambda: now[0])
    word = sessions.link(made.tokens["ann"])
    assert word is not None
    now[0] = LINK_LASTS_S + 1
    assert sessions.follow_link(word) is None


def test_a_token_itself_is_no_link(made: Plane) -> None:
    """It would stay in the browser's history."""
    assert browser(made).get(f"/?token={made.tokens['ann']}").status_code == 403


def test_another_site_cannot_sign_people_in(made: Plane) -> None:
    """As somebody else, without their knowing."""
    word = made.sessions.link(made.tokens["ann"])
    answer = browser(made).get(f"/?token={word}", headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
    assert COOKIE not in answer.cookies


def test_many_sign_ins_of_one_sign_out_nobody_else(made: Plane) -> None:
    sessions = Sessions(Auth(made.loop.store, made.loop.now_ms))
    other, first = sessions.sign_in(made.tokens["admin"]), sessions.sign_in(made.tokens["ann"])
    link = sessions.link(made.tokens["admin"])
    assert link is not None
    for _ in range(MOST_OF_TOKEN):
        last = sessions.sign_in(made.tokens["ann"])
        sessions.link(made.tokens["ann"])
    assert sessions.find(first) is None
    assert sessions.find(last) is not None
    assert sessions.find(other) is not None
    assert sessions.follow_link(link) is not None


def test_pages_are_counted_as_requests_are(made: Plane, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = made.app.state.desk
    monkeypatch.setattr(desk, "rates", RequestRates(Limits(requests=5)))
    client = browser(made, "ann")
    answers = [client.get("/jobs") for _ in range(8)]
    assert [each.status_code for each in answers] == [200] * 5 + [429] * 3
    assert int(answers[-1].headers["retry-after"]) >= 1
    monkeypatch.setattr(desk, "limits", Limits(streams=1))
    monkeypatch.setattr(desk, "rates", RequestRates(Limits()))
    with desk.stream(desk.auth.check(made.tokens["ann"])):
        assert client.get("/live/pool").status_code == 429


def test_a_session_ends_with_its_token(tmp_path: Path) -> None:
    with plane(tmp_path) as found:
        client = browser(found, "ann")
        assert client.get("/").status_code == 200
        token_id = found.tokens["ann"].split("_")[1]
        found.loop.ask(lambda core: core.keep(Gone("token", token_id))).result(5)
        found.app.state.desk.auth.remove(token_id)
        assert client.get("/").headers["location"] == "/signin"


def test_signing_out(made: Plane) -> None:
    client = browser(made, "ann")
    word = client.cookies[COOKIE]
    assert client.post("/signout", data={"csrf": csrf(client)}).status_code == 303
    client.cookies.set(COOKIE, word)
    assert client.get("/").status_code == 303


def routes(made: Plane, method: str) -> list[str]:
    from heddle.web.site import make_pages

    router = make_pages(made.app.state.desk, made.sessions)
    found = [r for r in router.routes if isinstance(r, Route) and method in (r.methods or ())]
    paths = [re.sub(r"\{(\w+)(:path|:elsewhere)?\}", "j37", route.path) for route in found]
    assert paths
    return paths


def test_every_page_needs_a_sign_in(made: Plane) -> None:
    client = browser(made)
    for path in routes(made, "GET"):
        answer = client.get(path)
        if not path.startswith(("/static/", "/signin")):
            assert answer.status_code == (401 if path.startswith("/live/") else 303), path
            assert "j37" not in answer.text
    for path in routes(made, "POST"):
        if path not in ("/signin", "/signin/link"):
            assert client.post(path).headers["location"] == "/signin", path


@pytest.mark.slow
def test_every_form_needs_its_secret(made: Plane) -> None:
    client = browser(made, "admin")
    for path in routes(made, "POST"):
        for data in ({}, {"csrf": "x"}, {"csrf": "ü"}):
            assert client.post(path, data=data).status_code == 403, path
        stolen = {"csrf": csrf(client), "file": EXAMPLES["cores"]}
        elsewhere = {"Origin": "http://evil.example"}
        assert client.post(path, data=stolen, headers=elsewhere).status_code == 403, path
    token = {"token": made.tokens["ann"]}
    null = {"Origin": "null"}
    assert browser(made).post("/signin", data=token, headers=null).status_code == 403


def test_who_comes_from_another_site_is_led_once_more(made: Plane) -> None:
    """A strict cookie does not come along, although the reader is signed in."""
    answer = browser(made).get('/jobs?text="x', headers={"Sec-Fetch-Site": "cross-site"})
    assert 'content="0;url=/jobs?text=%22x"' in answer.text


def test_a_tenant_sees_its_own(made: Plane) -> None:
    eve = browser(made, "eve")  # of clinic
    assert eve.get("/jobs/j37").status_code == 404
    assert eve.get("/jobs/j37/log").status_code == 404
    assert eve.get("/live/jobs/j37").status_code == 404
    assert eve.get("/jobs?tenant=acme").status_code == 403
    jobs = eve.get("/jobs").text
    assert "clinic" in jobs
    assert "acme" not in jobs
    assert "acme" not in eve.get("/").text
    assert "acme" not in eve.get("/tenants").text
    assert "acme" not in eve.get("/usage").text
    assert "acme" not in eve.get("/usage.csv").text
    assert "acme" not in eve.get("/submit?again=j37").text
    node = eve.get("/nodes/gpu-02").text
    assert "another tenant" in node
    assert "j37" not in node
    device = eve.get("/nodes/gpu-01/devices/cuda@0?hours=168").text
    assert "another tenant" in device
    assert "j38" not in device


def test_who_only_reads_changes_nothing(made: Plane) -> None:
    eve = browser(made, "eve")
    assert eve.post("/submit", data={"csrf": csrf(eve), "file": "id: a"}).status_code == 403
    own = next(r for r in made.loop.store.jobs() if r.tenant == "clinic")
    answer = eve.post(f"/jobs/{own.id}/cancel", data={"csrf": csrf(eve)})
    assert answer.status_code == 403
    assert eve.post("/jobs/j37/cancel", data={"csrf": csrf(eve)}).status_code == 404
    assert '<button id="cancel"' not in eve.get(f"/jobs/{own.id}").text


def test_nobody_submits_for_another_tenant(made: Plane) -> None:
    ann = browser(made, "ann")
    file = "{id: a, tenant: clinic, devices: 'cpu:1', command: [x]}"
    answer = ann.post("/submit", data={"csrf": csrf(ann), "file": file})
    assert answer.status_code == 422
    assert "clinic" in answer.text
