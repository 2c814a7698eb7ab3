"""Pods that kubelet runs here with a program of their own, which the DRA driver made.

A process of such a pod belongs to that program whatever its environment says: kubelet has put it
into a control group that is named after the pod, and a container cannot leave that.
"""

from __future__ import annotations

import os
import re

from heddle.agent.program_files import ProgramFiles

FILES = ProgramFiles("pods")
#: kubepods/besteffort/podUID/CONTAINER, or kubepods-besteffort-podUID.slice with underscores
_GROUP = re.compile(r"[/-]pod([0-9a-f]{8}(?:[-_][0-9a-f]{4}){3}[-_][0-9a-f]{12})(?:[/.]|$)")


def program_of(pid: int) -> int:
    """The program of the pod that a process is of; 0: of none."""
    if not os.path.isdir(FILES.folder):
        return 0
    try:
        with open(f"/proc/{pid}/cgroup", encoding="utf-8", errors="replace") as file:
            pod = pod_of_group(file.read())
    except OSError:  # it has gone
        return 0
    known = FILES.read(pod) if pod else None
    return int(known["program"]) if known else 0


def pod_of_group(text: str) -> str:
    """Its uid, from /proc/PID/cgroup; empty: it is in none."""
    found = _GROUP.search(text)
    return found[1].replace("_", "-") if found else ""
