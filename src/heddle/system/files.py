"""Files of their owner alone, which are there as a whole or not at all.

What others can have written is not trusted: a folder in /dev/shm or /tmp may have been made by any
user, a name in it may be a link to anywhere.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from heddle.errors import ForeignError, HeddleError

KEY_BYTES = 32


def check_folder(
    path: str, remedy: str, owner: int | None = None, *, may_be_sticky: bool = False
) -> None:
    """Nothing if there is none yet. `owner`: another user whom the caller trusts. `may_be_sticky`:
    others may write it, but cannot rename there what is not theirs; as in /tmp.

    :raises ForeignError: if a user other than us, root and `owner` can have put something there
    """
    try:
        status = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return
    is_guarded = may_be_sticky and bool(status.st_mode & stat.S_ISVTX)
    why = _why_foreign(status, owner, may_write=is_guarded)
    if not stat.S_ISDIR(status.st_mode):
        why = "it is a link or a file, and no folder"
    if why:
        raise ForeignError(path, why, remedy)


def read(path: str, remedy: str) -> bytes:
    """What the file holds, if only we and root can have written it. No link is followed.

    :raises ForeignError: if another user can
    :raises OSError: if it cannot be read
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        if os.path.islink(path):
            raise ForeignError(path, "it is a symbolic link", remedy) from None
        raise
    with open(handle, "rb") as file:
        status = os.fstat(handle)
        why = _why_foreign(status)
        if not stat.S_ISREG(status.st_mode):
            why = "it is not a plain file"
        if why:
            raise ForeignError(path, why, remedy)
        return file.read()


def read_code(path: str, remedy: str) -> bytes:
    """The same of something that will be executed, and of all folders above it: a user who can
    write one of those can exchange the file.

    :raises ForeignError: if another user can have put it there
    :raises OSError: if it cannot be read
    """
    real = os.path.realpath(path)
    folder = os.path.dirname(real)
    check_folder(folder, remedy)
    while (folder := os.path.dirname(folder)) != "/":
        check_folder(folder, remedy, may_be_sticky=True)
    return read(real, remedy)


def _why_foreign(
    status: os.stat_result, owner: int | None = None, *, may_write: bool = False
) -> str:
    if status.st_uid not in (0, os.geteuid(), owner):
        return f"it belongs to user {_name(status.st_uid)}"
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and not may_write:
        return f"others may write it (mode {stat.S_IMODE(status.st_mode):04o})"
    return ""


def _name(uid: int) -> str:
    import pwd

    try:
        return f"{pwd.getpwuid(uid).pw_name} ({uid})"
    except KeyError:
        return str(uid)


def replace(path: str, data: bytes, *, durable: bool = True, mode: int = 0o600) -> None:
    """In one step: a reader finds the old or the new. `durable`: also after a power cut. `mode`:
    whatever the umask is."""
    with _written(path, data, durable=durable, mode=mode) as part:
        os.replace(part, path)
    if durable:
        to_disk(os.path.dirname(path) or ".")


def key(path: str) -> bytes:
    """Random bytes, made at the first use. Where two make them at once, the first ones count.

    :raises HeddleError: if it can be neither read nor made
    """
    try:
        if not os.path.exists(path):
            new = f"{os.urandom(KEY_BYTES).hex()}\n".encode()
            with _written(path, new, durable=True) as part, suppress(FileExistsError):
                os.link(part, path)
            to_disk(os.path.dirname(path) or ".")
        with open(path, "rb") as file:
            found = bytes.fromhex(file.read().decode())
    except (OSError, ValueError) as error:
        raise HeddleError(f"the key {path} cannot be used: {error}.") from None
    if len(found) != KEY_BYTES:
        raise HeddleError(f"the key {path} has {len(found)} bytes, and should have {KEY_BYTES}.")
    return found


def closed_to_others(path: str) -> str | None:
    """What of the path other users may not enter, or execute; None: they may."""
    each = os.path.realpath(path)
    while os.stat(each).st_mode & stat.S_IXOTH:
        if each == "/":
            return None
        each = os.path.dirname(each)
    return each


def to_disk(path: str) -> None:
    """What a file holds; of a folder: the names in it."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _written(path: str, data: bytes, *, durable: bool, mode: int = 0o600) -> Iterator[str]:
    """A file beside it with another name, to be given its own; it is gone afterwards."""
    part = f"{path}.{os.urandom(4).hex()}.new"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        with open(os.open(part, flags, 0o600), "wb") as file:
            file.write(data)
            os.fchmod(file.fileno(), mode)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        yield part
    finally:
        with suppress(FileNotFoundError):
            os.unlink(part)
