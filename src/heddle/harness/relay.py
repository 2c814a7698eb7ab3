"""A relay between two sides: it delays what goes through, cuts it, is silent."""

from __future__ import annotations

import queue
import socket
import threading
import time
from contextlib import suppress

CHUNK = 64 * 1024
MOST = 256  #: chunks on their way: a cable is not endless, either


class Relay:
    """Listens on loopback, and connects whoever comes with `target`. What is delayed does not hold
    up what comes behind it, as on a long cable."""

    def __init__(self, target: tuple[str, int], delay_s: float = 0.0) -> None:
        self.delay_s = delay_s  #: of everything that goes through, either way
        self._target = target
        self._line = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port: int = self._line.getsockname()[1]
        self._flows = threading.Event()
        self._flows.set()
        self._mutex = threading.Lock()
        self._open: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def go_silent(self) -> None:
        """Connections stay, and nothing goes through them."""
        self._flows.clear()

    def cut(self) -> None:
        """All connections end."""
        with self._mutex:
            for each in self._open:
                with suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        with suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)
        self._line.close()
        self.cut()
        self._flows.set()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._line.accept()
                far = socket.create_connection(self._target)
                with self._mutex:
                    self._open |= {near, far}
                for pair in ((near, far), (far, near)):
                    for each in pair:
                        each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    cable: queue.Queue[tuple[float, bytes]] = queue.Queue(MOST)
                    threading.Thread(target=self._take, args=(pair[0], cable), daemon=True).start()
                    threading.Thread(target=self._give, args=(*pair, cable), daemon=True).start()

    def _take(self, source: socket.socket, cable: queue.Queue[tuple[float, bytes]]) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                cable.put((time.monotonic() + self.delay_s, data))
        cable.put((0.0, b""))

    def _give(
        self, source: socket.socket, sink: socket.socket, cable: queue.Queue[tuple[float, bytes]]
    ) -> None:
        is_well = True
        while True:
            due, data = cable.get()
            if not data:
                break
            if (left := due - time.monotonic()) > 0:
                time.sleep(left)
            self._flows.wait()
            try:
                if is_well:
                    sink.sendall(data)
            except OSError:  # what is still on its way goes nowhere
                is_well = False
        for each in (source, sink):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        with self._mutex:
            self._open.discard(source)
        source.close()
