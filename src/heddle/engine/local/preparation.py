"""What a supervisor does before it starts members: files, data, secrets, images are put in place.

Only supervisors of orders with one of them import it: others start as fast as before.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import IO, Any

from heddle.engine.local.files import handover
from heddle.engine.local.files.copying import CopyError
from heddle.engine.local.files.data_cache import Cache, FetchRequest
from heddle.engine.local.files.handover import HandoverError, Inputs
from heddle.engine.local.files.mask import Mask
from heddle.engine.local.files.output import Writer
from heddle.engine.local.files.removal import remove
from heddle.engine.local.files.unpacking import UnpackError, unpack
from heddle.engine.local.images.containers import Container
from heddle.engine.local.images.pull import AUTH, Fetching
from heddle.engine.local.sandbox.bubblewrap import Sandbox

_MEMORY = "/dev/shm"
SECRETS = "/run/secrets"  #: where isolated members have those that are files


class PrepareError(Exception):
    """It cannot be equipped here now; it says why."""


class MaskedWriter(Writer):
    """A writer that lets no secret through; `begun` has what was written before."""

    def __init__(
        self, folder: str, member: int, values: list[bytes], begun: Writer | None = None
    ) -> None:
        super().__init__(folder, member)
        self._mask = Mask(values)
        if begun is not None:
            self.go_on(begun)

    def write(self, data: bytes) -> None:
        super().write(self._mask.feed(data))

    def end(self) -> None:
        super().write(self._mask.end())
        super().end()


def values(described: Mapping[str, Any]) -> list[bytes]:
    """Of all secrets, for the mask."""
    private = [os.fsencode(value) for value in described["private"].values()]
    return private + [value.encode("latin-1") for value in described["files"].values()]


def give(folder: str, uid: int) -> None:
    """All of a folder that is not in use yet."""
    for _, folders, files, here in os.fwalk(folder):
        os.chown(here, uid, uid)
        for name in (*folders, *files):
            os.chown(name, uid, uid, dir_fd=here, follow_symlinks=False)


class Preparing:
    """Holds what must stay open as long as members run: the files of secrets, and the line to the
    node that handed them over. `secrets` are the values that must not be in what members write."""

    def __init__(
        self,
        described: Mapping[str, Any] | None,
        work: str,
        say: Callable[[str], None],
        stopped: Callable[[], bool],
        sandbox: Sandbox | None = None,
    ) -> None:
        """`described`: what it is equipped with, if it is; `sandbox`: of its first member, if it
        has one."""
        self._described = described
        self.secrets = [] if described is None else values(described)
        self._handed: Inputs | None = None
        self._work = work
        self._say = say
        self._stopped = stopped
        self._open: list[IO[bytes]] = []
        self._sandbox = sandbox
        self._container: Container | None = None
        self._reads: list[str] = []  #: to be shown in sandboxes
        self._files: list[tuple[str, str]] = []

    def run(self) -> dict[str, str]:
        """The variables that members have because of it.

        :raises PrepareError: if it cannot be done, or was stopped
        :raises ImageError: if its image cannot be had
        """
        found = {} if self._described is None else self._equip(self._described)
        if self._sandbox is not None and self._sandbox.container is not None:
            files = {} if self._described is None else self._described["files"]
            fetching = Fetching(self._sandbox, files.get(AUTH), self._say, self._stopped)
            self._container = fetching.run()
        return found

    def _equip(self, told: Mapping[str, Any]) -> dict[str, str]:
        found: dict[str, str] = dict(told["private"])
        try:
            if told.get("handover") is not None:
                found |= self._take(**told["handover"])
            if told["archive"] is not None:
                self._unpack(told["archive"], told["most_bytes"])
            cache = Cache(told["cache"], told["cache_bytes"], self._say, self._stopped)
            for variable, *wanted in told["fetches"]:
                found[variable] = cache.use(FetchRequest(*wanted))
                self._reads.append(found[variable])
            self._reads += told["paths"]
            for variable, content in told["files"].items():
                found[variable] = self._file(content.encode("latin-1"))
        except UnpackError as error:
            raise PrepareError(f"its snapshot cannot be unpacked: {error}") from None
        except (CopyError, HandoverError) as error:
            raise PrepareError(str(error)) from None
        except OSError as error:
            raise PrepareError(f"it cannot be prepared: {error.strerror}") from None
        return found

    def _take(self, node: str, attempt: str, wants: Sequence[str]) -> dict[str, str]:
        """From the node, where the order could not have it.

        :raises HandoverError: if the node does not give it
        """
        self._handed = has = handover.ask(node, attempt, wants, self._say, self._stopped)
        self.secrets += [*has.private.values(), *has.files.values()]
        found = {name: os.fsdecode(value) for name, value in has.private.items()} | has.paths
        return found | {name: self._file(value) for name, value in has.files.items()}

    def shown_in(self, sandbox: Sandbox) -> Sandbox:
        """The same sandbox, with what was prepared for it."""
        reads, files = (*sandbox.reads, *self._reads), (*sandbox.files, *self._files)
        container = sandbox.container
        if container is not None and self._container is not None:
            found = self._container
            container = replace(container, image=found.image, store=found.store)
        return replace(sandbox, reads=reads, files=files, container=container)

    def _unpack(self, archive: str, most_bytes: int) -> None:
        remove(self._work)  # an attempt before may have begun
        os.makedirs(self._work, 0o700)
        unpack(archive, self._work, most_bytes, self._stopped)
        if self._sandbox is not None and self._sandbox.uid is not None:
            give(self._work, self._sandbox.uid)

    def _file(self, content: bytes) -> str:
        """Its path. It has no name in any folder: it is gone when this process is."""
        if self._sandbox is not None:
            path = f"{SECRETS}/{len(self._files) + 1}"
            self._files.append((path, content.decode(errors="surrogateescape")))
            return path
        # Not on a disk, whatever the machine's temporary folder is.
        file: IO[bytes] = tempfile.TemporaryFile(dir=_MEMORY)  # noqa: SIM115
        file.write(content)
        file.flush()
        os.fchmod(file.fileno(), 0o400)
        self._open.append(file)
        return f"/proc/{os.getpid()}/fd/{file.fileno()}"
