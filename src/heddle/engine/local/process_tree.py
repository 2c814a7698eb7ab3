"""Processes of this machine: whose they are, and ending them without hitting a stranger."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
from collections.abc import Callable, Iterable

from heddle.system import pidfd
from heddle.system.pidfd import checked
from heddle.system.process import Stat

_SET_PDEATHSIG = 1  # prctl(2)
_SET_CHILD_SUBREAPER = 36
_NEW_MOUNTS = 0x20000  # unshare(2)
_RECURSIVE, _PRIVATE = 0x4000, 0x40000  # mount(2)
_DETACH = 2  # umount2(2)

#: What a sandbox or a container is made of, outside of it.
_KEEPERS = (b"bwrap\n", b"podman\n", b"conmon\n", b"crun\n")

_libc = ctypes.CDLL(None, use_errno=True)


def _prctl(option: int, value: int) -> None:
    checked(_libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0))


def adopt_orphans() -> None:
    """Whatever descends from this process stays below it: an orphan becomes its child."""
    _prctl(_SET_CHILD_SUBREAPER, 1)


def die_with(parent: int) -> None:
    """The kernel kills this process when its parent ends; at once, if that was before the call."""
    _prctl(_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def private_mounts() -> None:
    """What is mounted from now on, this process and its descendants see, and nobody else."""
    checked(_libc.unshare(_NEW_MOUNTS))
    checked(_libc.mount(None, b"/", None, ctypes.c_ulong(_RECURSIVE | _PRIVATE), None))


def unmount(path: str) -> None:
    checked(_libc.umount2(os.fsencode(path), _DETACH))


def _all() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def descendants(root: int) -> list[int]:
    """All that live below this process, each before its own children."""
    below: dict[int, list[int]] = {}
    for pid in _all():
        if (stat := Stat.find(pid)) and not stat.is_over:
            below.setdefault(stat.parent, []).append(pid)
    found: list[int] = []
    line = [root]
    while line:
        children = below.get(line.pop(), [])
        found += children
        line += children
    return found


def children(parent: int) -> list[int]:
    found = ((pid, Stat.find(pid)) for pid in descendants(parent))
    return [pid for pid, stat in found if stat is not None and stat.parent == parent]


def is_sandbox(pid: int) -> bool:
    """Whether it is of what keeps a command inside: bubblewrap, Podman and what that starts, the
    first process of a namespace. They end with the first signal, and end all that is inside, or
    hand on what the command hears already. A process with one of their names is not asked to end,
    either, and is killed later."""
    try:
        with open(f"/proc/{pid}/comm", "rb") as file:
            if file.read() in _KEEPERS:
                return True
        with open(f"/proc/{pid}/status", "rb") as file:
            line = next((line for line in file if line.startswith(b"NSpid:")), b"")
    except OSError:
        return False
    numbers = line.split()[1:]
    return len(numbers) > 1 and numbers[-1] == b"1"


def _has(pid: int, marker: bytes) -> bool:
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            return marker in file.read().split(b"\0")
    except OSError:  # it has gone, or it is another user's
        return False


def marked(marker: bytes) -> list[int]:
    """All that were started with this `NAME=value` in their environment. One that has ended but
    was not waited for has none any more."""
    return [pid for pid in _all() if _has(pid, marker)]


def end_marked(marker: bytes) -> bool:
    """Kills them all; False if there were some, so that one more look is needed."""
    found = marked(marker) or marked(marker)  # the second look: a fork while we looked
    for pid in found:
        with contextlib.suppress(OSError):
            signal_if(pid, signal.SIGKILL, lambda pid=pid: _has(pid, marker))  # type: ignore[misc]
    return not found


def signal_if(pid: int, number: int, is_it: Callable[[], bool]) -> bool:
    """Sends the signal if the process that has this id is the one that is meant.

    A process that has the id while `is_it` says yes has had it since before, so the handle that was
    opened first is of the right one.
    """
    try:
        handle = pidfd.open_pid(pid)
    except ProcessLookupError:
        return False
    except OSError:  # an old kernel, or no descriptors left
        if is_it():
            os.kill(pid, number)
            return True
        return False
    try:
        if is_it():
            pidfd.send(handle, number)
            return True
        return False
    except ProcessLookupError:
        return False
    finally:
        os.close(handle)


def send(pids: Iterable[int], number: int) -> None:
    """To those that are still there. For one's own descendants: their ids are not given away
    before they are waited for."""
    for pid in pids:
        with contextlib.suppress(OSError):
            os.kill(pid, number)


def send_below(parent: int, root: int, number: int) -> None:
    """To a child of `parent` and all below it, but not to what keeps them in a sandbox. Others may
    wait for them meanwhile, and their ids be given away: each must still have its parent."""
    family = {parent, root}

    def is_one(pid: int) -> bool:
        stat = Stat.find(pid)
        return stat is not None and stat.parent in family

    for pid in (root, *descendants(root)):
        if is_one(pid):
            family.add(pid)
            if not is_sandbox(pid):
                with contextlib.suppress(OSError):
                    signal_if(pid, number, lambda pid=pid: is_one(pid))  # type: ignore[misc]


def reap(child: int) -> int | None:
    """The exit code of this child if it has ended; whatever else has ended is gone, too."""
    code = None
    with contextlib.suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            if found[0] == child:
                code = os.waitstatus_to_exitcode(found[1])
    return code
