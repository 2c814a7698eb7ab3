"""Images that a tenant has as files: read with the tenant's own rights, in a process of their own,
and by no way that leaves what its jobs see."""

from __future__ import annotations

import lzma
import os
import re
import resource
import shutil
import signal
import tarfile
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import IO, NoReturn

from heddle.engine.local import process_tree
from heddle.engine.local.files import beneath
from heddle.errors import UsageError

#: All that the OCI's layout has. Other things may be links, which Podman would follow.
_LAYOUT = re.compile(r"oci-layout|index\.json|blobs/[a-z0-9]+/[a-z0-9]+")
_LOOK_S = 0.01
_SAID_BYTES = 4096


Read = Callable[[str, IO[bytes]], None]  #: from below this folder, into this file


def copy(
    read: Read, base: str, into: str, uid: int | None, most_bytes: int, beat: Callable[[], object]
) -> None:
    """Has a child `read` into a new file. `uid`: whom it becomes first; `beat` is called now and
    then, and may end all this.

    :raises OSError: if it could not, as it said it
    """
    parent, child = os.getpid(), 0
    # Not everybody may enter what is above: members see the folder where it is mounted.
    folder = os.open(base, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    said, saying = os.pipe2(os.O_CLOEXEC)
    try:
        with open(into, "xb") as file:
            child = os.fork()
            if child == 0:
                process_tree.die_with(parent)
                _become(read, f"/proc/self/fd/{folder}/.", file, uid, most_bytes, saying)
        while (code := process_tree.reap(child)) is None:
            beat()
            time.sleep(_LOOK_S)
        child = 0
        if code:
            os.set_blocking(said, False)
            with suppress(BlockingIOError):
                raise OSError(0, os.read(said, _SAID_BYTES).decode(errors="replace"))
            raise OSError(0, "its reader was killed")
    finally:
        if child:
            process_tree.send([child], signal.SIGKILL)
        for handle in (said, saying, folder):
            os.close(handle)


def _become(
    read: Read, base: str, file: IO[bytes], uid: int | None, most_bytes: int, saying: int
) -> NoReturn:
    """The child's life."""
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))
        if uid is not None:
            os.setgroups([])
            os.setresgid(uid, uid, uid)
            os.setresuid(uid, uid, uid)
        read(base, file)
        file.flush()
        code = 0
    except (OSError, UsageError, tarfile.TarError, EOFError, zlib.error, lzma.LZMAError) as error:
        why = str(getattr(error, "strerror", None) or error)
        os.write(saying, why.encode(errors="replace")[:_SAID_BYTES])
    finally:
        os._exit(code)


def whole(path: str) -> Read:
    """A file, as it is."""

    def read(base: str, into: IO[bytes]) -> None:
        with beneath.read(base, path) as file:
            shutil.copyfileobj(file, into, 1 << 20)

    return read


def layout(path: str, *, is_folder: bool) -> Read:
    """A folder or an archive in the OCI's layout, as an archive with nothing else in it."""

    def read(base: str, into: IO[bytes]) -> None:
        with tarfile.open(fileobj=into, mode="w") as tar:
            for name, size, content in (_folder if is_folder else _archive)(base, path):
                entry = tarfile.TarInfo(name)
                entry.size = size
                tar.addfile(entry, content)

    return read


def _archive(base: str, path: str) -> Iterator[tuple[str, int, IO[bytes]]]:
    """Name, size and content of all that counts in it."""
    with beneath.read(base, path) as file, tarfile.open(fileobj=file, mode="r|*") as tar:
        for entry in tar:
            name = entry.name.removeprefix("./")
            content = tar.extractfile(entry) if entry.isreg() else None
            if content is not None and _LAYOUT.fullmatch(name):
                yield name, entry.size, content


def _folder(base: str, path: str) -> Iterator[tuple[str, int, IO[bytes]]]:
    """The same."""
    names = ["oci-layout", "index.json"]
    for kind in beneath.entries(base, f"{path}/blobs").entries:
        found = beneath.entries(base, f"{path}/blobs/{kind.name}").entries
        names += [f"blobs/{kind.name}/{each.name}" for each in found]
    for name in filter(_LAYOUT.fullmatch, names):
        with beneath.read(base, f"{path}/{name}") as file:
            yield name, os.fstat(file.fileno()).st_size, file
