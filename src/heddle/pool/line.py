"""A connection to another machine, secured: TLS whose bytes are moved in large pieces.

An `ssl.SSLSocket` asks the kernel for each record of 16 KiB, twice, and sends each by itself. Here
OpenSSL works in memory, and a piece of many records is sent or received at once: half the
processor time for as many bytes.
"""

from __future__ import annotations

import socket
import ssl
from contextlib import suppress

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self, TypeVar

    T = TypeVar("T")

RECEIVED = 256 * 1024  #: bytes that are taken from the kernel at once, at most


class Line:
    """For one thread; others may hang up."""

    def __init__(
        self,
        plain: socket.socket,
        context: ssl.SSLContext,
        *,
        server_side: bool = False,
        server_hostname: str | None = None,
    ) -> None:
        """`plain` is closed with it. Nothing is said before shake_hands()."""
        self.plain = plain
        self._in, self._out = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._in, self._out, server_side, server_hostname)
        self._room = memoryview(bytearray(RECEIVED))

    def shake_hands(self) -> None:
        """:raises OSError: if the other side is not whom the context asks for, or hangs up"""
        try:
            self._until_done(self._tls.do_handshake)
        except ssl.SSLError:
            with suppress(OSError):
                self._send()  # why
            raise

    def sendall(self, data: bytes | memoryview) -> None:
        if len(data):
            self._tls.write(data)
        self._send()

    def recv_into(self, room: memoryview) -> int:
        """At least one byte; 0: the other side has hung up."""
        if not self.pending():
            self._receive()  # at once: to try first costs an exception
        try:
            # A count: mypy knows only of the bytes that it is without a buffer.
            return int(self._until_done(self._tls.read, len(room), room))
        except (ssl.SSLZeroReturnError, ssl.SSLEOFError):
            return 0

    def pending(self) -> int:
        """Bytes that have come and were not read yet, as they are before or behind TLS."""
        return self._tls.pending() + self._in.pending

    def certificate(self) -> bytes:
        """The other side's, in DER; empty if it has shown none."""
        return self._tls.getpeercert(binary_form=True) or b""

    def settimeout(self, seconds: float | None) -> None:
        self.plain.settimeout(seconds)

    def fileno(self) -> int:
        return self.plain.fileno()

    def close(self) -> None:
        self.plain.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _until_done(self, do: Callable[..., T], *what: object) -> T:
        while True:
            try:
                done = do(*what)
                if self._out.pending:  # OpenSSL answers by itself, too
                    self._send()
                return done
            except ssl.SSLWantReadError:
                self._send()
                self._receive()

    def _send(self) -> None:
        if self._out.pending:
            self.plain.sendall(self._out.read())

    def _receive(self) -> None:
        if got := self.plain.recv_into(self._room):
            self._in.write(self._room[:got])
        else:
            self._in.write_eof()
