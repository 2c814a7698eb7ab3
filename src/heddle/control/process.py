"""A process that is known by its id and the time of its start: ids are given again."""

from __future__ import annotations

import os
import select
import signal
import time
from dataclasses import dataclass


def started_ticks(pid: int) -> int | None:
    """When it was started, in ticks since the machine was; None if it is not there, or over."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            words = file.read().rpartition(b")")[2].split()  # the name before it can be anything
    except OSError:
        return None
    return None if words[0] in (b"Z", b"X") else int(words[19])


@dataclass(frozen=True, slots=True)
class Process:
    """One process, now or when it still was."""

    pid: int
    started: int

    @classmethod
    def own(cls) -> Process:
        return cls(os.getpid(), started_ticks(os.getpid()) or 0)

    @property
    def is_alive(self) -> bool:
        return started_ticks(self.pid) == self.started

    def end(self, patience_s: float) -> bool:
        """Asks it to end, and waits; whether it has ended then.

        :raises PermissionError: if it is somebody else's
        """
        try:
            handle = os.pidfd_open(self.pid)
        except ProcessLookupError:
            return True
        try:
            if not self.is_alive:  # asked behind the open: a stranger is never signalled
                return True
            signal.pidfd_send_signal(handle, signal.SIGTERM)
            until = time.monotonic() + patience_s
            # A child of ours that nobody waited for is over, and its handle says so, too.
            select.select([handle], [], [], max(0.0, until - time.monotonic()))
            return not self.is_alive
        except ProcessLookupError:
            return True
        finally:
            os.close(handle)


def name_of(pid: int) -> str:
    """What it was called with, for people."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            words = file.read().decode(errors="replace").split("\0")
    except OSError:
        return ""
    return " ".join(filter(None, words))


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
