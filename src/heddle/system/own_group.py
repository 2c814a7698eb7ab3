"""A control group of the machine that is nobody else's, in every hierarchy that there is."""

from __future__ import annotations

import glob
import os
from contextlib import suppress

from heddle.errors import UsageError

ROOT = "/sys/fs/cgroup"
#: Of the older kind: a group without these takes no process.
MUST_BE_SET = ("cpuset.cpus", "cpuset.mems")


def enter(name: str, root: str = ROOT) -> None:
    """Moves this process there, and so what it starts later.

    :raises UsageError: if this machine's groups cannot be written from here
    """
    hierarchies = [root, *glob.glob(f"{root}/*/")]
    mounted = [each for each in hierarchies if os.path.exists(os.path.join(each, "cgroup.procs"))]
    if os.path.exists(os.path.join(root, "cgroup.controllers")):
        mounted = [root]  # one hierarchy: what is below it are groups
    try:
        for each in mounted:
            folder = os.path.join(each, name)
            os.makedirs(folder, exist_ok=True)
            for setting in MUST_BE_SET:
                with suppress(FileNotFoundError):
                    _copy(os.path.join(each, setting), os.path.join(folder, setting))
            _write(os.path.join(folder, "cgroup.procs"), "0")
    except OSError as error:
        raise UsageError(
            f"{error.filename}: {error.strerror}. A control group of its own needs root, and {root}"
            " of the machine: a privileged container with that folder of the host."
        ) from None


def _copy(source: str, target: str) -> None:
    with open(source, encoding="ascii") as file:
        _write(target, file.read())


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="ascii") as file:
        file.write(text)
