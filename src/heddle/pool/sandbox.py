"""A sandbox with everything of the machine but its devices, by bubblewrap."""

from __future__ import annotations

import os
import platform
import shutil
import stat
import struct
import sys
from collections.abc import Collection, Iterator, Sequence

from heddle import native
from heddle.errors import CannotProxyError, UsageError
from heddle.system import state

DOOR = "/dev/heddle"  #: inside: where the servers are reached
#: Folders that are empty inside: services of the user's have their sockets there.
PRIVATE = ("/tmp", "/var/tmp", "/dev/shm")
OWN = ("/run",)
KERNEL = ("/dev", "/proc", "/sys")
_HIDDEN = "it is hidden from proxied programs, or empty for them (docs/guides/proxied.md)"
#: By machine: its number as an architecture, and that of ioctl().
_CALLS = {"x86_64": (0xC000003E, 16), "aarch64": (0xC00000B7, 29)}
_TYPING = (0x5412, 0x541C)  #: TIOCSTI, TIOCLINUX
REMEDY = (
    "As an ordinary user it needs user namespaces (sysctl user.max_user_namespaces, and "
    "kernel.apparmor_restrict_unprivileged_userns=0 on Ubuntu); in a container, CAP_SYS_ADMIN."
)


def program() -> str:
    """:raises CannotProxyError: if bubblewrap is not installed"""
    found = shutil.which("bwrap")
    if found is None:
        raise CannotProxyError(
            "--proxied needs bubblewrap, which is not installed. "
            "Debian and others: apt install bubblewrap."
        )
    return found


def options(
    door: str, told: int, typing: int, command: str, writes: Sequence[str] = ()
) -> list[str]:
    """Of bubblewrap: the files of the machine, none of them a device; processes, shared memory and
    sockets of its own; no rights beside the user's. It can write the folder to work in, the user's
    cache, and `writes`. `door` is the servers' socket, `told` a file for what was made, `typing`
    the one of no_typing().

    :raises UsageError: if a folder that it should write cannot be
    """
    work = _work()
    own = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    for _, words in sorted(_mounts(command, _written(work, writes)).items()):  # the outer first
        own += words
    own += ["--unshare-pid", "--unshare-ipc"]
    own += [] if os.geteuid() == 0 else ["--unshare-user"]
    own += [
        "--cap-drop",
        "ALL",
        "--die-with-parent",
        "--info-fd",
        str(told),
        "--seccomp",
        str(typing),
    ]
    own += ["--ro-bind-try", *[os.path.realpath("/etc/resolv.conf")] * 2]
    return [*own, "--bind", door, DOOR, "--chdir", work]


def _work() -> str:
    try:
        return os.getcwd()
    except FileNotFoundError:
        raise UsageError(
            "--proxied: the current folder was deleted. Change to one that is there (cd)."
        ) from None


def _written(work: str, writes: Sequence[str]) -> set[str]:
    """:raises UsageError: if one of them is not a folder, or would show what is hidden"""
    for name in writes:
        if not os.path.isdir(name):
            raise UsageError(f"--write {name}: there is no such folder. Make it first (mkdir -p).")
        if _is_hidden(os.path.realpath(name)):
            raise UsageError(f"--write {name}: {_HIDDEN}. Give a folder below it, made for this.")
    if work != "/" and _is_hidden(work):
        raise UsageError(f"--proxied in {work}: {_HIDDEN}. Start it in another folder (cd).")
    cache = os.path.realpath(os.path.expanduser("~/.cache"))
    caches = {cache} if os.path.isdir(cache) and not _is_hidden(cache) else set()
    ours = _ours()
    wanted = {work, *map(os.path.realpath, writes), *caches} - {"/"}
    return {each for each in wanted if not any(_is_within(each, folder) for folder in ours)}


def _is_hidden(folder: str) -> bool:
    """Whether programs must not have it itself: `/`, the kernel's, and what is empty inside."""
    if folder in ("/", *PRIVATE, *OWN, *_secrets()):
        return True
    is_below = any(_is_within(folder, kernel) for kernel in KERNEL)
    return is_below and not any(_is_within(folder, private) for private in PRIVATE)


def _mounts(command: str, written: Collection[str]) -> dict[str, list[str]]:
    """How each folder is there, of those that are not as on the machine."""
    binds = {folder: ["--bind", folder, folder] for folder in written}
    for path in filter(_is_private, (command, os.path.realpath(command))):
        above = os.path.dirname(path)
        shown = path if above in (*PRIVATE, *OWN) else above
        binds.setdefault(shown, ["--ro-bind", shown, shown])
    ours, secrets = _ours(), _secrets()
    # A folder that holds them could be renamed, and another be put in its place: not a mount.
    for folder in {above for each in (*ours, *secrets) for above in _above(each)}:
        if any(_is_within(folder, each) for each in written):
            binds.setdefault(folder, ["--bind", folder, folder])
    binds |= {folder: ["--ro-bind", folder, folder] for folder in ours}
    binds |= {folder: ["--tmpfs", folder] for folder in secrets}
    binds |= {folder: ["--perms", "1777", "--tmpfs", folder] for folder in PRIVATE}
    return binds | {folder: ["--perms", "0755", "--tmpfs", folder] for folder in OWN}


def no_typing() -> int:
    """An open file with a filter of system calls, for --seccomp: a program at a terminal could type
    into it what the user's shell then runs. As BPF, of the kernel's structure seccomp_data."""
    native_arch, ioctl = _CALLS.get(platform.machine(), (0, 0))
    denied = len(_TYPING)
    allow, refuse = 0x7FFF0000, 0x00050001  # EPERM
    code = [
        _bpf(0x20, 4),  # the architecture
        *([] if native_arch == 0 else [_bpf(0x15, native_arch, 1, 0)]),
        _bpf(0x06, allow if native_arch == 0 else refuse),  # calls of another one: of 32 bits
        _bpf(0x20, 0),  # the call's number
        _bpf(0x25, 0x3FFFFFFF, 3 + denied, 0),  # x32, under other numbers
        _bpf(0x15, ioctl, 0, 1 + denied),
        _bpf(0x20, 24),  # the second argument
        *(_bpf(0x15, each, denied - place, 0) for place, each in enumerate(_TYPING)),
        _bpf(0x06, allow),
        _bpf(0x06, refuse),
    ]
    handle = os.memfd_create("heddle-filter", 0)
    os.write(handle, b"".join(code))
    os.lseek(handle, 0, os.SEEK_SET)
    return handle


def _bpf(code: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
    return struct.pack("=HBBI", code, then, otherwise, value)


def _is_private(path: str) -> bool:
    return any(path.startswith(f"{folder}/") for folder in (*PRIVATE, *OWN))


def _is_within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(f"{folder}/")


def _above(path: str) -> Iterator[str]:
    while (path := os.path.dirname(path)) != "/":
        yield path


def _ours() -> list[str]:
    """Heddle itself, and the Python that it runs in, unless that is the machine's."""
    package = os.path.dirname(native.DIRECTORY)
    prefixes = {sys.prefix, sys.base_prefix} - {"/usr", "/usr/local"}
    return sorted({os.path.realpath(folder) for folder in (package, *prefixes)})


def _secrets() -> list[str]:
    """Where the table, the agent and tokens are: with them a program could be another one."""
    folders = (os.path.dirname(native.MACHINE_TABLE), os.path.dirname(native.table_path()))
    there = map(os.path.realpath, (*folders, state.MACHINE, state.folder()))
    return sorted({folder for folder in there if os.path.isdir(folder) and folder != "/"})


def inherited() -> list[int]:
    """Open files that go to the program as they would without us, but none that is a device, nor a
    folder: from there all of the machine could be opened."""
    kept = []
    for name in os.listdir("/proc/self/fd"):
        number = int(name)
        try:
            if number > 2 and os.get_inheritable(number):
                mode = os.fstat(number).st_mode
                if not any(is_one(mode) for is_one in (stat.S_ISCHR, stat.S_ISBLK, stat.S_ISDIR)):
                    kept.append(number)
        except OSError:  # the folder's own
            continue
    return kept
