"""Unpacks an archive of a stranger: nothing of it comes to lie outside the folder.

Only files, folders and symbolic links within. Links are made last, so that no file is written
through one. What is unpacked is counted as it comes, whatever the archive says of itself, and so is
what stands before each entry: headers can follow each other without end.
"""

from __future__ import annotations

import os
import tarfile
import zlib
from collections.abc import Callable, Iterator
from gzip import GzipFile
from typing import IO

MOST_ENTRIES = 200_000
MOST_LINKS = 20_000  #: each is followed to its end
MOST_DEPTH = 100  #: folders within each other
LONGEST = 1024  #: bytes of a path
MOST_READS, MOST_HEADER = 64, 256 << 10  #: of what stands before an entry; two reads are a header
_CHUNK = 1 << 18
_LARGEST_READ = 1 << 20  # a header that wants more in one piece would have it in memory


class UnpackError(Exception):
    """The archive is none, or not one that is unpacked here; it says why."""


class _Bounded:
    """As much as tarfile needs of a file."""

    def __init__(self, file: GzipFile, most_bytes: int) -> None:
        self._file = file
        self._most = most_bytes
        self._end = 2 * most_bytes + 1024 * MOST_ENTRIES  # with all headers, and room
        self._reads = self._header = 0
        self.tell = file.tell

    def next_entry(self) -> None:
        """What is read from now on stands before an entry, and is counted."""
        self._reads, self._header = MOST_READS, MOST_HEADER

    def in_entry(self) -> None:
        self._reads = self._header = -1

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= _LARGEST_READ:
            raise UnpackError("a header in it is larger than any should be")
        if self._reads >= 0:
            self._reads -= 1
            self._header -= size
            if self._reads < 0 or self._header < 0:
                raise UnpackError("an entry in it has more headers than any should have")
        return self._file.read(size)

    def seek(self, offset: int, whence: int = 0) -> int:
        """What is skipped is unpacked all the same."""
        if whence or offset > self._end:
            raise UnpackError(f"it holds more than {self._most >> 20} MiB")
        return self._file.seek(offset)


def unpack(
    archive: str, folder: str, most_bytes: int, stopped: Callable[[], bool] = lambda: False
) -> None:
    """Into a folder that is there and empty. It may be left half full.

    :raises UnpackError: if it cannot or must not be unpacked, or if it was stopped
    """
    root = os.path.realpath(folder)
    _read(archive, most_bytes, _Unpacking(root, most_bytes, stopped))


def examine(archive: str, most_bytes: int) -> None:
    """Reads all of it, and writes nothing.

    :raises UnpackError: if it must not be unpacked, as far as can be seen without doing it
    """
    _read(archive, most_bytes, _Examining("/", most_bytes, lambda: False))


def _read(archive: str, most_bytes: int, by: _Unpacking) -> None:
    try:
        with GzipFile(archive) as packed:
            bounded = _Bounded(packed, most_bytes)
            bounded.next_entry()
            with tarfile.TarFile(fileobj=bounded) as tar:  # type: ignore[arg-type]
                by.all(tar, bounded)
    except UnpackError:
        raise
    except RecursionError:
        raise UnpackError("something in it is nested without end") from None
    except (tarfile.TarError, EOFError, zlib.error, ValueError, OverflowError) as error:
        raise UnpackError(f"it is damaged ({str(error)[:200]})") from None
    except OSError as error:
        raise UnpackError(error.strerror or str(error)) from None


class _Unpacking:
    def __init__(self, root: str, most_bytes: int, stopped: Callable[[], bool]) -> None:
        self._root = root
        self._left = most_bytes
        self._most = most_bytes
        self._stopped = stopped
        self._links: list[tuple[str, str]] = []
        self._folders: list[tuple[str, int]] = []

    def all(self, tar: tarfile.TarFile, bounded: _Bounded) -> None:
        count = 0
        while (member := tar.next()) is not None:
            tar.members = []  # type: ignore[attr-defined]  # it would keep them all
            count += 1
            if count > MOST_ENTRIES:
                raise UnpackError(f"it has more than {MOST_ENTRIES} entries")
            bounded.in_entry()
            self._one(tar, member)
            bounded.next_entry()
        self._end()

    def _end(self) -> None:
        for path, target in self._links:
            os.symlink(target, path)
        for path, target in self._links:
            if not _within(os.path.realpath(path), self._root):
                raise UnpackError(f"the link {path[len(self._root) + 1 :]} -> {target} leaves it")
        for path, mode in reversed(self._folders):
            os.chmod(path, mode)

    def _one(self, tar: tarfile.TarFile, member: tarfile.TarInfo) -> None:
        path, name = self._path(member.name), member.name[:200]
        if member.isdir():
            if path != self._root:
                self._folder(path)
                self._folders.append((path, member.mode & 0o777 | 0o700))
            return
        if path == self._root:
            raise UnpackError("it is no folder")
        self._folder(os.path.dirname(path))
        if member.issym():
            if os.path.isabs(member.linkname) or len(os.fsencode(member.linkname)) > LONGEST:
                raise UnpackError(f"the link {name} -> {member.linkname[:200]} leaves it")
            if len(self._links) >= MOST_LINKS:
                raise UnpackError(f"it has more than {MOST_LINKS} links")
            self._links.append((path, member.linkname))
        elif member.type in (tarfile.REGTYPE, tarfile.AREGTYPE) and not member.issparse():
            self._file(tar, member, path)
        else:
            raise UnpackError(f"{name} is neither a file, a folder nor a symbolic link")

    def _folder(self, path: str) -> None:
        os.makedirs(path, 0o700, exist_ok=True)

    def _file(self, tar: tarfile.TarFile, member: tarfile.TarInfo, path: str) -> None:
        content = tar.extractfile(member)
        assert content is not None
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with content, open(os.open(path, flags, 0o600), "wb") as file:
            for data in self._pieces(content, member.size):
                file.write(data)
            os.fchmod(file.fileno(), member.mode & 0o777 | 0o600)

    def _pieces(self, content: IO[bytes], size: int) -> Iterator[bytes]:
        done = 0
        while data := content.read(_CHUNK):
            if self._stopped():
                raise UnpackError("it was stopped")
            done += len(data)
            self._left -= len(data)
            if self._left < 0:
                raise UnpackError(f"it holds more than {self._most >> 20} MiB")
            yield data
        if done != size:
            raise UnpackError("it is damaged (it ends too soon)")

    def _path(self, name: str) -> str:
        parts = [part for part in name.split("/") if part not in ("", ".")]
        if name.startswith("/") or ".." in parts or "\0" in name:
            raise UnpackError(f"{name[:200]!r} leads out of it")
        if len(parts) > MOST_DEPTH or len(os.fsencode(name)) > LONGEST:
            raise UnpackError(
                f"{name[:60]!r}... is too deep: {MOST_DEPTH} folders within each other, and a path "
                f"of {LONGEST} bytes, are the most"
            )
        return os.path.join(self._root, *parts)


class _Examining(_Unpacking):
    """The same rules, as far as they do not need the files."""

    def _folder(self, path: str) -> None:
        pass

    def _file(self, tar: tarfile.TarFile, member: tarfile.TarInfo, path: str) -> None:
        content = tar.extractfile(member)
        assert content is not None
        for _ in self._pieces(content, member.size):
            pass

    def _end(self) -> None:
        pass


def _within(path: str, root: str) -> bool:
    return path == root or path.startswith(f"{root}/")
