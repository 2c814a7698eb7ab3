"""The native libraries at a place where container engines find them: what a driver in a container
has is not there for the containers of others."""

from __future__ import annotations

import hashlib
import os
import shutil
from contextlib import suppress

from heddle import native
from heddle.errors import UsageError


def published(folder: str) -> str:
    """Where they are below `folder`. Another version has another place, and nothing is removed:
    containers that run go on with what they began with.

    :raises UsageError: if they cannot be written there
    """
    place = os.path.join(folder, _digest(native.DIRECTORY))
    if os.path.isdir(place):
        return place
    aside = f"{place}.{os.getpid()}"
    try:
        os.makedirs(folder, 0o755, exist_ok=True)
        shutil.copytree(native.DIRECTORY, aside)
        with suppress(OSError):  # another driver was faster
            os.rename(aside, place)
    except OSError as error:
        raise UsageError(
            f"{error.filename}: {error.strerror}. --libraries names a folder of the host that the "
            "driver can write, under the same name in its container."
        ) from None
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return place


def _digest(folder: str) -> str:
    made = hashlib.sha256()
    for entry in sorted(os.scandir(folder), key=lambda each: each.name):
        if entry.is_file():
            made.update(f"{entry.name} {entry.stat().st_mode & 0o111}\n".encode())
            with open(entry.path, "rb") as file:
                made.update(file.read())
    return made.hexdigest()[:12]
