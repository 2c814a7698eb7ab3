"""The API server of a test's cluster, reachable from this process: it is in a network namespace of
its own, and so is one thread here, which connects to it."""

from __future__ import annotations

import contextlib
import ctypes
import os
import socket
import threading
from pathlib import Path

CLONE_NEWNET = 0x40000000


class Passage:
    """Listens on this machine, at `port`; `target` is an address in the namespace `name`. `cut`
    makes it as a server that is away, until `is_open` is true again."""

    def __init__(self, name: str, target: tuple[str, int]) -> None:
        self._namespace, self._target = Path("/run/netns") / name, target
        self._lines: list[socket.socket] = []
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        self.is_open = True
        threading.Thread(target=self._serve, daemon=True).start()

    def cut(self) -> None:
        """Nobody answers any more."""
        self.is_open = False
        for line in self._lines:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        self._lines.clear()

    def close(self) -> None:
        self.cut()
        with contextlib.suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()

    def _serve(self) -> None:
        library = ctypes.CDLL(None, use_errno=True)
        handle = os.open(self._namespace, os.O_RDONLY)
        if library.setns(handle, CLONE_NEWNET):  # of this thread alone
            raise OSError(ctypes.get_errno(), "setns")
        os.close(handle)
        while True:
            try:
                line, _ = self._server.accept()
            except OSError:
                return
            try:
                if not self.is_open:
                    raise ConnectionError
                far = socket.create_connection(self._target, 5)
                far.settimeout(None)
            except OSError:
                line.close()
                continue
            self._lines += [line, far]
            threading.Thread(target=_relay, args=(line, far), daemon=True).start()


def _relay(line: socket.socket, far: socket.socket) -> None:
    with line, far:
        back = threading.Thread(target=_copy, args=(far, line), daemon=True)
        back.start()
        _copy(line, far)
        back.join()


def _copy(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(1 << 16):
            target.sendall(data)
    for end in (source, target):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
