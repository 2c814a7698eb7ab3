"""A sandbox with everything of the machine but its devices, by bubblewrap."""

from __future__ import annotations

import os
import shutil
import stat

from heddle import native
from heddle.errors import CannotProxyError

DOOR = "/dev/heddle"  #: inside: where the servers are reached


def program() -> str:
    """:raises CannotProxyError: if bubblewrap is not installed"""
    found = shutil.which("bwrap")
    if found is None:
        raise CannotProxyError(
            "--proxied needs bubblewrap, which is not installed. "
            "Debian and others: apt install bubblewrap."
        )
    return found


def options(door: str, told: int) -> list[str]:
    """Of bubblewrap: all files, none of them a device; processes and shared memory of its own; no
    rights beside the user's. `door` is the servers' socket; `told` is a file for what was made."""
    own = ["--bind", "/", "/", "--dev", "/dev", "--perms", "1777", "--tmpfs", "/dev/shm"]
    own += ["--proc", "/proc", "--unshare-pid", "--unshare-ipc"]
    own += [] if os.geteuid() == 0 else ["--unshare-user"]
    own += ["--cap-drop", "ALL", "--die-with-parent", "--info-fd", str(told)]
    for folder in _ours():
        own += ["--tmpfs", folder]
    return [*own, "--bind", door, DOOR]


def _ours() -> list[str]:
    """Where the table and the agent are: with them a program could be another one."""
    folders = {os.path.dirname(native.MACHINE_TABLE), os.path.dirname(native.table_path())}
    return sorted(
        folder
        for folder in map(os.path.realpath, folders)
        if os.path.isdir(folder) and not f"{folder}/".startswith("/dev/")
    )


def inherited() -> list[int]:
    """Open files that go to the program as they would without us, but none that is a device."""
    kept = []
    for name in os.listdir("/proc/self/fd"):
        number = int(name)
        try:
            if number > 2 and os.get_inheritable(number):
                mode = os.fstat(number).st_mode
                if not stat.S_ISCHR(mode) and not stat.S_ISBLK(mode):
                    kept.append(number)
        except OSError:  # the folder's own
            continue
    return kept
