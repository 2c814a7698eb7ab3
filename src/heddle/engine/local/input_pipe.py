"""What a member reads: a pipe that clients fill while it runs, one after the other. The part of the
attempt's supervisor, which keeps the pipe open between them.

How far it is stands in memory that the supervisor shares with the process of each client
(input_host.py): a client that comes back learns there where to go on.
"""

from __future__ import annotations

import fcntl
import os
import struct
import time

#: With nobody to send for so long, the input is over: who sent it was killed.
PATIENCE_S = 120.0
_PROGRESS = struct.Struct("<Q?")  # bytes that are in the pipe, or were; whether no more will be


class InputProgress:
    """Of one pipe. `note` only with its lock, which dies with the process that holds it."""

    def __init__(self, handle: int | None = None) -> None:
        if handle is None:
            handle = os.memfd_create("heddle-input")
            os.write(handle, bytes(_PROGRESS.size))
        self.handle = handle

    def read(self) -> tuple[int, bool]:
        count, is_over = _PROGRESS.unpack(os.pread(self.handle, _PROGRESS.size, 0))
        return count, is_over

    def note(self, count: int, *, is_over: bool) -> None:
        os.pwrite(self.handle, _PROGRESS.pack(count, is_over), 0)

    def lock(self) -> bool:
        """False if another process has it."""
        try:
            fcntl.lockf(self.handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def unlock(self) -> None:
        fcntl.lockf(self.handle, fcntl.LOCK_UN)


class InputPipe:
    """Of one member, as its supervisor has it."""

    def __init__(self) -> None:
        self.theirs, self._ours = os.pipe2(os.O_CLOEXEC)
        os.set_blocking(self._ours, False)
        self._progress = InputProgress()
        self._fed_s = time.monotonic()

    @property
    def handles(self) -> tuple[int, int]:
        """For the process of a client: the pipe and how far it is."""
        return self._ours, self._progress.handle

    def begun(self) -> None:
        """The member has its end."""
        os.close(self.theirs)
        self.theirs = -1

    def is_over(self) -> bool:
        """Looked at again and again."""
        if self._progress.read()[1]:
            return True
        if not self._progress.lock():
            self._fed_s = time.monotonic()
            return False
        self._progress.unlock()
        return time.monotonic() - self._fed_s > PATIENCE_S

    def close(self) -> None:
        """The member reads to its end."""
        for handle in {self.theirs, self._ours, self._progress.handle} - {-1}:
            os.close(handle)
