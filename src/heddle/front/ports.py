"""Ports of this machine: free ones for replicas, and those on which services listen."""

from __future__ import annotations

import socket
from collections.abc import Collection
from random import randrange

from heddle.system.process import listener, name_of

#: For replicas: below those that the kernel gives to outgoing connections (from 32768 on).
FIRST, LAST = 20_000, 29_999
BACKLOG = 512


def free_ports(wanted: int, used: Collection[int]) -> tuple[int, ...]:
    """This number of free ports, or fewer if there are not enough."""
    found: list[int] = []
    count = LAST - FIRST + 1
    start = randrange(count)
    for i in range(count):
        port = FIRST + (start + i) % count
        if len(found) >= wanted:
            break
        if port not in used and _is_free(port):
            found.append(port)
    return tuple(found)


def listening(host: str, port: int) -> socket.socket:
    """:raises OSError: if the port cannot be had"""
    line = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        line.bind((host, port))
        line.listen(BACKLOG)
        line.setblocking(False)
    except OSError:
        line.close()
        raise
    return line


def trouble(port: int, error: OSError) -> str:
    """Why a port cannot be had, and the remedy."""
    if isinstance(error, PermissionError):
        return f"port {port}: only root may use it. Take one from 1024 on."
    pid = listener(port)
    who = f", process {pid} ({name_of(pid)[:80]}) has it" if pid else ""
    return (
        f"port {port} cannot be used ({error.strerror}){who}. End that, or give the service "
        "another port."
    )


def _is_free(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as trial:
        try:
            trial.bind(("", port))
        except OSError:
            return False
        return True
