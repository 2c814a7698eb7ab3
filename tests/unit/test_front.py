"""The front, with real sockets: replicas are small servers here, clients are connections."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
import uvloop

from heddle.control.services.traffic import HEALTHY, STARTING, UNHEALTHY, ReplicaTarget
from heddle.front.door import Backend
from heddle.front.health import check
from heddle.front.line import MOST_HEAD
from heddle.front.ports import listening
from heddle.model.service import HealthCheck, Service
from tests.front_world import GET, LOOPS, OK, Replica, World, run, says_ok, until


@pytest.fixture(autouse=True, params=[asyncio.new_event_loop, uvloop.new_event_loop])
def loops(request: pytest.FixtureRequest) -> None:
    """Both kinds that the front runs in."""
    LOOPS[:] = [request.param]


def test_requests_go_through_on_connections_that_stay_open() -> None:
    async def scenario() -> None:
        replica = await Replica(says_ok).start()
        async with World(replica) as world:
            reader, writer = await world.connect()
            for _ in range(5):
                writer.write(GET)
                assert await reader.readuntil(b"\r\n\r\nok") == OK
            writer.write(GET * 3)  # one after the other, without waiting
            assert await reader.readexactly(3 * len(OK)) == 3 * OK
            assert replica.connections == 1
            head = replica.heads[0].lower()
            assert head.startswith(b"get /a?b http/1.1\r\nhost: chat.example\r\n")
            assert b"x-forwarded-for: 127.0.0.1\r\n" in head
            assert b"x-forwarded-host: chat.example\r\n" in head
            assert world.door.meter.codes == {"2xx": 8}
            assert world.door.meter.in_flight == 0
            writer.close()

    run(scenario)


def test_a_connection_may_ask_for_ever_and_rest_between() -> None:
    """What came before counts for no limit: neither of the next head nor of its time."""

    async def scenario() -> None:
        replica = await Replica(says_ok).start()
        async with World(replica) as world:
            reader, writer = await world.connect()
            for _ in range(2 * MOST_HEAD // (100 * len(GET)) + 1):
                writer.write(100 * GET + GET[:20])  # the next one has begun
                await reader.readexactly(100 * len(OK))
                writer.write(GET[20:])
                await reader.readexactly(len(OK))
            (line,) = world.door.lines
            await until(lambda: line.is_waiting)
            assert not line.is_late(line.begun + 9, idle_s=60, head_s=5, body_s=5)
            writer.write(GET[:20])
            await until(lambda: line.is_late(line.begun + 9, idle_s=60, head_s=5, body_s=5))
            writer.close()

    run(scenario)


def test_bodies_of_any_kind_go_both_ways() -> None:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes) -> None:
        if b"chunked" in head.lower():
            body = b""
            while (size := int(await reader.readline(), 16)) > 0:
                body += await reader.readexactly(size)
                await reader.readline()
            await reader.readline()
            writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            writer.write(b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body))
            return
        length = next(x for x in head.lower().split(b"\r\n") if x.startswith(b"content-length"))
        body = await reader.readexactly(int(length.split(b":")[1]))
        writer.write(b"HTTP/1.0 200 OK\r\n\r\n" + body)  # as long as the connection
        writer.close()

    async def scenario() -> None:
        async with World(await Replica(echo).start()) as world:
            large = b"x" * 3_000_000
            post = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n" % len(large)
            answer = await world.ask(post + large)
            assert b"transfer-encoding: chunked" in answer.lower()
            assert answer.count(b"x") >= len(large)
            post = b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
            answer = await world.ask(post + b"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
            assert answer.endswith(b"5\r\nabcde\r\n0\r\n\r\n")
            old = b"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
            assert (await world.ask(old)).endswith(b"\r\n\r\nabc")
            reader, writer = await world.connect()
            writer.write(
                b"POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
            )
            assert b"100 Continue" in await reader.readuntil(b"\r\n\r\n")
            writer.write(b"hi")
            assert b"hi" in await reader.readuntil(b"hi")
            writer.close()

    run(scenario)


def test_an_answer_that_comes_bit_by_bit_is_handed_on_bit_by_bit() -> None:
    go_on = asyncio.Event()

    async def stream(_: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n")
        await writer.drain()
        await go_on.wait()
        writer.write(b"data: 2\n\n")
        writer.close()

    async def scenario() -> None:
        async with World(await Replica(stream).start()) as world:
            reader, writer = await world.connect()
            writer.write(GET)
            assert await reader.readuntil(b"data: 1\n\n\r\n")
            go_on.set()
            assert (await reader.readuntil(b"0\r\n\r\n")).startswith(b"9\r\ndata: 2\n\n")
            writer.close()

    run(scenario)


def test_another_protocol_is_a_tunnel() -> None:
    async def upgrade(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes
    ) -> None:
        assert b"upgrade: websocket" in head.lower()
        writer.write(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
        )
        while data := await reader.read(100):
            writer.write(data.upper())
            await writer.drain()

    async def scenario() -> None:
        replica = await Replica(upgrade).start()
        async with World(replica) as world:
            reader, writer = await world.connect()
            writer.write(
                b"GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhe"
            )
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 101 ")
            assert b"Upgrade: websocket" in head
            writer.write(b"llo\0")
            assert await reader.readuntil(b"\0") == b"HELLO\0"
            writer.close()
            await replica.gone.wait()

    run(scenario)


def test_a_replica_that_went_away_is_not_the_clients_trouble_where_that_can_be() -> None:
    async def dies(_: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes) -> None:
        writer.transport.abort()

    async def half(_: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
        await writer.drain()
        writer.transport.abort()

    async def scenario() -> None:
        bad, good = await Replica(dies).start(), await Replica(says_ok).start()
        async with World(bad, good) as world:
            for _ in range(6):
                assert (await world.ask()).endswith(b"\r\n\r\nok")
            assert 1 <= len(bad.heads) <= 3
            answers = [
                await world.ask(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx")
                for _ in range(4)
            ]
            codes = {answer.split(b" ")[1] for answer in answers}
            assert codes <= {b"200", b"502"}, "it may have been done: it is not said twice"
        gone, good = await Replica(says_ok).start(), await Replica(says_ok).start()
        gone.stop()
        async with World(gone, good) as world:
            post = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx"
            for _ in range(4):
                assert b"200 OK" in await world.ask(post), "nothing was said to the other one"
        async with World(await Replica(half).start()) as world:
            reader, writer = await world.connect()
            writer.write(GET)
            with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
                await reader.readuntil(b"\r\n\r\n" + 10 * b"?")
            writer.close()

    run(scenario)


def test_a_client_that_goes_away_frees_the_replica() -> None:
    async def never(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, _: bytes) -> None:
        await reader.read()

    async def scenario() -> None:
        replica = await Replica(never).start()
        async with World(replica) as world:
            _, writer = await world.connect()
            writer.write(GET)
            await until(lambda: bool(replica.heads))
            assert world.door.meter.in_flight == 1
            writer.close()
            await replica.gone.wait()
            await until(lambda: world.door.meter.in_flight == 0)
            assert world.door.meter.codes == {"gone": 1}

    run(scenario)


def test_requests_wait_for_a_service_that_starts_and_not_for_one_that_does_not() -> None:
    async def scenario() -> None:
        replica = await Replica(says_ok).start()
        async with World(service=Service(health=HealthCheck(start_ms=300))) as world:
            asked = [asyncio.create_task(world.ask()) for _ in range(3)]
            await until(lambda: world.door.meter.held == 3)
            assert world.told
            world.door.show(world.shown([replica]))
            assert all(answer.endswith(b"ok") for answer in await asyncio.gather(*asked))
            world.door.show(world.shown([]))
            answer = await world.ask()
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert b"Retry-After: " in answer
            assert b"no replica of chat became ready in time" in answer
            world.door.show(world.shown([], why="j1 has ended"))
            answer = await world.ask()
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert (
                b"no replica of chat is ready: j1 has ended; `heddle service show chat`" in answer
            )
            replica.stop()

    run(scenario)


def test_who_has_the_fewest_requests_in_flight_is_asked() -> None:
    release = asyncio.Event()

    async def slow(_: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes) -> None:
        await release.wait()
        writer.write(OK)

    async def scenario() -> None:
        replicas = [await Replica(slow).start() for _ in range(3)]
        async with World(*replicas) as world:
            asked = [asyncio.create_task(world.ask()) for _ in range(9)]
            await until(lambda: sum(len(each.heads) for each in replicas) == 9)
            assert [len(each.heads) for each in replicas] == [3, 3, 3]
            release.set()
            await asyncio.gather(*asked)

    run(scenario)


def test_a_client_that_does_not_read_stops_the_replica() -> None:
    written = 0

    async def flood(_: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes) -> None:
        nonlocal written
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            writer.write(b"x" * 65536)
            await writer.drain()
            written += 65536

    async def scenario() -> None:
        replica = await Replica(flood).start()
        async with World(replica) as world:
            _, writer = await world.connect()
            writer.write(GET)
            before = -1
            while written == 0 or written != before:
                before = written
                await asyncio.sleep(0.2)
            assert written < 40 << 20, "as much as the kernel keeps, and no more"
            writer.transport.abort()
            await replica.gone.wait()

    run(scenario)


@pytest.mark.parametrize(
    ("request_", "code", "text"),
    [
        (b"nonsense\r\n\r\n", 400, b"no HTTP/1.1"),
        (b"GET / HTTP/1.1\r\n\r\n", 400, b"Host is missing"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400, b"two headers Host"),
        (b"CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", 400, b"not a proxy"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * MOST_HEAD + b"\r\n\r\n", 431, b"64 KiB"),
        (b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: x" * MOST_HEAD, 431, b"64 KiB"),
        (
            b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n",
            400,
            b"",
        ),
        (b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", 400, b""),
        (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400, b""),
    ],
)
def test_what_makes_no_sense_is_refused_and_never_handed_on(
    request_: bytes, code: int, text: bytes
) -> None:
    async def scenario() -> None:
        replica = await Replica(says_ok).start()
        async with World(replica) as world:
            reader, writer = await world.connect()
            writer.write(request_)
            answer = await reader.read()
            assert answer.startswith(b"HTTP/1.1 %d " % code)
            assert text in answer
            assert not replica.heads
            writer.close()

    run(scenario)


def test_answers_without_a_body_have_none() -> None:
    async def empty(_: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes) -> None:
        if head.startswith(b"HEAD"):
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n")
        else:
            writer.write(b"HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n")
            writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")

    async def scenario() -> None:
        async with World(await Replica(empty).start()) as world:
            reader, writer = await world.connect()
            writer.write(b"HEAD / HTTP/1.1\r\nHost: a\r\n\r\n" + GET)
            assert b"Content-Length: 5000" in await reader.readuntil(b"\r\n\r\n")
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 204 ")
            writer.close()

    run(scenario)


def test_replicas_are_looked_at() -> None:
    async def scenario() -> None:
        replica = await Replica(says_ok).start()
        how = HealthCheck("/health", every_ms=20, within_ms=300, failures=2)
        assert await check("127.0.0.1", replica.port, how) == ""
        assert await check("127.0.0.1", replica.port, replace(how, path=None)) == ""
        async with World(service=Service(health=how)) as world:
            shown = world.shown([replica])
            starting = replace(shown.targets[0], was_healthy=False)
            world.door.show(replace(shown, targets=(starting,)))
            (backend,) = world.door.backends.values()
            assert (backend.pulse.state, backend.is_open) == (STARTING, False)
            await until(lambda: backend.pulse.state == HEALTHY)
            assert world.told, "the control loop opens it"
            world.door.show(shown)
            assert backend.is_open
            replica.stop()
            await until(lambda: backend.pulse.state == UNHEALTHY)
            assert not backend.is_open
            assert "Connect call failed" in backend.seen.why or "refused" in backend.seen.why
        assert "refused" in (found := await check("127.0.0.1", replica.port, how)) or found

    run(scenario)


def test_a_service_whose_port_is_taken_says_so_and_gets_it_later() -> None:
    async def scenario() -> None:
        async with World() as world:
            other = listening("127.0.0.1", 0)
            port = other.getsockname()[1]
            wanted = replace(world.service, port=port)
            world.door.show(replace(world.shown([]), service=wanted, port=port))
            await world.listener.listen(10.0)
            assert world.listener.port == 0
            assert f"port {port} cannot be used" in world.listener.trouble
            other.close()
            await world.listener.listen(11.0)
            assert world.listener.port == 0, "not tried at every look"
            await world.listener.listen(13.0)
            assert (world.listener.port, world.listener.trouble) == (port, "")

    run(scenario)


def test_a_service_has_so_many_connections_and_not_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heddle.front.front.MOST_LINES", 2)

    async def scenario() -> None:
        replica = await Replica(says_ok).start()
        async with World(replica) as world:
            (reader, writer), (_, other) = await world.connect(), await world.connect()
            await until(lambda: len(world.door.lines) == 2)
            third, refused = await world.connect()
            answer = await asyncio.wait_for(third.read(), 10)
            refused.close()
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert b"2 connections to chat are open" in answer
            writer.write(GET)
            assert await reader.readuntil(b"\r\n\r\nok") == OK
            other.close()
            await until(lambda: len(world.door.lines) == 1)
            assert (await world.ask()).startswith(b"HTTP/1.1 200 ")
            writer.close()

    run(scenario)


def test_backends_give_connections_back_only_while_they_are_fresh() -> None:
    async def scenario() -> None:
        replica = await Replica(says_ok).start()
        backend = Backend(ReplicaTarget("j1", 1, replica.port, True, True), lambda: None)
        line, used = await backend.connect(fresh=False, patient=True)
        assert not used
        backend.give_back(line)
        assert await backend.connect(fresh=False, patient=False) == (line, True)
        backend.give_back(line)
        line.since -= 2
        again, used = await backend.connect(fresh=False, patient=False)
        assert not used
        assert again is not line
        again.close()
        backend.close()
        replica.stop()

    run(scenario)
