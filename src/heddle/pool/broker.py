"""Starts a server for every process that connects: it has the devices, the process has a socket.

A process of the program may be anything, also hostile. What it sends before its server runs is a
greeting of fixed length; of that, only the name of an API is read here.
"""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Callable, Mapping

from heddle import native
from heddle.inventory import apis

MAGIC = b"heddler\0"
GREETING = 260  #: bytes; Hello of native/remote/wire.h
_API = slice(12, 32)
#: Compilers of these include files of the machine, and kernels on a processor are code there:
#: whoever has one can do what its server can. They are forwarded where they are asked for by name.
UNSAFE = frozenset({"opencl"})
#: A process that connects and does not greet is not waited for any longer.
PATIENCE_S = 5.0
MOST = 1024  #: servers at once


def forwarded() -> dict[str, str]:
    """The APIs that can be forwarded, each with its server."""
    ending = "-server"
    try:
        names = os.listdir(native.DIRECTORY)
    except OSError:
        return {}
    found = [name for name in names if name.endswith(ending)]
    return {name.removesuffix(ending): os.path.join(native.DIRECTORY, name) for name in found}


def forwarded_devices() -> list[str]:
    """Those of them that have devices, by name; the others only tell about devices (NVML)."""
    known = forwarded()
    return [vendor.api for vendor in apis.vendors() if vendor.api in known]


def servers_of(api: str | None) -> dict[str, str]:
    """Those for a program that was given a device of this API, or, without one, all that there
    are."""
    devices = forwarded_devices()
    return {
        name: path
        for name, path in forwarded().items()
        if name == api or name not in devices or (api is None and name not in UNSAFE)
    }


def listen(path: str) -> socket.socket:
    """A socket at that path, for this user alone."""
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    above, name = os.path.split(path)
    folder = os.open(above, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    before = os.umask(0o177)
    try:
        line.bind(f"/proc/self/fd/{folder}/{name}")  # TMPDIR may be too long for an address
    finally:
        os.umask(before)
        os.close(folder)
    line.listen(64)
    line.setblocking(False)
    return line


class Broker:
    """The servers of one program. Not for several threads."""

    def __init__(
        self,
        line: socket.socket,
        environment: Mapping[str, str],
        known: Mapping[str, str],
        note: Callable[[str], None],
    ) -> None:
        """`environment`: of the servers, under which they are scheduled as the program; `known`:
        these, by API."""
        self.line = line
        self._environment, self._known, self._note = dict(environment), known, note
        self._servers: list[subprocess.Popen[bytes]] = []

    def accept(self) -> None:
        """Whoever has connected gets a server."""
        try:
            client, _ = self.line.accept()
        except BlockingIOError:
            return
        with client:
            self._reap()
            api = _greeted(client)
            if api not in self._known:
                self._note(f"a process asks for {api!r}, which cannot be forwarded")
            elif len(self._servers) >= MOST:
                self._note(f"{MOST} processes use devices: one more is refused")
            else:
                try:
                    self._start(api, client)
                except OSError as error:  # too many processes: the others of it go on
                    self._note(f"a process is refused its devices: {error.strerror}")

    def _start(self, api: str, client: socket.socket) -> None:
        client.setblocking(True)
        self._servers.append(
            subprocess.Popen(
                [self._known[api], str(client.fileno())],
                env=self._environment,
                pass_fds=[client.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,  # what is typed is meant for the program
            )
        )

    def _reap(self) -> None:
        self._servers = [server for server in self._servers if server.poll() is None]

    def close(self) -> None:
        """Ends all servers. What their clients had is free then."""
        self.line.close()
        for server in self._servers:
            if server.poll() is None:
                server.kill()
        for server in self._servers:
            server.wait()


def _greeted(client: socket.socket) -> str:
    """The API that the process speaks; the greeting stays where its server reads it."""
    client.settimeout(PATIENCE_S)
    try:
        seen = client.recv(GREETING, socket.MSG_PEEK)
    except OSError:
        return ""
    return api_of(seen)


def api_of(greeting: bytes) -> str:
    """The API that a process speaks; empty if it does not greet as it should."""
    if not greeting.startswith(MAGIC):
        return ""
    return greeting[_API].split(b"\0")[0].decode("ascii", "replace")
