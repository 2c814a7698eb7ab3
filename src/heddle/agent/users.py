"""Processes that use a device: one pass over /proc, for all vendors.

To use a device is to have it mapped. The list of a process's mappings is long, and the kernel makes
it anew for each reader, so it is read again only if the size of the process has changed, and every
few passes in any case. A device is known by its number or inode, not by a file name: a process that
may make a node, or was sent a descriptor, gives it any name. A descriptor of a device node alone
is no use: monitors have one, and what is taken through it the driver knows (witnesses/).
"""

from __future__ import annotations

import os
import re
import signal
import stat
from collections.abc import Sequence
from dataclasses import dataclass

from heddle.agent.lineage import Kin
from heddle.agent.look import DeviceUser
from heddle.inventory.apis.base import Vendor
from heddle.system import pidfd
from heddle.system.process import Stat

EVERY = 16  # passes, after which a mapping replaced by one of the same size is found
FOLDERS = ("/dev", "/dev/shm")
SHM = "/dev/shm/"
NOBODY = -1  # made by no user that is known
#: Shared mappings of files: range, device number, inode, path.
SHARED = re.compile(rb"^(\S+) ..[-x]s \S+ (\S+) (\d+) +(/.*)$", re.MULTILINE)
SHIM = b"/libheddle"
#: Services that work for programs which have the shim; as root has installed them.
SERVICES = ("nvidia-cuda-mps-server",)


@dataclass(frozen=True, slots=True)
class Mapped:
    """What was found among the mappings of a process."""

    start_ticks: int
    bytes: int
    devices: frozenset[str]
    has_shim: bool
    makers: frozenset[int] = frozenset()  #: users that made the files of those devices


class DeviceFiles:
    """The files that stand for devices, by what they are and not by their names."""

    def __init__(self, vendors: Sequence[Vendor]) -> None:
        self._vendors = vendors
        self._numbers: dict[int, str] = {}
        self._files: dict[tuple[int, int], str] = {}

    @property
    def has_files(self) -> bool:
        """Some devices are plain files: a process can use an open one without a mapping."""
        return bool(self._files)

    def look(self) -> None:
        self._numbers, self._files = {}, {}
        for folder in FOLDERS:
            try:
                names = os.listdir(folder)
            except OSError:
                continue
            for path in (f"{folder}/{name}" for name in names):
                if device := self.named(path):
                    self._learn(path, device)

    def _learn(self, path: str, device: str) -> None:
        try:
            status = os.stat(path)
        except OSError:
            return
        if stat.S_ISCHR(status.st_mode):
            self._numbers[status.st_rdev] = device
        elif stat.S_ISREG(status.st_mode):
            self._files[status.st_dev, status.st_ino] = device

    def named(self, path: str) -> str:
        return next(filter(None, (vendor.mapped(path) for vendor in self._vendors)), "")

    def known(self, status: os.stat_result) -> str:
        if stat.S_ISCHR(status.st_mode):
            return self._numbers.get(status.st_rdev, "")
        return self._files.get((status.st_dev, status.st_ino), "")


class DeviceUsers:
    """The processes of the machine that use a device, as far as they may be looked at."""

    def __init__(self, vendors: Sequence[Vendor]) -> None:
        self._nodes = DeviceFiles(vendors)
        self._known: dict[int, Mapped] = {}
        self._passes = 0
        self.kin: dict[int, Kin] = {}  #: of all processes, at the last look

    def look(self) -> tuple[DeviceUser, ...]:
        """One pass."""
        self._passes += 1
        self._nodes.look()
        found, known, kin = [], {}, {}
        for pid in (int(name) for name in os.listdir("/proc") if name.isdecimal()):
            try:
                status = Stat.read(pid)
                kin[pid] = Kin(status.start_ticks, status.parent, status.session)
                if not status.bytes or pid == os.getpid():
                    continue
                mapped = known[pid] = self._mapped(pid, status)
                opened = self._opened(pid)
                devices = mapped.devices | opened
                if devices and not is_service(pid, status):
                    uid = uids(pid)[0]
                    found.append(
                        DeviceUser(
                            pid=pid,
                            start_ticks=status.start_ticks,
                            uid=uid,
                            name=status.name,
                            devices=tuple(sorted(devices)),
                            has_shim=mapped.has_shim,
                            is_stopped=status.state in "Tt",
                            is_raw=bool(opened),
                            is_proven=_is_proven(mapped, uid),
                        )
                    )
            except (OSError, ValueError):  # it has gone, or is not ours to look at
                continue
        self._known, self.kin = known, kin
        return tuple(found)

    def _mapped(self, pid: int, status: Stat) -> Mapped:
        last = self._known.get(pid)
        if (
            last
            and (last.start_ticks, last.bytes) == (status.start_ticks, status.bytes)
            and (last.has_shim or not last.devices)  # suspects are inspected closely
            and (self._passes + pid) % EVERY
        ):
            return last
        try:
            with open(f"/proc/{pid}/maps", "rb", buffering=0) as file:
                text = file.read()
        except PermissionError:
            text = b""
        devices, makers, seen = set(), set(), set()
        for where, number, inode, path in SHARED.findall(text):
            if (number, inode) not in seen:
                seen.add((number, inode))
                device, maker = self._device(pid, where.decode(), os.fsdecode(path))
                if device:
                    devices.add(device)
                    makers.add(maker)
        of = (status.start_ticks, status.bytes)
        return Mapped(*of, frozenset(devices), SHIM in text, frozenset(makers))

    def _device(self, pid: int, where: str, path: str) -> tuple[str, int]:
        """The device mapped there, and the user that made its file: by what it is if we may ask,
        else by its name."""
        for link in (f"/proc/{pid}/map_files/{where}", f"/proc/{pid}/root{path}"):
            try:
                status = os.stat(link)
            except OSError:
                continue
            if device := self._nodes.known(status):
                return device, 0 if stat.S_ISCHR(status.st_mode) else status.st_uid
        return self._nodes.named(path), NOBODY if path.startswith(SHM) else 0

    def _opened(self, pid: int) -> set[str]:
        """Devices that are plain files and that it has open."""
        found: set[str] = set()
        if not self._nodes.has_files:
            return found
        try:
            numbers = os.listdir(f"/proc/{pid}/fd")
        except OSError:  # not ours to look at
            return found
        for number in numbers:
            try:
                status = os.stat(f"/proc/{pid}/fd/{number}")
            except OSError:  # closed meanwhile
                continue
            if stat.S_ISREG(status.st_mode):
                found.add(self._nodes.known(status))
        return found - {""}


def _is_proven(mapped: Mapped, uid: int) -> bool:
    """It has mapped a device without the shim, which no other process can do for it. A plain file
    only counts as a device if root, the agent's user or its own user made it: others could give the
    device's name to a file that it has for another reason, or send it a descriptor."""
    return not mapped.has_shim and bool(mapped.makers & {0, os.geteuid(), uid})


def uids(pid: int) -> tuple[int, ...]:
    """Real, effective, saved and file system's. (The owner of /proc/PID is root for some
    processes.)

    :raises OSError: if it has gone
    """
    with open(f"/proc/{pid}/status") as file:
        for line in file:
            if line.startswith("Uid:"):
                return tuple(int(word) for word in line.split()[1:])
    raise OSError(f"/proc/{pid}/status names no user")


def is_service(pid: int, status: Stat) -> bool:
    """Any process can take the name, so the file counts."""
    if not any(name.startswith(status.name) for name in SERVICES):
        return False
    try:
        file = os.stat(f"/proc/{pid}/exe")
        named = os.path.basename(os.readlink(f"/proc/{pid}/exe"))
    except OSError:
        return False
    return file.st_uid == 0 and not file.st_mode & 0o022 and named in SERVICES


def stop(
    pid: int, start_ticks: int, spared: frozenset[int], number: signal.Signals = signal.SIGKILL
) -> str:
    """Sends a signal, if it is still that process and none of the spared users'; else why not.

    By its pidfd: by its number we might hit another process that has it by now.
    """
    try:
        if pid in own_line():
            return "the agent runs in it"
        handle = pidfd.open_pid(pid)
        try:
            if Stat.read(pid).start_ticks != start_ticks:
                return "it has gone"
            if spared.intersection(uids(pid)):
                return "it is the system's or the table's owner's"
            pidfd.send(handle, number)
        finally:
            os.close(handle)
    except ProcessLookupError:
        return "it has gone"
    except OSError as error:
        return "it has gone" if isinstance(error, FileNotFoundError) else str(error)
    return ""


def own_line() -> set[int]:
    """This process and those it comes from."""
    found, pid = {1}, os.getpid()
    while pid and pid not in found:
        found.add(pid)
        try:
            pid = Stat.read(pid).parent
        except (OSError, ValueError):
            break
    return found
