"""Packs a folder: the same content is the same archive, wherever and whenever it is packed.

Left out is what `.heddleignore` says (in the words of .gitignore); where there is none, what git
ignores. Never the folder .git itself.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import stat
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO

from heddle.client.ignore import Ignore
from heddle.errors import UsageError

IGNORE = ".heddleignore"
LIMIT = "HEDDLE_SNAPSHOT_LIMIT"
MOST_ENTRIES = 200_000  #: more is not unpacked
_PIECE = 1 << 20
_SHOWN = 3  # of what is too large or in the way


@dataclass(slots=True)
class Archive:
    """An archive in a file without a name: it is gone when it is closed."""

    file: IO[bytes]
    digest: str  #: 64 hex digits
    bytes: int  #: of the archive
    files: int


def pack(folder: str, most_bytes: int, more: Mapping[str, bytes] | None = None) -> Archive:
    """`more` are files that are not there, by their paths from the folder on.

    :raises UsageError: if there is no such folder, or something in it cannot be taken along
    """
    if not os.path.isdir(folder):
        raise UsageError(f"snapshot: {folder} is not a folder. Name the folder to send, as in `.`.")
    root = os.path.realpath(folder)
    try:
        entries = sorted(name for name in listed(root) if name not in (more or {}))
        _check(root, entries, most_bytes)
        file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        try:
            _write(root, entries, more or {}, file)
            size = file.tell()
            file.seek(0)
            digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
            file.seek(0)
        except BaseException:
            file.close()
            raise
    except OSError as error:
        where = error.filename or folder
        raise UsageError(f"snapshot: {where} cannot be read: {error.strerror}.") from None
    return Archive(file, digest, size, len(entries))


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file or link of an archive; a link has no digest."""

    bytes: int
    sha256: str
    is_executable: bool


def sent_files(archive: Archive) -> dict[str, SentFile]:
    """By path, as they are in the archive: the folder may have changed since."""
    found = {}
    with tarfile.open(fileobj=archive.file, mode="r:gz") as tar:
        for entry in tar:
            if entry.issym():
                found[entry.name] = SentFile(0, "", False)
            elif (content := tar.extractfile(entry)) is not None:
                digest = hashlib.sha256()
                while data := content.read(_PIECE):
                    digest.update(data)
                is_executable = bool(entry.mode & 0o100)
                found[entry.name] = SentFile(entry.size, digest.hexdigest(), is_executable)
    archive.file.seek(0)
    return found


def listed(root: str) -> list[str]:
    """What is taken along: paths from the folder on, folders among them."""
    if not os.path.exists(os.path.join(root, IGNORE)):
        known = _of_git(root)
        if known is not None:
            return known
        return list(_walk(root, Ignore([])))
    with open(os.path.join(root, IGNORE), encoding="utf-8", errors="surrogateescape") as file:
        return list(_walk(root, Ignore(file.read().splitlines())))


def _walk(root: str, ignore: Ignore) -> Iterator[str]:
    line = [""]
    while line:
        within = line.pop()
        with os.scandir(os.path.join(root, within)) as entries:
            for entry in entries:
                name = f"{within}{entry.name}"
                is_folder = entry.is_dir(follow_symlinks=False)
                if name == ".git" or ignore.has(name, is_folder=is_folder):
                    continue
                yield name
                if is_folder:
                    line.append(f"{name}/")


def _of_git(root: str) -> list[str] | None:
    """Files that git knows or does not ignore; None if it is no work tree, or there is no git."""
    command = ["git", "-C", root, "ls-files", "-z", "-co", "--exclude-standard"]
    try:
        done = subprocess.run(command, capture_output=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return None
    if done.returncode != 0:
        return None
    files = {os.fsdecode(each) for each in done.stdout.split(b"\0") if each}
    there = {name for name in files if os.path.lexists(os.path.join(root, name))}
    nested = {name for name in there if _is_folder(root, name)}  # another work tree, as one entry
    for name in nested:
        below = _walk(os.path.join(root, name), Ignore([]))
        there |= {f"{name.rstrip('/')}/{each}" for each in below}
    there = {name.rstrip("/") for name in there}
    folders = {f for name in there for f in _above(name)}
    return sorted(there | folders)


def _is_folder(root: str, name: str) -> bool:
    path = os.path.join(root, name)
    return os.path.isdir(path) and not os.path.islink(path.rstrip("/"))


def _above(name: str) -> Iterator[str]:
    parts = name.split("/")[:-1]
    return ("/".join(parts[:n]) for n in range(1, len(parts) + 1))


def _check(root: str, entries: Sequence[str], most_bytes: int) -> None:
    odd, leaving = [], []
    sizes: dict[str, int] = {}
    for name in entries:
        path = os.path.join(root, name)
        found = os.lstat(path)
        if stat.S_ISLNK(found.st_mode):
            target = os.readlink(path)
            if os.path.isabs(target) or not _is_within(os.path.realpath(path), root):
                leaving.append(f"{name} -> {target}")
        elif stat.S_ISREG(found.st_mode):
            sizes[name] = found.st_size
        elif not stat.S_ISDIR(found.st_mode):
            odd.append(name)
    if leaving:
        raise UsageError(
            f"snapshot: links that point outside the folder cannot be sent: {_some(leaving)}. "
            f"Put their targets into it, or leave them out with a {IGNORE}."
        )
    if odd:
        raise UsageError(
            f"snapshot: neither files nor folders: {_some(odd)}. Leave them out with a {IGNORE}."
        )
    if len(entries) > MOST_ENTRIES:
        raise UsageError(
            f"snapshot: {len(entries)} files and folders; at most {MOST_ENTRIES} are allowed. "
            f"Leave some out with a {IGNORE}."
        )
    if (total := sum(sizes.values())) > most_bytes:
        raise UsageError(
            f"snapshot: {total >> 20} MiB; at most {most_bytes >> 20} MiB are allowed ({LIMIT}). "
            f"The largest: {_largest(sizes)}. Leave them out with a {IGNORE}, and register data "
            "with `heddle admin data create`."
        )


def _largest(sizes: dict[str, int]) -> str:
    """Files, and the folders at the top, by what they hold."""
    tops: dict[str, int] = {}
    for name, size in sizes.items():
        top, slash, _ = name.partition("/")
        tops[top + slash] = tops.get(top + slash, 0) + size
    ordered = sorted(tops.items(), key=lambda each: -each[1])[:_SHOWN]
    return ", ".join(f"{name} ({size >> 20} MiB)" for name, size in ordered)


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


def _is_within(path: str, root: str) -> bool:
    return path == root or path.startswith(f"{root}/")


def _write(root: str, entries: Sequence[str], more: Mapping[str, bytes], file: IO[bytes]) -> None:
    """Names, content, links and whether a file can be executed; no owners and no times."""
    with (
        gzip.GzipFile("", "wb", 6, file, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for name in entries:
            path = os.path.join(root, name)
            found = os.lstat(path)
            entry = tarfile.TarInfo(name)
            entry.mode = 0o755 if found.st_mode & 0o100 else 0o644
            if stat.S_ISLNK(found.st_mode):
                entry.type, entry.linkname = tarfile.SYMTYPE, os.readlink(path)
                tar.addfile(entry)
            elif stat.S_ISDIR(found.st_mode):
                entry.type, entry.mode = tarfile.DIRTYPE, 0o755
                tar.addfile(entry)
            else:
                _add_file(tar, entry, path)
        for name, content in sorted(more.items()):
            entry = tarfile.TarInfo(name)
            entry.mode, entry.size = 0o644, len(content)
            tar.addfile(entry, io.BytesIO(content))


def _add_file(tar: tarfile.TarFile, entry: tarfile.TarInfo, path: str) -> None:
    with open(path, "rb") as content:
        entry.size = os.fstat(content.fileno()).st_size
        try:
            tar.addfile(entry, content)
        except OSError as error:
            if error.errno is None:  # tarfile's own: less came than there was
                raise UsageError(f"snapshot: {path} changed while it was packed.") from None
            raise
