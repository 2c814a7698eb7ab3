"""The sandbox of a member: namespaces of its own by bubblewrap, and as root a user of its tenant's.

Bubblewrap and setpriv run with our rights, so nothing of the tenant's comes near them: their
environment is ours. The command's own is a file in memory; a shell reads it once it is the tenant.
"""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from heddle.engine.local.marker import MARKER

if TYPE_CHECKING:
    from heddle.engine.local.images.containers import Container

#: Of the machine, what every member sees and none can write.
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/sys")
TOLD = "HEDDLE_ENGINE_SANDBOX"  #: for our own programs: an open file
#: A name that a shell can export.
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_RESOLVER = "/etc/resolv.conf"
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_NAMESPACES = ("--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try")
#: As root: to become the tenant is all that is left to do with a right of ours.
_RIGHTS = ("--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")
#: Reads the environment, closes the file, and becomes the command in the folder to work in.
_SHELL = '. /proc/self/fd/9 && exec 9<&- && cd "$0" && exec "$@"'
_VARIABLES = 9  # the highest that every shell can close


@dataclass(frozen=True, slots=True)
class Sandbox:
    """What one member sees. Paths are the same inside and outside."""

    program: str  #: bubblewrap
    work: str  #: the folder to work in, which it can write
    uid: int | None = None  #: whom it runs as; None: as we do
    user: str = "heddle"  #: what that user is called inside
    reads: tuple[str, ...] = ()  #: more that it can read
    writes: tuple[str, ...] = ()  #: and write
    devices: tuple[str, ...] = ()  #: device nodes, for containers also of CDI; no others are there
    files: tuple[tuple[str, str], ...] = ()  #: by path, what they hold; in memory
    container: Container | None = None  #: instead of bubblewrap, where there is an image
    #: The folder to work in is in what the operator shows, with the rights that it has there. Shown
    #: by itself it could be another one by then: others may write what it is in.
    is_shown: bool = False

    @property
    def own(self) -> tuple[str, ...]:
        """What it can write."""
        return self.writes if self.is_shown else (*self.writes, self.work)

    def plain(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def read(told: Mapping[str, Any]) -> Sandbox:
        lists = {key: tuple(value) for key, value in told.items() if isinstance(value, list)}
        files = tuple((path, text) for path, text in told["files"])
        container = None
        if told["container"]:
            from heddle.engine.local.images.containers import (
                Container,  # what others need not wait for
            )

            container = Container.read(told["container"])
        return Sandbox(**{**told, **lists, "files": files, "container": container})


def shown(base: str = "/") -> list[str]:
    """Options for what is the machine's: its programs and settings, to be read only."""
    options: list[str] = []
    for path in SYSTEM:
        here = base + path[1:]
        if os.path.islink(here):  # /bin is usr/bin nowadays
            options += ["--symlink", os.readlink(here), path]
        elif os.path.isdir(here):
            options += ["--ro-bind", path, path]
    options += ["--proc", "/proc", "--dev", "/dev"]
    for folder in ("/tmp", "/var/tmp", "/dev/shm"):
        options += ["--perms", "1777", "--tmpfs", folder]
    options += ["--perms", "0755", "--dir", "/run"]
    resolver = os.path.realpath(base + _RESOLVER[1:])
    if resolver.startswith("/run/"):
        options += [*_parents([resolver]), "--ro-bind-try", resolver, resolver]
    return options


def options(sandbox: Sandbox, handles: Mapping[str, int]) -> list[str]:
    """Of bubblewrap; `handles` are open files with what `files` hold, by path."""
    own = list(_NAMESPACES)
    own += ["--unshare-user"] if sandbox.uid is None else _RIGHTS
    own += ["--die-with-parent", *shown()]
    binds = dict.fromkeys(sandbox.reads, "--ro-bind")
    binds |= dict.fromkeys(sandbox.own, "--bind")
    binds |= dict.fromkeys(sandbox.devices, "--dev-bind")
    binds = {path: how for path, how in binds.items() if not _is_system(path)}
    own += _parents([*binds, *handles])
    for path in sorted(binds):  # what is below another comes later, and is seen
        own += [binds[path], path, path]
    for path, handle in handles.items():
        own += ["--perms", "0444", "--ro-bind-data", str(handle), path]
    return [*own, "--chdir", "/"]


def _is_system(path: str) -> bool:
    return any(path == each or path.startswith(f"{each}/") for each in SYSTEM)


def _parents(paths: Iterable[str]) -> list[str]:
    """Folders above, which everybody may pass: bubblewrap would make them as they are outside."""
    above: set[str] = set()
    for path in paths:
        while (path := os.path.dirname(path)) not in ("/", ""):
            above.add(path)
    made = sorted(path for path in above if not _is_system(path) and path not in ("/dev", "/run"))
    return [word for path in made for word in ("--perms", "0755", "--dir", path)]


def becoming(sandbox: Sandbox) -> list[str]:
    """What makes it the tenant's, once the sandbox is there."""
    if sandbox.uid is None:
        return []
    who = str(sandbox.uid)
    return ["setpriv", "--reuid", who, "--regid", who, "--clear-groups", "--inh-caps=-all"]


def exported(environment: Mapping[str, str]) -> str:
    """As a shell reads it; a name that it cannot have is left out."""
    named = {name: text for name, text in environment.items() if _NAME.fullmatch(name)}
    return "".join(f"export {name}={shlex.quote(text)}\n" for name, text in named.items())


def accounts(sandbox: Sandbox) -> str:
    """The machine's users, and the one that it is: many programs ask for their name."""
    with open("/etc/passwd", encoding="utf-8", errors="surrogateescape") as file:
        text = file.read()
    if sandbox.uid is None:
        return text
    ids = f"{sandbox.uid}:{sandbox.uid}"
    return f"{text.rstrip()}\n{sandbox.user}:x:{ids}::{sandbox.work}:/bin/sh\n"


def enter(sandbox: Sandbox, command: Sequence[str], environment: Mapping[str, str]) -> NoReturn:
    """Becomes the command, inside.

    :raises OSError: if bubblewrap or Podman cannot be executed
    """
    if sandbox.container is not None:
        from heddle.engine.local.images import containers

        containers.enter(sandbox, sandbox.container, command, environment)
    variables = _in_memory(exported(environment))
    os.dup2(variables, _VARIABLES)
    if variables != _VARIABLES:
        os.close(variables)
    files = {"/etc/passwd": accounts(sandbox), **dict(sandbox.files)}
    handles = {path: _in_memory(text) for path, text in files.items()}
    told = _in_memory("\0".join(options(sandbox, handles)))
    words = [sandbox.program, "--args", str(told), "--", *becoming(sandbox)]
    words += ["/bin/sh", "-c", _SHELL, sandbox.work, *command]
    own = {"PATH": _PATH, MARKER: environment[MARKER]} if MARKER in environment else {"PATH": _PATH}
    os.execve(sandbox.program, words, own)


def hand_on(sandbox: Sandbox, environment: Mapping[str, str]) -> dict[str, str]:
    """Variables by which another program of ours, which this process becomes, has both."""
    told = {"sandbox": sandbox.plain(), "environment": dict(environment)}
    return {TOLD: str(_in_memory(json.dumps(told)))}


def handed() -> tuple[Sandbox, dict[str, str]] | None:
    """What was handed on to this process, if anything was."""
    handle = os.environ.pop(TOLD, None)
    if handle is None:
        return None
    with open(int(handle), "rb") as file:
        told = json.load(file)
    return Sandbox.read(told["sandbox"]), told["environment"]


def _in_memory(text: str) -> int:
    """Open, and open still in what this process becomes."""
    handle = os.memfd_create("heddle", 0)
    with open(handle, "wb", closefd=False) as file:
        file.write(text.encode(errors="surrogateescape"))
    os.lseek(handle, 0, os.SEEK_SET)
    return handle
