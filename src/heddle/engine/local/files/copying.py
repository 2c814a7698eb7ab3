"""Copies data from where it is: a file or a folder of this machine, or a file of a web server."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Iterator
from typing import IO
from urllib.parse import unquote, urlsplit

_CHUNK = 1 << 20
_PATIENCE_S = 60.0  # without a byte
_DEEPEST = 200  # folders within each other


class CopyError(Exception):
    """It cannot be copied; it says why."""


def local_path(source: str) -> str | None:
    """Of a path or a file:// address; None if it is elsewhere."""
    parts = urlsplit(source)
    if parts.scheme == "file":
        return unquote(parts.path)
    return source if source.startswith("/") else None


def size_of(source: str) -> int:
    """In bytes; 0 where it is unknown before the fetch.

    :raises OSError: if it is of this machine, and not there
    """
    path = local_path(source)
    if path is None:
        return 0
    if not os.path.isdir(path):
        return os.stat(path).st_size
    return sum(os.stat(each).st_size for each, _ in _files_of(path))


def listed(path: str) -> list[tuple[str, int, int]]:
    """Name, size and mode of each file below; a file itself has no name.

    :raises CopyError: if there is something else
    :raises OSError: if it cannot be read
    """
    if not os.path.isdir(path):
        return [("", *_size_and_mode(path))]
    return [(name, *_size_and_mode(each)) for each, name in _files_of(path)]


def _size_and_mode(path: str) -> tuple[int, int]:
    status = os.stat(path)
    return status.st_size, status.st_mode & 0o777


def copy(
    source: str,
    into: str,
    sha256: str | None,
    most_bytes: int,
    progress: Callable[[int], None],
    stopped: Callable[[], bool],
) -> tuple[str, int]:
    """Makes the folder `into`. Gives the name in it, which is empty for all of it, and the bytes.

    :raises CopyError: if it is not there, not what it should be, or it was stopped
    """
    copying = _Copying(most_bytes, progress, stopped)
    path = local_path(source)
    try:
        if path is None:
            name, digest = copying.web(source, into)
        elif os.path.isdir(path):
            if sha256 is not None:
                raise CopyError("it is a folder, and a sha256 is of one file")
            copying.folder(path, into)
            return "", copying.done
        else:
            name = os.path.basename(path)
            make_folder(into)
            with open(path, "rb") as file:
                digest = copying.file(file, os.path.join(into, name))
    except OSError as error:
        raise CopyError(error.strerror or str(getattr(error, "reason", error))) from None
    if sha256 is not None and digest != sha256:
        raise CopyError(f"its sha256 is {digest}, and {sha256} is expected")
    return name, copying.done


def _files_of(root: str) -> Iterator[tuple[str, str]]:
    """All files below, with their paths from there. A link to a file counts as that file."""
    for folder, folders, files in os.walk(root, onerror=_raise):
        if folder.count("/") - root.count("/") > _DEEPEST:
            raise CopyError(f"it has folders in folders in folders, more than {_DEEPEST}")
        if links := [each for each in folders if os.path.islink(os.path.join(folder, each))]:
            raise CopyError(f"{os.path.join(folder, links[0])} is a link to a folder")
        for name in files:
            path = os.path.join(folder, name)
            if not stat.S_ISREG(os.stat(path).st_mode):
                raise CopyError(f"{path} is no file")
            yield path, os.path.relpath(path, root)


def _raise(error: OSError) -> None:
    raise error


def make_folder(folder: str) -> None:
    """For all who get so far: the folder that it is in is ours alone."""
    if not os.path.isdir(folder):
        make_folder(os.path.dirname(folder))
        os.mkdir(folder)
        os.chmod(folder, 0o755)


class _Copying:
    def __init__(
        self, most_bytes: int, progress: Callable[[int], None], stopped: Callable[[], bool]
    ) -> None:
        self.done = 0
        self._most = most_bytes
        self._progress = progress
        self._stopped = stopped

    def folder(self, source: str, into: str) -> None:
        make_folder(into)
        for path, name in _files_of(source):
            target = os.path.join(into, name)
            make_folder(os.path.dirname(target))
            with open(path, "rb") as file:
                self.file(file, target)
                os.chmod(target, os.fstat(file.fileno()).st_mode & 0o755 | 0o444)

    def web(self, source: str, into: str) -> tuple[str, str]:
        from http.client import HTTPException
        from urllib.request import Request, urlopen

        name = os.path.basename(urlsplit(source).path) or "data"
        make_folder(into)
        asked = Request(source, headers={"User-Agent": "heddle"})
        try:
            with urlopen(asked, timeout=_PATIENCE_S) as answer:
                expected = answer.headers.get("Content-Length")
                digest = self.file(answer, os.path.join(into, unquote(name).replace("/", "_")))
        except (HTTPException, ValueError) as error:
            raise CopyError(str(error) or type(error).__name__) from None
        if expected is not None and expected.isdigit() and int(expected) != self.done:
            raise CopyError(f"it ended after {self.done} of {expected} bytes")
        return unquote(name).replace("/", "_"), digest

    def file(self, source: IO[bytes], target: str) -> str:
        digest = hashlib.sha256()
        with open(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            os.fchmod(file.fileno(), 0o644)  # for jobs of tenants, which are users of their own
            while data := source.read(_CHUNK):
                if self._stopped():
                    raise CopyError("it was stopped")
                self.done += len(data)
                if self.done > self._most:
                    raise CopyError(
                        f"it is larger than the cache may be, {self._most >> 20} MiB "
                        "(HEDDLE_CACHE_LIMIT)"
                    )
                digest.update(data)
                file.write(data)
                self._progress(self.done)
        return digest.hexdigest()
