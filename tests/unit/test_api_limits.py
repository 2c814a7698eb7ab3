"""Nobody starves others: requests, streams and jobs have limits, and a flood is only one's own."""

from __future__ import annotations

import http.client
import json
import socket
import statistics
import threading
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.desk.access.auth import Token
from heddle.desk.access.limits import TOGETHER, WINDOW_S, Limits, Rate, RequestRates, read
from heddle.desk.errors import BusyError
from heddle.errors import UsageError, did_you_mean
from tests.api_world import ApiWorld, one, served
from tests.world import eventually


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


steps = st.lists(st.tuples(st.floats(0, 3), st.integers(1, 30)), max_size=40)


@given(st.integers(1, 50), steps)
def test_no_window_has_twice_as_many_and_nobody_waits_for_nothing(
    most: int, asked: list[tuple[float, int]]
) -> None:
    """A full burst, and then evenly: in any window at most twice `most`."""
    clock = Clock()
    rate = Rate(most, clock)
    allowed: list[float] = []
    for pause, count in asked:
        clock.now += pause
        for _ in range(count):
            wait = rate.wait_s("ann")
            if not wait:
                allowed.append(clock.now)
            else:
                assert 0 < wait <= WINDOW_S / most + 1e-6
        in_window = [at for at in allowed if at > clock.now - WINDOW_S]
        assert len(in_window) <= 2 * most
    clock.now += 2 * WINDOW_S
    assert sum(not rate.wait_s("ann") for _ in range(most + 5)) == most
    assert not rate.wait_s("bob")


def test_who_waits_as_long_as_told_is_heard() -> None:
    clock = Clock()
    rate = Rate(3, clock)
    assert [bool(rate.wait_s("ann")) for _ in range(4)] == [False, False, False, True]
    clock.now += rate.wait_s("ann")
    assert not rate.wait_s("ann")


def test_many_tokens_of_one_organisation_count_together() -> None:
    rates = RequestRates(Limits(requests=5, requests_together=8), Clock())
    tokens = [Token(f"t{n}", "ann", f"acme/p{n}", "read", 0, "x") for n in range(9)]
    assert sum(not rates.wait_s(token) for token in tokens) == 8
    assert not rates.wait_s(Token("o", "bob", "other", "read", 0, "x"))
    assert not rates.wait_s(Token("root", "admin", "", "admin", 0, "x"))


def test_settings_are_read_and_checked() -> None:
    assert read({}) == Limits()
    assert read({"HEDDLE_MOST_JOBS": "7", "HEDDLE_MOST_STREAMS": "2"}) == Limits(jobs=7, streams=2)
    for wrong in ("0", "-1", "many", "1e3"):
        with pytest.raises(UsageError, match="HEDDLE_MOST_REQUESTS"):
            read({"HEDDLE_MOST_REQUESTS": wrong})


def test_too_many_requests_are_told_when_to_come_back(tmp_path: Path) -> None:
    with ApiWorld(tmp_path, limits=Limits(requests=5)) as api:
        api.tenant("acme")
        api.tenant("other")
        ann, bob = api.token("ann", "acme"), api.token("bob", "other")
        answers = [api.get("/v1/whoami", ann) for _ in range(8)]
        assert [a.status_code for a in answers] == [200] * 5 + [429] * 3
        refused = answers[-1]
        assert refused.headers["content-type"] == "application/problem+json"
        assert 1 <= int(refused.headers["retry-after"]) <= 10
        assert api.get("/v1/whoami", bob).status_code == 200
        assert all(api.get("/v1/whoami").status_code == 200 for _ in range(20))


def test_jobs_of_an_organisation_have_a_limit(tmp_path: Path) -> None:
    with ApiWorld(tmp_path, limits=Limits(jobs=5)) as api:
        for tenant in ("acme", "acme/vision", "other"):
            api.tenant(tenant)
        ann, bob = api.token("ann", "acme"), api.token("bob", "other")
        first = api.submit(*[one(f"a{n}") for n in range(3)], token=ann, hold=True)
        array = one("b", shape="array", members=3, tenant="acme/vision")
        answer = api.ask("POST", "/v1/jobs", ann, json={"jobs": [array]})
        assert answer.status_code == 429
        assert "acme has 3 jobs that are not over, and may have 5" in answer.json()["detail"]
        assert api.get("/v1/jobs", ann).json()["counts"] == {"held": 3}, "all or none"
        api.submit(one("c"), one("d"), token=ann, hold=True)
        api.submit(one("x"), token=bob, hold=True)
        assert api.ask("POST", "/v1/jobs", ann, json={"jobs": [one()]}).status_code == 429
        api.ask("POST", f"/v1/jobs/{first[0]}/cancel", ann)
        assert api.ask("POST", "/v1/jobs", ann, json={"jobs": [one()]}).status_code == 201


def test_streams_of_a_token_have_a_limit(tmp_path: Path) -> None:
    with ApiWorld(tmp_path, heartbeat_s=0.2, limits=Limits(streams=2)) as api:
        api.tenant("acme")
        ann = api.token("ann", "acme")
        streams = api.app.state.desk.streams
        with served(api) as where, Streams(where) as follow:
            assert [follow(ann), follow(ann)] == [200, 200]
            assert eventually(lambda: streams.total() == 2)
            assert follow(ann) == 429
            assert follow(api.admin) == 200, "another token"
            follow.open.pop(0).close()
            assert eventually(lambda: streams[ann.split("_")[1]] == 1)
            assert follow(ann) == 200
        assert eventually(lambda: not streams)


def test_those_that_come_at_once_have_the_same_limit(tmp_path: Path) -> None:
    with ApiWorld(tmp_path, heartbeat_s=0.2, limits=Limits(streams=4)) as api:
        api.tenant("acme")
        desk = api.app.state.desk
        caller = desk.auth.check(api.token("ann", "acme"))
        with ExitStack() as open_ones:
            for _ in range(20):
                desk.check_streams(caller)  # none is open yet
            has_room = [open_ones.enter_context(desk.stream(caller)) for _ in range(20)]
            assert has_room == [True] * 4 + [False] * 16
            with pytest.raises(BusyError, match="End one first"):
                desk.check_streams(caller)
        assert not desk.streams
        assert not desk.streams_together


def test_many_tokens_of_an_organisation_have_a_limit_together(tmp_path: Path) -> None:
    with ApiWorld(tmp_path, limits=Limits(streams=1)) as api:
        api.tenant("acme")
        api.tenant("other")
        desk = api.app.state.desk
        who = [desk.auth.check(api.token(f"u{n}", "acme")) for n in range(TOGETHER + 1)]
        with ExitStack() as open_ones:
            assert all(open_ones.enter_context(desk.stream(each)) for each in who[:-1])
            with pytest.raises(BusyError, match="End one first"):
                desk.check_streams(who[-1])
            desk.check_streams(desk.auth.check(api.token("bob", "other")))


def test_a_name_that_is_near_is_not_sought_for_long() -> None:
    """One tenant can have very many names, and a wrong one would hold up everybody."""
    names = [f"user-{n:06}@acme" for n in range(200_000)]
    begun = time.process_time()
    did_you_mean("usre-199999@acmx", names)
    assert time.process_time() - begun < 1.0
    assert did_you_mean("usre", ["user"]) == " Did you mean 'user'?"


class Streams:
    """Connections that follow events; closed at the end."""

    def __init__(self, where: tuple[str, int]) -> None:
        self._where = where
        self.open: list[socket.socket] = []

    def __enter__(self) -> Streams:
        return self

    def __exit__(self, *_: object) -> None:
        for line in self.open:
            line.close()

    def __call__(self, token: str) -> int:
        line = socket.create_connection(self._where, timeout=10)
        self.open.append(line)
        head = f"GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n"
        line.sendall(f"{head}Accept: text/event-stream\r\n\r\n".encode())
        heard = b""
        while b"\r\n\r\n" not in heard:
            heard += line.recv(4096)
        return int(heard[9:12])


FLOOD, AT_ONCE = 20_000, 1_000


@pytest.mark.alone
@pytest.mark.slow
def test_a_flood_of_one_tenant_is_not_felt_by_another(tmp_path: Path) -> None:
    with ApiWorld(tmp_path) as api:
        for tenant in ("acme", "other"):
            api.tenant(tenant)
        for tenant, nominal in (("acme", 1), ("other", 1)):
            path = f"/v1/tenants/{tenant}/quota"
            asked = {"nominal": {"gpu": nominal}, "limit": {"gpu": 2}}
            assert api.ask("PUT", path, json=asked).status_code == 200
        ann, bob = api.token("ann", "acme"), api.token("bob", "other")
        with served(api) as where:
            flood = threading.Thread(target=_flood, args=(where, ann))
            flood.start()
            reads: list[float] = []
            starts: list[float] = []
            number = 0
            line = http.client.HTTPConnection(*where, timeout=60)
            while flood.is_alive():
                number += 1
                begun = time.perf_counter()
                (job,) = _ask(line, "POST", "/v1/jobs", bob, {"jobs": [one(f"b{number}")]})["jobs"]
                while _ask(line, "GET", f"/v1/jobs/{job['id']}", bob)["state"] != "running":
                    assert time.perf_counter() - begun < 30
                starts.append(time.perf_counter() - begun)
                begun = time.perf_counter()
                _ask(line, "GET", "/v1/jobs?limit=100", bob)
                reads.append(time.perf_counter() - begun)
                api.engine.end(f"{job['id']}.1", 0)
            flood.join()
            line.close()
            assert number > 1
        counts = api.get("/v1/jobs?tenant=acme&limit=1").json()["counts"]
        assert sum(counts.values()) == FLOOD
        told = f"starts: {max(starts):.2f} s at most of {len(starts)}, listings: "
        print(told + f"{statistics.median(reads):.3f} s, at most {max(reads):.3f} s")
        assert statistics.median(starts) < 2.0
        assert statistics.median(reads) < 0.5


def _flood(where: tuple[str, int], token: str) -> None:
    with closing(http.client.HTTPConnection(*where, timeout=60)) as line:
        for start in range(0, FLOOD, AT_ONCE):
            jobs = [one(f"a{n}") for n in range(start, start + AT_ONCE)]
            _ask(line, "POST", "/v1/jobs", token, {"jobs": jobs})


def _ask(
    line: http.client.HTTPConnection, verb: str, path: str, token: str, body: object = None
) -> Any:
    sent = None if body is None else json.dumps(body)
    line.request(verb, path, sent, {"Authorization": f"Bearer {token}"})
    answer = line.getresponse()
    text = answer.read()
    assert answer.status < 300, text
    return json.loads(text)
