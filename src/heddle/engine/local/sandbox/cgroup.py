"""Control groups: members in groups cannot hide, and have limits. A group is a folder, and files in
it do the rest; a member has one, or one in each of several trees (_trees.py).
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterable, Mapping, Sequence

LIMITED = ("memory", "cpu")
_PERIOD_US = 100_000
_LEAST_US = 1_000  # of a period: the kernel takes no less
#: Of either version, with the file that says how much is in use.
_MEMORY_LIMITS = {
    "memory.max": "memory.current",
    "memory.limit_in_bytes": "memory.usage_in_bytes",
}
_UNLIMITED = 1 << 60  # version 1 has a number for it


def text_of(path: str) -> str:
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        return file.read()


def write(path: str, text: str) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(handle, text.encode())
    finally:
        os.close(handle)


def make(group: Sequence[str], wanted: Mapping[str, int]) -> list[str]:
    """Makes the folders and sets the limits (memory in MiB, cpu in thousandths); says what the
    kernel refused."""
    refused = []
    quota = max(_LEAST_US, wanted.get("cpu", 0) * _PERIOD_US // 1000)
    memory = str(wanted.get("memory", 0) << 20)
    settings = {
        "memory": (
            ("memory.max", memory),
            ("memory.oom.group", "1"),  # half a member is of no use
            ("memory.limit_in_bytes", memory),
        ),
        "cpu": (
            ("cpu.max", f"{quota} {_PERIOD_US}"),
            ("cpu.cfs_period_us", str(_PERIOD_US)),
            ("cpu.cfs_quota_us", str(quota)),
        ),
    }
    for folder in group:
        try:
            os.makedirs(folder, exist_ok=True)
            for limit in LIMITED:
                for file, text in settings[limit] if wanted.get(limit) else ():
                    path = os.path.join(folder, file)
                    if os.path.exists(path):
                        write(path, text)
        except OSError as error:
            refused.append(f"{error.filename or folder}: {error.strerror}")
    return refused


def raise_memory(group: Iterable[str], more: int) -> dict[str, str]:
    """Allows so many bytes more than now. Returns the limits of before, by file."""
    before = {}
    for folder in group:
        for file in _MEMORY_LIMITS:
            path = os.path.join(folder, file)
            with contextlib.suppress(OSError):
                text = text_of(path).strip()
                if text.isdecimal() and int(text) < _UNLIMITED:  # otherwise there is none
                    write(path, str(int(text) + more))
                    before[path] = text
    return before


def restore_memory(before: Mapping[str, str]) -> dict[str, str]:
    """Undoes it, unless more is in use: the kernel would kill for that. Returns what is left."""
    left = {}
    for path, text in before.items():
        used = os.path.join(os.path.dirname(path), _MEMORY_LIMITS[os.path.basename(path)])
        with contextlib.suppress(OSError):
            if int(text_of(used)) <= int(text):
                write(path, text)
            else:
                left[path] = text
    return left


def enter(group: Iterable[str]) -> None:
    """Moves the process that calls it; what it starts from then on is in there, too."""
    for folder in group:
        write(os.path.join(folder, "cgroup.procs"), "0")


def _tree(folder: str) -> list[str]:
    """The folder and those that members made in it, the innermost first."""
    return [path for path, _, _ in os.walk(folder, topdown=False)]


def pids(group: Iterable[str]) -> set[int]:
    found: set[int] = set()
    for folder in group:
        for path in _tree(folder):
            with contextlib.suppress(OSError):
                found |= {int(word) for word in text_of(f"{path}/cgroup.procs").split()}
    return found - {0}  # 0: one of another pid namespace


def kill(group: Iterable[str]) -> None:
    """All processes in there: at once where the kernel can (version 2 since 5.14), or one by one,
    which must be repeated until none is left."""
    for folder in group:
        try:
            write(os.path.join(folder, "cgroup.kill"), "1")
        except OSError:
            for pid in pids([folder]):
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)


def remove(group: Iterable[str]) -> bool:
    """False if something is in there still."""
    for folder in group:
        for path in _tree(folder):
            try:
                os.rmdir(path)
            except FileNotFoundError:
                pass
            except OSError:
                return False
    return True


def out_of_memory(group: Iterable[str]) -> bool:
    """Whether the kernel killed something in there because of its limit."""
    for folder in group:
        for file in ("memory.events", "memory.oom_control"):
            with contextlib.suppress(OSError):
                lines = (line.split() for line in text_of(os.path.join(folder, file)).splitlines())
                if any(words[0] == "oom_kill" and int(words[1]) for words in lines):
                    return True
    return False
