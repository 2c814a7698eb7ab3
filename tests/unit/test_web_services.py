"""The dashboard: services, their replicas, and how busy they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from heddle.control.services.controller import Services
from heddle.control.services.status import Standing
from heddle.control.services.traffic import Traffic, TrafficReport
from heddle.store.base import JobFilter
from heddle.web.service_view import ServiceRates
from tests.dashboard import Plane, browser, csrf, plane, until
from tests.world import eventually

FILE = """
id: classify
shape: service
devices: gpu:1
share: 25%
command: [x]
service: {replicas: {least: 1, most: 4}, scale: {requests: 8}}
"""
SERVICE = Standing(
    "a", "acme", "ann", "running", "", None, 0, 1, 1, 1, 1, 1, (), 0, 0, None, {}, 0.0, 0, 0, {}
)  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plane]:
    with plane(tmp_path_factory.mktemp("plane")) as found:
        with browser(found, "ann") as client:
            answer = client.post("/submit", data={"csrf": csrf(client), "file": FILE})
            assert answer.headers["location"] == "/services"
        tell(found)
        yield found


def tell(found: Plane, requests: int = 0, tenant: str = "acme/vision") -> None:
    """As the front does."""
    traffic = Traffic(2, 0, 2.0, 41.0, 1, 8090, "", {"2xx": requests, "5xx": 1}, 3.0, {})
    report = TrafficReport(0, {f"{tenant}:classify": traffic}, (9001, 9002, 9003))
    now_ms = found.loop.now_ms()
    found.loop.ask(lambda core: core.part(Services).exchange(core, report, now_ms)).result(5)


def send(client: TestClient, to: str, **data: str) -> Any:
    return client.post(to, data={"csrf": csrf(client), **data})


def test_services_are_listed_and_shown(made: Plane) -> None:
    with browser(made, "ann") as client:
        text = client.get("/services").text
        assert "classify" in text
        assert "41 ms" in text
        one = client.get("/services/classify?tenant=acme/vision").text
        assert "127.0.0.1:8090" in one
        assert re.search(r'id="replica-(j\d+)"', one), one
        assert "1 to 4, by load" in one
        assert "shape: service" in one
        assert client.get("/services/none").status_code == 404


def test_of_another_tenant_nothing_is_seen(made: Plane) -> None:
    with browser(made, "eve") as eve:
        assert "classify" not in eve.get("/services").text
        for path in ("/services/classify", "/live/services/classify"):
            assert eve.get(f"{path}?tenant=acme/vision").status_code == 404
        for action in ("scale", "delete"):
            path = f"/services/classify/{action}?tenant=acme/vision"
            assert send(eve, path, least="0", most="0").status_code in (403, 404)


def test_a_service_is_scaled(made: Plane) -> None:
    path = "/services/classify/scale?tenant=acme/vision"
    with browser(made, "ann") as client:
        assert send(client, path, least="2", most="3").status_code == 303
        live = made.loop.ask(lambda core: core.part(Services).get("acme/vision", "classify"))
        kept = live.result(5).kept  # type: ignore[union-attr]
        assert (kept.least, kept.most) == (2, 3)
        for least, most in (("4", "2"), ("-1", "2"), ("x", "2"), ("", "")):
            answer = send(client, path, least=least, most=most)
            assert answer.status_code == 422, (least, most)
            assert 'id="replicas-wrong"' in answer.text
        assert "scaled" in client.get("/services/classify?tenant=acme/vision").text


def test_a_service_is_deleted(tmp_path: Path) -> None:
    with plane(tmp_path) as found, browser(found, "ann") as client:
        client.post("/submit", data={"csrf": csrf(client), "file": FILE})
        answer = send(client, "/services/classify/delete")
        assert answer.headers["location"] == "/services/classify?tenant=acme%2Fvision"


def test_one_that_was_deleted_is_not_in_the_history_of_its_namesake(tmp_path: Path) -> None:
    with plane(tmp_path) as found, browser(found, "ann") as client:

        def is_gone() -> bool:
            tell(found)
            return client.get("/services/classify").status_code == 404

        def events() -> list[str]:
            text = client.get("/services/classify").text.partition('id="events"')[2]
            return re.findall(r'<td class="fill">([^<·]+?) *[<·]', text.partition("</table>")[0])

        client.post("/submit", data={"csrf": csrf(client), "file": FILE})
        tell(found)  # so that it has a replica
        send(client, "/services/classify/delete")
        assert events() == ["being deleted", "created"]
        assert eventually(is_gone)
        client.post("/submit", data={"csrf": csrf(client), "file": FILE})
        assert events() == ["created"]


def test_replicas_are_in_the_list_of_jobs_only_if_asked_for(made: Plane) -> None:
    made.submit("{id: mine, devices: 'gpu:1', command: [x]}")
    until(lambda: bool(made.loop.store.jobs(JobFilter(text="classify-"))))
    with browser(made, "ann") as client:

        def names(query: str = "") -> set[str]:
            text = client.get(f"/jobs?{query}").text
            return set(re.findall(r'<td class="cut">((?:mine|classify)[^<]*)</td>', text))

        text = client.get("/jobs").text
        assert names() == {"mine"}
        assert 'id="replicas" href="/jobs?replicas=1"' in text
        shown = names("replicas=1")
        assert shown > {"mine"}
        assert names("text=classify") == shown - {"mine"}, "who looks for them finds them"
        text = client.get("/jobs?replicas=1&state=running").text
        assert 'id="replicas" href="/jobs?state=running"' in text
        assert 'href="/jobs?replicas=1"' in text, "other states with replicas, too"


def test_requests_a_second() -> None:
    now = [0.0]
    rates = ServiceRates(lambda: now[0])
    key = ("acme", "a")
    assert rates.per_second([SERVICE]) == {key: None}
    now[0] = 2.0
    assert rates.per_second([replace(SERVICE, requests={"2xx": 10, "5xx": 10})]) == {key: 10.0}
    now[0] = 4.0
    again = replace(SERVICE, requests={"2xx": 1})
    assert rates.per_second([again]) == {key: 0.25}, "counted anew since a new start"


@given(st.lists(st.tuples(st.floats(0, 50), st.integers(0, 99)), max_size=30))
def test_a_rate_is_never_negative(steps: list[tuple[float, int]]) -> None:
    now = [0.0]
    rates = ServiceRates(lambda: now[0])
    for seconds, count in steps:
        now[0] += seconds
        (rate,) = rates.per_second([replace(SERVICE, requests={"2xx": count})]).values()
        assert rate is None or rate >= 0
