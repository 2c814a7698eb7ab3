"""What comes from another machine: tokens, requests, frames. Nothing of it is believed."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Iterator
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.cli.node._serve import address
from heddle.errors import UsageError
from heddle.pool import frames, remote, tokens
from heddle.pool.line import Line
from heddle.pool.listener import ASKED, RefusedSessionError, read_request

NOW = 1_000_000


def known(*kept: object, now: float = NOW) -> dict[str, tuple[tokens.DeviceToken, str]]:
    return tokens.listed(list(kept), now)


def test_token_counts_until_it_expires() -> None:
    """The text that was shown is the token, with or without a pin, for as long as was said."""
    text, token, kept = tokens.make("research", NOW, 60)
    assert tokens.check(text, known(kept)) == token
    assert tokens.check(f"{text}_abc", known(kept)) == token
    assert tokens.check(text, known(kept, now=NOW + 60)) is None
    assert text.split("_")[2] not in str(kept)


@given(st.text(max_size=200))
def test_no_other_text_is_a_token(text: str) -> None:
    """Whatever is sent instead does not count, and does not raise."""
    _, _, kept = tokens.make("research", NOW, 60)
    assert tokens.check(text, known(kept)) is None
    assert tokens.check(f"hd_{kept['id']}_{text}", known(kept)) is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@given(JSON)
def test_a_broken_file_of_tokens_gives_none(kept: object) -> None:
    """What is broken in the file is left out."""
    assert tokens.listed(kept, NOW) == {}


@given(st.dictionaries(st.sampled_from(["device", "name", "tenant", "asked", "x"]), JSON))
def test_requests_are_well_formed_or_refused(words: dict[str, Any]) -> None:
    """A request that is taken has short texts and numbers that a plan has room for."""
    try:
        request = read_request(words)
    except RefusedSessionError:
        return
    assert request.device
    assert all(isinstance(each, str) for each in (request.device, request.name, request.tenant))
    assert set(request.asked) <= ASKED
    assert all(type(each) is int and each < 1 << 63 for each in request.asked.values())


@given(st.dictionaries(st.sampled_from(sorted(ASKED)), st.integers(0, 1 << 40)))
def test_plans_go_along_unchanged(asked: dict[str, int]) -> None:
    """What `heddle run` asks for arrives."""
    assert read_request({"device": "soft@gpu", "asked": asked}).asked == asked


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("gpu7:7000/soft@gpu", remote.RemoteDevice("gpu7", 7000, "soft@gpu")),
        ("gpu7/soft@gpu", remote.RemoteDevice("gpu7", 0, "soft@gpu")),
        ("[::1]:7000/soft@0", remote.RemoteDevice("::1", 7000, "soft@0")),
        ("[::1]/soft@0", remote.RemoteDevice("::1", 0, "soft@0")),
        ("soft@gpu", None),
    ],
)
def test_places_of_devices(text: str, found: remote.RemoteDevice | None) -> None:
    """A name, HOST:PORT, and addresses in brackets, before a slash."""
    assert remote.parse(text) == found


@pytest.mark.parametrize("text", ["/soft@gpu", "gpu7/", "gpu7:x/soft@gpu", "gpu7:70000/soft@gpu"])
def test_wrong_places_are_refused(text: str) -> None:
    """With an example of a right one."""
    with pytest.raises(UsageError, match="HOST:PORT/DEVICE"):
        remote.parse(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ("0.0.0.0", remote.PORT)),
        ("7000", ("0.0.0.0", 7000)),
        ("10.0.0.7", ("10.0.0.7", remote.PORT)),
        ("10.0.0.7:0", ("10.0.0.7", 0)),
        ("[::]:7000", ("::", 7000)),
    ],
)
def test_addresses_to_serve_on(text: str, found: tuple[str, int]) -> None:
    """Host, port or both; everywhere and the usual port unless said otherwise."""
    assert address(text) == found


def test_wrong_addresses_to_serve_on() -> None:
    """Are refused with an example."""
    with pytest.raises(UsageError, match="HOST:PORT"):
        address("10.0.0.7:port")


@pytest.mark.parametrize("text", ["0", "1", "nan", "-5", "soon", "1e9"])
def test_silence_is_at_least_two_heartbeats(text: str) -> None:
    """A shorter time would take a late heartbeat for a lost machine."""
    assert remote.silence_s({}) == 5
    assert remote.silence_s({remote.SILENCE: "2.5"}) == 2.5
    with pytest.raises(UsageError, match="2 to 3600"):
        remote.silence_s({remote.SILENCE: text})


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, Line]]:
    """Two ends of a line: frames need of TLS only what every socket has."""
    one, other = socket.socketpair()
    other.settimeout(2)
    with one, other:
        yield one, cast(Line, other)


def test_frames_arrive_whole(ends: tuple[socket.socket, Line]) -> None:
    """In whatever pieces they come; one without bytes is a heartbeat."""
    one, other = ends
    data = bytes(range(256)) * 40

    def drip() -> None:
        for frame in (b"", data):
            sent = struct.pack("<I", len(frame)) + frame
            for at in range(0, len(sent), 997):
                one.sendall(sent[at : at + 997])

    threading.Thread(target=drip, daemon=True).start()
    room = memoryview(bytearray(frames.PIECE))
    assert frames.receive_into(other, room) == 0
    size = frames.receive_into(other, room)
    assert bytes(room[:size]) == data


@pytest.mark.parametrize("sent", [b"\xff\xff\xff\xff", b"\x05\0\0\0abc", b"", b"\1"])
def test_wrong_frames_end_the_line(ends: tuple[socket.socket, Line], sent: bytes) -> None:
    """Too long a frame, or one that breaks off, is an error and no memory."""
    one, other = ends
    one.sendall(sent)
    one.shutdown(socket.SHUT_WR)
    with pytest.raises(frames.WireError):
        frames.receive_into(other, memoryview(bytearray(64)))


@pytest.mark.parametrize("sent", [b"[]", b"1", b"{", b"\xff", b"[" * 9000])
def test_words_are_json_objects(ends: tuple[socket.socket, Line], sent: bytes) -> None:
    """Anything else ends the line."""
    one, other = ends
    one.sendall(struct.pack("<I", len(sent)) + sent)
    with pytest.raises(frames.WireError):
        frames.receive_words(other)


def test_silence_ends_the_line(ends: tuple[socket.socket, Line]) -> None:
    """Whoever sends nothing, not even heartbeats, is lost."""
    _, other = ends
    other.settimeout(0.1)
    with pytest.raises(frames.WireError, match="nothing was heard"):
        frames.receive_into(other, memoryview(bytearray(64)))
