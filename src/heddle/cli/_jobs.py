"""Jobs on the command line: how they are named, and how they are shown."""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from heddle.cli._output import clean, print_table
from heddle.errors import UsageError
from heddle.system import state

if TYPE_CHECKING:
    from heddle.client.client import Client

HEADS = (
    "JOB", "NAME", "STATE", "TENANT", "USER", "PRIORITY", "AGE", "RAN", "NODE", "DEVICE", "REASON",
)  # fmt: skip
_JOB = re.compile(r"j[1-9][0-9]*(\[[0-9]+\])?")


def job_id(text: str) -> str:
    """The type of an argument that names a job."""
    if not _JOB.fullmatch(text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a job: jobs are called j17, members of an array j17[3]. "
            "`heddle job ls -a` lists all"
        )
    return text


def program_or_job(text: str) -> int | str:
    """The type of an argument that names a program of this node by its number, a job, or a
    partition, which is a program."""
    if text.isdecimal():
        return int(text)
    if _JOB.fullmatch(text):
        return text
    program = _in_partition(text)
    if program is None:
        raise argparse.ArgumentTypeError(
            f"{text!r} is neither a program (a number, as `heddle ps` shows it) nor a job (j17) "
            "nor a partition (`heddle device partition ls`)"
        )
    if not program:
        raise argparse.ArgumentTypeError(f"no program has run in partition {text} yet")
    return program


def _in_partition(name: str) -> int | None:
    """The program of that partition, 0 if it has none yet; None: there is no such partition."""
    if not state.exists("partitions"):
        return None
    from heddle.virt import registry, slot

    for each in registry.load():
        if each.name == name:
            there = slot.find(each, slot.programs())
            return there.id if there else 0
    return None


def member_of(client: Client, job: str, member: int | None) -> tuple[str, int]:
    """The job that is meant, and the number of its member: of an array the member is a job itself,
    of a gang it is not, however it was written.

    :raises UsageError: if there is no such job
    """
    name, bracket, number = job.rstrip("]").partition("[")
    if bracket and member is not None:
        raise UsageError(f"{job} and --member {member}: give one of them.")
    if bracket:
        member = int(number)
    whole = client.job(name)
    if (whole.get("reason") or {}).get("code") == "array":
        if member is None:
            raise UsageError(f"{name} is an array: name one of its members, as '{name}[0]'.")
        return f"{name}[{member}]", 0
    return name, member or 0


def print_jobs(jobs: Sequence[Mapping[str, Any]]) -> None:
    now_ms = time.time() * 1000
    rows = [
        (
            job["id"],
            job["name"],
            job["state"],
            job["tenant"],
            job["user"],
            job["priority"],
            span(now_ms - job["submitted_ms"]),
            ran(job, now_ms),
            node_text(job["places"]) or "-",
            device_text(job["places"]) or "-",
            why(job) or "-",
        )
        for job in jobs
    ]
    print_table(HEADS, rows)


def node_text(places: Sequence[Mapping[str, Any]]) -> str:
    """The first node, and how many more: n1 +3."""
    return _and_more(dict.fromkeys(str(place["node"]) for place in places))


def device_text(places: Sequence[Mapping[str, Any]]) -> str:
    """The first device, how many more, and how much of each: cuda@0 +3, soft@gpu 25 %. Of one that
    runs on cores alone, how many those are: cpu:4. Of one that is lent, by which node."""
    given = [
        (place.get("lender") or place["node"], *device)
        for place in places
        for device in place["devices"]
    ]
    if not given:
        cores = sum(place["cpu_milli"] for place in places) / 1000
        return f"cpu:{cores:g}" if cores else ""
    told = _and_more({(node, name): name for node, name, _ in given}.values())
    if lender := next((place["lender"] for place in places if place.get("lender")), ""):
        told += f" of {lender}"
    parts = sorted({milli for *_, milli in given})
    if parts == [1000]:
        return told
    return (
        f"{told} {'-'.join(f'{milli / 10:g}' for milli in dict.fromkeys((parts[0], parts[-1])))} %"
    )


def _and_more(names: Iterable[str]) -> str:
    first, *others = [*names] or [""]
    return f"{first} +{len(others)}" if others else first


def why(job: Mapping[str, Any]) -> str:
    """The key reason while it waits, or how it ended."""
    for said in (job.get("why"), job.get("reason")):
        if said:
            return str(said.get("text") or said.get("code") or "")
    return ""


def ran(job: Mapping[str, Any], now_ms: float) -> str:
    """How long the last attempt has taken so far, or took."""
    if job["started_ms"] is None:
        return "-"
    ended = job["ended_ms"]
    if ended is None and job["state"] in ("waiting", "held"):
        return "-"
    return span((ended if ended is not None else now_ms) - job["started_ms"])


def span(milliseconds: float) -> str:
    """As people say it: two units at most."""
    seconds = max(0.0, milliseconds / 1000)
    if seconds < 9.95:
        return f"{seconds:.1f}s"
    if seconds < 100:
        return f"{seconds:.0f}s"
    minutes, hours = int(seconds // 60), int(seconds // 3600)
    if minutes < 100:
        return f"{minutes}m{int(seconds % 60):02}s"
    return f"{hours}h{minutes % 60:02}m" if hours < 100 else f"{hours // 24}d{hours % 24}h"


def exit_code(job: Mapping[str, Any]) -> int:
    """What a shell would end with, had it run the job."""
    code = job["exit_code"]
    if job["state"] == "done":
        return 0
    if not code:
        return 1
    return 128 - int(code) if code < 0 else min(int(code), 255)


def sentence(job: Mapping[str, Any]) -> str:
    """How it stands, in one line."""
    said, now = why(job), job["state"]
    told = f"{job['id']} ({job['name']}) is {now}"
    return clean(told if said in ("", now) else f"{told}: {said}")
