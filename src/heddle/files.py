"""Files of their owner alone, which are there as a whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from heddle.errors import HeddleError

KEY_BYTES = 32


def replace(path: str, data: bytes, *, durable: bool = True) -> None:
    """In one step: a reader finds the old or the new. `durable`: also after a power cut."""
    with _written(path, data, durable=durable) as part:
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


def to_disk(path: str) -> None:
    """What a file holds; of a folder: the names in it."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _written(path: str, data: bytes, *, durable: bool) -> Iterator[str]:
    """A file beside it with another name, to be given its own; it is gone afterwards."""
    part = f"{path}.{os.urandom(4).hex()}.new"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    try:
        with open(os.open(part, flags, 0o600), "wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        yield part
    finally:
        with suppress(FileNotFoundError):
            os.unlink(part)
