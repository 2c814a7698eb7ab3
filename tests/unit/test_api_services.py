"""Services over the API: made, changed, scaled and deleted, each only by those who may."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heddle.control.services.controller import Services
from heddle.control.services.traffic import HEALTHY, TargetSeen, Traffic, TrafficReport, TrafficView
from tests.api_world import ApiWorld
from tests.world import eventually


def chat(name: str = "chat", **service: Any) -> dict[str, Any]:
    return {
        "id": name, "shape": "service", "devices": "gpu:1", "share": "25%",
        "command": ["serve"], "service": {"replicas": 2, **service},
    }  # fmt: skip


@pytest.fixture
def world(tmp_path: Path) -> Iterator[ApiWorld]:
    with ApiWorld(tmp_path) as made:
        yield made


def front(world: ApiWorld) -> None:
    """What a front would say to whom every replica answers."""

    def tell(core: Any, view: TrafficView | None) -> TrafficView:
        traffic = {}
        for shown in view.services if view else ():
            seen = {each.id: TargetSeen(HEALTHY, 0) for each in shown.targets}
            codes = {"2xx": 3, "gone": 1}
            traffic[shown.key] = Traffic(port=8090, targets=seen, codes=codes, seconds=0.5)
        ports = tuple(range(20_000, 20_016))
        version = view.version if view else -1
        found: TrafficView = core.part(Services).exchange(
            core, TrafficReport(version, traffic, ports), world.now_ms()
        )
        return found

    view: TrafficView | None = None
    for _ in range(4):
        view = world.loop.ask(lambda core, view=view: tell(core, view)).result()  # type: ignore[misc]


def runs(world: ApiWorld, name: str = "chat") -> bool:
    front(world)
    return bool(world.get(f"/v1/services/{name}").json()["state"] == "running")


def test_a_service_is_submitted_as_jobs_are(world: ApiWorld) -> None:
    sent = {"jobs": [chat(), {"id": "a", "devices": "cpu:1", "command": "true"}]}
    key = {"Idempotency-Key": "k1"}
    answer = world.ask("POST", "/v1/jobs", json=sent, headers=key)
    assert answer.status_code == 201
    assert [job["name"] for job in answer.json()["jobs"]] == ["a"]
    (service,) = answer.json()["services"]
    assert (service["name"], service["state"], service["wanted"]) == ("chat", "starting", 2)
    assert eventually(lambda: runs(world))
    shown = world.get("/v1/services/chat").json()
    assert [each["state"] for each in shown["replicas"]] == ["healthy", "healthy"]
    assert shown["address"] == "http://127.0.0.1:8090"
    assert shown["spec"]["service"]["drain"] == "30s"
    again = world.ask("POST", "/v1/jobs", json=sent, headers=key)
    assert again.status_code == 200
    assert again.json()["services"][0]["generation"] == 1
    (job, *_) = world.get("/v1/jobs?text=chat-1").json()["jobs"]
    assert job["spec"]["environment"]["HEDDLE_SERVICE"] == "chat"
    text = world.get("/metrics").text
    assert 'heddle_service_replicas{tenant="default",service="chat",state="healthy"} 2' in text
    assert 'heddle_service_requests_total{tenant="default",service="chat",code="2xx"} 3' in text
    assert 'heddle_service_seconds_count{tenant="default",service="chat"} 3' in text


def test_it_is_put_scaled_and_deleted(world: ApiWorld) -> None:
    assert world.ask("PUT", "/v1/services/chat", json=chat()).status_code == 201
    assert eventually(lambda: runs(world))
    changed = world.ask("PUT", "/v1/services/chat", json=chat() | {"command": ["serve", "2"]})
    assert (changed.status_code, changed.json()["generation"]) == (200, 2)
    assert changed.json()["state"] == "updating"
    assert eventually(lambda: runs(world))
    answer = world.ask("POST", "/v1/services/chat/scale", json={"replicas": 1})
    assert answer.json()["wanted"] == 1
    assert eventually(lambda: runs(world))
    wrong = {"replicas": {"least": 0, "most": 3}}
    answer = world.ask("POST", "/v1/services/chat/scale", json=wrong)
    assert answer.status_code == 409
    assert "submit it with `scale`" in answer.json()["detail"]
    for bad in ({"replicas": -1}, {"replicas": {"least": 3, "most": 2}}, {"replica": 1}, {}):
        assert world.ask("POST", "/v1/services/chat/scale", json=bad).status_code == 422
    answer = world.ask("DELETE", "/v1/services/chat")
    assert (answer.status_code, answer.json()["state"]) == (202, "deleting")

    def gone() -> bool:
        front(world)
        return bool(world.get("/v1/services").json()["services"] == [])

    assert eventually(gone)
    assert world.get("/v1/services/chat").status_code == 404
    counts = world.get("/v1/jobs").json()["counts"]
    assert set(counts) == {"cancelled"}


def test_what_is_wrong_is_said_and_nothing_is_made(world: ApiWorld) -> None:
    file = {"file": "id: a\nshape: service\ndevices: gpu:1\ncommand: x\nservice: {drain: 1}\n"}
    answer = world.ask("POST", "/v1/jobs", json=file)
    assert answer.status_code == 422
    (error,) = answer.json()["errors"]
    assert (error["line"], error["column"]) == (5, 18)
    held = world.ask("POST", "/v1/jobs", json={"jobs": [chat()], "hold": True})
    assert (held.status_code, "replicas: 0" in held.json()["detail"]) == (422, True)
    other = world.ask("PUT", "/v1/services/other", json=chat())
    assert (other.status_code, "'chat'" in other.json()["detail"]) == (422, True)
    for body in (b"[]", b"{}", b"", b"{", b'{"id": "chat", "devices": "gpu:1", "command": "x"}'):
        sent = world.ask("PUT", "/v1/services/chat", content=body)
        assert sent.status_code in (400, 422), body
    wrong = world.ask("PUT", "/v1/services/chat", content=b'{"id": "chat",\n "service": 3}')
    assert (2, 13) in {(each["line"], each["column"]) for each in wrong.json()["errors"]}
    both = {"jobs": [chat("a", port=8090), {"id": "j", "devices": "cpu:1", "command": "true"},
                     chat("b", port=8090)]}  # fmt: skip
    answer = world.ask("POST", "/v1/jobs", json=both)
    assert answer.status_code == 409
    assert "b: port 8090 is that of another service" in answer.json()["detail"]
    assert world.get("/v1/services").json() == {"services": []}
    assert world.get("/v1/jobs").json()["jobs"] == []


def test_tenants_have_their_own(world: ApiWorld) -> None:
    for tenant in ("acme", "other"):
        world.tenant(tenant)
    ann, bob = world.token("ann", "acme"), world.token("bob", "other")
    watcher = world.token("eve", "acme", "read")
    assert world.ask("PUT", "/v1/services/chat", ann, json=chat()).status_code == 201
    assert world.get("/v1/services/chat", watcher).json()["tenant"] == "acme"
    assert world.get("/v1/services", bob).json() == {"services": []}
    for method, path, body in (
        ("GET", "/v1/services/chat", None),
        ("GET", "/v1/services/chat?tenant=acme", None),
        ("DELETE", "/v1/services/chat", None),
        ("DELETE", "/v1/services/chat?tenant=acme", None),
        ("POST", "/v1/services/chat/scale", {"replicas": 0}),
        ("POST", "/v1/services/chat/scale?tenant=acme", {"replicas": 0}),
    ):
        assert world.ask(method, path, bob, json=body).status_code == 404, path
    put = world.ask("PUT", "/v1/services/chat?tenant=acme", bob, json=chat())
    assert put.status_code in (403, 422)
    assert world.ask("DELETE", "/v1/services/chat", watcher).status_code == 403
    assert world.ask("PUT", "/v1/services/chat", bob, json=chat()).status_code == 201
    answer = world.get("/v1/services/chat")
    assert answer.status_code == 409
    assert "acme, other" in answer.json()["detail"]
    assert world.get("/v1/services/chat?tenant=acme").json()["user"] == "ann@acme"
    assert len(world.get("/v1/services").json()["services"]) == 2


def test_a_key_is_for_one_service_and_as_long_as_it_is_there(world: ApiWorld) -> None:
    for tenant in ("acme", "other"):
        world.tenant(tenant)
    key = {"Idempotency-Key": "once"}

    def put(tenant: str) -> int:
        address = f"/v1/services/chat?tenant={tenant}"
        return int(world.ask("PUT", address, json=chat(), headers=key).status_code)

    assert [put("acme"), put("acme")] == [201, 200]
    assert put("other") == 422, "the key was used for something else"
    assert world.ask("DELETE", "/v1/services/chat").status_code == 202
    assert eventually(lambda: world.get("/v1/services").json() == {"services": []})
    assert put("acme") == 409
