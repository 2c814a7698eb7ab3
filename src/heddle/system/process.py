"""Processes: what the system says of one, and one that is known by its id and the time of its
start, for ids are given again.
"""

from __future__ import annotations

import os
import select
import signal
import time

from heddle.system import pidfd
from heddle.system.printable import printable


class Stat:
    """What /proc/PID/stat says. Not a dataclass: each job waits for what its supervisor imports."""

    __slots__ = (
        "bytes", "children_ticks", "name", "parent", "session", "start_ticks", "state", "ticks",
    )  # fmt: skip

    def __init__(
        self,
        *,
        name: str,
        state: str,
        parent: int,
        session: int,
        ticks: int,
        children_ticks: int,
        start_ticks: int,
        bytes: int,
    ) -> None:
        self.name = name
        self.state = state  #: one letter
        self.parent, self.session = parent, session
        self.ticks = ticks  #: of processor time, its own
        self.children_ticks = children_ticks  #: of those of its children that have ended
        self.start_ticks = start_ticks  #: since the machine was started
        self.bytes = bytes  #: of address space; 0: a kernel thread, or it has ended

    @classmethod
    def read(cls, pid: int) -> Stat:
        """:raises OSError: if it has gone"""
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
            line = file.read(4096)
        # The process chose its name: it may hold parentheses, and what would spoil a log.
        begin, end = line.index(b"("), line.rindex(b")")
        fields = line[end + 2 :].split()
        number = [int(field) for field in fields[1:21]]
        return cls(
            name=printable(line[begin + 1 : end].decode(errors="replace")),
            state=fields[0].decode(),
            parent=number[0],
            session=number[2],
            ticks=number[10] + number[11],
            children_ticks=number[12] + number[13],
            start_ticks=number[18],
            bytes=number[19],
        )

    @classmethod
    def find(cls, pid: int) -> Stat | None:
        """None if it is not there."""
        try:
            return cls.read(pid)
        except OSError:
            return None

    @property
    def is_over(self) -> bool:
        """It has ended, but its exit code was not collected yet."""
        return self.state in "ZX"


def started_ticks(pid: int) -> int | None:
    """When it was started, in ticks since the machine was; None if it is not there, or over."""
    stat = Stat.find(pid)
    return None if stat is None or stat.is_over else stat.start_ticks


class Process:
    """One process, now or when it still was."""

    __slots__ = ("pid", "started")

    def __init__(self, pid: int, started: int) -> None:
        self.pid, self.started = pid, started

    @classmethod
    def own(cls) -> Process:
        return cls(os.getpid(), started_ticks(os.getpid()) or 0)

    @property
    def is_alive(self) -> bool:
        return started_ticks(self.pid) == self.started

    def end(self, patience_s: float) -> bool:
        """Asks it to end, and waits; whether it has ended then.

        :raises PermissionError: if it is another user's
        """
        try:
            handle = pidfd.open_pid(self.pid)
        except ProcessLookupError:
            return True
        try:
            if not self.is_alive:  # asked behind the open: a stranger is never signalled
                return True
            pidfd.send(handle, signal.SIGTERM)
            until = time.monotonic() + patience_s
            # A zombie child of ours has ended, and its handle says so, too.
            select.select([handle], [], [], max(0.0, until - time.monotonic()))
            return not self.is_alive
        except ProcessLookupError:
            return True
        finally:
            os.close(handle)


def command_of(pid: int) -> list[str]:
    """What it was called with; nothing if it is over, or not ours to see."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read().decode(errors="replace").split("\0")[:-1]
    except OSError:
        return []


def name_of(pid: int) -> str:
    """What it was called with, for people."""
    return " ".join(filter(None, command_of(pid)))


def listener(port: int) -> int | None:
    """The process that listens on a TCP port of this machine; None if it is not ours to see."""
    wanted = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        try:
            with open(table, encoding="ascii") as file:
                rows = [line.split() for line in file.readlines()[1:]]
        except OSError:
            continue
        listening = (row for row in rows if row[3] == "0A")  # TCP_LISTEN
        wanted |= {f"socket:[{r[9]}]" for r in listening if int(r[1].split(":")[1], 16) == port}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            held = {os.readlink(f"/proc/{pid}/fd/{fd}") for fd in os.listdir(f"/proc/{pid}/fd")}
        except OSError:
            continue
        if held & wanted:
            return int(pid)
    return None
