"""Where this process may make control groups, and which limits it can set there.

Version 2 is one tree for all; version 1 has a tree for each controller; many machines have both.
(The kernel's admin-guide/cgroup-v2.rst, and admin-guide/cgroup-v1/ for the older ones.)
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from heddle.engine.local.sandbox.cgroup import LIMITED, text_of, write

#: Of version 1, to keep members together where version 2 cannot; they do nothing by themselves.
_PLAIN = ("freezer", "pids", "cpu", "memory")


@dataclass(frozen=True, slots=True)
class CgroupTree:
    """A folder in which this process may make groups."""

    folder: str
    version: int
    limits: tuple[str, ...]  #: of LIMITED, those that it can set


def trees(mounts: str | None = None, own: str | None = None) -> tuple[CgroupTree, ...]:
    """Those that can be used here; the texts are /proc/self/mountinfo and /proc/self/cgroup."""
    try:
        mounts = text_of("/proc/self/mountinfo") if mounts is None else mounts
        own = text_of("/proc/self/cgroup") if own is None else own
    except OSError:
        return ()
    paths = {part[1]: part[2] for line in own.splitlines() if len(part := line.split(":", 2)) == 3}
    found: list[CgroupTree] = []
    for line in mounts.splitlines():
        left, _, right = line.partition(" - ")
        kind, _, options = right.partition(" ")
        words = left.split()
        if kind == "cgroup2":
            found += _version_2(_place(words[4], words[3], paths.get("", "/")), words[4])
        elif kind == "cgroup":
            names = options.split()[-1].split(",")
            path = next((paths[key] for key in paths if set(key.split(",")) & set(names)), "/")
            folder = _place(words[4], words[3], path)
            for name in _PLAIN:
                if name in names and _can_make(folder):
                    found.append(CgroupTree(folder, 1, (name,) if name in LIMITED else ()))
    return tuple(found)


def _place(mount: str, root: str, path: str) -> str:
    """Where a process's group is below a mount that shows the tree from `root` on."""
    inside = os.path.relpath(path, root)
    return mount if inside == "." or inside.startswith("..") else os.path.join(mount, inside)


def _can_make(folder: str) -> bool:
    """Tries it; to move a process takes the right to write here, too. The probe has one
    name for all, so that the next caller removes what a killed one left."""
    probe = os.path.join(folder, "heddle-probe")
    try:
        with contextlib.suppress(FileExistsError):
            os.mkdir(probe)
        takes = takes_processes(probe)
        with contextlib.suppress(FileNotFoundError):
            os.rmdir(probe)
    except OSError:
        return False
    return takes and os.access(os.path.join(folder, "cgroup.procs"), os.W_OK)


def takes_processes(group: str) -> bool:
    """Below a group of threads, of version 2, there can be groups that no process can enter."""
    try:
        return "invalid" not in text_of(os.path.join(group, "cgroup.type"))
    except FileNotFoundError:  # version 1
        return True


def _version_2(own: str, mount: str) -> list[CgroupTree]:
    """Our own group, or the one above it: limits need one in which no process is itself."""
    candidates = [own] if own == mount else [own, os.path.dirname(own)]
    usable = [folder for folder in candidates if _can_make(folder)]
    for folder in usable:
        if limits := _enable(folder):
            return [CgroupTree(folder, 2, limits)]
    return [CgroupTree(folder, 2, ()) for folder in usable[:1]]


def _enable(folder: str) -> tuple[str, ...]:
    """Which limits groups in this folder have, after asking for all of them."""
    control = os.path.join(folder, "cgroup.subtree_control")
    try:
        for name in text_of(os.path.join(folder, "cgroup.controllers")).split():
            if name in LIMITED and name not in text_of(control).split():
                _switch_on(folder, name)
        on = text_of(control).split()
    except OSError:
        return ()
    return tuple(name for name in LIMITED if name in on)


def _switch_on(folder: str, name: str) -> None:
    control = os.path.join(folder, "cgroup.subtree_control")
    try:
        write(control, f"+{name}")
    except OSError as error:
        if error.errno == errno.EBUSY and _step_aside(folder):
            with contextlib.suppress(OSError):
                write(control, f"+{name}")


def _step_aside(folder: str) -> bool:
    """Moves this process to a group of its own, if it has the folder to itself."""
    try:
        if text_of(os.path.join(folder, "cgroup.procs")).split() != [str(os.getpid())]:
            return False
        aside = os.path.join(folder, "heddle-engine")
        os.makedirs(aside, exist_ok=True)
        write(os.path.join(aside, "cgroup.procs"), "0")
    except OSError:
        return False
    return True


def folders(known: Iterable[CgroupTree], name: str, wanted: Mapping[str, int]) -> list[str]:
    """Where the groups of one member are: one that keeps its processes together, and one for
    each limit that is wanted."""
    known = sorted(known, key=lambda tree: -tree.version)
    chosen = known[:1]
    for limit in LIMITED:
        able = [tree for tree in known if limit in tree.limits]
        if wanted.get(limit) and able and able[0] not in chosen:
            chosen.append(able[0])
    return list(dict.fromkeys(os.path.join(tree.folder, name) for tree in chosen))


def find(known: Iterable[CgroupTree], prefix: str) -> list[str]:
    """Groups whose names begin so, and end with a number."""
    found = []
    for folder in {tree.folder for tree in known}:
        with contextlib.suppress(OSError):
            names = [name for name in os.listdir(folder) if name.startswith(prefix)]
            rest = len(prefix)
            found += [os.path.join(folder, name) for name in names if name[rest:].isdigit()]
    return found
