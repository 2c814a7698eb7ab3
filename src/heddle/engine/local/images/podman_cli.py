"""Podman: whether images can run on this machine, and how it is called.

A container has a store of its own, in memory: Podman writes down the environment, secrets with it,
and that must not meet a disk. Images are read from stores that are on one.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from heddle.engine.local import process_tree
from heddle.engine.local.bare_python import python
from heddle.engine.local.files.removal import remove
from heddle.engine.local.images import storage

MEMORY = "/dev/shm"
OPERATOR = "operator"  #: the owner of what administrators' jobs bring
_PATIENCE_S = 30
_AGAIN_S = 10.0  # after which a failure is looked at again
_OLDEST = 4  # the major version
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
#: What Podman needs of our environment to find a user's files. Nothing of a tenant's is in it.
_OWN = ("HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
_INIT = "/run/podman-init"  # where it puts the first process of a container
#: Podman lowers its own to this before it starts anything.
_MOST_PROCESSES = 32_768
#: Where version 2 of control groups is beside version 1. crun refuses a machine where that has a
#: controller, although it is to leave control groups alone.
_HYBRID = "/sys/fs/cgroup/unified"
_INSTALL = "(Debian and others: packages `podman`, `crun` and `catatonit`)"
#: By what Podman says, what helps.
_REMEDIES = {
    "catatonit": f"Install what starts the first process {_INSTALL}.",
    "container-init": f"Install what starts the first process {_INSTALL}.",
    "crun": f"Images need crun 1.0 or later {_INSTALL}.",
    "hybrid": "Boot with control groups of one version (systemd.unified_cgroup_hierarchy=1).",
    "newuidmap": "An ordinary user needs the package `uidmap` and lines in /etc/subuid and "
    "/etc/subgid (`usermod --add-subuids 100000-165535 --add-subgids 100000-165535 USER`); a unit "
    "of systemd, no NoNewPrivileges=.",
    "namespace": "An ordinary user needs user namespaces (sysctl user.max_user_namespaces, and "
    "kernel.apparmor_restrict_unprivileged_userns=0 on Ubuntu).",
}
_OTHERWISE = "`podman run` of any image shows the same; as root more works."


@dataclass(frozen=True, slots=True)
class Podman:
    """How it is called here."""

    program: str
    images: str  #: its own store, where images are by name
    kept: str  #: ours: what jobs have brought, by owner
    most_bytes: int  #: of each
    is_root: bool
    mounter: str = ""  #: a program that mounts for an ordinary user

    @property
    def text(self) -> str:
        who = "as root" if self.is_root else "as an ordinary user"
        return f"jobs can name an image (Podman, {who}; images are in {self.images})"

    def words(self, store: str, *words: str) -> list[str]:
        """A command line, for a store of images."""
        own = [self.program, "--log-level=error"]
        return [*own, *words] if store == self.images else [*own, *self._store(store), *words]

    def in_memory(self, folder: str, *words: str, reads: Sequence[str] = ()) -> list[str]:
        """The same, with all that it writes in a folder in memory; images are in other stores."""
        own = [self.program, "--log-level=error", "--events-backend=none"]
        own += ["--runtime=crun", "--cgroup-manager=cgroupfs", *self._store(f"{folder}/s")]
        own += [f"--storage-opt=overlay.imagestore={each}" for each in reads]
        return [*own, f"--runroot={folder}/r", f"--tmpdir={folder}/t", *words]

    def _store(self, path: str) -> list[str]:
        own = [f"--root={path}", "--storage-driver=overlay"]
        if self.mounter:
            own.append(f"--storage-opt=overlay.mount_program={self.mounter}")
        return own


def environment() -> dict[str, str]:
    """Podman's own."""
    return {"PATH": _PATH} | {name: os.environ[name] for name in _OWN if name in os.environ}


def running() -> list[str]:
    """Options of every container. Its limits are the control groups that it is started in."""
    own = ["--rm", "--init", "--pull=never", "--cgroups=disabled", "--network=host"]
    own += ["--systemd=false", "--no-healthcheck", "--http-proxy=false"]
    own.append("--security-opt=label=disable")
    for name, kind, most in (
        ("nofile", resource.RLIMIT_NOFILE, None),
        ("nproc", resource.RLIMIT_NPROC, _MOST_PROCESSES),
    ):
        soft, hard = (_least(limit, most) for limit in resource.getrlimit(kind))
        own.append(f"--ulimit={name}={soft}:{hard}")
    return own


def _least(limit: int, most: int | None) -> int:
    if most is None:
        return limit
    return most if limit == resource.RLIM_INFINITY else min(limit, most)


def become(words: Sequence[str], variables: Mapping[str, str]) -> None:
    """Replaces this process. As root, what Podman mounts is seen by it and what it starts alone: so
    nothing is left, whichever process is killed.

    :raises OSError: if that cannot be done
    """
    os.umask(0o022)  # folders that it makes in a container are for the member, too
    if os.geteuid() == 0:
        process_tree.private_mounts()
        if os.path.ismount(_HYBRID):
            process_tree.unmount(_HYBRID)
    os.execve(words[0], list(words), dict(variables))


def main(words: Sequence[str]) -> int:
    """Runs Podman, and waits for all that it has left in the background: it clears up there."""
    process_tree.adopt_orphans()
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        try:
            process_tree.die_with(parent)
            become(words, environment())
        except OSError as error:
            print(f"heddle: cannot execute {words[0]}: {error.strerror}", file=sys.stderr)
        finally:
            os._exit(126)
    code = 126
    with suppress(ChildProcessError):
        while True:
            pid, status = os.wait()
            if pid == child:
                code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def command(words: Sequence[str]) -> list[str]:
    """The same in a process of its own: for callers with threads, or that continue."""
    return python(__name__, *words)


def find(state: str) -> tuple[Podman | None, str]:
    """How images are run here, or why they cannot be. `state`: the folder of the engine."""
    program = shutil.which("podman")
    if program is None:
        return None, f"Podman is not installed {_INSTALL}"
    try:
        found = _told(program, state)
        why = _try(found)
    except (OSError, subprocess.TimeoutExpired, ValueError, KeyError) as error:
        return None, f"Podman cannot be used: {error}"
    except _UnusableError as error:
        return None, str(error)
    return (found, "") if not why else (None, _with_remedy(why))


class Trial:
    """The same, tried when somebody first asks; and again after a failure, a while later: what is
    missing may have been installed."""

    def __init__(self, state: str) -> None:
        self._state = state
        self._mutex = threading.Lock()
        self._found: tuple[Podman | None, str] = (None, "")
        self._next_s = 0.0

    def __call__(self) -> tuple[Podman | None, str]:
        with self._mutex:
            if self._found[0] is None and time.monotonic() >= self._next_s:
                self._found = find(self._state)
                self._next_s = time.monotonic() + _AGAIN_S
            return self._found


class _UnusableError(Exception):
    """It is there, and is of no use to us."""


def _told(program: str, state: str) -> Podman:
    """What it says of itself."""
    done = subprocess.run(
        [program, "info", "--format=json"], env=environment(), stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=_PATIENCE_S,
    )  # fmt: skip
    if done.returncode:
        raise _UnusableError(_with_remedy(last_line(done.stderr)))
    told = json.loads(done.stdout)
    version, store = told["version"]["Version"], told["store"]
    if int(version.partition(".")[0]) < _OLDEST:
        raise _UnusableError(f"Podman {version} is too old: images need {_OLDEST}.0 or later")
    if store["graphDriverName"] != "overlay":
        raise _UnusableError(
            f"Podman keeps images with the driver {store['graphDriverName']}, and each start would "
            'copy all of one. Set driver = "overlay" in /etc/containers/storage.conf'
        )
    mounter = (store["graphOptions"] or {}).get("overlay.mount_program") or {}
    kept = os.path.join(state, "images")
    is_root = not told["host"]["security"]["rootless"]
    return Podman(
        program, store["graphRoot"], kept, storage.limit(os.environ, kept), is_root,
        mounter.get("Executable", "") if isinstance(mounter, dict) else str(mounter),
    )  # fmt: skip


def _try(found: Podman) -> str:
    """Why no container can run here; empty if one can. Its root is an empty folder: all that it
    needs, Podman puts there."""
    folder = tempfile.mkdtemp(prefix="heddle-", dir=MEMORY)
    try:
        root = os.path.join(folder, "root")
        os.mkdir(root, 0o755)
        own = ("run", *running(), "--log-driver=passthrough", "--rootfs", root, _INIT, "-V")
        done = subprocess.run(
            command(found.in_memory(folder, *own)), env=environment(), stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=_PATIENCE_S,
        )  # fmt: skip
        return last_line(done.stderr) if done.returncode else ""
    finally:
        remove(folder)


def last_line(text: str) -> str:
    """What it says is wrong."""
    said = text.strip().splitlines() or ["no word"]
    return said[-1].removeprefix("Error: ")


def _with_remedy(said: str) -> str:
    found = (remedy for word, remedy in _REMEDIES.items() if word in said.lower())
    return f"Podman cannot be used: {said.rstrip('.')}. {next(found, _OTHERWISE)}"
