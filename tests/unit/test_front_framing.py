"""Where a request ends: the front and a replica never disagree, whatever a client sends.

A second parser, h11, says what a replica takes the bytes for that it gets.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

import h11
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.front_world import GET, OK, Replica, World, run, says_ok, until

Message = tuple[bytes, bytes, bytes]  # method, target, body
HIDDEN = b"GET /internal HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 10.0.0.1\r\n\r\n"
POST = b"POST /p HTTP/1.1\r\nHost: a\r\n"
LAST = b"GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"


class Strict(Replica):
    """Takes bytes for requests as h11 does, and remembers which."""

    def __init__(self) -> None:
        super().__init__(says_ok)
        self.got: list[Message] = []
        self.troubles: list[str] = []

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writers.append(writer)
        parser = h11.Connection(h11.SERVER)
        try:
            with suppress(ConnectionError):
                while await self._one(parser, reader, writer):
                    parser.start_next_cycle()
        except h11.RemoteProtocolError as error:
            self.troubles.append(str(error))
        writer.close()

    async def _one(
        self, parser: h11.Connection, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        asked, body = None, b""
        while True:
            event = parser.next_event()
            if event is h11.NEED_DATA:
                data = await reader.read(65536)
                if not data:
                    return False  # what was given up is no request
                parser.receive_data(data)
            elif isinstance(event, h11.Request):
                asked = event
                if any(value == b"heddle-health" for _, value in event.headers):
                    writer.write(OK)
                    return False
            elif isinstance(event, h11.Data):
                body += event.data
            elif isinstance(event, h11.EndOfMessage) and asked is not None:
                self.got.append((asked.method, asked.target, body))
                length = [("Content-Length", "2")]
                writer.write(parser.send(h11.Response(status_code=200, headers=length)) or b"")
                if asked.method != b"HEAD":
                    writer.write(parser.send(h11.Data(data=b"ok")) or b"")
                writer.write(parser.send(h11.EndOfMessage()) or b"")
                return parser.our_state is h11.DONE and parser.their_state is h11.DONE
            else:
                return False


async def exchange(pieces: Sequence[bytes], quiet_s: float = 10.0) -> tuple[bytes, Strict, bool]:
    """What a client is answered that sends this, the replica, and whether the front closed the
    connection: it waits for more where a body is longer than what is sent."""
    replica = Strict()
    await replica.start()
    async with World(replica) as world:
        reader, writer = await world.connect()
        with suppress(ConnectionError, RuntimeError):  # it may be closed by then
            for piece in pieces:
                writer.write(piece)
                await asyncio.sleep(0)
        answer, is_over = b"", True
        try:
            while more := await asyncio.wait_for(reader.read(65536), quiet_s):
                answer += more
        except TimeoutError:
            is_over = False
        except ConnectionError:
            pass
        writer.close()
    return answer, replica, is_over


UPGRADE = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAA\r\n"
BODY = b'%x;ext="1"\r\n%b\r\n0\r\nX-Trailer: 1\r\nHost: b\r\n\r\n' % (
    len(HIDDEN),
    HIDDEN,
)
LENGTH = b"Content-Length: %d\r\n" % len(HIDDEN)
CHUNKED = b"Transfer-Encoding: chunked\r\n"
HELD = (b"POST", b"/p", HIDDEN)
TAKEN = {
    "a length": (POST + LENGTH + b"\r\n" + HIDDEN, HELD),
    "a length with spaces": (POST + LENGTH.replace(b": ", b": \t  ") + b"\r\n" + HIDDEN, HELD),
    "chunks": (POST + CHUNKED + b"\r\n" + BODY, HELD),
    "chunks in capitals": (POST + CHUNKED.upper() + b"\r\n" + BODY, HELD),
    "HTTP/2 and a length": (POST + UPGRADE + LENGTH + b"\r\n" + HIDDEN, HELD),
    "HTTP/2 and chunks": (POST + UPGRADE + CHUNKED + b"\r\n" + BODY, HELD),
    "HTTP/2 and nothing": (GET.replace(b"\r\n\r\n", b"\r\n" + UPGRADE + b"\r\n"), None),
    "another protocol and a length": (
        POST + UPGRADE.replace(b"h2c", b"websocket") + LENGTH + b"\r\n" + HIDDEN,
        HELD,
    ),
    "another protocol and chunks": (
        POST + UPGRADE.replace(b"h2c", b"websocket") + CHUNKED + b"\r\n" + BODY,
        HELD,
    ),
    "a GET with a body": (
        b"GET /p HTTP/1.1\r\nHost: a\r\n" + LENGTH + b"\r\n" + HIDDEN,
        (b"GET", b"/p", HIDDEN),
    ),
    "a body that waits": (POST + b"Expect: 100-continue\r\n" + LENGTH + b"\r\n" + HIDDEN, HELD),
    "a whole address": (
        b"GET http://b?q HTTP/1.1\r\nHost: a\r\n\r\n",
        (b"GET", b"/?q", b""),
    ),
    "headers named by Connection": (
        POST + b"Connection: content-length, host\r\n" + LENGTH + b"\r\n" + HIDDEN,
        HELD,
    ),
}


@pytest.mark.parametrize("step", [1 << 20, 7])
@pytest.mark.parametrize("name", TAKEN)
def test_a_replica_takes_a_request_for_what_the_front_took_it_for(name: str, step: int) -> None:
    sent, expected = TAKEN[name]
    stream = sent + LAST

    async def scenario() -> None:
        pieces = [stream[at : at + step] for at in range(0, len(stream), step)]
        answer, replica, _ = await exchange(pieces)
        assert not replica.troubles
        message = expected or (b"GET", b"/a?b", b"")
        assert replica.got == [message, (b"GET", b"/last", b"")]
        assert answer.count(b"HTTP/1.1 200") == 2

    run(scenario)


REFUSED = {
    "length and chunks": POST + LENGTH + CHUNKED,
    "chunks and length": POST + CHUNKED + LENGTH,
    "two lengths": POST + LENGTH + b"Content-Length: 0\r\n",
    "a length with a sign": POST + LENGTH.replace(b": ", b": +"),
    "a negative length": POST + b"Content-Length: -1\r\n",
    "a length in hexadecimal": POST + b"Content-Length: 0x10\r\n",
    "a list of lengths": POST + b"Content-Length: 0, %d\r\n" % len(HIDDEN),
    "a length with a space within": POST + b"Content-Length: 1 0\r\n",
    "a length without end": POST + b"Content-Length: " + b"9" * 30 + b"\r\n",
    "a space before the colon": POST + LENGTH.replace(b":", b" :"),
    "chunks twice": POST + b"Transfer-Encoding: chunked, chunked\r\n",
    "chunks and something": POST + b"Transfer-Encoding: chunked, gzip\r\n",
    "something and chunks": POST + b"Transfer-Encoding: gzip, chunked\r\n",
    "chunks, then as it is": POST + CHUNKED + b"Transfer-Encoding: identity\r\n",
    "as it is": POST + b"Transfer-Encoding: identity\r\n" + LENGTH,
    "chunks after a vertical tab": POST + b"Transfer-Encoding: \x0bchunked\r\n",
    "a folded coding": POST + b"Transfer-Encoding:\r\n chunked\r\n",
    "a folded length": POST + b"Content-Length:\r\n 5\r\n",
    "a folded header": POST + b"X: a\r\n b\r\n",
    "a bare end of line": POST + b"X: a\n" + LENGTH,
    "a bare return": POST + b"X: a\rContent-Length: 5\r\n",
    "a zero": POST + b"X: a\0b\r\n",
    "a folded first header": b"POST /p HTTP/1.1\r\n Host: a\r\n",
    "both and HTTP/2": POST + UPGRADE + LENGTH + CHUNKED,
    "another coding and HTTP/2": POST + UPGRADE + b"Transfer-Encoding: gzip\r\n",
    "CONNECT": b"CONNECT a:80 HTTP/1.1\r\nHost: a\r\n",
    "CONNECT with a body": b"CONNECT a:80 HTTP/1.1\r\nHost: a\r\n" + LENGTH,
    "HTTP/2.0": b"POST /p HTTP/2.0\r\nHost: a\r\n" + LENGTH,
    "HTTP/0.9": b"POST /p HTTP/0.9\r\nHost: a\r\n" + LENGTH,
    "no version": b"GET /p\r\n",
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_request_whose_end_is_in_doubt_is_refused_with_all_that_follows(name: str) -> None:
    async def scenario() -> None:
        answer, replica, _ = await exchange([REFUSED[name] + b"\r\n" + HIDDEN + LAST])
        assert not replica.got
        assert not replica.troubles
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert b"\nHTTP/" not in answer

    run(scenario)


CHUNKS = {
    "a size with a sign": b"+5\r\nhello\r\n0\r\n\r\n",
    "a size in hexadecimal": b"0x5\r\nhello\r\n0\r\n\r\n",
    "a size with a space": b"5 \r\nhello\r\n0\r\n\r\n",
    "a size without end": b"f" * 17 + b"\r\n",
    "a bare end of line": b"5\nhello\r\n0\r\n\r\n",
    "a bare end in an extension": b"5;a\nhello\r\n0\r\n\r\n",
    "more than it says": b"5\r\nhello!\r\n0\r\n\r\n",
    "a length in the trailer": b"0\r\nContent-Length: 5\r\n\r\n",
    "no size": b"\r\nhello\r\n0\r\n\r\n",
}


@pytest.mark.parametrize("name", CHUNKS)
def test_chunks_that_make_no_sense_never_become_a_request(name: str) -> None:
    async def scenario() -> None:
        sent = POST + CHUNKED + b"\r\n" + CHUNKS[name] + HIDDEN
        answer, replica, _ = await exchange([sent])
        assert not replica.got
        assert b"\nHTTP/" not in answer
        assert b" 200 " not in answer

    run(scenario)


TOKEN = st.sampled_from([b"X-A", b"X-B", b"Accept", b"TE", b"Trailer", b"Keep-Alive"])
SANE = st.tuples(TOKEN, st.sampled_from([b"", b"a", b"trailers", b"a, b", b"chunked", b"5"]))
FRAMES = [b"Content-Length: 5", b"Content-Length: +5", b"Content-Length : 5", b"Content_Length: 5",
          b"Transfer-Encoding: chunked", b"Transfer-Encoding: x", b"Transfer-Encoding:\tchunked",
          b"Connection: upgrade\r\nUpgrade: h2c", b"Connection: upgrade\r\nUpgrade: x, h2c",
          b"Connection: close, upgrade\r\nUpgrade: h2c", b"Expect: 100-continue", b" folded: 1",
          b"Connection: keep-alive, content-length", b"Content-Length: 5\n", b"X: \r"]  # fmt: skip
PARTS = st.lists(st.binary(max_size=40) | st.just(HIDDEN), max_size=3)


@st.composite
def messages(draw: st.DrawFn) -> tuple[bytes, Message, bool]:
    """Bytes, what they mean, and whether that is beyond doubt."""
    parts = [part for part in draw(PARTS) if part]
    body, chunked = b"".join(parts), draw(st.booleans())
    method = draw(st.sampled_from([b"POST", b"PUT", b"GET"]))
    target = b"/%d" % draw(st.integers(0, 9))
    lines = [b"%b %b HTTP/1.1" % (method, target), b"Host: a"]
    lines += [b": ".join(each) for each in draw(st.lists(SANE, max_size=3))]
    asks = draw(st.sampled_from([b"", b"Connection: upgrade\r\nUpgrade: h2c"]))
    odd = draw(st.lists(st.sampled_from(FRAMES), max_size=2)) if draw(st.booleans()) else []
    lines += [asks] * bool(asks) + odd
    lines.append(b"Transfer-Encoding: chunked" if chunked else b"Content-Length: %d" % len(body))
    if chunked:
        sent = b"".join(b"%X;a=b\r\n%b\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"
    else:
        sent = body
    return b"\r\n".join(lines) + b"\r\n\r\n" + sent, (method, target, body), not odd


@settings(max_examples=40, deadline=None)
@given(st.lists(messages(), min_size=1, max_size=4), st.integers(1, 200))
def test_what_the_front_forwards_is_exactly_what_it_was_asked(
    asked: list[tuple[bytes, Message, bool]], step: int
) -> None:
    """Requests that are beyond doubt arrive as they are; of others it may refuse any, and then all
    that follow, but none arrives as another one."""

    async def scenario() -> None:
        stream = b"".join(sent for sent, _, _ in asked) + LAST
        pieces = [stream[at : at + step] for at in range(0, len(stream), step)]
        is_clear = all(each for _, _, each in asked)
        _, replica, _ = await exchange(pieces, 10.0 if is_clear else 0.05)
        meant = [*(message for _, message, _ in asked), (b"GET", b"/last", b"")]
        assert not replica.troubles
        assert replica.got == meant[: len(replica.got)]
        if is_clear:
            assert len(replica.got) == len(meant)

    run(scenario)


def test_a_hidden_request_does_not_run_on_a_connection_that_others_use_next() -> None:
    """The replica answers as soon as it has a head, and reads the body afterwards."""

    async def early(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes
    ) -> None:
        writer.write(OK)
        await writer.drain()
        lines = head.lower().split(b"\r\n")
        length = next((x for x in lines if x.startswith(b"content-length")), b":0")
        await reader.readexactly(int(length.split(b":")[1]))

    async def scenario() -> None:
        replica = await Replica(early).start()
        async with World(replica) as world:
            attack = POST + b"Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: %d\r\n\r\n"
            for sent, length in ((b"", 10), (HIDDEN, len(HIDDEN)), (HIDDEN, 10)):
                reader, writer = await world.connect()
                writer.write(attack % length + sent)
                assert b"ok" in await reader.readuntil(b"ok")
                for _ in range(3):
                    assert (await world.ask()).endswith(b"\r\n\r\nok")
                writer.close()
        seen = [head.split(b"\r\n")[0] for head in replica.heads]
        assert set(seen) <= {b"POST /p HTTP/1.1", b"GET /a?b HTTP/1.1", b"GET /internal HTTP/1.1"}
        assert seen.count(b"GET /a?b HTTP/1.1") == 9
        hidden = [head for head in replica.heads if b"/internal" in head]
        assert all(b"10.0.0.1, 127.0.0.1" in head for head in hidden), "asked as any client can"

    run(scenario)


def test_a_connection_is_not_used_again_when_its_answer_came_before_the_request_was_sent() -> None:
    async def early(_: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes) -> None:
        writer.write(OK)

    async def scenario() -> None:
        replica = await Replica(early).start()
        async with World(replica) as world:
            reader, writer = await world.connect()
            writer.write(POST + b"Content-Length: 10\r\n\r\n12345")
            assert await reader.readuntil(b"ok")
            writer.write(b"67890")
            assert (await world.ask()).endswith(b"\r\n\r\nok")
            assert replica.connections == 2
            writer.close()

    run(scenario)


SAID = b"HTTP/1.1 "
MORE = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"


@pytest.mark.parametrize(
    ("answered", "code"),
    [
        (SAID + b"101 Changed\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n" + MORE, 502),
        (SAID + b"101 Changed\r\n\r\n" + MORE, 502),
        (SAID + b"204 No\r\nContent-Length: %d\r\n\r\n" % len(MORE) + MORE, 204),
        (SAID + b"304 Same\r\nTransfer-Encoding: chunked\r\n\r\n" + MORE, 304),
        (OK + MORE, 200),
        (SAID + b"200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 502),
        (SAID + b"200 OK\r\nContent-Length: 2\r\nContent-Length: 5\r\n\r\nok" + MORE, 502),
        (SAID + b"200 OK\r\nTransfer-Encoding: chunked, gzip\r\n\r\n" + MORE, 502),
        (b"HTTP/0.9 200 OK\r\nContent-Length: 2\r\n\r\nok", 502),
        (SAID + b"200 OK\r\nX: a\nContent-Length: 2\r\n\r\nok", 502),
    ],
)
def test_an_answer_to_one_client_never_reaches_another(answered: bytes, code: int) -> None:
    async def odd(_: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes) -> None:
        writer.write(answered if b"/odd" in head else OK)

    async def scenario() -> None:
        replica = await Replica(odd).start()
        async with World(replica) as world:
            reader, writer = await world.connect()
            writer.write(b"POST /odd HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx" + LAST)
            first = await reader.readuntil(b"\r\n\r\n")
            assert first.startswith(b"HTTP/1.1 %d " % code)
            rest = await asyncio.wait_for(reader.read(), 10)
            assert b"evil" not in first + rest
            assert rest.endswith(b"\r\n\r\nok")
            await until(lambda: world.door.meter.in_flight == 0)
            for _ in range(3):
                assert (await world.ask()).endswith(b"\r\n\r\nok")
            writer.close()

    run(scenario)


def test_a_replica_changes_only_to_a_protocol_that_was_asked_for() -> None:
    async def other(_: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes) -> None:
        assert b"upgrade: websocket\r\n" in head.lower(), "HTTP/2 is not asked for"
        writer.write(SAID + b"101 No\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\nhello")

    async def scenario() -> None:
        async with World(await Replica(other).start()) as world:
            reader, writer = await world.connect()
            asks = b"Connection: upgrade\r\nUpgrade: websocket, h2c\r\n\r\n"
            writer.write(POST + asks)
            answer = await asyncio.wait_for(reader.read(), 10)
            assert answer.startswith(b"HTTP/1.1 502 ")
            assert b"hello" not in answer
            writer.close()

    run(scenario)


def test_headers_that_look_like_ours_are_not_handed_on() -> None:
    async def scenario() -> None:
        replica = await Replica(says_ok).start()
        async with World(replica) as world:
            odd = b"X_Forwarded_For: 1\r\nContent_Length: 9\r\nX-Hop: 1\r\nX_Own: 1\r\n"
            await world.ask(POST + odd + b"Connection: x-hop\r\n\r\n")
            (head,) = replica.heads
            assert b"X_Own: 1\r\n" in head
            assert not any(name in head for name in (b"X_Forwarded", b"Content_", b"X-Hop"))

    run(scenario)
