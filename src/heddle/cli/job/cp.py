"""Copy files out of a job's folder, or into it. Folders are copied with all that is in them.

PATH is relative to the job's folder, and cannot leave it; links are not followed. You can copy out
of a job even when it is over, as long as its folder is kept; into a job only while it runs. A job
with a `folder` (`heddle submit` without --snapshot sets it) has no folder of its own: its files can
be copied while it runs, if it is not isolated; later, copy them from that folder.

examples:
  heddle job cp j17:checkpoints/last.pt .
  heddle job cp j17:checkpoints results       a folder, as results or into it
  heddle job cp j17: all                      everything
  heddle job cp new.yaml j17:config.yaml
  heddle job cp 'j9[3]:out.json' out-3.json   a member of an array

exit codes: 1 something was left out; 2 there is no such job or file; 111 not permitted; 123 no
control plane answers
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from heddle.cli._output import complain
from heddle.errors import NoPermissionError, UsageError

if TYPE_CHECKING:
    from heddle.client.client import Client

HELP = "copy files out of a job's folder, or into it"
_THERE = re.compile(r"(j[1-9][0-9]*(?:\[[0-9]+\])?):(.*)", re.DOTALL)
_PIECE = 1 << 20


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="FROM", help="JOB:PATH, or a file or folder here")
    parser.add_argument("target", metavar="TO", help="a path here, or JOB:PATH")


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    source, target = _THERE.fullmatch(options.source), _THERE.fullmatch(options.target)
    if (source is None) == (target is None):
        raise UsageError(
            "one path must be in a job: heddle job cp j17:PATH HERE, or heddle job cp HERE j17:"
        )
    try:
        with where.find() as client:
            if source is not None:
                return _fetch(client, source[1], source[2], Path(options.target))
            assert target is not None
            return _send(client, Path(options.source), target[1], target[2])
    except OSError as error:
        path = str(error.filename or options.target)
        raise NoPermissionError(f"cannot copy ({error.strerror})", path) from None


def _fetch(client: Client, job: str, path: str, target: Path) -> int:
    name = os.path.basename(path.rstrip("/"))
    if target.is_dir() and name not in ("", "."):
        target = target / name
    left_out = 0
    for there, here, kind, mode in _found(client, job, path, target):
        if kind == "folder":
            here.mkdir(parents=True, exist_ok=True)
        elif kind == "file":
            with client.read_job_file(job, there) as response, here.open("wb") as file:
                while piece := response.read(_PIECE):
                    file.write(piece)
            here.chmod(mode | 0o600)
        else:
            complain(f"{there} is left out: it is a {kind}, and only files are copied")
            left_out += 1
    return 1 if left_out else 0


def _found(client: Client, job: str, path: str, here: Path) -> Iterator[tuple[str, Path, str, int]]:
    """All entries to copy, folders before their contents: path there and here, kind, mode."""
    listed = client.job_files(job, path)
    if listed["kind"] != "folder":
        (entry,) = listed["entries"]
        yield path, here, entry["kind"], entry["mode"]
        return
    yield path, here, "folder", 0o755
    for entry in listed["entries"]:
        name = str(entry["name"])
        if "/" in name or name in ("", ".", ".."):  # not from a server of Heddle
            raise UsageError(f"{name!r} is not a file name.")
        there = f"{path.rstrip('/')}/{name}".lstrip("/")
        if entry["kind"] == "folder":
            yield from _found(client, job, there, here / name)
        else:
            yield there, here / name, entry["kind"], entry["mode"]


def _send(client: Client, source: Path, job: str, path: str) -> int:
    into = path.rstrip("/")
    if not into or path.endswith("/") or into == ".":
        into = f"{into.removesuffix('.')}/{source.resolve().name}".lstrip("/")
    left_out = 0
    for file in sorted(source.rglob("*")) if source.is_dir() else [source]:
        there = into if file == source else f"{into}/{file.relative_to(source).as_posix()}"
        if file.is_file() and (file == source or not file.is_symlink()):
            with file.open("rb") as opened:
                seen = os.fstat(opened.fileno())
                client.write_job_file(job, there, opened, seen.st_size, mode=seen.st_mode & 0o777)
        elif not file.is_dir() or file.is_symlink():
            if file == source:
                raise UsageError(f"{source} is not here, or is not a file.")
            complain(f"{file} is left out: only files and folders are copied")
            left_out += 1
    return 1 if left_out else 0
