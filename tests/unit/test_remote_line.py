"""A line to another machine: TLS whose bytes are moved in large pieces."""

from __future__ import annotations

import hashlib
import socket
import ssl
import threading
import time
from collections.abc import Iterator

import pytest

from heddle.control import tls
from heddle.pool import frames
from heddle.pool.doorstep import server_context
from heddle.pool.line import RECEIVED, Line


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tls.Certificate:
    return tls.own(str(tmp_path_factory.mktemp("serve")), "127.0.0.1")


def client_context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def other_end(plain: socket.socket, certificate: tls.Certificate) -> Line:
    return Line(plain, server_context(certificate.cert, certificate.key), server_side=True)


@pytest.fixture
def ends(certificate: tls.Certificate) -> Iterator[tuple[Line, Line]]:
    here, there = socket.socketpair()
    client, server = Line(here, client_context()), other_end(there, certificate)
    shaking = threading.Thread(target=server.shake_hands)
    shaking.start()
    client.shake_hands()
    shaking.join()
    with client, server:
        yield client, server


def test_bytes_arrive_as_they_were_sent(ends: tuple[Line, Line]) -> None:
    """In frames of all sizes, both ways, more than a connection holds at once."""
    client, server = ends
    sizes = (0, 1, 16383, 16384, 16385, frames.PIECE - 1, frames.PIECE, 5, 0, RECEIVED // 2) * 5
    sent = [bytes([i % 251]) * size for i, size in enumerate(sizes)]

    def send(line: Line) -> None:
        for data in sent:
            frames.send(line, data)

    for one, other in ((client, server), (server, client)):
        sending = threading.Thread(target=send, args=(one,))
        sending.start()
        room = memoryview(bytearray(frames.PIECE))
        for data in sent:
            assert bytes(room[: frames.receive_into(other, room)]) == data
        sending.join()
        assert not other.pending()


def test_what_came_early_is_not_waited_for(ends: tuple[Line, Line]) -> None:
    """A frame that came with the one before is known of, although its socket has nothing more."""
    client, server = ends
    for data in (b"one", b"two"):
        frames.send(client, data)
    room = memoryview(bytearray(64))
    time.sleep(0.05)
    assert bytes(room[: frames.receive_into(server, room)]) == b"one"
    assert server.pending()
    assert bytes(room[: frames.receive_into(server, room)]) == b"two"


def test_ends_are_errors(ends: tuple[Line, Line]) -> None:
    """The other side hangs up, with half a record on the way or none; or is silent."""
    client, server = ends
    room = memoryview(bytearray(64))
    server.settimeout(0.05)
    with pytest.raises(frames.WireError, match="nothing was heard"):
        frames.receive_into(server, room)
    client.plain.sendall(b"\x17\x03\x03\x01\x00half a record")
    client.close()
    with pytest.raises(frames.WireError, match="hung up"):
        frames.receive_into(server, room)


def test_whoever_waits_is_told_when_another_thread_hangs_up(ends: tuple[Line, Line]) -> None:
    _, server = ends
    late = threading.Timer(0.1, frames.hang_up, (server,))
    late.start()
    with pytest.raises(frames.WireError, match="hung up"):
        frames.receive_into(server, memoryview(bytearray(64)))


def test_what_was_changed_on_the_way_is_refused(ends: tuple[Line, Line]) -> None:
    client, server = ends
    client.plain.sendall(b"\x17\x03\x03\x00\x20" + bytes(32))
    with pytest.raises(ssl.SSLError):
        frames.receive_into(server, memoryview(bytearray(64)))


def test_the_other_side_is_whom_the_context_asks_for(certificate: tls.Certificate) -> None:
    """Its certificate can be compared; one that nobody has signed is refused by a context that
    verifies, and the other side hears of it."""
    for verifies in (False, True):
        here, there = socket.socketpair()
        context = client_context()
        if verifies:
            context.verify_mode = ssl.CERT_REQUIRED
        client, server = Line(here, context), other_end(there, certificate)
        heard: list[str] = []

        def shake(server: Line = server, heard: list[str] = heard) -> None:
            try:
                server.shake_hands()
                server.recv_into(memoryview(bytearray(1)))
            except ssl.SSLError as error:
                heard.append(str(error))

        shaking = threading.Thread(target=shake)
        shaking.start()
        with client, server:
            if verifies:
                with pytest.raises(ssl.SSLCertVerificationError):
                    client.shake_hands()
            else:
                client.shake_hands()
                assert hashlib.sha256(client.certificate()).hexdigest() == certificate.pin
                frames.hang_up(client)
            shaking.join(5)
        assert bool(heard) == verifies
        assert not shaking.is_alive()
