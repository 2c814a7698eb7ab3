"""What a job has changed of the folder that was sent with it: found there and brought back here.

Nothing is deleted here, and what was changed here meanwhile stays as it is. Names come from the
job, which is believed nothing: no link of this folder is followed, and no way leads out of it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from heddle.client.pack import SentFile
from heddle.engine.local.files import beneath
from heddle.errors import UsageError

if TYPE_CHECKING:
    from heddle.client.client import Client

#: What is the folder's own affair: git's, and what Heddle put there for the job.
OWN, FIRST_OWN = ".git", ".heddle"
_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class FoundFile:
    """An entry of the job's folder."""

    path: str
    kind: str  #: file, folder, link or other
    bytes: int
    mode: int
    sha256: str | None = None


@dataclass(frozen=True, slots=True)
class Returned:
    """What became of the changes, by path."""

    written: Sequence[str]
    kept: Sequence[str]  #: changed here as well, since it was sent
    refused: Mapping[str, str]  #: why it cannot be here


def changed(sent: Mapping[str, SentFile], found: Iterable[FoundFile]) -> Iterator[FoundFile]:
    """What is new, and files with other content or other rights. Pure."""
    above = {folder for path in sent for folder in _above(path)}
    for each in found:
        if is_own(each.path):
            continue
        before = sent.get(each.path)
        if each.kind == "file":
            now = SentFile(each.bytes, each.sha256 or "", bool(each.mode & 0o100))
            is_as_it_was = before == now
        else:
            is_as_it_was = before is not None or each.path in above
        if not is_as_it_was:
            yield each


def is_own(path: str) -> bool:
    """Neither sent nor brought back."""
    parts = path.split("/")
    return OWN in parts or parts[0] == FIRST_OWN


def _above(path: str) -> Iterator[str]:
    while path := path.rpartition("/")[0]:
        yield path


def look(client: Client, job: str, sent: Mapping[str, SentFile]) -> Iterator[FoundFile]:
    """All that is in the job's folder, folders before what is in them. Only what may be as it was
    is read there: no file that is larger than all that were sent.

    :raises UsageError: if the folder cannot be looked at
    """
    largest = max((each.bytes for each in sent.values()), default=-1)
    line = [""]
    while line:
        within = line.pop()
        for entry in client.job_files(job, within, digests=largest)["entries"]:
            path = f"{within}/{entry['name']}".lstrip("/")
            yield FoundFile(path, entry["kind"], entry["bytes"], entry["mode"], entry.get("sha256"))
            if entry["kind"] == "folder" and not is_own(path):
                line.append(path)


def bring_back(
    client: Client, job: str, folder: str, sent: Mapping[str, SentFile], since_ns: int
) -> Returned:
    """`since_ns`: what was changed here later (by its time of modification) stays as it is.

    :raises UsageError: if the job's folder cannot be looked at
    """
    written, kept, refused = [], [], {}
    for each in changed(sent, look(client, job, sent)):
        try:
            if each.kind not in ("file", "folder"):
                what = "a link" if each.kind == "link" else "neither a file nor a folder"
                raise UsageError(f"it is {what}, and only files are copied.")
            parts = beneath.parts_of(each.path)
            if each.kind == "folder":
                with beneath.folder(folder, parts, make=True):
                    continue
            if _is_newer(folder, each.path, since_ns):
                kept.append(each.path)
                continue
            _fetch(client, job, folder, each)
            written.append(each.path)
        except UsageError as error:
            refused[each.path] = str(error)
        except OSError as error:
            refused[each.path] = error.strerror or str(error)
    return Returned(written, kept, refused)


def _is_newer(folder: str, path: str, since_ns: int) -> bool:
    try:
        return os.lstat(os.path.join(folder, path)).st_mtime_ns > since_ns
    except OSError:
        return False


def _fetch(client: Client, job: str, folder: str, found: FoundFile) -> None:
    """With the rights that it would have, had it been made or changed here."""
    writing = beneath.Writing(folder, found.path, _mode(folder, found))
    try:
        with client.read_job_file(job, found.path) as response:
            while piece := response.read(_PIECE):
                try:
                    writing.write(piece)
                except OSError as error:  # of this disk: the line to the server is well
                    raise UsageError(error.strerror or str(error)) from None
        writing.done()
    finally:
        writing.close()


def _mode(folder: str, found: FoundFile) -> int:
    """Of one that is here: its own, since archives do not tell who may read it. Where the job has
    changed who may execute it, all who can read it here can, or nobody."""
    try:
        seen = os.lstat(os.path.join(folder, found.path)).st_mode
    except OSError:
        seen = 0
    if not stat.S_ISREG(seen):
        mask = os.umask(0)
        os.umask(mask)
        return (found.mode | 0o600) & ~mask
    here = stat.S_IMODE(seen) & 0o777
    if bool(here & 0o100) == bool(found.mode & 0o100):
        return here
    return here | (here & 0o444) >> 2 if found.mode & 0o100 else here & ~0o111
