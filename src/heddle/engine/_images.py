"""Images: found on this machine, or brought here, before the first member starts.

A name is looked for in Podman's own store, and pulled from its registry if it is not there. A file
or a folder goes to a store of ours, where nothing is ever looked for by name: what an archive says
that it is called must not become another tenant's image.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from heddle.engine import _podman
from heddle.engine._container import FILES, REGISTRY, Container, make_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from heddle.engine._sandbox import Sandbox

#: The variable of the secret that registries are asked with, as Podman has it.
AUTH = "REGISTRY_AUTH_FILE"
#: Said to Podman: of itself it would take a name for a path, and read that with our rights.
_LOOK_S = 0.5


class ImageError(Exception):
    """It cannot be had; it says why, and what helps."""


class Fetching:
    """For one attempt. `container` is of one of its members; `say` tells people what takes long,
    and `beat` is called now and then."""

    def __init__(
        self,
        sandbox: Sandbox,
        auth: str | None,
        say: Callable[[str], None],
        beat: Callable[[], object],
    ) -> None:
        assert sandbox.container is not None
        self._sandbox, self._container = sandbox, sandbox.container
        self._podman, self._auth, self._say, self._beat = self._container.podman, auth, say, beat

    def run(self) -> Container:
        """With the image's id.

        :raises ImageError: if it cannot be had
        """
        source = self._container.source
        try:
            image = self._load(*source) if source else self._here() or self._pull()
        except OSError as error:
            what = self._container.reference
            raise ImageError(f"the image {what} cannot be had: {error.strerror}") from None
        return replace(self._container, image=image)

    def _here(self) -> str | None:
        words = ("image", "inspect", "--format={{.Id}}", "--", self._container.full_name)
        code, said, _ = self._call(*words)
        return None if code else said.strip()

    def _pull(self) -> str:
        name = self._container.full_name
        self._say(f"pulling the image {name}")
        with self._authorised() as own:
            code, said, complaint = self._call("pull", "--quiet", *own, f"{REGISTRY}{name}")
        if code:
            why = _podman.last_line(complaint).rstrip(".")
            raise ImageError(
                f"the image {name} is not on this machine and cannot be pulled: {why}. Check the "
                f"name (registry/path:tag) and the network; bring it with `podman pull` or `podman "
                f"load`, or name a file: docker-archive:PATH. For a private registry give the job "
                f"a secret, `{AUTH}: file:NAME`"
            )
        return said.split()[-1]

    @contextmanager
    def _authorised(self) -> Iterator[list[str]]:
        """Options for the registry. A tenant does not use what the operator has logged in with, and
        of what it gives itself only names and passwords are used: programs can be named, too.

        :raises ImageError: if that makes no sense
        """
        if self._auth is None and not self._container.is_isolated:
            yield []
            return
        try:
            told = json.loads(self._auth or "{}")
            kept = json.dumps({"auths": dict(told.get("auths", {}))})
        except (ValueError, TypeError, AttributeError):
            raise ImageError(
                f"the secret of {AUTH} is not what registries are logged in to with: a JSON object "
                'with "auths", as `podman login --authfile FILE REGISTRY` writes it'
            ) from None
        make_folder(self._container)
        path = os.path.join(self._container.folder, "auth.json")
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(handle, "w") as file:
            file.write(kept)
        try:
            yield [f"--authfile={path}"]
        finally:
            with suppress(OSError):
                os.unlink(path)

    def _load(self, kind: str, path: str) -> str:
        whole = os.path.realpath(os.path.join(self._sandbox.work, path))
        base = self._base(whole, path)
        handle = -1
        try:
            os.stat(whole)
            if kind in FILES and self._sandbox.uid is not None:
                handle = self._open(whole, base, self._sandbox.uid)
                whole = f"/proc/{os.getpid()}/fd/{handle}"
            elif self._container.is_isolated:
                _check_plain(whole)
            os.makedirs(self._podman.archives, 0o700, exist_ok=True)
            code, said, complaint = self._call("pull", "--quiet", f"{kind}:{whole}")
        except OSError as error:
            raise ImageError(f"the image {path} cannot be read: {error.strerror}") from None
        finally:
            if handle >= 0:
                os.close(handle)
        if code:
            why = _podman.last_line(complaint).replace(whole, path)
            raise ImageError(f"the image {path} cannot be read: {why}")
        return said.split()[-1]

    def _base(self, whole: str, path: str) -> str:
        """The folder that the member will see it in.

        :raises ImageError: if there is none
        """
        if not self._container.is_isolated:
            return "/"
        sandbox = self._sandbox
        for each in (os.path.realpath(sandbox.work), *sandbox.reads, *sandbox.writes):
            if whole.startswith(f"{each}/"):
                return each
        raise ImageError(
            f"the image {path} is where isolated jobs see nothing. Send it along (`--snapshot`) "
            "and name it from that folder on, or have the operator show it (HEDDLE_JOB_MOUNTS)"
        )

    @staticmethod
    def _open(path: str, base: str, uid: int) -> int:
        """With the member's own rights, from what it sees on: it reads no file by our hand."""
        folder = os.open(base, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.setegid(uid)
            os.seteuid(uid)
            inside = os.path.relpath(path, base)
            return os.open(inside, os.O_RDONLY | os.O_CLOEXEC, dir_fd=folder)
        finally:
            os.seteuid(0)
            os.setegid(0)
            os.close(folder)

    def _call(self, *words: str) -> tuple[int, str, str]:
        """Exit code, what it wrote, and what it complained of."""
        line = self._podman.words(self._container.store, *words)
        with subprocess.Popen(
            _podman.command(line), env=_podman.environment(), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        ) as child:  # fmt: skip
            try:
                while True:
                    with suppress(subprocess.TimeoutExpired):
                        said, complaint = child.communicate(timeout=_LOOK_S)
                        return child.returncode, said, complaint
                    self._beat()
            except BaseException:  # it was asked to stop
                child.kill()
                raise


def _check_plain(folder: str) -> None:
    """:raises OSError: if a link in it leads elsewhere: it would be followed with our rights"""
    for base, folders, files in os.walk(folder):
        for name in (*folders, *files):
            if os.path.islink(os.path.join(base, name)):
                raise OSError(0, f"{name} is a link; an image that is a folder has none")
