"""Sockets in the folder of an attempt: of each member's terminal, and the door for commands that
are executed beside members."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager

BACKLOG = 64
DOOR = "door"


def name_of(member: int) -> str:
    return f"{member}.terminal"


@contextmanager
def _short(folder: str, name: str) -> Iterator[str]:
    """A socket's path has at most 107 bytes; this one is short wherever the folder is."""
    handle = os.open(folder, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{handle}/{name}"
    finally:
        os.close(handle)


def listen(folder: str, name: str) -> socket.socket:
    """Only its owner may connect."""
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        with _short(folder, name) as path:
            line.bind(path)
        line.listen(BACKLOG)
    finally:
        os.umask(before)
    line.setblocking(False)
    return line


def connect(folder: str, name: str) -> socket.socket:
    """:raises OSError: if no process listens there, or too many wait already"""
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        line.setblocking(False)  # a full queue is an error, not a wait
        with _short(folder, name) as path:
            line.connect(path)
    except BaseException:
        line.close()
        raise
    return line
