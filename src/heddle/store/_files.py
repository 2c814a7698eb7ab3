"""Files that are there as a whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from heddle.errors import StoreError, UsageError
from heddle.system.files import to_disk


@contextmanager
def new_file(path: str) -> Iterator[str]:
    """A file to fill, which gets its name once it is complete and on the disk. Only its owner may
    read it.

    :raises UsageError: if there is one of that name already
    """
    part = f"{path}.part"
    try:
        if os.path.lexists(path):
            raise UsageError(f"{path} exists already. Name a new file, or remove it.")
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600))
        try:
            yield part
            to_disk(part)
            os.rename(part, path)
            to_disk(os.path.dirname(os.path.abspath(path)))
        except BaseException:
            with suppress(FileNotFoundError):
                os.unlink(part)
            raise
    except OSError as error:
        raise StoreError(
            f"the backup {path} cannot be written: {error.strerror}. Name a file in a folder of "
            "yours, on a disk that has room."
        ) from error
