"""Images: found on this machine, or brought here, before the first member starts.

A name is looked for in Podman's own store, which is the operator's, and then in the tenant's; what
a tenant's job brings goes there. What is a file goes to a store of its own, where nothing is ever
looked for by name: what an archive says that it is called makes it no other image.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from heddle.engine.local.images import archives, podman_cli
from heddle.engine.local.images.containers import FOLDER, OCI_FILE, REGISTRY, Container, make_folder
from heddle.engine.local.images.storage import LIMIT, ImageStore

if TYPE_CHECKING:
    from collections.abc import Iterator

    from heddle.engine.local.sandbox.bubblewrap import Sandbox

#: The variable of the secret that registries are asked with, as Podman has it.
AUTH = "REGISTRY_AUTH_FILE"
_LOOK_S = 0.5


class _FullError(Exception):
    """It takes more room than there is."""


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
        """With the image's id, and the store that it is in.

        :raises ImageError: if it cannot be had
        """
        source = self._container.source
        try:
            store, image = self._load(*source) if source else self._here() or self._pull()
        except OSError as error:
            what = self._container.reference
            raise ImageError(f"the image {what} cannot be had: {error.strerror}") from None
        return replace(self._container, image=image, store=store)

    @cached_property
    def _own(self) -> ImageStore:
        kept = os.path.join(self._podman.kept, self._container.owner)
        return ImageStore(kept, self._podman.most_bytes)

    def _here(self) -> tuple[str, str] | None:
        name = self._container.full_name
        own = [self._own.names] if self._container.is_isolated else []
        for store in (self._podman.images, *own):
            words = ("image", "inspect", "--format={{.Id}}", "--", name)
            code, said, _ = self._call(store, words)
            if not code:
                return store, said.strip()
        return None

    def _pull(self) -> tuple[str, str]:
        name = self._container.full_name
        self._say(f"pulling the image {name}")
        with self._authorised() as own:
            words = ("pull", "--quiet", *own, f"{REGISTRY}{name}")
            if self._container.is_isolated:
                store = self._own.names
                code, said, complaint = self._bring(store, lambda _: words)
            else:
                store = self._podman.images
                code, said, complaint = self._call(store, words)
        if code:
            why = podman_cli.last_line(complaint).rstrip(".")
            raise ImageError(
                f"the image {name} is not on this machine and cannot be pulled: {why}. Check the "
                f"name (registry/path:tag) and the network; bring it with `podman pull` or `podman "
                f"load`, or name a file: docker-archive:PATH. For a private registry give the job "
                f"a secret, `{AUTH}: file:NAME`"
            )
        return store, said.split()[-1]

    def _bring(self, store: str, words: Callable[[str], Sequence[str]]) -> tuple[int, str, str]:
        """Into a store of the tenant's own. `words` of Podman, when something was done in a
        temporary folder.

        :raises ImageError: if there is no room, and none can be made
        """
        own = self._own
        for is_last in (False, True):
            with own.temporary() as folder, suppress(_FullError):
                return self._call(store, words(folder), folder, own.guard())
            if not own.make_room(self._empty) or is_last:
                break
        raise ImageError(
            f"the image {self._container.reference} has no room: images of one tenant's jobs may "
            f"take {own.most_bytes >> 20} MiB here. Use a smaller one, wait until jobs with other "
            f"images have ended, or have the operator allow more ({LIMIT})"
        )

    def _empty(self) -> None:
        for store in (self._own.names, self._own.files):
            self._call(store, ("rmi", "--all", "--force"))

    @contextmanager
    def _authorised(self) -> Iterator[list[str]]:
        """Options for the registry. A tenant does not use what the operator has logged in with, and
        of what it gives itself only names and passwords are used: programs can be named, too.

        :raises ImageError: if that is invalid
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

    def _load(self, kind: str, path: str) -> tuple[str, str]:
        whole = os.path.realpath(os.path.join(self._sandbox.work, path))
        if ":" in whole:
            raise ImageError(f"the image {path} cannot be read: no colon may be in its path")
        store = self._own.files
        try:
            os.stat(whole)
            words = self._copying(kind, whole, path) if self._container.is_isolated else None
            code, said, complaint = self._bring(
                store, words or (lambda _: ("pull", "--quiet", f"{kind}:{whole}"))
            )
        except OSError as error:
            raise ImageError(f"the image {path} cannot be read: {error.strerror}") from None
        if code:
            why = podman_cli.last_line(complaint).replace(whole, path)
            raise ImageError(f"the image {path} cannot be read: {why}")
        return store, said.split()[-1]

    def _copying(self, kind: str, whole: str, path: str) -> Callable[[str], Sequence[str]]:
        """A copy is read: Podman has rights that the member has not, and would follow links.

        :raises ImageError: if the member does not see it
        """
        base = self._base(whole, path)
        below = os.path.relpath(whole, base)
        if kind in (FOLDER, OCI_FILE):
            read, kind = archives.layout(below, is_folder=kind == FOLDER), OCI_FILE
        else:
            read = archives.whole(below)

        def words(folder: str) -> Sequence[str]:
            copy = os.path.join(folder, "image")
            most, is_full = self._own.most_bytes, self._own.guard()

            def beat() -> None:
                self._beat()
                if is_full(False):
                    raise _FullError

            archives.copy(read, base, copy, self._sandbox.uid, most, beat)
            return "pull", "--quiet", f"{kind}:{copy}"

        return words

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

    def _call(
        self,
        store: str,
        words: Sequence[str],
        temporary: str = "",
        is_full: Callable[[bool], bool] = lambda _: False,
    ) -> tuple[int, str, str]:
        """Exit code, what it wrote, and what it complained of.

        :raises _FullError: if there is too much before it is done
        """
        if is_full(False):
            raise _FullError
        own = podman_cli.environment() | ({"TMPDIR": temporary} if temporary else {})
        line = self._podman.words(store, *words)
        with subprocess.Popen(
            podman_cli.command(line), env=own, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        ) as child:  # fmt: skip
            try:
                while True:
                    with suppress(subprocess.TimeoutExpired):
                        said, complaint = child.communicate(timeout=_LOOK_S)
                    self._beat()
                    if is_full(child.returncode is not None):
                        raise _FullError
                    if child.returncode is not None:
                        return child.returncode, said, complaint
            except BaseException:  # it was asked to stop
                child.kill()
                raise
