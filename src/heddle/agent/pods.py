"""Pods that kubelet runs here with programs of their own, which the DRA driver made: one for each
claim of the pod.

A process of such a pod belongs to the pod's program whatever its environment says: kubelet has put
it into a control group that is named after the pod, and a container cannot leave that. Of several
programs of its pod, a process joins that of its container's claim, which the environment names: a
container that lies can only join what its own pod was given. A container with several claims is one
program, too, with the least of each: that of a claim, or one that is made for the pod.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from heddle.agent.program_files import ProgramFiles
from heddle.launch.cdi import SHOWS

FILES = ProgramFiles("pods")
JOINTS = ProgramFiles("joints")  #: programs of pods of whose claims none is the least in all
#: By uid of the claim: its program (0: it has hardware partitions) and what that was promised.
Claims = Mapping[str, Mapping[str, Any]]
_SHOWS = SHOWS.encode()
#: kubepods/besteffort/podUID/CONTAINER, or kubepods-besteffort-podUID.slice with underscores
_GROUP = re.compile(r"[/-]pod([0-9a-f]{8}(?:[-_][0-9a-f]{4}){3}[-_][0-9a-f]{12})(?:[/.]|$)")


def program_of(pid: int) -> int:
    """The program of the pod that a process is of; 0: of none."""
    pod = _pod_of(pid)
    claims = claims_of(FILES.read(pod) or {}) if pod else {}
    if len(claims) < 2:
        return next((int(each["program"]) for each in claims.values()), 0)
    return chosen_program(claims, marked_claims(pid), joint_of(pod))


def chosen_program(claims: Claims, marked: Collection[str], joint: int = 0) -> int:
    """Of a container with several claims, the least holds on all its devices; of one that says
    nothing, the least of its pod."""
    parts = {uid: each for uid, each in claims.items() if each["program"]}
    own = [each for uid, each in parts.items() if uid in marked] or [*parts.values()]
    if not own or (joint and len(own) > 1):
        return joint
    least = min(own, key=lambda each: tuple(each.get("amount", ())))
    return int(least["program"])


def joint_of(pod: str) -> int:
    """The program for containers with several claims; 0: that of a claim serves."""
    return int((JOINTS.read(pod) or {"program": 0})["program"])


def programs_of(pod: str, known: Mapping[str, Any]) -> set[int]:
    """All that a pod has."""
    return {int(each["program"]) for each in claims_of(known).values()} | {joint_of(pod)}


def claims_of(known: Mapping[str, Any]) -> Claims:
    """Of a pod, by uid. A file of an older driver, or of a device plugin, has one."""
    if "program" in known:
        return {str(known.get("claim", "")): known}
    found: Claims = known.get("claims", {})
    return found


def marked_claims(pid: int) -> set[str]:
    """Whose devices the container of a process has, as the container engine was told."""
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            words = file.read().split(b"\0")
    except OSError:
        return set()
    names = [os.fsdecode(each).partition("=")[0] for each in words if each.startswith(_SHOWS)]
    marks = [name.removeprefix(SHOWS).rpartition("_")[0] for name in names]
    return {mark.replace("_", "-") for mark in marks}


def mark_of(claim: str) -> str:
    """What a claim's devices are marked with."""
    return claim.replace("-", "_")


def has_partition(pid: int, devices: Iterable[str]) -> bool:
    """Whether its pod was given hardware partitions of all these, which nobody has to share out."""
    pod = _pod_of(pid)
    claims = claims_of(FILES.read(pod) or {}) if pod else {}
    own = {device for each in claims.values() for device in each.get("partitions", ())}
    return bool(own) and own.issuperset(devices)


def _pod_of(pid: int) -> str:
    """The uid of the pod that a process is of; empty: of none."""
    if not os.path.isdir(FILES.folder):
        return ""
    try:
        with open(f"/proc/{pid}/cgroup", encoding="utf-8", errors="replace") as file:
            return pod_of_group(file.read())
    except OSError:  # it has gone
        return ""


def pod_of_group(text: str) -> str:
    """Its uid, from /proc/PID/cgroup; empty: it is in none."""
    found = _GROUP.search(text)
    return found[1].replace("_", "-") if found else ""
