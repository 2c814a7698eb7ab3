"""The port of the server."""

from __future__ import annotations

import errno
import socket

from heddle.errors import HeddleError, UsageError
from heddle.system.process import listener, name_of


def listening(host: str, port: int) -> socket.socket:
    """:raises HeddleError: if another process has it; it says which"""
    try:
        family, _, _, _, where = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror:
        raise UsageError(
            f"--host {host}: no such name. Give an address of this machine, or 0.0.0.0 for all."
        ) from None
    line = socket.socket(family)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if family == socket.AF_INET6 and host == "::":
        line.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # all means IPv4, too
    try:
        line.bind(where)
        line.listen(512)
    except PermissionError:
        line.close()
        raise UsageError(f"--port {port}: only root may use it. Take one from 1024 on.") from None
    except OSError as error:
        line.close()
        if error.errno == errno.EADDRNOTAVAIL:
            raise UsageError(
                f"--host {host} is not an address of this machine; `ip address` lists them. "
                "0.0.0.0 stands for all of them."
            ) from None
        raise taken(port, error) from None
    return line


def address_of(host: str, port: int, *, is_tls: bool) -> str:
    """For programs of this machine."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"{'https' if is_tls else 'http'}://{f'[{host}]' if ':' in host else host}:{port}"


def taken(port: int, error: OSError) -> HeddleError:
    pid = listener(port)
    who = (
        f"by process {pid} ({name_of(pid)[:80]})"
        if pid
        else f"by another user's process: `sudo ss -ltnp 'sport = :{port}'` shows it"
    )
    return HeddleError(
        f"port {port} cannot be used ({error.strerror}), it is taken {who}. End that, or choose "
        "another: `heddle up --port N`, 0 for any that is free."
    )
