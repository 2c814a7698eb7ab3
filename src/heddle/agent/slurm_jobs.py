"""Jobs that Slurm runs here with a program of their own, which its Prolog made.

A process of such a job belongs to that program whatever its environment says: it is in a control
group of Slurm's (`proctrack/cgroup`), or the daemon of its step, which is root's, is above it.
"""

from __future__ import annotations

import os
import re

from heddle.agent.program_files import ProgramFiles
from heddle.system.process import Stat

FOLDER = "slurm"
FILES = ProgramFiles(FOLDER)
_DAEMON = "slurmstepd"
#: system.slice/slurmstepd.scope/job_7/step_0, or slurm/uid_1000/job_7/step_0 of version 1
_GROUP = re.compile(r"/slurm[^/\n]*/(?:uid_\d+/)?job_(\d+)(?:/|$)", re.MULTILINE)
_STEP = re.compile(rb"slurmstepd: \[(\d+)\.")  # how it is called by ps


def program_of(pid: int) -> int:
    """The program of the job that a process is of; 0: of none."""
    if not os.path.isdir(FILES.folder):
        return 0
    try:
        job = _job_of(pid)
    except (OSError, ValueError):  # it has gone
        return 0
    known = FILES.read(job) if job else None
    return int(known["program"]) if known else 0


def _job_of(pid: int) -> str:
    """:raises OSError: if the process has gone"""
    with open(f"/proc/{pid}/cgroup", encoding="utf-8", errors="replace") as file:
        if job := job_of_group(file.read()):
            return job
    while pid > 1:
        stat = Stat.read(pid)
        if stat.name == _DAEMON and os.stat(f"/proc/{pid}").st_uid == 0:
            with open(f"/proc/{pid}/cmdline", "rb") as line:
                step = _STEP.match(line.read())
            return step[1].decode() if step else ""
        pid = stat.parent
    return ""


def job_of_group(text: str) -> str:
    """From /proc/PID/cgroup; empty: it is in none of Slurm's."""
    found = _GROUP.search(text)
    return found[1] if found else ""
