"""Copies that the control plane sends in pieces: archives of snapshots, and data."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping
from typing import IO, Any

from heddle.client.wire import RefusedError
from heddle.engine.local.files import copying
from heddle.engine.local.files.copying import CopyError
from heddle.errors import HeddleError
from heddle.model.wire.handover import SNAPSHOT
from heddle.node.shell import SignedClient


class ControlCopies:
    """For one attempt. `whose` is what each request says of it."""

    def __init__(self, caller: SignedClient, whose: Mapping[str, Any]) -> None:
        self._caller, self._whose = caller, whose

    def copy(
        self,
        source: str,
        into: str,
        sha256: str | None,
        most_bytes: int,
        progress: Callable[[int], None],
        stopped: Callable[[], bool],
    ) -> tuple[str, int]:
        """As `copying.copy`; what is no address is a label of data, or the snapshot.

        :raises CopyError: if it does not come, or is not what it should be
        """
        if "://" in source:
            return copying.copy(source, into, sha256, most_bytes, progress, stopped)
        try:
            return self._copy(source, into, sha256, most_bytes, progress, stopped)
        except RefusedError as error:
            raise CopyError(str(error.problem.get("detail") or error).rstrip(".")) from None
        except HeddleError as error:
            raise CopyError(str(error).rstrip(".")) from None
        except OSError as error:
            raise CopyError(error.strerror or str(error)) from None

    def _copy(
        self,
        what: str,
        into: str,
        sha256: str | None,
        most_bytes: int,
        progress: Callable[[int], None],
        stopped: Callable[[], bool],
    ) -> tuple[str, int]:
        names, called = [("", 0o644)], SNAPSHOT
        if what != SNAPSHOT:
            told = self._caller.ask("files", {**self._whose, "what": what})
            names = [(str(name), int(mode)) for name, _, mode in told["files"]]
            called = _plain(str(told["name"]))
        is_folder = not called
        done, digest = 0, hashlib.sha256()
        copying.make_folder(into)
        for name, mode in names:
            target = _within(into, name or called)
            copying.make_folder(os.path.dirname(target))
            with _new(target, mode) as file:
                for piece in self._pieces(what, name):
                    if stopped():
                        raise CopyError("it was stopped")
                    done += len(piece)
                    if done > most_bytes:
                        raise CopyError(
                            f"it is larger than the cache may be, {most_bytes >> 20} MiB "
                            "(HEDDLE_CACHE_LIMIT)"
                        )
                    digest.update(piece)
                    file.write(piece)
                    progress(done)
        if sha256 is not None and (is_folder or digest.hexdigest() != sha256):
            raise CopyError(f"its sha256 is {digest.hexdigest()}, and {sha256} is expected")
        return called, done

    def _pieces(self, what: str, path: str) -> Iterator[bytes]:
        offset = 0
        asked = {**self._whose, "what": what, "path": path}
        while piece := self._caller.ask_bytes("content", {**asked, "offset": offset}):
            offset += len(piece)
            yield piece


def _plain(name: str) -> str:
    """:raises CopyError: if no file can be called so"""
    if "/" in name:
        raise CopyError(f"{name!r} is no name of a file")
    return name


def _within(folder: str, name: str) -> str:
    """:raises CopyError: if it would be elsewhere"""
    if name.startswith("/") or {"..", ""} & {*name.split("/")} or "\0" in name:
        raise CopyError(f"{name!r} leads out of it")
    return os.path.join(folder, name)


def _new(path: str, mode: int) -> IO[bytes]:
    """For jobs of tenants, too, which are users of their own."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    os.fchmod(handle, mode & 0o755 | 0o444)
    return open(handle, "wb")
