"""Nodes that join over the API: who may, how each request is proven, and what people see then."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heddle.api.nodes.messages import LARGEST_PART, read_first
from heddle.desk.access.node_auth import MASTER
from heddle.errors import UsageError
from heddle.model.orders import OrderResult
from heddle.model.wire.plain import pack
from heddle.model.wire.signature import EPOCH, SEQUENCE, SIGNATURE, TIME, headers
from heddle.node.reporter import NodeReporter
from tests.api_world import ROWS, ApiWorld, Json, one
from tests.world import eventually

DEVICE = {"kind": "npu", "model": "910B", "vendor": "huawei", "memory_mib": 65536, "level": 1}
ROW = {"name": "host", "cpu_milli": 4000, "memory_mib": 8192, "devices": [DEVICE]}
PARTS: dict[str, Json] = {"row": ROW, "inventory": {"devices": [1]}, "live": {"heat": 60}}


class Speaker:
    """A node, as the API hears it."""

    def __init__(self, api: ApiWorld, **parts: Json) -> None:
        self.api = api
        self.reporter = NodeReporter(1)
        self.reporter.has({**PARTS, **parts})
        self.name, self.key = "", ""

    def join(self, token: str, proves: bool = False, **asked: Any) -> Any:
        body = json.dumps({**asked, **self.reporter.beat()}).encode()
        head = {"Authorization": f"Bearer {token}"}
        if proves:
            head |= self.signed("/v1/nodes/join", body)
        answer = self.api.client.post("/v1/nodes/join", content=body, headers=head)
        if answer.status_code == 200:
            said = answer.json()
            self.name, self.key = said["name"], said["key"]
            self.reporter.joined(said)
        return answer

    def signed(self, path: str, body: bytes, off_ms: int = 0) -> dict[str, str]:
        now_ms, epoch = self.api.now_ms() + off_ms, self.reporter.epoch
        number = self.reporter.number()
        return headers(self.key, self.name, "POST", path, now_ms, epoch, number, body)

    def post(self, what: str, body: Any, off_ms: int = 0, **more: str) -> Any:
        path, data = f"/v1/nodes/{self.name}/{what}", json.dumps(body).encode()
        head = {**self.signed(path, data, off_ms), **more}
        return self.api.client.post(path, content=data, headers=head)

    def beat(self, **more: Any) -> Any:
        answer = self.post("beat", self.reporter.beat(), **more)
        if answer.status_code == 200:
            self.reporter.answered(answer.json())
        return answer


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiWorld]:
    with ApiWorld(tmp_path) as made:
        yield made


def invite(api: ApiWorld, **asked: Any) -> str:
    answer = api.ask("POST", "/v1/nodes/tokens", json=asked)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["token"])


def joined(api: ApiWorld, name: str = "edge-1", **asked: Any) -> Speaker:
    node = Speaker(api)
    answer = node.join(invite(api), name=name, **asked)
    assert answer.status_code == 200, answer.text
    return node


def events(api: ApiWorld, name: str) -> list[str]:
    found = api.get("/v1/events?limit=1000").json()["events"]
    return [each["what"] for each in found if (each["kind"], each["subject"]) == ("node", name)]


def test_a_node_joins_beats_and_is_seen(api: ApiWorld) -> None:
    node = joined(api, kind="edge", site="lab/3", version="0.1.0")
    assert node.beat().json()["lacks"] == []
    seen = api.get("/v1/nodes/edge-1").json()
    assert (seen["state"], seen["kind"], seen["site"]) == ("ready", "edge", "lab/3")
    assert (seen["engine"], seen["version"], seen["revision"]) == (None, "0.1.0", 1)
    assert seen["documents"] == {"inventory": {"devices": [1]}, "live": {"heat": 60}}
    assert [each["model"] for each in seen["devices"]] == ["910B"]
    assert seen["beat_ms"] <= api.now_ms()
    pool = api.get("/v1/pool").json()
    assert (pool["nodes"], pool["registered"]) == (2, {"ready": 1})
    (npu,) = [each for each in pool["devices"] if each["kind"] == "npu"]
    assert (npu["count"], npu["free"], npu["registered"]) == (0, 0, 1)
    assert 'heddle_devices_present{kind="npu"' in api.get("/metrics").text
    page = api.get("/v1/nodes").json()
    assert [(n["name"], n["engine"]) for n in page["nodes"]] == [
        ("edge-1", None), ("one", "fake"), ("two", "fake"),
    ]  # fmt: skip
    first = api.get("/v1/nodes?limit=1").json()
    assert (first["nodes"][0]["name"], first["next"]) == ("edge-1", "edge-1")
    for query, names in {
        "kind=edge": ["edge-1"],
        "state=ready": ["edge-1", "one", "two"],
        "state=lost": [],
        "kind=cloud": [],
    }.items():
        assert [n["name"] for n in api.get(f"/v1/nodes?{query}").json()["nodes"]] == names
    (job,) = api.submit(one(devices="npu:1"))
    assert eventually(lambda: api.get(f"/v1/jobs/{job}").json()["why"] is not None)
    assert api.state(job) == "waiting"  # nothing runs work there yet
    said = api.get(f"/v1/jobs/{job}/explain").json()["text"]
    assert said.endswith("1 registered node could, but no engine runs work there yet")
    (never,) = api.submit(one(devices="npu:2"), anyway=True)
    assert eventually(lambda: api.get(f"/v1/jobs/{never}").json()["why"] is not None)
    assert "registered" not in api.get(f"/v1/jobs/{never}/explain").json()["text"]


def test_a_job_runs_on_the_node_that_it_names(api: ApiWorld) -> None:
    """Or is refused with what that node lacks, unless a registered one of that name could."""
    (job,) = api.submit(one(conditions={"nodes": ["two"]}))
    api.until(job, "running")
    assert [place["node"] for place in api.get(f"/v1/jobs/{job}").json()["places"]] == ["two"]

    def refused(**asked: Any) -> str:
        body = {"jobs": [one(**asked)], "anyway": False}
        answer = api.ask("POST", "/v1/jobs", json=body)
        return str(answer.json().get("detail", answer.status_code))

    elsewhere = {"nodes": ["edge-1"]}
    assert "the job must run on edge-1" in refused(conditions=elsewhere)
    assert "it has no fpga" in refused(devices="fpga:1", conditions={"nodes": ["two"]})
    joined(api).beat()
    assert refused(devices="npu:1", conditions=elsewhere) == "201"
    assert "the job must run on edge-2" in refused(
        devices="npu:1", conditions={"nodes": ["edge-2"]}
    )


def test_nodes_say_how_far_they_are_from_one(api: ApiWorld) -> None:
    """By what either of the two has measured; unknown is null."""
    path = {"to": "edge-1", "latency_us": 40.0, "bandwidth_mbytes_s": 1200.0, "source": "measured"}
    joined(api).beat()
    other = joined(api, "edge-2")
    other.reporter.has({"row": {**ROW, "ways": [path]}})
    assert other.beat().status_code == 200

    def ways(query: str) -> dict[str, float | None]:
        found = api.get(f"/v1/nodes?{query}").json()["nodes"]
        return {n["name"]: n["way"] and n["way"]["latency_us"] for n in found}

    nowhere = dict.fromkeys(("edge-1", "edge-2", "one", "two"))
    assert ways("") == nowhere
    assert ways("near=edge-1") == {**nowhere, "edge-2": 40}
    assert ways("near=edge-2") == {**nowhere, "edge-1": 40}
    assert ways("near=nobody&near_site=fra") == nowhere
    assert api.get(f"/v1/nodes?near={'x' * 201}").status_code == 422


def test_changes_flow_up_and_what_is_lacking_is_sent_again(api: ApiWorld) -> None:
    node = joined(api)
    node.reporter.has(
        {"live": {"heat": 70}, "scores": {"total": 9}, "row": {**ROW, "cpu_milli": 1}}
    )
    assert set(node.reporter.beat()["changes"]) == {"live", "scores", "row"}
    assert node.beat().json()["lacks"] == []
    assert "changes" not in node.reporter.beat()
    seen = api.get("/v1/nodes/edge-1").json()
    assert (seen["cpu_milli"], seen["revision"]) == (1, 2)
    assert seen["documents"]["scores"] == {"total": 9}
    assert seen["documents"]["live"] == {"heat": 70}
    number = api.loop.last_event
    for _ in range(3):  # a beat without news is written nowhere
        assert node.beat().status_code == 200
    assert api.loop.last_event == number
    hashes = {"parts": {"inventory": "aa", "topology": "bb"}}
    assert node.post("beat", hashes).json()["lacks"] == ["inventory", "topology"]


def test_a_request_counts_once_and_only_as_it_was_made(api: ApiWorld) -> None:
    node, other = joined(api), joined(api, "edge-2")
    path, body = "/v1/nodes/edge-1/beat", b"{}"
    head = node.signed(path, body)
    assert api.client.post(path, content=body, headers=head).status_code == 200
    again = api.client.post(path, content=body, headers=head)
    assert again.status_code == 409
    assert again.json()["sequence"] == int(head[SEQUENCE])
    for change in (
        {SIGNATURE: "0" * 64},
        {TIME: str(int(head[TIME]) + 1)},
        {SEQUENCE: "99999999999999"},
        {EPOCH: "00"},
        {"Heddle-Node": "edge-2"},
    ):
        fresh = {**node.signed(path, body), **change}
        assert api.client.post(path, content=body, headers=fresh).status_code == 401
    fresh = node.signed(path, body)
    assert api.client.post(path, content=b"{ }", headers=fresh).status_code == 401
    leave = "/v1/nodes/edge-1/leave"
    assert api.client.post(leave, content=body, headers=fresh).status_code == 401
    other.name = "edge-1"  # with another node's key
    assert other.beat().status_code == 401
    for name in fresh:
        short = {key: value for key, value in fresh.items() if key != name}
        assert api.client.post(path, content=body, headers=short).status_code == 401
    assert node.beat().status_code == 200
    assert api.client.post(f"{path}?x=1", content=body, headers=fresh).status_code == 422


def test_what_serves_devices_asks_beside_what_reports(api: ApiWorld) -> None:
    """They are two processes of a node, and each counts its requests itself."""
    node, body = joined(api), b'{"attempts":[]}'
    path = "/v1/nodes/edge-1/grants"
    heads = [node.signed(path, body) for _ in range(2)]
    assert node.beat().status_code == 200  # its number is greater
    for head in heads:
        assert api.client.post(path, content=body, headers=head).status_code == 200
        assert api.client.post(path, content=body, headers=head).status_code == 409
    assert node.beat().status_code == 200


def test_a_clock_that_is_wrong_is_told_so(api: ApiWorld) -> None:
    node = joined(api)
    assert node.beat(off_ms=-299_000).status_code == 200
    for off_ms, word in ((-400_000, "behind"), (400_000, "ahead of")):
        refused = node.beat(off_ms=off_ms)
        assert refused.status_code == 409
        assert f"s {word} the control plane's" in refused.json()["detail"]
        assert "timedatectl" in refused.json()["detail"]


def test_a_new_start_keeps_nodes_and_takes_nothing_of_before(tmp_path: Path) -> None:
    with ApiWorld(tmp_path) as api:
        node = joined(api)
        gone = joined(api, "gone")
        api.ask("POST", "/v1/nodes/edge-1/drain")
        head = node.signed("/v1/nodes/edge-1/beat", b"{}")
        stored = str(api.store.things("node")) + str(api.store.things("join-token"))
        assert node.key not in stored
        assert api.ask("DELETE", "/v1/nodes/gone").status_code == 204
    assert (tmp_path / MASTER).stat().st_mode & 0o077 == 0
    with ApiWorld(tmp_path) as api:
        old = api.client.post("/v1/nodes/edge-1/beat", content=b"{}", headers=head)
        assert old.status_code == 409
        node.api = gone.api = api
        assert node.beat().status_code == 409
        assert node.reporter.sign_anew(old.json()["epoch"], old.json()["sequence"])
        answer = node.beat().json()
        assert answer["lacks"] == ["live"]  # which is kept nowhere
        assert answer["drain"]
        assert node.beat().json()["lacks"] == []
        gone.reporter.epoch = node.reporter.epoch
        assert gone.beat().status_code == 401
        assert api.get("/v1/nodes/edge-1").json()["documents"]["live"] == {"heat": 60}


def test_a_join_token_is_for_what_it_says_and_as_often(api: ApiWorld) -> None:
    token = invite(api, kind="end", site="shop", name="till")
    assert "for 'end' only" in Speaker(api).join(token, kind="edge").json()["detail"]
    assert "for 'till' only" in Speaker(api).join(token, name="other").json()["detail"]
    node = Speaker(api)
    assert node.join(token).json()["name"] == "till"
    assert api.get("/v1/nodes/till").json()["kind"] == "end"
    used_up = Speaker(api).join(token)
    assert used_up.status_code == 401
    assert "heddle node token" in used_up.json()["detail"]
    many = invite(api, uses=3)
    for number in range(3):
        assert Speaker(api).join(many, name=f"m{number}").status_code == 200
    assert Speaker(api).join(many, name="m3").status_code == 401
    short = invite(api, seconds=60)
    api.ahead_ms = 61_000
    assert Speaker(api).join(short).status_code == 401
    token = invite(api)
    (listed,) = api.get("/v1/nodes/tokens").json()["tokens"]
    assert token.split("_", 2)[2] not in str(listed)
    assert api.ask("DELETE", f"/v1/nodes/tokens/{listed['id']}").status_code == 204
    assert api.ask("DELETE", f"/v1/nodes/tokens/{listed['id']}").status_code == 404
    assert Speaker(api).join(token).status_code == 401
    for wrong in ({"uses": 2, "name": "a"}, {"name": "a b"}, {"uses": 0}, {"kind": "fog"}):
        assert api.ask("POST", "/v1/nodes/tokens", json=wrong).status_code == 422


def test_users_tokens_do_not_count_where_nodes_ask(api: ApiWorld) -> None:
    node = joined(api)
    api.tenant("acme")
    tenant_admin = api.token("ann", "acme", "admin")
    for token in (api.admin, tenant_admin):
        for path in ("/v1/nodes/join", "/v1/nodes/edge-1/beat", "/v1/nodes/edge-1/leave"):
            assert api.ask("POST", path, token, json={}).status_code == 401
            assert api.client.post(path).status_code == 401
    join_token = invite(api)
    for path in ("/v1/nodes", "/v1/jobs", "/v1/pool"):  # nor theirs where users do
        assert api.get(path, join_token).status_code == 401
        signed = node.signed(path, b"")
        assert api.client.get(path, headers=signed).status_code == 401
    assert api.ask("POST", "/v1/nodes/tokens", tenant_admin, json={}).status_code == 403
    assert api.ask("DELETE", "/v1/nodes/edge-1", tenant_admin).status_code == 403
    assert api.get("/v1/nodes/edge-1", tenant_admin).status_code == 200


def test_a_taken_name_is_refused_unless_its_node_is_gone_or_proves_itself(api: ApiWorld) -> None:
    node = joined(api)
    token = invite(api, uses=10)
    refused = Speaker(api).join(token, name="edge-1")
    assert refused.status_code == 409
    assert "--name" in refused.json()["detail"]
    assert "own machine" in Speaker(api).join(token, name="one").json()["detail"]
    for wrong in ("join", "tokens", "a/b", "", "x" * 64, "é"):
        assert Speaker(api).join(token, name=wrong).status_code == 422
    key, node.reporter = node.key, NodeReporter(2**40)
    node.reporter.has(PARTS)
    stale = node.join(token, proves=True, name="edge-1")
    assert stale.status_code == 409
    assert node.reporter.sign_anew(stale.json()["epoch"], stale.json()["sequence"])
    assert node.join(token, proves=True, name="edge-1", kind="end").status_code == 200
    assert node.key != key
    assert node.beat().status_code == 200
    assert node.post("leave", {}).status_code == 200
    assert node.beat().status_code == 401
    assert api.get("/v1/nodes/edge-1").json()["state"] == "left"
    heir = Speaker(api)
    assert heir.join(token, name="edge-1").status_code == 200
    assert node.beat().status_code == 401
    assert heir.beat().status_code == 200


def test_a_removed_node_is_told_to_leave_and_its_key_ends(api: ApiWorld) -> None:
    node = joined(api)
    assert api.ask("DELETE", "/v1/nodes/edge-1").status_code == 204
    assert api.ask("DELETE", "/v1/nodes/edge-1").status_code == 404
    assert api.ask("DELETE", "/v1/nodes/one").status_code == 409
    assert node.beat().json()["leave"]
    heir = joined(api)
    assert node.beat().status_code == 401
    assert heir.beat().json()["leave"] is False
    assert api.store.things("node-inventory").keys() == {"edge-1"}


def test_drains_reach_the_node_and_losses_are_told(api: ApiWorld) -> None:
    node = joined(api)
    assert not node.beat().json()["drain"]
    assert api.ask("POST", "/v1/nodes/edge-1/drain").json()["cordoned"]
    assert node.beat().json()["drain"]
    assert not api.ask("POST", "/v1/nodes/edge-1/undrain").json()["cordoned"]
    api.ahead_ms += 12_800
    assert api.get("/v1/nodes/edge-1").json()["state"] == "late"
    api.ahead_ms += 2_800
    assert eventually(lambda: api.get("/v1/nodes/edge-1").json()["state"] == "lost")
    assert node.beat().status_code == 200
    assert api.get("/v1/nodes/edge-1").json()["state"] == "ready"
    assert events(api, "edge-1") == ["joined", "drained", "undrained", "lost", "returned"]


#: No answer could show it.
DEEP: Json = json.loads('{"a":' * 500 + "{}" + "}" * 500)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"row": {**ROW, "devices": [{}]}}, "row.devices[0].kind"),
        ({"row": {**ROW, "cpu": 1}}, "'cpu'"),
        ({"row": {**ROW, "cpu_milli": -1}}, "row.cpu_milli"),
        ({"row": {**ROW, "groups": {"nvlink": [0, 1]}}}, "row.groups.nvlink"),
        ({"row": {**ROW, "called": [["a", "a"]]}}, "row.called"),
        ({"row": []}, "changes.row"),
        ({"inventory": [1]}, "changes.inventory"),
        ({"inventory": {"x": "\ud800"}}, "changes.inventory"),
        ({"inventory": {"x": float("nan")}}, "changes.inventory"),
        ({"scores": {"x": "y" * LARGEST_PART}}, "changes.scores"),
        ({"live": {"x": DEEP}}, "changes.live"),
        ({"scores": {"x": DEEP}}, "changes.scores"),
        ({"weather": {}}, "'weather'"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_place(changes: Json, said: str) -> None:
    whole: Json = {"row": ROW, **changes}
    body = {"parts": dict.fromkeys(whole, "aa"), "changes": whole}
    with pytest.raises(UsageError) as refused:
        read_first(json.dumps(body).encode())
    assert said in str(refused.value)


def test_a_broken_beat_changes_nothing(api: ApiWorld) -> None:
    node = joined(api)
    for body in (b"", b"{", b"[]", b"[" * 100_000, b'{"parts": 1}', b'{"x": 1}', b"\xff"):
        path = "/v1/nodes/edge-1/beat"
        answer = api.client.post(path, content=body, headers=node.signed(path, body))
        assert answer.status_code == 422, body[:20]
        assert answer.headers["content-type"] == "application/problem+json"
    large = b"x" * (1 << 20) + b"x"
    answer = api.client.post(path, content=large, headers=node.signed(path, large))
    assert answer.status_code == 413
    assert node.beat().status_code == 200


LINE = {
    "id": 7, "pid": 70, "name": "train", "job": "j1", "priority": 0, "state": "running",
    "devices": ["cuda@0"], "level": 3, "share_milli": 300, "reason": "",
    "device_time_ns": 5, "held_ns": 0,
}  # fmt: skip


def test_programs_of_a_node_are_seen_and_told_what_to_do(api: ApiWorld) -> None:
    node = joined(api)
    path = "/v1/nodes/edge-1/programs"
    assert api.get(path).status_code == 503
    told = {"programs": [LINE], "more": 0, "breaches": [{"kind": "escape"}]}
    node.reporter.has({"programs": told})
    assert node.beat().json()["lacks"] == []
    found = api.get(path).json()
    assert (found["node"], found["programs"], found["more"]) == ("edge-1", [LINE], 0)
    assert found["breaches"] == [{"kind": "escape"}]
    assert node.beat().json().get("orders") is None

    answers: list[Any] = []
    wanted = {"share": "25%", "priority": "high"}
    asked = threading.Thread(
        target=lambda: answers.append(api.ask("PATCH", f"{path}/7", json=wanted))
    )
    asked.start()
    assert eventually(lambda: bool(node.beat().json().get("orders")))
    (order,) = node.reporter.orders(node.beat().json())
    assert (order.verb, order.program, order.settings) == ("set", 7, wanted)
    node.reporter.obeyed(order, OrderResult())
    assert node.beat().json().get("orders") is None
    asked.join(10)
    assert answers[0].status_code == 204, answers[0].text
    told = api.get("/v1/events?limit=1000").json()["events"]
    (event,) = [each for each in told if each["kind"] == "program"]
    assert (event["subject"], event["what"]) == ("edge-1/7", "changed")


def test_what_a_node_cannot_do_is_told(api: ApiWorld) -> None:
    node, answers = joined(api), list[Any]()
    path = "/v1/nodes/edge-1/programs/8/hold"
    asked = threading.Thread(target=lambda: answers.append(api.ask("POST", path)))
    asked.start()
    assert eventually(lambda: bool(node.beat().json().get("orders")))
    (order,) = node.reporter.orders(node.beat().json())
    node.reporter.obeyed(order, OrderResult("there is no program 8"))
    node.beat()
    asked.join(10)
    assert answers[0].status_code == 422
    assert answers[0].json()["detail"] == "edge-1: there is no program 8"
    missing = api.ask("POST", "/v1/nodes/edge-2/programs/8/hold")
    assert missing.status_code == 404
    assert "heddle node join" in missing.json()["detail"]


def test_a_node_is_asked_what_it_sees(api: ApiWorld) -> None:
    """And asked again soon: it calls more often for as long as somebody looks."""
    node, answers = joined(api), list[Any]()
    usual_s = node.beat().json()["heartbeat_s"]
    path = "/v1/nodes/edge-1/trace?seconds=2"
    asked = threading.Thread(target=lambda: answers.append(api.get(path)))
    asked.start()
    assert eventually(lambda: bool(node.beat().json().get("orders")))
    (order,) = node.reporter.orders(node.beat().json())
    assert (order.verb, order.takes_s) == ("trace", 2.0)
    node.reporter.obeyed(order, OrderResult(answer=pack({"looks": 2000})))
    node.beat()
    asked.join(10)
    assert answers[0].json() == {"looks": 2000}
    assert node.beat().json()["heartbeat_s"] < usual_s
    api.ahead_ms += 16_000  # and a lost node would be another matter
    assert node.beat().json()["heartbeat_s"] == usual_s


@pytest.mark.parametrize("answer", ["", "x", pack(1)[:-6], pack("a" * (33 << 20))])
def test_an_answer_that_cannot_be_read_is_an_error(api: ApiWorld, answer: str) -> None:
    node, answers = joined(api), list[Any]()
    asked = threading.Thread(target=lambda: answers.append(api.get("/v1/nodes/edge-1/look")))
    asked.start()
    assert eventually(lambda: bool(node.beat().json().get("orders")))
    (order,) = node.reporter.orders(node.beat().json())
    node.reporter.obeyed(order, OrderResult(answer=answer))
    node.beat()
    asked.join(10)
    assert answers[0].status_code == 503, answers[0].text
    assert "cannot be read" in answers[0].json()["detail"]


def test_nobody_records_for_hours(api: ApiWorld) -> None:
    joined(api)
    answer = api.get("/v1/nodes/edge-1/trace?seconds=3600")
    assert answer.status_code == 422
    assert "0.01 to 60 s" in answer.json()["detail"]


def test_programs_are_for_administrators(api: ApiWorld) -> None:
    joined(api)
    token = api.token("user")
    for method, path in (("GET", ""), ("POST", "/7/hold"), ("PATCH", "/7")):
        answer = api.ask(method, f"/v1/nodes/edge-1/programs{path}", token=token, json={})
        assert answer.status_code == 403, answer.text
    for path in ("look", "trace", "programs/7/story"):
        assert api.get(f"/v1/nodes/edge-1/{path}", token=token).status_code == 403


def test_the_agent_of_an_engines_node_joins_under_its_name(
    api: ApiWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is one node: the engine runs jobs there, the agent says how it is."""
    monkeypatch.setattr(api.engine, "nodes", lambda: ROWS)  # it is not of this machine
    before = api.get("/v1/pool").json()
    joined(api, "one")
    seen = api.get("/v1/nodes/one").json()
    assert seen["engine"] == "fake"
    assert seen["documents"]["live"] == {"heat": 60}
    assert api.get("/v1/pool").json() == before
    assert [n["name"] for n in api.get("/v1/nodes").json()["nodes"]] == ["one", "two"]
