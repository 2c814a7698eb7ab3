"""A member in an image: Podman makes the container, and the command in it is the member.

What is mounted has the same path inside and outside, as in a sandbox. Of what a tenant wrote,
Podman's arguments have the command alone, and its environment nothing.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import subprocess
import termios
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from heddle.engine.local import process_tree
from heddle.engine.local.files.removal import remove
from heddle.engine.local.images import podman_cli
from heddle.engine.local.images.podman_cli import Podman
from heddle.engine.local.marker import MARKER

if TYPE_CHECKING:
    from heddle.engine.local.sandbox.bubblewrap import Sandbox

#: Kinds of images that have no name.
DOCKER_FILE, OCI_FILE, FOLDER = "docker-archive", "oci-archive", "oci"
REGISTRY = "docker://"  #: how Podman knows that a name is one
_NAME = "member"  # its store has no other
_PATIENCE_S = 30
#: An isolated one has no rights, whatever its image is. Others have those that Podman gives.
_NO_RIGHTS = ("--cap-drop=all", "--security-opt=no-new-privileges")


@dataclass(frozen=True, slots=True)
class Container:
    """How one member runs in an image."""

    podman: Podman
    reference: str  #: the image, as the job says it
    folder: str  #: in memory, for this container alone
    is_isolated: bool
    owner: str  #: whose store has what the job brings: of the tenant, or the operator
    image: str = ""  #: its id, once it is on this machine
    store: str = ""  #: and where it is
    is_beside: bool = False  #: it runs already, and a second command joins it

    @staticmethod
    def read(told: Mapping[str, Any]) -> Container:
        return Container(**{**told, "podman": Podman(**told["podman"])})

    @property
    def source(self) -> tuple[str, str] | None:
        """The kind of file that the image is, and its path; None: it has a name."""
        kind, _, path = self.reference.partition(":")
        return (kind, path) if kind in (DOCKER_FILE, OCI_FILE, FOLDER) and path else None

    @property
    def full_name(self) -> str:
        """With its registry, as Docker understands it: Podman would take a short name for any image
        that ends like it, even another tenant's."""
        name = self.reference.removeprefix(REGISTRY)
        first, slash, _ = name.partition("/")
        if slash and (first == "localhost" or "." in first or ":" in first):
            return name
        return f"docker.io/{name}" if slash else f"docker.io/library/{name}"

    @property
    def name(self) -> str:
        """Of the program, where the image says what to run: python of docker.io/lib/python:3.12."""
        return self.reference.rpartition("/")[2].partition(":")[0] or self.reference


def enter(
    sandbox: Sandbox, container: Container, command: Sequence[str], environment: Mapping[str, str]
) -> NoReturn:
    """Becomes Podman, which is there until the command has ended, and ends as it did.

    :raises OSError: if it cannot be executed
    """
    if container.is_beside:
        words = ["exec", *_shared(sandbox, container, environment), _NAME, *command]
    else:
        make_folder(container)
        words = ["run", *podman_cli.running(), f"--name={_NAME}"]
        words += _shared(sandbox, container, environment) + _own(sandbox, container, environment)
        words += [*(["--entrypoint="] if command else []), container.image, *command]
    if os.isatty(0):
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # for Podman to hear of a new size
    # What Podman leaves to itself stays below it: the agent knows a program by its line.
    process_tree.adopt_orphans()
    mark = {MARKER: environment[MARKER]} if MARKER in environment else {}
    line = container.podman.in_memory(container.folder, *words, reads=(container.store,))
    podman_cli.become(line, podman_cli.environment() | mark)
    raise AssertionError  # it does not return


def _shared(sandbox: Sandbox, container: Container, environment: Mapping[str, str]) -> list[str]:
    """Options of the first command in a container, and of others."""
    who = sandbox.uid or 0
    # The owner of the files, whatever the image says: for an ordinary user the container's root.
    own = [f"--workdir={sandbox.work}", f"--user={who}:{who}"]
    lines = "".join(f"{name}={text}\n" for name, text in environment.items() if "\n" not in text)
    own.append(f"--env-file={_kept(container, f'environment-{os.getpid()}', lines)}")
    if os.isatty(0):
        return [*own, "--interactive", "--tty"]
    reads = container.is_beside or stat.S_ISFIFO(os.fstat(0).st_mode)
    return [*own, "--interactive"] if reads else own


def _own(sandbox: Sandbox, container: Container, environment: Mapping[str, str]) -> list[str]:
    """Options of the container itself."""
    own = ["--log-driver=none" if os.isatty(0) else "--log-driver=passthrough"]
    if who := sandbox.uid:
        own.append(f"--passwd-entry={sandbox.user}:x:{who}:{who}::{sandbox.work}:/bin/sh")
    own += _NO_RIGHTS if container.is_isolated else ()
    return own + _secrets(container, environment) + _mounts(sandbox, container)


def _secrets(container: Container, environment: Mapping[str, str]) -> list[str]:
    """Variables of several lines, which a file of variables cannot have: in Podman's store, which
    is in memory, too."""
    own = []
    for number, (name, text) in enumerate(environment.items()):
        if "\n" in text:
            secret = f"v{number}"
            if not _call(container, "secret", "create", secret, "-", input=_bytes(text)):
                raise OSError(errno.EIO, f"Podman does not take the variable {name}")
            own.append(f"--secret={secret},type=env,target={name}")
    return own


def _mounts(sandbox: Sandbox, container: Container) -> list[str]:
    binds = dict.fromkeys(sandbox.reads, ",ro=true")
    binds |= dict.fromkeys(sandbox.own, "")
    own = [_mount(path, path, binds[path]) for path in sorted(binds)]  # what is below comes later
    for number, (path, text) in enumerate(sandbox.files):
        own.append(_mount(_kept(container, f"file-{number}", text), path, ",ro=true"))
    return [*own, "--shm-size=0", *(f"--device={path}" for path in sandbox.devices)]


def _mount(source: str, path: str, how: str) -> str:
    """:raises OSError: if Podman would read the path as something else"""
    if any(c in source + path for c in ',"\n'):
        raise OSError(errno.EINVAL, f"no image can have {path}: a comma or a quote is in it", path)
    return f"--mount=type=bind,source={source},destination={path}{how}"


def _kept(container: Container, name: str, text: str) -> str:
    """The path of a file in memory that holds this; the folder is for us alone."""
    path = os.path.join(container.folder, name)
    with open(path, "wb") as file:
        file.write(_bytes(text))
    os.chmod(path, 0o444)  # the member reads it where it is mounted
    return path


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogateescape")


def make_folder(container: Container) -> None:
    """In memory everybody can make folders, and this one's name can be known.

    :raises OSError: if another user has created it
    """
    try:
        os.mkdir(container.folder, 0o700)
    except FileExistsError:
        if not _is_ours(container.folder):
            why = f"{container.folder} is another user's: have that one or root remove it"
            raise OSError(errno.EEXIST, why) from None


def _is_ours(folder: str) -> bool:
    try:
        found = os.lstat(folder)
    except OSError:
        return False
    is_closed = stat.S_ISDIR(found.st_mode) and not stat.S_IMODE(found.st_mode) & 0o077
    return is_closed and found.st_uid == os.geteuid()


def clear(container: Container) -> None:
    """Nothing of it is left. Where Podman was killed, it has something to free."""
    folder = container.folder
    if not _is_ours(folder):
        return
    try:
        with open(os.path.join(folder, "s", "overlay-containers", "containers.json")) as file:
            is_left = '"id"' in file.read()
    except OSError:
        is_left = False
    if is_left:
        _call(container, "rm", "--all", "--force", "--time=0")
    remove(folder)


def _call(container: Container, *words: str, input: bytes = b"") -> bool:
    """Whether Podman did that, in the container's own store."""
    line = container.podman.in_memory(container.folder, *words, reads=(container.store,))
    try:
        done = subprocess.run(
            podman_cli.command(line), input=input, env=podman_cli.environment(),
            capture_output=True, timeout=_PATIENCE_S,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
