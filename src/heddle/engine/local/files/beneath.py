"""Files below a folder in which strangers work: no way leads out of it. Links are not followed,
each step is taken from the folder before it, and what is written belongs to the folder's owner."""

from __future__ import annotations

import hashlib
import heapq
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import IO

from heddle.errors import UsageError

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_KINDS = {stat.S_IFREG: "file", stat.S_IFDIR: "folder", stat.S_IFLNK: "link"}
LONGEST = 4096
_PIECE = 1 << 20
MOST = 10_000  #: names of a folder that are told at a time
LONGEST_S = 5.0  #: for the digests of those; what takes longer is told the next time


@dataclass(frozen=True, slots=True)
class FileEntry:
    """What is there under one name."""

    name: str
    kind: str  #: file, folder, link or other
    bytes: int
    mode: int  #: rights
    sha256: str | None = None  #: of a file, if it was asked for


@dataclass(frozen=True, slots=True)
class FileList:
    """Of a folder, what is in it, by name; of anything else, itself."""

    kind: str
    entries: list[FileEntry]
    next: str | None  #: there is more: ask again with it as `after`


def parts_of(path: str) -> list[str]:
    """:raises UsageError: if it does not stay below the folder"""
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if path.startswith("/") or ".." in parts or "\0" in path or len(path) > LONGEST:
        raise UsageError(f"{path!r} is not a path below the job's folder: no / first, and no ..")
    return parts


@contextmanager
def folder(root: str, parts: list[str], *, make: bool = False) -> Iterator[int]:
    """A handle of it; `make`: those that are missing are made.

    :raises UsageError: if it is not there, or a link is on the way
    """
    here = os.open(root, _FOLDER)
    try:
        owner = os.fstat(here)
        for number, part in enumerate(parts):
            if make:
                with suppress(FileExistsError):
                    os.mkdir(part, 0o755, dir_fd=here)
                    _give(owner, part, here)
            try:
                below = os.open(part, _FOLDER, dir_fd=here)
            except OSError as error:
                raise _refused("/".join(parts[: number + 1]), error, "a folder") from None
            os.close(here)
            here = below
        yield here
    finally:
        os.close(here)


def _give(owner: os.stat_result, name: str, here: int) -> None:
    with suppress(PermissionError):  # in a folder of another user ours are our own
        os.chown(name, owner.st_uid, owner.st_gid, dir_fd=here, follow_symlinks=False)


def entries(root: str, path: str, after: str = "", digest_bytes: int = -1) -> FileList:
    """With the digests of files that have at most `digest_bytes`.

    :raises UsageError: if there is nothing
    """
    parts = parts_of(path)
    if parts:
        with folder(root, parts[:-1]) as above:
            try:
                found = _entry(parts[-1], above, digest_bytes)
            except OSError as error:
                raise _refused(path, error, "anything") from None
        if found.kind != "folder":
            return FileList(found.kind, [found], None)
    with folder(root, parts) as here:
        return _in_folder(here, after, digest_bytes)


def _in_folder(here: int, after: str, digest_bytes: int) -> FileList:
    with os.scandir(here) as found:
        names = ((_shown(each.name), each.name) for each in found)
        first = heapq.nsmallest(MOST + 1, (each for each in names if each[0] > after))
    listed, until = [], time.monotonic() + LONGEST_S
    for number, (shown, name) in enumerate(first, start=1):
        with suppress(FileNotFoundError):  # the job goes on meanwhile
            listed.append(_entry(name, here, digest_bytes))
        if number < len(first) and (number == MOST or time.monotonic() > until):
            return FileList("folder", listed, shown)
    return FileList("folder", listed, None)


def _entry(name: str, here: int, digest_bytes: int = -1) -> FileEntry:
    seen = os.stat(name, dir_fd=here, follow_symlinks=False)
    # What is no text cannot be asked for.
    kind = _KINDS.get(stat.S_IFMT(seen.st_mode), "other") if _shown(name) == name else "other"
    digest = None
    if kind == "file" and seen.st_size <= digest_bytes:
        with suppress(OSError):  # it is another's, or has just become something else
            digest = _digest(name, here, seen.st_size)
    mode = stat.S_IMODE(seen.st_mode) & 0o777
    return FileEntry(_shown(name), kind, seen.st_size, mode, digest)


def _digest(name: str, here: int, size: int) -> str | None:
    """None if it does not have that size any more: it may grow as fast as we read."""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    found, left = hashlib.sha256(), size
    with open(os.open(name, flags, dir_fd=here), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            return None
        while data := file.read(min(_PIECE, left + 1)):
            left -= len(data)
            if left < 0:
                return None
            found.update(data)
    return None if left else found.hexdigest()


def _shown(name: str) -> str:
    """A name is bytes, of which text can be made."""
    return os.fsencode(name).decode(errors="backslashreplace")


def read(root: str, path: str) -> IO[bytes]:
    """An open file.

    :raises UsageError: if there is none that can be read
    """
    *above, name = parts_of(path) or [""]
    with folder(root, above) as here:
        try:
            flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
            handle = os.open(name, flags, dir_fd=here)
        except OSError as error:
            raise _refused(path, error, "a file") from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise UsageError(f"{path!r} is no file.")
    return open(handle, "rb")


class Writing:
    """A file that comes bit by bit, and is there at once when all of it has come."""

    def __init__(self, root: str, path: str, mode: int) -> None:
        """:raises UsageError: if nothing can be there
        :raises OSError: if it cannot be written"""
        *above, self._name = parts_of(path) or [""]
        if not self._name:
            raise UsageError("a file needs a name.")
        with folder(root, above, make=True) as here:
            owner = os.fstat(here)
            self._here = os.dup(here)
        self._part = f".heddle-{os.urandom(8).hex()}"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            handle = os.open(self._part, flags, 0o600, dir_fd=self._here)
        except OSError:
            os.close(self._here)
            raise
        self._file = open(handle, "wb", buffering=0)  # noqa: SIM115
        try:
            with suppress(PermissionError):  # as below
                os.fchown(handle, owner.st_uid, owner.st_gid)
            os.fchmod(handle, mode & 0o777)
        except OSError:
            self.close()
            raise

    def write(self, data: bytes) -> None:
        left = memoryview(data)
        while left:
            left = left[self._file.write(left) or 0 :]

    def done(self) -> None:
        """:raises UsageError: if a folder has its name"""
        try:
            os.rename(self._part, self._name, src_dir_fd=self._here, dst_dir_fd=self._here)
        except IsADirectoryError:
            raise UsageError(f"{self._name!r} is a folder there.") from None

    def close(self) -> None:
        self._file.close()
        with suppress(OSError):  # it has its name
            os.unlink(self._part, dir_fd=self._here)
        os.close(self._here)


def _refused(path: str, error: OSError, what: str) -> UsageError:
    if isinstance(error, FileNotFoundError):
        return UsageError(f"there is no {path!r} in the job's folder.")
    return UsageError(f"{path!r} is not {what} that can be opened: links are not followed.")
