"""How much host memory processes may still take."""

from __future__ import annotations

import os
from collections.abc import Iterable

from heddle.inventory.probes.memory import meminfo

CGROUPS = "/sys/fs/cgroup"


def host_room(pids: Iterable[int] = (), proc: str = "/proc", cgroups: str = CGROUPS) -> int:
    """Bytes that the machine can give, less where a control group of one of them has less left.

    Without the latter, a checkpoint could have the kernel kill a process in a container.
    """
    room = meminfo(_text(f"{proc}/meminfo")).get("MemAvailable", 0)
    for pid in pids:
        for line in (_text(f"{proc}/{pid}/cgroup") or "").splitlines():
            if line.startswith("0::/"):
                room = min([room, *_left(cgroups, line.removeprefix("0::/"))])
    return room


def _left(cgroups: str, path: str) -> list[int]:
    """What each group from this one up has left; those without a limit are left out."""
    found = []
    while path:
        limit = _text(os.path.join(cgroups, path, "memory.max")) or "max"
        used = _text(os.path.join(cgroups, path, "memory.current")) or "0"
        if limit.strip().isdecimal():
            found.append(max(0, int(limit) - int(used)))
        path = os.path.dirname(path)
    return found


def _text(path: str) -> str | None:
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return None
