"""Unpacks an archive of a stranger: nothing of it comes to lie outside the folder.

Only files, folders and symbolic links within. Links are made last, so that no file is written
through one. What is unpacked is counted as it comes, whatever the archive says of itself.
"""

from __future__ import annotations

import os
import tarfile
import zlib
from collections.abc import Callable
from gzip import GzipFile

MOST_ENTRIES = 200_000
_CHUNK = 1 << 18
_LARGEST_READ = 1 << 20  # a header that wants more in one piece would have it in memory


class UnpackError(Exception):
    """The archive is none, or not one that is unpacked here; it says why."""


class _Bounded:
    """As much as tarfile needs of a file."""

    def __init__(self, file: GzipFile) -> None:
        self._file = file
        self.tell, self.seek = file.tell, file.seek

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= _LARGEST_READ:
            raise UnpackError("a header in it is larger than any should be")
        return self._file.read(size)


def unpack(
    archive: str, folder: str, most_bytes: int, stopped: Callable[[], bool] = lambda: False
) -> None:
    """Into a folder that is there and empty. It may be left half full.

    :raises UnpackError: if it cannot or must not be unpacked, or if it was stopped
    """
    try:
        with (
            GzipFile(archive) as packed,
            tarfile.TarFile(fileobj=_Bounded(packed)) as tar,  # type: ignore[arg-type]
        ):
            _Unpacking(os.path.realpath(folder), most_bytes, stopped).all(tar)
    except UnpackError:
        raise
    except (tarfile.TarError, EOFError, zlib.error, ValueError, OverflowError) as error:
        raise UnpackError(f"it is damaged ({error})") from None
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

    def all(self, tar: tarfile.TarFile) -> None:
        count = 0
        while (member := tar.next()) is not None:
            tar.members = []  # type: ignore[attr-defined]  # it would keep them all
            count += 1
            if count > MOST_ENTRIES:
                raise UnpackError(f"it has more than {MOST_ENTRIES} entries")
            self._one(tar, member)
        for path, target in self._links:
            os.symlink(target, path)
        for path, target in self._links:
            if not _within(os.path.realpath(path), self._root):
                raise UnpackError(f"the link {path[len(self._root) + 1 :]} -> {target} leaves it")
        for path, mode in reversed(self._folders):
            os.chmod(path, mode)

    def _one(self, tar: tarfile.TarFile, member: tarfile.TarInfo) -> None:
        path = self._path(member.name)
        if member.isdir():
            if path != self._root:
                os.makedirs(path, 0o700, exist_ok=True)
                self._folders.append((path, member.mode & 0o777 | 0o700))
            return
        if path == self._root:
            raise UnpackError("it is no folder")
        os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
        if member.issym():
            if os.path.isabs(member.linkname):
                raise UnpackError(f"the link {member.name} -> {member.linkname} leaves it")
            self._links.append((path, member.linkname))
        elif member.type in (tarfile.REGTYPE, tarfile.AREGTYPE) and not member.issparse():
            self._file(tar, member, path)
        else:
            raise UnpackError(f"{member.name} is neither a file, a folder nor a symbolic link")

    def _file(self, tar: tarfile.TarFile, member: tarfile.TarInfo, path: str) -> None:
        content = tar.extractfile(member)
        assert content is not None
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with content, open(os.open(path, flags, 0o600), "wb") as file:
            done = 0
            while data := content.read(_CHUNK):
                if self._stopped():
                    raise UnpackError("it was stopped")
                done += len(data)
                self._left -= len(data)
                if self._left < 0:
                    raise UnpackError(f"it holds more than {self._most >> 20} MiB")
                file.write(data)
            if done != member.size:
                raise UnpackError("it is damaged (it ends too soon)")
            os.fchmod(file.fileno(), member.mode & 0o777 | 0o600)

    def _path(self, name: str) -> str:
        parts = [part for part in name.split("/") if part not in ("", ".")]
        if name.startswith("/") or ".." in parts or "\0" in name:
            raise UnpackError(f"{name!r} leads out of it")
        return os.path.join(self._root, *parts)


def _within(path: str, root: str) -> bool:
    return path == root or path.startswith(f"{root}/")
