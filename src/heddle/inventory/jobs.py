"""Which job a program of this machine belongs to.

Every member of an attempt has its job in its environment, and what it starts inherits that. A
program can change what is read here: it is for people to read, and nothing is decided by it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from heddle.system.printable import printable

if TYPE_CHECKING:
    from heddle.records import ProgramState

JOB = "HEDDLE_JOB"
ATTEMPT_FOLDER = "HEDDLE_ATTEMPT_FOLDER"  #: which is that attempt's alone
NONE, UNKNOWN = "-", "N/A"


def variable(pid: int, name: str) -> str | None:
    """Of a process, as it was started; empty if it has none. None: it has gone, or is another
    user's, which only root may read."""
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            variables = file.read().split(b"\0")
    except OSError:
        return None
    start = name.encode() + b"="
    found = next((each for each in variables if each.startswith(start)), b"")
    return found.removeprefix(start).decode("utf-8", "replace")


def job_of(program: ProgramState) -> str | None:
    """Its job; several, with commas between, where they share a partition. Empty if it is of none.
    None: not visible."""
    return _job_of(program.id, program.start_ticks, program.processes or (program.pid,))


def attempt_folder_of(program: ProgramState) -> str:
    """The folder of the attempt that all its processes are of; empty if there is no such one. Of an
    isolated one the process that makes the sandbox is asked, which a tenant does not reach."""
    return _attempt_folder_of(program.id, program.start_ticks, program.processes or (program.pid,))


@lru_cache(4096)
def _attempt_folder_of(_program: int, _start_ticks: int, processes: tuple[int, ...]) -> str:
    found = {variable(pid, ATTEMPT_FOLDER) for pid in processes} - {None}
    return (found.pop() or "") if len(found) == 1 else ""


@lru_cache(4096)  # it stays what it is, and a crowd of programs is looked at every second
def _job_of(_program: int, _start_ticks: int, processes: tuple[int, ...]) -> str | None:
    found = dict.fromkeys(variable(pid, JOB) for pid in processes)
    known = [each for each in found if each is not None]
    return printable(",".join(filter(None, known))) if known else None


def job_text(job: str | None) -> str:
    return UNKNOWN if job is None else job or NONE
