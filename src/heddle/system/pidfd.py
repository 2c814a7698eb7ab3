"""Handles of processes: a signal never hits another process that reuses a dead one's id."""

from __future__ import annotations

import ctypes
import os

#: The same on every architecture but alpha. A Python that was built against old headers, as
#: conda's is, has no functions for them.
_SEND_SIGNAL, _OPEN = 424, 434

_libc = ctypes.CDLL(None, use_errno=True)


def checked(result: int) -> int:
    """What a function of the C library gave.

    :raises OSError: if it failed
    """
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def open_pid(pid: int) -> int:
    """A handle of this process, readable when it has ended. Never inherited.

    :raises OSError: if it has gone, or on a kernel before 5.3
    """
    return checked(_libc.syscall(_OPEN, pid, 0))


def send(handle: int, number: int) -> None:
    """:raises OSError: if it has ended, or is not ours to signal"""
    checked(_libc.syscall(_SEND_SIGNAL, handle, number, None, 0))
