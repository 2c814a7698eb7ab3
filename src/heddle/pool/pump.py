"""Carries a connection's three rings between a process of this machine and another machine.

Each ring has a connection and a thread of its own: so a command never delays what is urgent, and
no connection is used by two threads. Back pressure comes by itself: a thread reads what it has
room for.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Collection, Mapping
from contextlib import suppress
from ctypes import addressof, c_char

from heddle._gen.pump_abi import FUNCTIONS, Ring
from heddle.native import Library
from heddle.pool import frames

TYPE_CHECKING = False

if TYPE_CHECKING:
    from heddle.pool.line import Line

#: What a program writes; the other one is the server's.
OF_PROGRAM = (Ring.COMMANDS, Ring.URGENT)
OF_SERVER = (Ring.BACK,)
_BEAT_MS = round(frames.BEAT_S * 1000)

_library: Library | None = None


def library() -> Library:
    """libheddle-pump.so, loaded once.

    :raises NativeLibraryError: if it cannot be loaded
    """
    global _library
    if _library is None:
        _library = Library("libheddle-pump.so", FUNCTIONS)
    return _library


class RingLink:
    """The rings that are shared with one process."""

    def __init__(self, handle: int | None) -> None:
        """:raises OSError: if there are none"""
        if not handle:
            raise OSError("the rings cannot be shared")
        self._handle = handle
        self._library = library()

    @classmethod
    def offer(cls, program: socket.socket) -> RingLink:
        """Those of a program, which takes us for its server."""
        return cls(library().heddle_pump_offer(program.fileno()))

    @classmethod
    def accept(cls, server: socket.socket) -> RingLink:
        """Those of a server, which takes us for its program."""
        return cls(library().heddle_pump_accept(server.fileno()))

    def read(self, ring: int, address: int, size: int, timeout_ms: int) -> int:
        """How many bytes there were: 0 if none came in time, -1 at the end."""
        count: int = self._library.heddle_pump_read(self._handle, ring, address, size, timeout_ms)
        return count

    def write(self, ring: int, address: int, size: int) -> bool:
        """False at the end."""
        status: int = self._library.heddle_pump_write(self._handle, ring, address, size)
        return status == 0

    def end(self) -> None:
        self._library.heddle_pump_end(self._handle)

    def free(self) -> None:
        """When no thread is in it any more."""
        self._library.heddle_pump_free(self._handle)


def carry(
    link: RingLink,
    peer: socket.socket,
    lines: Mapping[int, Line],
    outgoing: Collection[int],
    silence_s: float,
) -> str:
    """Until the process behind `peer`, or a connection, ends; then all of them have. Says why.

    `lines` has a connection for each ring; those of `outgoing` rings take what the process writes.
    """
    reasons: list[str] = []
    ended = threading.Lock()

    def end(why: str) -> None:
        with ended:
            reasons.append(why)
            if len(reasons) > 1:
                return
        link.end()
        frames.hang_up(peer)
        for line in lines.values():
            frames.hang_up(line)

    def run(ring: int) -> None:
        why = "the process has ended"
        try:
            if ring in outgoing:
                _send(link, ring, lines[ring])
            else:
                _receive(link, ring, lines[ring], silence_s)
        except (OSError, ValueError) as error:
            why = str(error)
        finally:
            end(why)

    threads = [threading.Thread(target=run, args=(ring,), daemon=True) for ring in lines]
    for each in threads:
        each.start()
    with suppress(OSError):
        peer.settimeout(None)
        while peer.recv(64):
            pass
    end("the process has ended")
    for each in threads:
        each.join()
    link.free()
    for line in lines.values():
        line.close()
    return reasons[0]


def _send(link: RingLink, ring: int, line: Line) -> None:
    """A process that writes nothing for a while sends a frame without bytes: a heartbeat."""
    line.settimeout(None)  # a full connection is back pressure: silence is noticed by receivers
    frame = bytearray(frames.HEAD.size + frames.PIECE)
    view, address = memoryview(frame), addressof(c_char.from_buffer(frame, frames.HEAD.size))
    while (count := link.read(ring, address, frames.PIECE, _BEAT_MS)) >= 0:
        frames.HEAD.pack_into(frame, 0, count)
        line.sendall(view[: frames.HEAD.size + count])


def _receive(link: RingLink, ring: int, line: Line, silence_s: float) -> None:
    line.settimeout(silence_s)
    data = bytearray(frames.PIECE)
    view, address = memoryview(data), addressof(c_char.from_buffer(data))
    count = 1
    while True:
        if count and not line.pending():  # a line that only beats need not be prompt
            library().heddle_pump_await(line.fileno())
        count = frames.receive_into(line, view)
        if not link.write(ring, address, count):
            return
