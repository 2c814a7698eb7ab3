"""The images that one tenant's jobs have brought to this machine: no other tenant's jobs find them.

`names` has what came from registries, `files` what came as files; of these a name says nothing.
Users of an image hold the lock, shared; without users, all images can be removed for new ones.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from heddle.engine.local.files.removal import remove
from heddle.errors import UsageError
from heddle.model.quantity import MEMORY

LIMIT = "HEDDLE_IMAGES_LIMIT"  #: the setting: how much there may be, of each tenant
_SHARE = 4  # of its disk, by default


def limit(environment: Mapping[str, str], folder: str) -> int:
    """In bytes.

    :raises UsageError: if the setting is invalid
    """
    if not (given := environment.get(LIMIT)):
        while not os.path.isdir(folder):
            folder = os.path.dirname(folder)
        return shutil.disk_usage(folder).total // _SHARE
    try:
        return MEMORY.parse(given) << 20
    except UsageError as error:
        raise UsageError(f"{LIMIT}: {error}") from None


class ImageStore:
    """One of them, held until this process ends."""

    def __init__(self, folder: str, most_bytes: int) -> None:
        """:raises OSError: if it cannot be made"""
        os.makedirs(folder, 0o700, exist_ok=True)
        self.names, self.files = os.path.join(folder, "names"), os.path.join(folder, "files")
        self.most_bytes = most_bytes
        self._folder = folder
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        self._lock = os.open(os.path.join(folder, "lock"), flags, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_SH)

    @contextmanager
    def temporary(self) -> Iterator[str]:
        """A folder for what is on its way; it counts."""
        folder = tempfile.mkdtemp(prefix="part-", dir=self._folder)
        try:
            yield folder
        finally:
            remove(folder)

    def guard(self) -> Callable[[bool], bool]:
        """Asked again and again, says whether there is too much by now. What is there is counted
        in the end, and before only when the disk has so much less room that it may be."""
        left = self.most_bytes - size_of(self._folder)
        free = shutil.disk_usage(self._folder).free

        def is_full(is_end: bool) -> bool:
            nonlocal left, free
            if not is_end and left > 0 and free - shutil.disk_usage(self._folder).free < left:
                return False
            left = self.most_bytes - size_of(self._folder)
            free = shutil.disk_usage(self._folder).free
            return left <= 0

        return is_full

    def make_room(self, empty: Callable[[], object]) -> bool:
        """Removes all; False if an image is in use."""
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(self._lock, fcntl.LOCK_SH)  # the one before may be lost by asking
            return False
        try:
            empty()
            for name in os.listdir(self._folder):
                if name.startswith("part-"):  # of one that was killed
                    remove(os.path.join(self._folder, name))
        finally:
            fcntl.flock(self._lock, fcntl.LOCK_SH)
        return True


def size_of(folder: str) -> int:
    """What all files below it take, as a disk counts."""
    total = 0
    for _, _, files, here in os.fwalk(folder):
        for name in files:
            try:
                total += os.stat(name, dir_fd=here, follow_symlinks=False).st_blocks * 512
            except FileNotFoundError:
                continue
    return total
