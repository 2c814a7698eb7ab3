"""Those who are attached to a terminal: what they are shown, and what they type."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import time
from collections import deque
from collections.abc import Callable

from heddle.engine.local.terminal import sockets
from heddle.model.wire.terminal import DONE, INPUT, SIZE, VIEW, Frames, size_of

_READ_BYTES = 1 << 16
_BEHIND_BYTES = 1 << 18  # a slower reader is waited for, as long as it reads at all
_PATIENCE_S = 2.0  # then it is let go, and may attach again
_MOST = 64  # at a time


class TerminalViewer:
    """The client of a connection."""

    def __init__(self, line: socket.socket) -> None:
        line.setblocking(False)
        self.line = line
        self.frames = Frames()
        self.views = False
        self.unsent = bytearray()
        self.types = False  #: something that it typed was not taken yet
        self.gone = False
        self._read_s = time.monotonic()  #: it took something last, or had nothing to take

    def send(self, data: bytes = b"") -> None:
        """As much as it takes now."""
        if not self.unsent:
            self._read_s = time.monotonic()
        self.unsent += data
        try:
            while self.unsent:
                del self.unsent[: self.line.send(self.unsent)]
                self._read_s = time.monotonic()
        except BlockingIOError:
            pass
        except OSError:
            self.gone = True

    def is_behind(self) -> bool:
        """Whether the terminal must wait for it; one that does not read at all is let go."""
        if self.gone or len(self.unsent) <= _BEHIND_BYTES:
            return False
        self.gone = time.monotonic() - self._read_s > _PATIENCE_S
        return not self.gone

    @property
    def waits_for(self) -> int:
        reads = 0 if self.types else select.POLLIN
        return reads | (select.POLLOUT if self.unsent else 0)


class Lines:
    """All connections to one terminal. `replay` is what a new client is shown first."""

    def __init__(self, replay: Callable[[], bytes], resize: Callable[[int, int], None]) -> None:
        self._replay, self._resize = replay, resize
        self._attached: dict[int, TerminalViewer] = {}
        self.typed: deque[tuple[TerminalViewer, memoryview]] = deque()  #: and not taken yet
        self.typed_s = 0.0  #: when something was typed last

    def listen(self, folder: str, member: int) -> None:
        self._listener = sockets.listen(folder, sockets.name_of(member))

    def register(self, poll: select.poll) -> None:
        poll.register(self._listener, select.POLLIN)
        for handle, who in self._attached.items():
            poll.register(handle, who.waits_for)

    def serve(self, handle: int, happened: int) -> None:
        if handle == self._listener.fileno():
            self._accept()
        elif (who := self._attached.get(handle)) is not None:
            if happened & select.POLLOUT:
                who.send()
            if happened & ~select.POLLOUT:
                self._hear(who)

    def show(self, data: bytes) -> None:
        for who in self._attached.values():
            if who.views:
                who.send(data)

    def is_behind(self) -> bool:
        """Whether somebody should read first: as over any other line, a program that writes more
        than is read waits a little."""
        return any(who.is_behind() for who in self._attached.values())

    def write_to(self, terminal: int) -> None:
        """What was typed, as much as it takes; -1: nobody has it open any more. Then lets go of
        those who have gone: they know that what they typed last did not count."""
        while self.typed:
            who, data = self.typed.popleft()
            try:
                written = os.write(terminal, data) if terminal >= 0 else len(data)
            except BlockingIOError:
                written = 0
            except OSError:
                written = len(data)
            if written < len(data):
                self.typed.appendleft((who, data[written:]))
                break
            who.types = False
            who.send(DONE)
            self._obey(who)
        for handle in [each for each, who in self._attached.items() if who.gone]:
            self._attached.pop(handle).line.close()
        if any(who.gone for who, _ in self.typed):
            self.typed = deque(each for each in self.typed if not each[0].gone)

    def close(self, until_s: float) -> None:
        """All are shown the rest, if they take it until then."""
        for who in self._attached.values():
            who.line.settimeout(max(0.01, until_s - time.monotonic()))
            with contextlib.suppress(OSError):
                who.line.sendall(who.unsent)
            who.line.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            line, _ = self._listener.accept()
            if len(self._attached) < _MOST:
                self._attached[line.fileno()] = TerminalViewer(line)
            else:
                line.close()

    def _hear(self, who: TerminalViewer) -> None:
        try:
            data = who.line.recv(_READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        who.gone = who.gone or not data
        who.frames.add(data)
        self._obey(who)

    def _obey(self, who: TerminalViewer) -> None:
        """All frames that are whole, up to one that must wait for the terminal."""
        try:
            while not who.types and (found := who.frames.next()) is not None:
                kind, data = found
                if kind == VIEW:
                    who.views = True
                    who.send(self._replay())
                elif kind == SIZE:
                    self._resize(*size_of(data))
                    who.send(DONE)
                elif kind == INPUT and data:
                    self.typed_s = time.monotonic()
                    who.types = True
                    self.typed.append((who, memoryview(data)))
                else:
                    who.send(DONE)
        except ValueError:
            who.gone = True
