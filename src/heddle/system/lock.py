"""One after another, over all processes that share the state folder: from the look to the deed."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from heddle.errors import NoPermissionError
from heddle.system import state


@contextmanager
def alone(name: str, what: str) -> Iterator[None]:
    """Holds the lock file `name` of the state folder.

    :raises NoPermissionError: if there can be none; `what` cannot be done then
    """
    path = os.path.join(state.folder(), name)
    try:
        state.make()
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    except OSError as error:
        why = f"cannot {what} ({error.strerror})"
        raise NoPermissionError(why, path, NoPermissionError.STATE) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)
