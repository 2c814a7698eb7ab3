"""What goes over a connection between machines: frames, each a length and so many bytes.

A frame without bytes is a heartbeat. A connection is lost if nothing comes for as long as its
timeout says; nothing of what comes is trusted.
"""

from __future__ import annotations

import json
import select
import socket
import struct
import time
from contextlib import suppress

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

    from heddle.pool.line import Line

HEAD = struct.Struct("<I")
PIECE = 256 * 1024  #: bytes of a frame at most; a ring has four times as many
MOST_WORDS = 16 * 1024  #: bytes of what two sides agree upon before
BEAT_S = 1.0
SILENCE_S = 5.0  #: a connection that is silent for longer is lost
#: In front of TLS, so that a connection finds the process that ends it: this, and a route.
PREAMBLE = b"heddled1"
ROUTE = 8  #: bytes; random, and no secret. All zero: a new session


class WireError(OSError):
    """The other side sends what it should not, or nothing."""


def send(line: Line, data: bytes = b"") -> None:
    line.sendall(HEAD.pack(len(data)) + data)


def receive_into(line: Line, room: memoryview) -> int:
    """The next frame; how many bytes it has.

    :raises OSError: if the connection is lost
    """
    head = memoryview(bytearray(HEAD.size))
    _fill(line, head)
    (size,) = HEAD.unpack(head)
    if size > len(room):
        raise WireError(f"a frame of {size} bytes, where {len(room)} is the most")
    _fill(line, room[:size])
    return int(size)


def _fill(line: Line, room: memoryview) -> None:
    while len(room):
        try:
            got = line.recv_into(room)
        except TimeoutError:
            raise WireError("nothing was heard of the other side") from None
        if not got:
            raise WireError("the other side has hung up")
        room = room[got:]


def send_words(line: Line, words: dict[str, Any]) -> None:
    send(line, json.dumps(words).encode())


def receive_words(line: Line) -> dict[str, Any]:
    """:raises OSError: if nothing comes, or something else"""
    room = memoryview(bytearray(MOST_WORDS))
    size = receive_into(line, room)
    try:
        words = json.loads(bytes(room[:size]))
    except (ValueError, RecursionError):
        raise WireError("what it sent is no JSON") from None
    if not isinstance(words, dict):
        raise WireError("what it sent is no JSON object")
    return words


def beat(line: Line, silence_s: float) -> None:
    """Sends heartbeats and hears them, until the connection is lost. For one thread alone.

    :raises OSError: why it is lost
    """
    room = memoryview(bytearray(HEAD.size))
    line.settimeout(silence_s)
    heard = time.monotonic()
    while True:
        send(line)
        next_s = time.monotonic() + BEAT_S
        while (left := next_s - time.monotonic()) > 0:
            if line.pending() or select.select([line], [], [], left)[0]:
                receive_into(line, room)
                heard = time.monotonic()
        if time.monotonic() - heard > silence_s:
            raise WireError(f"nothing was heard of the other side for {silence_s:g} s")


def hang_up(line: socket.socket | Line) -> None:
    """Whoever waits for it, in whatever thread, looks up."""
    with suppress(OSError, ValueError):
        (line if isinstance(line, socket.socket) else line.plain).shutdown(socket.SHUT_RDWR)
