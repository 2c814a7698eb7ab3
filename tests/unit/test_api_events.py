"""Events over real sockets: live, from where one was, to many at once, and only one's own."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heddle.control.core import Core
from heddle.desk import follow
from heddle.desk.access.auth import make
from heddle.desk.desk import Desk
from heddle.store.base import Event
from tests.api_world import ApiWorld, one, served
from tests.world import eventually


class Stream:
    """A follower."""

    def __init__(self, at: tuple[str, int], token: str, path: str = "/v1/events", **headers: str):
        self.connection = http.client.HTTPConnection(*at, timeout=20)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        known = {"Accept": "text/event-stream", "Authorization": f"Bearer {token}", **named}
        self.connection.request("GET", path, headers=known)
        self.response = self.connection.getresponse()
        assert self.response.status == 200, self.response.read()
        assert self.response.headers["Content-Type"].startswith("text/event-stream")
        assert self.response.readline() + self.response.readline() == b":\n\n"

    def next(self) -> tuple[int, str, dict[str, Any]] | None:
        """The number, kind and data of an event; None: a sign of life."""
        lines: list[bytes] = []
        while line := self.response.readline().rstrip(b"\n"):
            lines.append(line)
        if lines == [b":"]:
            return None
        found = dict(line.decode().split(": ", 1) for line in lines)
        return int(found["id"]), found["event"], json.loads(found["data"])

    def close(self) -> None:
        self.response.close()
        self.connection.close()


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiWorld]:
    made = ApiWorld(tmp_path, heartbeat_s=0.2)
    yield made
    made.close()


def note(api: ApiWorld, subject: str, tenant: str = "acme") -> None:
    event = Event(api.now_ms(), "test", subject, "noted", tenant, "ann", {"n": 1})
    api.loop.ask(lambda core: core.keep(event)).result(10)


def subjects(stream: Stream, count: int) -> list[str]:
    found: list[str] = []
    while len(found) < count:
        if (told := stream.next()) is not None:
            found.append(told[2]["subject"])
    return found


def test_events_come_live_in_order_and_resume_where_one_was(api: ApiWorld) -> None:
    for i in range(3):
        note(api, f"old{i}")
    with served(api) as at:
        live = Stream(at, api.admin)
        everything = Stream(at, api.admin, "/v1/events?after=0")
        note(api, "new")
        told = live.next()
        while told is None:
            told = live.next()
        number, kind, data = told
        assert (kind, data["subject"], data["detail"]) == ("test", "new", {"n": 1})
        assert data["number"] == number
        assert subjects(everything, 6)[-4:] == ["old0", "old1", "old2", "new"]
        again = Stream(at, api.admin, Last_Event_ID=str(number - 2))
        assert subjects(again, 2) == ["old2", "new"]
        for stream in (live, everything, again):
            stream.close()
        hub = api.app.state.desk.hub
        note(api, "later")
        assert eventually(lambda: hub.followers == 0)


def test_nothing_is_missed_or_told_twice_however_far_one_is_behind(
    api: ApiWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow, "PAGE", 7)
    api.app.state.desk.hub._recent = type(api.app.state.desk.hub._recent)(maxlen=10)
    monkeypatch.setattr(follow, "RECENT", 10)
    with served(api) as at:
        stream = Stream(at, api.admin)
        events = [Event(1, "test", f"s{i}", "noted") for i in range(400)]
        for i in range(0, 400, 16):
            some = events[i : i + 16]
            api.loop.ask(lambda core, some=some: core.keep(*some)).result(10)  # type: ignore[misc]
        assert subjects(stream, 400) == [event.subject for event in events]
        stream.close()


def test_a_stream_ends_with_its_token(api: ApiWorld) -> None:
    with served(api) as at:
        _, text, thing = make("ann", "", "read", "admin", api.now_ms())
        api.loop.ask(lambda core: core.keep(thing)).result(10)
        auth = api.app.state.desk.auth
        auth.add(thing)
        stream = Stream(at, text)
        assert stream.next() is None
        auth.remove(thing.id)
        while stream.response.readline():
            pass
        stream.close()


def test_signs_of_life_come_while_nothing_happens(api: ApiWorld) -> None:
    with served(api) as at:
        stream = Stream(at, api.admin)
        assert [stream.next(), stream.next()] == [None, None]
        stream.close()


def test_a_follower_is_told_of_its_own_tenant_alone(api: ApiWorld) -> None:
    with served(api) as at:
        connection = http.client.HTTPConnection(*at, timeout=20)
        headers = {"Authorization": f"Bearer {api.admin}", "Content-Type": "application/json"}

        def post(path: str, body: object) -> Any:
            connection.request("POST", path, json.dumps(body), headers)
            return json.loads(connection.getresponse().read())

        post("/v1/tenants", {"path": "acme"})
        ann = post("/v1/tokens", {"name": "ann", "tenant": "acme", "scope": "read"})["token"]
        live, old = Stream(at, ann), Stream(at, ann, "/v1/events?after=0")
        for tenant in ("other", "acmee", "", "acme/vision", "acme"):
            note(api, f"of-{tenant}", tenant)
        assert subjects(live, 2) == ["of-acme/vision", "of-acme"]
        assert subjects(old, 5)[-2:] == ["of-acme/vision", "of-acme"]
        for each in (live, old, connection):
            each.close()


def test_many_followers_need_no_thread_each(api: ApiWorld) -> None:
    with served(api) as at:
        first = Stream(at, api.admin)
        before = threading.active_count()
        streams = [Stream(at, api.admin) for _ in range(100)]
        note(api, "for-all")
        for stream in (first, *streams):
            assert subjects(stream, 1) == ["for-all"]
        # Threads that read the store for those who are behind are shared, and few.
        assert threading.active_count() <= before + 8
        for stream in (first, *streams):
            stream.close()
        assert eventually(lambda: api.app.state.desk.hub.followers == 0)


def test_the_server_ends_although_somebody_follows(api: ApiWorld) -> None:
    with served(api) as at:
        stream = Stream(at, api.admin)
    while stream.response.readline():
        pass
    stream.close()


def test_pages_of_events(api: ApiWorld) -> None:
    with served(api) as (host, port):
        for i in range(5):
            note(api, f"s{i}")
        connection = http.client.HTTPConnection(host, port, timeout=20)

        def get(path: str) -> Any:
            connection.request("GET", path, headers={"Authorization": f"Bearer {api.admin}"})
            return json.loads(connection.getresponse().read())

        page = get("/v1/events?limit=4")
        rest = get(f"/v1/events?after={page['last']}")
        assert [e["subject"] for e in page["events"] + rest["events"]][2:] == [
            "s0", "s1", "s2", "s3", "s4",
        ]  # fmt: skip
        assert get(f"/v1/events?after={rest['last']}") == {"events": [], "last": rest["last"]}
        connection.close()


def test_a_client_that_hangs_up_does_no_harm(api: ApiWorld) -> None:
    with served(api) as at:
        body = json.dumps({"jobs": [one()]})
        for _ in range(20):
            with socket.create_connection(at) as line:
                head = f"POST /v1/jobs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {api.admin}\r\n"
                line.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
        assert eventually(lambda: api.store.last_number("job") == 20)
    assert not api.failed.is_set()


def test_an_answer_that_nobody_waits_for_does_not_stop_the_loop(api: ApiWorld) -> None:
    desk: Desk = api.app.state.desk
    begun, go_on = threading.Event(), threading.Event()

    def slow(_: Core) -> None:
        begun.set()
        go_on.wait(10)

    async def give_up() -> None:
        waiting = asyncio.create_task(desk.ask(slow))
        await asyncio.to_thread(begun.wait, 10)
        waiting.cancel()
        await asyncio.wait([waiting])

    asyncio.run(give_up())
    go_on.set()
    assert api.loop.ask(lambda core: 7).result(10) == 7
