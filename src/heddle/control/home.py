"""The folder of a control plane: one at a time has it, and it remembers which store it had.

Attempts are known by ids that their store gives: so each store has its attempts in a folder of its
own, the first one right here.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from heddle.errors import HeddleError, NoPermissionError, UsageError
from heddle.store.base import Store, Thing
from heddle.system import files, state

KIND, OWN = "store", "own"  #: of the thing that is the store's own id


@contextmanager
def locked(folder: str) -> Iterator[None]:
    """Made if it is not there, for its owner alone: what jobs write is in it, and the first token.

    :raises HeddleError: if it cannot be used, or another one has it
    """
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        files.check_folder(folder, state.REMEDY)
        above = os.path.dirname(os.path.abspath(folder))
        files.check_folder(above, state.REMEDY, may_be_sticky=True)
        os.chmod(folder, 0o700)
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        lock = os.open(os.path.join(folder, "lock"), flags, 0o600)
    except OSError as error:
        what = f"cannot keep jobs there ({error.strerror})"
        raise NoPermissionError(what, folder, NoPermissionError.STATE) from None
    try:
        try:
            # A record lock ends with this process, whatever a child has inherited.
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise HeddleError(
                f"another control plane runs with {folder}. End it with `heddle admin down`, or "
                f"{NoPermissionError.STATE}."
            ) from None
        yield
    finally:
        os.close(lock)


def store_url(folder: str, given: str | None) -> str:
    """The one that is wanted; otherwise that of last time, at first a file in the folder."""
    if given is not None:
        return given
    with suppress(FileNotFoundError), open(_remembered(folder), encoding="utf-8") as file:
        if last := file.read().strip():
            return last
    return os.path.join(folder, "store.db")


def remember_store(folder: str, url: str) -> None:
    """It may hold a password: the file is its owner's alone."""
    path = _remembered(folder)
    if url != os.path.join(folder, "store.db") or os.path.exists(path):
        files.replace(path, f"{url}\n".encode())


def engine_folder(folder: str, store: Store) -> str:
    """Where the attempts of this store are. Before the loop writes to the store.

    :raises UsageError: if those of another store still run: what they use would be unknown
    """
    kept = store.thing(KIND, OWN)
    if kept is None:
        kept = {"id": os.urandom(8).hex()}
        store.write([Thing(KIND, OWN, kept)])
    own = os.path.join(folder, "stores", kept["id"])
    if _first(folder, kept["id"]) == kept["id"]:
        own = folder
    if any(each != own for each in with_attempts(folder)):
        raise UsageError(
            "--store names another store, and jobs of the last one still run. Start without "
            "--store, and end them first: `heddle admin down --all`."
        )
    os.makedirs(own, mode=0o700, exist_ok=True)
    return own


def with_attempts(folder: str) -> list[str]:
    """The folders of engines, for whichever store, that still have attempts."""
    found = [folder, *_below(folder, "stores")]
    return [
        each
        for each in found
        if any(_has_attempts(engine) for engine in (each, *_below(each, "engines")))
    ]


def _below(folder: str, kind: str) -> list[str]:
    with suppress(FileNotFoundError):
        place = os.path.join(folder, kind)
        return [os.path.join(place, name) for name in os.listdir(place)]
    return []


def _remembered(folder: str) -> str:
    return os.path.join(folder, "store")


def _first(folder: str, own: str) -> str:
    """The id of the store that was here first: this one, if none was."""
    path = os.path.join(folder, "first-store")
    with suppress(FileExistsError), open(path, "x", encoding="ascii") as file:
        file.write(own)
    with open(path, encoding="ascii") as file:
        return file.read()


def _has_attempts(folder: str) -> bool:
    try:
        return bool(os.listdir(os.path.join(folder, "attempts")))
    except FileNotFoundError:
        return False
