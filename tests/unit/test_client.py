"""The client against a small server of the standard library: what it asks, and what it makes of
answers, errors and silence."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.cli import _jobs
from heddle.cli._asks import spec_of
from heddle.cli.submit import configure
from heddle.client import follow
from heddle.client.client import Client
from heddle.client.where import check_address, find, find_here
from heddle.client.wire import NotAllowedError, RefusedError, ServerFailedError
from heddle.errors import HeddleError, NoServerError, UsageError

JSON = {"Content-Type": "application/json"}
Route = Callable[["Request"], "tuple[int, dict[str, str], bytes]"]


class Request:
    """What the server was asked."""

    def __init__(self, method: str, path: str, headers: dict[str, str], body: bytes) -> None:
        self.method, self.path, self.headers, self.body = method, path, headers, body

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Stub:
    """Answers as `route` says, and remembers what it was asked and on which connections."""

    def __init__(self) -> None:
        self.asked: list[Request] = []
        self.connections: set[object] = set()
        self.route: Route = lambda _: (200, JSON, b"{}")
        self.hang_up = False  # after each answer, without saying so before
        stub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do(self) -> None:
                stub.connections.add(self.client_address)
                length = int(self.headers.get("Content-Length") or 0)
                headers = {name.lower(): value for name, value in self.headers.items()}
                request = Request(self.command, self.path, headers, self.rfile.read(length))
                stub.asked.append(request)
                status, given, body = stub.route(request)
                self.send_response(status)
                for name, value in given.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
                self.close_connection = stub.hang_up

            do_GET = do_POST = do_PUT = do_DELETE = do

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def says(self, value: Any, status: int = 200, **headers: str) -> None:
        self.route = lambda _: (status, {**JSON, **headers}, json.dumps(value).encode())

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def stub() -> Iterator[Stub]:
    with closing(Stub()) as made:
        yield made


@pytest.fixture
def client(stub: Stub) -> Iterator[Client]:
    with Client(stub.address, "hd_1_secret", timeout_s=5) as made:
        yield made


@pytest.fixture
def state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A state folder of its own, and nothing in the environment."""
    for name in [name for name in os.environ if name.startswith("HEDDLE_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HEDDLE_STATE", str(tmp_path))
    (tmp_path / "control").mkdir()
    return tmp_path / "control"


def test_one_connection_is_used_for_all_requests_with_the_token(stub: Stub, client: Client) -> None:
    """Keep-alive: a connection for each request would cost more than the request."""
    for _ in range(5):
        client.health()
    assert len(stub.connections) == 1
    assert {request.headers["authorization"] for request in stub.asked} == {"Bearer hd_1_secret"}


def test_a_connection_that_was_closed_meanwhile_is_replaced(stub: Stub, client: Client) -> None:
    """Servers close idle connections: that is no error."""
    stub.hang_up = True
    for _ in range(3):
        client.job("j1")
    assert len({request.path for request in stub.asked}) == 1
    assert len(stub.connections) == 3


def test_a_submission_has_a_key_so_that_it_may_be_said_twice(stub: Stub, client: Client) -> None:
    """And two submissions have two."""
    stub.says({"jobs": [{"id": "j1"}]}, 201)
    assert [job["id"] for job in client.submit([{"id": "a"}])] == ["j1"]
    client.submit_file("id: a", "a.yaml", hold=True)
    one, other = (request.headers["idempotency-key"] for request in stub.asked)
    assert one != other
    assert stub.asked[0].json == {"jobs": [{"id": "a"}], "hold": False, "anyway": False}
    assert stub.asked[1].json == {
        "file": "id: a", "name": "a.yaml", "hold": True, "anyway": False
    }  # fmt: skip


def test_paths_and_queries_are_quoted(stub: Stub, client: Client) -> None:
    """Members of arrays have brackets, tenants have slashes, and what is not asked is not sent."""
    client.job("j7[3]")
    client.jobs(state=["held", "waiting"], text="a&b", limit=5)
    client.quota("acme/vision")
    client.node("a/b")
    assert [request.path for request in stub.asked] == [
        "/v1/jobs/j7%5B3%5D",
        "/v1/jobs?state=held&state=waiting&text=a%26b&limit=5",
        "/v1/tenants/acme/vision/quota",
        "/v1/nodes/a%2Fb",
    ]


def test_all_pages_are_one_list(stub: Stub, client: Client) -> None:
    """Until there is no next one, or enough."""
    pages = {None: ("j3", "j3"), "j3": ("j2", "j2"), "j2": ("j1", None)}

    def route(request: Request) -> tuple[int, dict[str, str], bytes]:
        before = request.path.partition("before=")[2].partition("&")[0] or None
        job, following = pages[before]
        answer: dict[str, Any] = {"jobs": [{"id": job}], "next": following, "counts": {}}
        return 200, JSON, json.dumps(answer).encode()

    stub.route = route
    assert [job["id"] for job in client.every_job()] == ["j3", "j2", "j1"]
    assert [job["id"] for job in client.every_job(most=2)] == ["j3", "j2"]


def test_a_refusal_says_what_is_wrong_and_where(stub: Stub, client: Client) -> None:
    """As compilers do, so that editors find the place."""
    wrong = {"file": "train.yaml", "line": 2, "column": 10, "text": "devices: no such model"}
    stub.says({"title": "Unprocessable", "detail": "an error", "errors": [wrong]}, 422)
    with pytest.raises(RefusedError) as caught:
        client.submit_file("...", "train.yaml")
    assert str(caught.value) == "train.yaml:2:10: devices: no such model\nan error"
    assert caught.value.errors == [wrong]
    assert (caught.value.status, caught.value.exit_code) == (422, 2)


@pytest.mark.parametrize(
    ("status", "error", "code"),
    [
        (401, NotAllowedError, 111),
        (403, NotAllowedError, 111),
        (404, RefusedError, 2),
        (500, ServerFailedError, 1),
        (503, ServerFailedError, 1),
    ],
)
def test_each_kind_of_failure_is_its_own_error(
    stub: Stub, client: Client, status: int, error: type[HeddleError], code: int
) -> None:
    """With the server's words, and an exit code."""
    stub.says({"title": "No", "detail": "not today."}, status)
    with pytest.raises(error, match="not today") as caught:
        client.pool()
    assert caught.value.exit_code == code


def test_what_is_no_problem_json_is_an_error_all_the_same(stub: Stub, client: Client) -> None:
    """A proxy in between, or another server on that port."""
    stub.route = lambda _: (502, {}, b"<html>Bad Gateway")
    with pytest.raises(ServerFailedError, match="Bad Gateway"):
        client.health()
    stub.route = lambda _: (200, {}, b"<html>hello")
    with pytest.raises(HeddleError, match="not Heddle's control plane"):
        client.health()


def test_nobody_there_says_how_to_start_one(stub: Stub) -> None:
    """Exit code 123, and `heddle up`."""
    stub.close()
    with pytest.raises(NoServerError, match="heddle up") as caught:
        Client(stub.address).health()
    assert caught.value.exit_code == 123


def test_logs_go_on_where_they_ended_until_they_are_over(stub: Stub, client: Client) -> None:
    """Attempt after attempt, until the job is over."""
    written = {1: b"one failed\n", 2: b"two is done\n"}

    def route(request: Request) -> tuple[int, dict[str, str], bytes]:
        if "/logs" not in request.path:
            job = {"id": "j1", "state": "done", "attempts": [{"number": 1}, {"number": 2}]}
            if not any("attempt=1" in each.path for each in stub.asked):
                job = {"id": "j1", "state": "waiting", "attempts": [{"number": 1}]}
            return 200, JSON, json.dumps(job).encode()
        asked = dict(pair.split("=") for pair in request.path.partition("?")[2].split("&"))
        start, text = int(asked["start"]), written[int(asked["attempt"])]
        piece = text[start : start + 5]
        over = str(start + 5 >= len(text)).lower()
        return 200, {"Heddle-Next": str(start + len(piece)), "Heddle-Over": over}, piece

    stub.route = route
    assert b"".join(follow.logs(client, "j1", wait=True)) == written[1] + written[2]
    assert b"".join(follow.logs(client, "j1", attempt=1)) == written[1]
    assert b"".join(follow.logs(client, "j1")) == written[2]


def test_an_output_that_comes_too_fast_has_gaps(stub: Stub, client: Client) -> None:
    """What is no longer kept is left out, and said; the rest is read."""

    def route(request: Request) -> tuple[int, dict[str, str], bytes]:
        if "/logs" not in request.path:
            job = {"id": "j1", "state": "done", "attempts": [{"number": 1}]}
            return 200, JSON, json.dumps(job).encode()
        asked = dict(pair.split("=") for pair in request.path.partition("?")[2].split("&"))
        if (start := int(asked["start"])) < 70:
            return 410, {"Heddle-Next": "70", **JSON}, b'{"title": "Gone"}'
        return 200, {"Heddle-Next": "75", "Heddle-Over": "true"}, b"rest\n"[start - 70 :]

    stub.route = route
    missing = b"[heddle: 70 bytes of this output are no longer kept]\n"
    for wait in (True, False):
        assert b"".join(follow.logs(client, "j1", wait=wait)) == missing + b"rest\n"
    gaps: list[int] = []
    assert b"".join(follow.logs(client, "j1", wait=True, gap=gaps.append)) == b"rest\n"
    assert gaps == [70]
    lines = b"".join(follow.of_members(client, "j1", ["[0]"]))
    assert lines == b"[0] " + missing + b"[0] rest\n"


def test_a_store_that_is_away_is_waited_for(
    stub: Stub, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow, "LONGEST_PAUSE_S", 0.01)
    answers = [(200, "running"), (503, ""), (507, ""), (200, "done")]

    def route(request: Request) -> tuple[int, dict[str, str], bytes]:
        status, state = answers.pop(0)
        said = {"id": "j1", "state": state} if state else {"detail": "its disk is full."}
        return status, {}, json.dumps(said).encode()

    stub.route = route
    assert follow.end(client, "j1")["state"] == "done"
    answers[:] = [(200, "running"), (500, "")]
    with pytest.raises(ServerFailedError):
        follow.end(client, "j1")


def test_events_are_followed_as_they_come(stub: Stub, client: Client) -> None:
    """With what keeps the connection alive left out."""
    text = (
        b': alive\n\nid: 7\nevent: job\ndata: {"what":\ndata: "done"}\n\nid: 8\ndata: 1\n\ndata: 2'
    )
    stub.route = lambda _: (200, {"Content-Type": "text/event-stream"}, text)
    told = list(follow.events(client, after=6))
    assert told == [
        follow.StreamEvent(7, "job", {"what": "done"}),
        follow.StreamEvent(8, "message", 1),
    ]
    assert stub.asked[0].path == "/v1/events?after=6"
    assert stub.asked[0].headers["accept"] == "text/event-stream"


@given(st.binary(max_size=200))
def test_a_stream_of_anything_is_read_or_refused(data: bytes) -> None:
    """Never anything but values, or an error of JSON."""
    try:
        told = list(follow.parse_stream(data.splitlines(keepends=True)))
    except ValueError:
        return
    assert all(isinstance(each.number, int) for each in told)


def test_the_server_of_this_machine_is_found_with_its_token(state: Path) -> None:
    """Nothing needs to be set."""
    assert find_here() is None
    with pytest.raises(NoServerError, match="heddle up"):
        find()
    said = {"address": "http://127.0.0.1:7999", "pid": 1, "started": 5}
    (state / "server.json").write_text(json.dumps(said))
    (state / "token").write_text("hd_1_mine\n")
    client = find()
    assert client.address == "http://127.0.0.1:7999"
    assert client.wire.headers["Authorization"] == "Bearer hd_1_mine"


def test_the_token_of_this_machine_goes_to_no_other_server(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """HEDDLE_SERVER alone does not hand it over."""
    said = {"address": "http://127.0.0.1:7999", "pid": 1, "started": 5}
    (state / "server.json").write_text(json.dumps(said))
    (state / "token").write_text("hd_1_mine\n")
    monkeypatch.setenv("HEDDLE_SERVER", "https://elsewhere.example.com")
    client = find()
    assert client.address == "https://elsewhere.example.com:443"
    assert "Authorization" not in client.wire.headers
    monkeypatch.setenv("HEDDLE_TOKEN", "hd_2_there")
    assert find().wire.headers["Authorization"] == "Bearer hd_2_there"


def test_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """A token never crosses a network in the clear."""
    assert check_address("127.0.0.1:80") == "http://127.0.0.1:80"
    assert check_address("http://localhost") == "http://localhost:7878"
    assert check_address("http://[::1]:7000/") == "http://[::1]:7000"
    for wrong in ("ftp://a", "http://a:b", "http://", "https://a/v1", "http://a:99999"):
        with pytest.raises(UsageError):
            check_address(wrong)
    with pytest.raises(UsageError, match="https"):
        check_address("http://cluster.example.com:7878")


def test_a_command_line_is_a_job_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In the current folder, on one core, called after the command."""
    import argparse

    monkeypatch.chdir(tmp_path)
    parser = argparse.ArgumentParser()
    configure(parser)
    line = ["--retries", "2", "--after", "j3", "--env", "A=b=c", "--", "./_run me.sh", "-x"]
    options = parser.parse_args(line)
    assert spec_of(options, options.command[-2:]) == {
        "id": "run-me.sh",
        "devices": "cpu:1",
        "command": ["./_run me.sh", "-x"],
        "folder": str(tmp_path),
        "retries": "2",
        "after": ["j3"],
        "environment": {"A": "b=c"},
    }


@pytest.mark.parametrize(
    ("state", "code", "wanted"),
    [
        ("done", 0, 0),
        ("failed", 3, 3),
        ("failed", -9, 137),
        ("failed", None, 1),
        ("failed", 0, 1),
        ("cancelled", None, 1),
        ("cancelled", -15, 143),
    ],
)
def test_the_exit_code_is_what_a_shell_would_say(state: str, code: int | None, wanted: int) -> None:
    """So that --wait can stand in scripts."""
    assert _jobs.exit_code({"state": state, "exit_code": code}) == wanted


def test_spans_are_short() -> None:
    """Two units at most."""
    told = [_jobs.span(seconds * 1000) for seconds in (0, 9.94, 99, 100, 7200, 400000, -5)]
    assert told == ["0.0s", "9.9s", "99s", "1m40s", "2h00m", "4d15h", "0.0s"]


def test_a_place_is_not_said_twice() -> None:
    from heddle.client.wire import place_text

    assert (
        place_text({"field": "by", "text": "by: 'x' is not allowed."}) == "by: 'x' is not allowed."
    )
    assert place_text({"field": "by", "text": "not allowed."}) == "by: not allowed."
    assert place_text({"file": "a.yaml", "line": 3, "column": 5, "text": "no"}) == "a.yaml:3:5: no"
