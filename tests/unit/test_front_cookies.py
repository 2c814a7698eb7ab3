"""What signs in to Heddle stays with Heddle, though browsers send it to every port of a machine."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from heddle.model.wire import credentials
from tests.dashboard import Plane, browser, plane
from tests.front_world import Replica, World, run, says_ok


def test_a_service_never_sees_who_is_signed_in_to_the_dashboard(tmp_path: Path) -> None:
    with plane(tmp_path) as made:
        client = browser(made, "ann")
        jar = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        token = made.tokens["ann"]
        assert client.get("/").status_code == 200
        replica = _asked(f"Cookie: theme=dark; {jar}; cart=7\r\nAuthorization: Bearer {token}\r\n")
        _stolen(made, replica)
        assert b"Cookie: theme=dark; cart=7\r\n" in replica
        assert token.encode() not in replica


def _stolen(made: Plane, head: bytes) -> None:
    """What the service got does not sign in."""
    cookies = [x for x in head.split(b"\r\n") if x.lower().startswith(b"cookie:")]
    thief = TestClient(made.app, base_url="http://127.0.0.1:7878", follow_redirects=False)
    sent = b"; ".join(each.partition(b":")[2].strip() for each in cookies)
    answer = thief.get("/", headers={"Cookie": sent.decode()})
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/signin")


def _asked(headers: str) -> bytes:
    """The head that a replica gets."""
    heads: list[bytes] = []

    async def scenario() -> None:
        replica = await Replica(says_ok).start()
        async with World(replica) as world:
            await world.ask(f"GET / HTTP/1.1\r\nHost: a\r\n{headers}\r\n".encode())
        heads.extend(replica.heads)

    run(scenario)
    return heads[0]


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("Cookie: heddle_session_7878=x\r\n", b""),
        ("Cookie: __Host-heddle_session_7878=x; a=b\r\n", b"Cookie: a=b\r\n"),
        ("cookie: a=b;Heddle_Session_1=x;c=d\r\n", b"cookie: a=b;c=d\r\n"),
        ("Cookie: a=1\r\nCookie: heddle_lang=zh\r\nCookie: b=2\r\n", b"Cookie: b=2\r\n"),
        ("Cookie: my_heddle_x=1; heddle=2\r\n", b"Cookie: my_heddle_x=1; heddle=2\r\n"),
        ("Authorization: Bearer own-token\r\n", b"Authorization: Bearer own-token\r\n"),
        ("Authorization: Bearer hd_model_v1\r\n", b"Authorization: Bearer hd_model_v1\r\n"),
        (f"Authorization: bearer  hd_{'a' * 12}_{'b' * 43}\r\n", b""),
    ],
)
def test_what_is_not_ours_is_handed_on_as_it_is(sent: str, kept: bytes) -> None:
    head = _asked(sent)
    assert kept in head
    assert b"heddle_session" not in head.lower()
    assert b"hd_aaa" not in head
    if not kept:
        assert b"cookie" not in head.lower()
        assert b"authorization" not in head.lower()


def test_a_service_signs_nobody_in_or_out() -> None:
    said = [
        b"Set-Cookie: heddle_session_7878=evil; Path=/",
        b"Set-Cookie: =heddle_session_7878=evil",
        b"Set-Cookie: __Host-Heddle_session_7878=evil; Secure; Path=/",
        b"set-cookie:  heddle_lang=evil",
        b'Clear-Site-Data: "cookies", "evil"',
        b"Set-Cookie: own=1; Path=/",
    ]

    async def sets(_: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes) -> None:
        lines = [b"HTTP/1.1 200 OK", b"Content-Length: 2", *said]
        writer.write(b"\r\n".join(lines) + b"\r\n\r\nok")

    async def scenario() -> None:
        async with World(await Replica(sets).start()) as world:
            answer = await world.ask()
            assert b"Set-Cookie: own=1; Path=/\r\n" in answer
            assert b"evil" not in answer

    run(scenario)


def test_with_tls_the_cookie_is_bound_to_the_machine(tmp_path: Path) -> None:
    with plane(tmp_path) as made:
        client = TestClient(made.app, base_url="https://gpu1:8443", follow_redirects=False)
        answer = client.post("/signin", data={"token": made.tokens["ann"]})
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-heddle_session_8443=")
        assert all(each in cookie for each in ("Secure", "Path=/", "HttpOnly"))
        assert "domain" not in cookie.lower()
        assert client.get("/").status_code == 200


NAMES = st.text("abHhedlE_-", min_size=1, max_size=12) | st.sampled_from(
    ["heddle_session_1", "__Host-heddle_session_2", "heddle_lang"]
)


@given(st.lists(st.tuples(NAMES, st.text('a=" ', max_size=4)), max_size=6))
def test_other_cookies_stay_in_their_order(jar: list[tuple[str, str]]) -> None:
    sent = "; ".join(f"{name}={value}" for name, value in jar).encode()
    ours = ("heddle_", "__host-heddle_")
    kept = [f"{n}={v}".strip() for n, v in jar if not n.lower().startswith(ours)]
    left = credentials.without_ours(sent).decode()
    assert [each.strip() for each in left.split(";") if each.strip()] == kept
