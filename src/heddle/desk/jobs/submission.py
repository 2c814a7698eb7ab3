"""The body of a submission, as jobs. Pure; every error has its place in what was sent."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from heddle.desk.errors import InvalidError, MalformedError, Mistake
from heddle.errors import did_you_mean
from heddle.model.job import Job
from heddle.spec.equipment import is_digest
from heddle.spec.job_file import parse, size_of
from heddle.spec.job_text import normal

KEYS = ("jobs", "file", "name", "folder", "hold", "anyway", "snapshots")
BODY = "body"  #: the name of what was sent, where it has no other
MOST_JOBS = 10_000  #: of one submission; each member of an array is one
MOST_KEPT = 64 << 20  #: characters of them all
EXAMPLE = 'Send {"jobs": [{"id": "a", "devices": "gpu:1", "command": "..."}]} or {"file": "..."}.'
_SPACE = re.compile(r"[ \t\r\n]*")
_decode = json.JSONDecoder().raw_decode


@dataclass(frozen=True, slots=True)
class Submission:
    """Jobs as they were understood, and as they are kept."""

    jobs: Sequence[Job]
    specs: Sequence[Mapping[str, Any]]
    hold: bool
    snapshots: Mapping[str, str] = field(default_factory=dict)  #: sha256:... by what jobs call them
    anyway: bool = True  #: also what no node that is here could ever run; 0.1 refused nothing


class _Field(NamedTuple):
    value: Any
    start: int
    end: int


def read(body: bytes, tenant: str, now_s: int) -> Submission:
    """:raises DeskError: if it is not a submission
    :raises FileError: if a job is wrong
    """
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise MalformedError(f"the body is not UTF-8: byte {error.start}.") from None
    try:
        fields = _fields(text)
    except json.JSONDecodeError as error:
        mistake = Mistake(
            f"not JSON: {error.msg}.", file=BODY, line=error.lineno, column=error.colno
        )
        raise MalformedError(f"the body is not JSON: {error}.", [mistake]) from None
    except (ValueError, RecursionError) as error:
        raise MalformedError(f"the body is not JSON that can be read: {error}.") from None
    hold, anyway = _flag(fields, "hold", False), _flag(fields, "anyway", True)
    jobs = [_in_folder(job, fields) for job in _jobs(text, fields, tenant, now_s)]
    count = sum(job.members if job.shape == "array" else 1 for job in jobs)
    if count > MOST_JOBS:
        rule = f"{count} jobs at once; at most {MOST_JOBS} are allowed. Send them in parts."
        raise InvalidError(rule)
    size = sum(size_of(job) * (job.members if job.shape == "array" else 1) for job in jobs)
    if size > MOST_KEPT:
        rule = (
            f"these jobs say {size >> 20} MiB, each member of an array all that its job says; "
            f"at most {MOST_KEPT >> 20} MiB are allowed at once. Put long texts into a snapshot."
        )
        raise InvalidError(rule)
    return Submission(jobs, [normal(job) for job in jobs], hold, _snapshots(fields), anyway)


def _fields(text: str) -> dict[str, _Field]:
    """The fields of the object, and where their values stand."""
    at = _skip(text, 0)
    if text[at : at + 1] != "{":
        raise json.JSONDecodeError("an object is expected", text, at)
    found: dict[str, _Field] = {}
    at = _skip(text, at + 1)
    while text[at : at + 1] != "}":
        if found:
            at = _skip(text, _expect(text, at, ","))
        if text[at : at + 1] != '"':
            raise json.JSONDecodeError("a key in double quotes is expected", text, at)
        key, end = _decode(text, at)
        if key not in KEYS or key in found:
            line, column = _place(text, at)
            why = "is here twice" if key in found else f"is not a field.{did_you_mean(key, KEYS)}"
            mistake = Mistake(f"{key!r} {why}", BODY, BODY, line, column)
            raise InvalidError(f"{key!r} {why} {EXAMPLE}", [mistake])
        start = _skip(text, _expect(text, _skip(text, end), ":"))
        value, end = _decode(text, start)
        found[key] = _Field(value, start, end)
        at = _skip(text, end)
    if rest := text[at + 1 :].strip():
        raise json.JSONDecodeError("the end is expected", text, text.rindex(rest))
    return found


def _skip(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    assert space is not None
    return space.end()


def _expect(text: str, at: int, mark: str) -> int:
    if text[at : at + 1] != mark:
        raise json.JSONDecodeError(f"{mark!r} is expected", text, at)
    return at + 1


def _place(text: str, at: int) -> tuple[int, int]:
    """Line and column, from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _in_folder(job: Job, fields: Mapping[str, _Field]) -> Job:
    """A folder to work in is meant from where the file is."""
    base = fields["folder"].value if "folder" in fields else ""
    if not isinstance(base, str) or (base and not os.path.isabs(base)):
        raise _wrong("folder", "the whole path of the folder in which the file is, from / on")
    if job.folder is None or os.path.isabs(job.folder):
        return job
    if not base:
        rule = f"folder: {job.id} is to work in {job.folder!r}: give the whole path, from / on."
        raise InvalidError.of_field("folder", rule)
    return replace(job, folder=os.path.normpath(os.path.join(base, job.folder)))


def _flag(fields: Mapping[str, _Field], name: str, without: bool) -> bool:
    said = fields[name].value if name in fields else without
    if not isinstance(said, bool):
        raise _wrong(name, "true or false is expected")
    return said


def _snapshots(fields: Mapping[str, _Field]) -> Mapping[str, str]:
    said = fields["snapshots"].value if "snapshots" in fields else {}
    if not isinstance(said, dict) or not all(
        isinstance(digest, str) and is_digest(digest) for digest in said.values()
    ):
        raise _wrong("snapshots", "folders with the sha256:... under which they were uploaded")
    return said


def _jobs(text: str, fields: Mapping[str, _Field], tenant: str, now_s: int) -> list[Job]:
    if ("jobs" in fields) == ("file" in fields):
        raise InvalidError(f"either `jobs` or `file` is expected. {EXAMPLE}")
    if "file" in fields:
        file, name = fields["file"].value, "job.yaml"
        if "name" in fields:
            name = fields["name"].value
        if not isinstance(name, str) or not 0 < len(name) <= 255:
            raise _wrong("name", "the name of a file is expected, at most 255 characters")
        if not isinstance(file, str):
            raise _wrong("file", "the text of a job file is expected")
        is_json = name.lower().endswith(".json")
        return parse(file, name, is_json=is_json, tenant=tenant, submitted_s=now_s)
    if "name" in fields:
        raise _wrong("name", "it is the name of a `file`")
    jobs = fields["jobs"]
    if not isinstance(jobs.value, list) or not jobs.value:
        raise _wrong("jobs", f"a list of jobs is expected. {EXAMPLE}")
    # What stands before them is blanked, so that errors have their place in the body.
    line, column = _place(text, jobs.start)
    padded = "\n" * (line - 1) + " " * (column - 1) + text[jobs.start : jobs.end]
    return parse(padded, BODY, is_json=True, tenant=tenant, submitted_s=now_s)


def _wrong(field: str, rule: str) -> InvalidError:
    said = f"{field}: {rule.removesuffix('.')}."
    return InvalidError.of_field(field, said)
