"""Who uses a device: one pass over /proc, for all vendors.

To use a device is to have it mapped. The list of a process's mappings is long, and the kernel makes
it anew for each reader, so it is read again only if the size of the process has changed, and every
so often in any case.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Sequence
from dataclasses import dataclass

from heddle.agent.breach import User
from heddle.inventory.apis.base import Vendor

EVERY = 16  # passes; who exchanges one mapping for another of the same size is found by then
DEVICE_FILE = re.compile(rb"/dev/\S+")
SHIM = b"/libheddle"


@dataclass(frozen=True, slots=True)
class Stat:
    """What /proc/PID/stat says."""

    name: str
    state: str
    start_ticks: int
    bytes: int  #: of address space; 0: a kernel thread, or it has ended

    @staticmethod
    def read(pid: int) -> Stat:
        """:raises OSError: if it has gone"""
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
            line = file.read(4096)
        # The process chose its name: it may hold parentheses, and what would spoil a log.
        begin, end = line.index(b"("), line.rindex(b")")
        fields = line[end + 2 :].split()
        chosen = line[begin + 1 : end].decode(errors="replace")
        name = "".join(c if c.isprintable() else "?" for c in chosen)
        return Stat(name, fields[0].decode(), int(fields[19]), int(fields[20]))


@dataclass(frozen=True, slots=True)
class Mapped:
    """What was found among the mappings of a process."""

    start_ticks: int
    bytes: int
    devices: tuple[str, ...]
    has_shim: bool


class Users:
    """The processes of the machine that use a device, as far as they may be looked at."""

    def __init__(self, vendors: Sequence[Vendor]) -> None:
        self._vendors = vendors
        self._known: dict[int, Mapped] = {}
        self._passes = 0

    def look(self) -> tuple[User, ...]:
        """One pass."""
        self._passes += 1
        found, known = [], {}
        for pid in (int(name) for name in os.listdir("/proc") if name.isdecimal()):
            try:
                stat = Stat.read(pid)
                if not stat.bytes or pid == os.getpid():
                    continue
                mapped = known[pid] = self._mapped(pid, stat)
                if mapped.devices:
                    found.append(
                        User(
                            pid=pid,
                            start_ticks=stat.start_ticks,
                            uid=uids(pid)[0],
                            name=stat.name,
                            devices=mapped.devices,
                            has_shim=mapped.has_shim,
                            is_stopped=stat.state in "Tt",
                        )
                    )
            except (OSError, ValueError):  # it has gone, or is not ours to look at
                continue
        self._known = known
        return tuple(found)

    def _mapped(self, pid: int, stat: Stat) -> Mapped:
        last = self._known.get(pid)
        if (
            last
            and (last.start_ticks, last.bytes) == (stat.start_ticks, stat.bytes)
            and (self._passes + pid) % EVERY
        ):
            return last
        try:
            with open(f"/proc/{pid}/maps", "rb", buffering=0) as file:
                text = file.read()
        except PermissionError:
            text = b""
        paths = {path.decode(errors="replace") for path in DEVICE_FILE.findall(text)}
        names = {vendor.mapped(path) for vendor in self._vendors for path in paths} - {""}
        return Mapped(stat.start_ticks, stat.bytes, tuple(sorted(names)), SHIM in text)


def uids(pid: int) -> tuple[int, ...]:
    """Real, effective, saved and file system's. (Who owns /proc/PID is root for some processes.)

    :raises OSError: if it has gone
    """
    with open(f"/proc/{pid}/status") as file:
        for line in file:
            if line.startswith("Uid:"):
                return tuple(int(word) for word in line.split()[1:])
    raise OSError(f"/proc/{pid}/status names no user")


def stop(pid: int, start_ticks: int, spared: frozenset[int]) -> str:
    """Kills a process, if it is still that one, and none of the spared users'; why not, otherwise.

    By its file descriptor: by its number we might hit whoever has that by now.
    """
    try:
        handle = os.pidfd_open(pid)
        try:
            if Stat.read(pid).start_ticks != start_ticks:
                return "it has gone"
            if spared.intersection(uids(pid)):
                return "it is the system's or the table's owner's"
            signal.pidfd_send_signal(handle, signal.SIGKILL)
        finally:
            os.close(handle)
    except ProcessLookupError:
        return "it has gone"
    except OSError as error:
        return str(error)
    return ""
