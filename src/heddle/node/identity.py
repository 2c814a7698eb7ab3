"""The identity of this machine at a control plane: name and key, in a file only its owner reads."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass

from heddle.errors import HeddleError, NoPermissionError, UsageError
from heddle.system import files, state

FILE = "node-identity.json"
ELSE = "It has another one with HEDDLE_STATE=/path/of/another/folder"


@dataclass(frozen=True, slots=True)
class Identity:
    """What a node needs to go on after a new start."""

    address: str
    name: str
    key: str
    pin: str | None = None  #: of the server's certificate


def path() -> str:
    return os.path.join(state.folder(), FILE)


def load() -> Identity | None:
    """None if this machine has not joined.

    :raises HeddleError: if the file is there and cannot be used
    """
    try:
        with open(path(), encoding="utf-8") as file:
            return Identity(**json.load(file))
    except FileNotFoundError:
        return None
    except OSError as error:
        what = f"cannot read this node's identity ({error.strerror})"
        raise NoPermissionError(what, path(), NoPermissionError.STATE) from None
    except (ValueError, TypeError):
        raise HeddleError(f"{path()} is broken. Remove it, and join again.") from None


def save(identity: Identity) -> None:
    """In one step, and durable: the server gives the key only once.

    :raises HeddleError: if it cannot be written
    """
    try:
        files.replace(path(), json.dumps(asdict(identity)).encode())
    except OSError as error:
        what = f"cannot store this node's identity ({error.strerror})"
        raise NoPermissionError(what, path(), NoPermissionError.STATE) from None


def remove() -> None:
    with suppress(FileNotFoundError):
        os.unlink(path())


@contextmanager
def alone() -> Iterator[None]:
    """One process at a time speaks for this node.

    :raises HeddleError: if another one does
    """
    place = f"{path()}.lock"
    try:
        state.make()
        lock = os.open(place, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        what = f"cannot store this node's identity ({error.strerror})"
        raise NoPermissionError(what, place, NoPermissionError.STATE) from None
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(
                f"another `heddle node join` runs with {state.folder()} already. {ELSE}."
            ) from None
        yield
    finally:
        os.close(lock)
