"""Connections that say nothing, or half of something: they end, and the API can be reached."""

from __future__ import annotations

import asyncio
import hashlib
import os
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from heddle.client.client import Client
from heddle.desk.access.limits import Limits, read
from heddle.errors import UsageError
from heddle.front.room import ConnectionRoom
from tests.api_world import ApiWorld, one, served
from tests.front_world import GET, OK, Replica, World, run, says_ok, until
from tests.world import eventually

FEW = Limits(connections=20, connections_each=20, head_s=1, body_s=1)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[ApiWorld]:
    made = ApiWorld(tmp_path)
    yield made
    made.close()


@contextmanager
def attack(address: tuple[str, int], sent: bytes, times: int) -> Iterator[list[socket.socket]]:
    """So many connections that send this, and then nothing."""
    with ExitStack() as stack:
        lines = []
        for _ in range(times):
            line = stack.enter_context(socket.create_connection(address, 10))
            if sent:
                line.sendall(sent)
            lines.append(line)
        yield lines


HALF_BODY = b"POST /v1/jobs HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"
KINDS = {
    "nothing": b"",
    "half a head": b"GET /v1/jobs HTTP/1.1\r\nHost: a\r\nX: ",
    "half a body": HALF_BODY,
    "a request without a token": b"GET /v1/health HTTP/1.1\r\nHost: a\r\n\r\n",
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_api_can_be_reached_whoever_holds_connections(world: ApiWorld, kind: str) -> None:
    slow = Limits(connections=20, connections_each=20, head_s=60, body_s=60)
    with (
        served(world, slow) as address,
        attack(address, KINDS[kind], 60),
        Client("http://{}:{}".format(*address), world.admin, timeout_s=10) as client,
    ):
        for _ in range(3):
            assert client.jobs()["jobs"] == []


@pytest.mark.parametrize("kind", ["nothing", "half a head", "half a body"])
def test_what_does_not_come_in_time_ends(world: ApiWorld, kind: str) -> None:
    with served(world, FEW) as address, attack(address, KINDS[kind], 3) as lines:
        began = time.monotonic()
        for line in lines:
            line.settimeout(15)
            said = b""
            while more := line.recv(4096):
                said += more
            assert said.startswith((b"HTTP/1.1 408 ", b"HTTP/1.1 401 ")) or kind == "half a body"
        assert time.monotonic() - began < 10


def test_who_sends_byte_by_byte_is_not_waited_for(world: ApiWorld) -> None:
    with served(world, FEW) as address, attack(address, b"GET / HTTP/1.1\r\n", 1) as (line,):
        began = time.monotonic()
        with suppress(OSError):
            while time.monotonic() - began < 10:
                line.sendall(b"X")
                time.sleep(0.1)
        assert time.monotonic() - began < 8


def test_a_head_without_end_is_refused(world: ApiWorld) -> None:
    sent = b"GET / HTTP/1.1\r\nX: " + b"x" * (70 << 10)
    with served(world, Limits()) as address, attack(address, sent, 1) as (line,):
        line.settimeout(10)
        assert line.recv(100).startswith(b"HTTP/1.1 431 ")


def test_who_is_known_or_is_answered_is_not_cut_off(world: ApiWorld) -> None:
    """Nodes keep their connections for long, and follow events for longer."""
    with served(world, FEW) as address:
        with Client("http://{}:{}".format(*address), world.admin, timeout_s=20) as client:
            job = client.submit([one()])[0]["id"]
            kept = _ask(address, f"GET /v1/jobs/{job}", world.admin)
            events = _ask(address, "GET /v1/events", world.admin, STREAM)
            with attack(address, b"", 40):
                time.sleep(1.5)  # more than a head or a body may take
                kept.sendall(_request("GET /v1/whoami", world.admin))
                assert kept.recv(65536).startswith(b"HTTP/1.1 200 ")
                client.submit([one("b")])
                assert eventually(lambda: b"submitted" in events.recv(65536))
        kept.close()
        events.close()


STREAM = "Accept: text/event-stream\r\n"


def _request(what: str, token: str, more: str = "") -> bytes:
    said = f"Host: a\r\nAuthorization: Bearer {token}\r\n{more}"
    return f"{what} HTTP/1.1\r\n{said}\r\n".encode()


def _ask(address: tuple[str, int], what: str, token: str, more: str = "") -> socket.socket:
    line = socket.create_connection(address, 10)
    line.sendall(_request(what, token, more))
    assert line.recv(65536).startswith(b"HTTP/1.1 200 ")
    return line


def test_an_upload_that_goes_on_is_waited_for(world: ApiWorld) -> None:
    """It takes longer than a body may, and is as fast as it must be."""
    content = os.urandom(64_000)
    digest = hashlib.sha256(content).hexdigest()
    with served(world, FEW) as address:
        line = socket.create_connection(address, 10)
        head = _request(f"PUT /v1/snapshots/{digest}", world.admin).removesuffix(b"\r\n")
        line.sendall(head + b"Content-Length: 64000\r\n\r\n")
        for at in range(0, 64_000, 8_000):
            line.sendall(content[at : at + 8_000])
            time.sleep(0.25)
        assert line.recv(4096).startswith(b"HTTP/1.1 422 "), "it came, and is no archive"
        line.close()


def test_the_limits_are_settings() -> None:
    found = read({"HEDDLE_MOST_CONNECTIONS": "50", "HEDDLE_HEAD_SECONDS": "3"})
    assert (found.connections, found.head_s) == (50, 3)
    with pytest.raises(UsageError, match="HEDDLE_BODY_SECONDS"):
        read({"HEDDLE_BODY_SECONDS": "soon"})


def test_a_service_can_be_reached_whoever_holds_connections() -> None:
    async def scenario() -> None:
        replica = await Replica(says_ok).start()
        async with World(replica, room=ConnectionRoom(6, 6)) as world:
            held = [await world.connect() for _ in range(12)]
            for _, writer in held[:6]:
                writer.write(b"GET / HTTP/1.1\r\nX:")
            reader, writer = await world.connect()
            writer.write(GET)
            assert await reader.readuntil(b"\r\n\r\nok") == OK
            for _, each in [*held, (reader, writer)]:
                each.transport.abort()

    run(scenario)


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nX:", HALF_BODY])
def test_a_service_does_not_wait_for_half_a_request(sent: bytes) -> None:
    async def never(reader: asyncio.StreamReader, _: asyncio.StreamWriter, head: bytes) -> None:
        await reader.read()

    async def scenario() -> None:
        replica = await Replica(never).start()
        async with World(replica) as world:
            _, writer = await world.connect()
            await until(lambda: len(world.door.lines) == 1)
            (line,) = world.door.lines
            before = line.moved
            await asyncio.sleep(0.005)  # the loop's clock counts milliseconds
            writer.write(sent)
            await until(lambda: not sent or line.moved > before)
            now = asyncio.get_running_loop().time()
            world.door.sweep(now, 75, 15, 60)
            assert len(world.door.lines) == 1
            world.door.sweep(now + 61, 75, 15, 60)
            await until(lambda: not world.door.lines)
            writer.transport.abort()

    run(scenario)
