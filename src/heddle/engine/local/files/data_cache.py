"""The cache of a node: data sets and models, each copied once and kept while there is room.

`KEY/` has what was fetched and `kept.json`; `KEY.part/` is on its way. `locks/KEY` is held shared
by users, exclusively to fetch or remove it. A lock ends with its process: so nothing
that an attempt uses is removed, and nothing is locked for ever.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from heddle.engine.local.files import state_files
from heddle.engine.local.files.copying import CopyError, copy, size_of
from heddle.engine.local.files.removal import remove

KEPT, RESERVED, LOCKS, PART = "kept.json", "reserved.json", "locks", ".part"
_LOOK_S = 0.1
_STEP = 256 << 20  # bytes: so much more is reserved, of what is larger than was known


#: As `copy`: source, folder, sha256, most bytes, progress, and whether it was stopped.
Copier = Callable[
    [str, str, str | None, int, Callable[[int], None], Callable[[], bool]], tuple[str, int]
]


@dataclass(frozen=True, slots=True)
class CacheEntry:
    """One that is whole."""

    key: str
    path: str  #: of the folder or the file
    bytes: int
    since_ms: int
    used_s: float  #: last, in seconds since 1970


@dataclass(frozen=True, slots=True)
class FetchRequest:
    """A fetch: as `Fetch` of an order, in bytes."""

    key: str
    label: str
    source: str
    bytes: int = 0
    sha256: str | None = None


class Cache:
    """`say` is told how far it is, for people."""

    def __init__(
        self,
        folder: str,
        most_bytes: int,
        say: Callable[[str], None] = lambda _: None,
        stopped: Callable[[], bool] = lambda: False,
        copier: Copier = copy,
    ) -> None:
        self._folder = folder
        self._copy = copier
        self._held: list[int] = []  # locks of what was used
        self._most = most_bytes
        self._say = say
        self._stopped = stopped

    def use(self, wanted: FetchRequest) -> str:
        """Where it is, fetched if need be. It stays there until this process ends, or `release`.

        :raises CopyError: if it cannot be fetched, there is no room, or it was stopped
        """
        lock = -1
        try:
            os.makedirs(os.path.join(self._folder, LOCKS), 0o700, exist_ok=True)
            lock, waits = self._open(wanted.key), self._waits(wanted.label)
            while True:
                # Users keep the lock: waiting for it exclusively would wait for their end.
                if read(self._folder, wanted.key) is not None and _lock(lock, fcntl.LOCK_SH):
                    if (kept := read(self._folder, wanted.key)) is not None:
                        os.utime(os.path.join(self._folder, wanted.key, KEPT))
                        self._held.append(lock)
                        return kept.path
                    fcntl.flock(lock, fcntl.LOCK_UN)
                elif _lock(lock, fcntl.LOCK_EX):
                    if read(self._folder, wanted.key) is None:
                        self._fetch(wanted)
                    fcntl.flock(lock, fcntl.LOCK_UN)
                else:
                    next(waits)
        except BaseException as error:
            if lock >= 0:
                os.close(lock)
            if isinstance(error, OSError):
                raise CopyError(f"{wanted.label}: {error.strerror or error}") from None
            raise

    def release(self) -> None:
        """What was used through this object may be removed."""
        while self._held:
            os.close(self._held.pop())

    def discard(self, key: str) -> None:
        """Releases all, and removes one that is broken, unless others use it."""
        self.release()
        self._remove(key)

    def _fetch(self, wanted: FetchRequest) -> None:
        begun = time.monotonic()
        need = size_of(wanted.source) or wanted.bytes
        part = os.path.join(self._folder, wanted.key + PART)
        self._make_room(need, part, wanted.label, is_new=True)
        shown = wanted.source.partition("?")[0]  # behind it could be a signature
        self._say(f"fetches {wanted.label} ({need >> 20} MiB) from {shown}")
        try:
            into = os.path.join(part, "data")
            name, done = self._copy(
                wanted.source, into, wanted.sha256, self._most,
                self._progress(wanted, need, part), self._stopped,
            )  # fmt: skip
        except BaseException as error:
            remove(part)
            if isinstance(error, CopyError):
                raise CopyError(f"{wanted.label} cannot be fetched: {error}") from None
            raise
        os.unlink(os.path.join(part, RESERVED))
        told = {"path": os.path.join("data", name), "bytes": done, "at_ms": int(time.time() * 1000)}
        state_files.write(os.path.join(part, KEPT), told, durable=True)
        os.rename(part, os.path.join(self._folder, wanted.key))
        took = time.monotonic() - begun
        self._say(f"has {wanted.label}: {done >> 20} MiB in {took:.1f} s")

    def _progress(self, wanted: FetchRequest, need: int, part: str) -> Callable[[int], None]:
        said, reserved = time.monotonic(), need
        step = min(_STEP, self._most // 16)

        def tell(done: int) -> None:
            nonlocal said, reserved
            if done > reserved:  # the size was unknown, or wrong
                reserved = max(done, min(done + step, self._most))
                self._make_room(reserved, part, wanted.label)
            if time.monotonic() - said >= 5:
                said = time.monotonic()
                of = f" of {need >> 20}" if need else ""
                self._say(f"{wanted.label}: {done >> 20}{of} MiB")

        return tell

    def _make_room(self, need: int, part: str, label: str, *, is_new: bool = False) -> None:
        """Removes what was not used for longest, until there is room; one process at a time.
        `need` is all that `part` is to have."""
        if need > self._most:
            raise CopyError(
                f"{label} has {need >> 20} MiB, and the cache may have {self._most >> 20} MiB "
                "(HEDDLE_CACHE_LIMIT)"
            )
        with self._locked("room"):
            if is_new:
                remove(part)
            others = (each for each in self._entries() if each != os.path.basename(part))
            have = sum(map(self._size, others))
            for old in sorted(every(self._folder), key=lambda kept: kept.used_s):
                if have + need <= self._most:
                    break
                if self._remove(old.key):
                    have -= old.bytes
            if have + need > self._most:
                raise CopyError(
                    f"{label} has {need >> 20} MiB, and what attempts use leaves no room in the "
                    f"cache of {self._most >> 20} MiB (HEDDLE_CACHE_LIMIT)"
                )
            if is_new:
                os.makedirs(part, 0o700)
            state_files.write(os.path.join(part, RESERVED), {"bytes": need}, durable=False)

    def _entries(self) -> list[str]:
        return [name for name in os.listdir(self._folder) if name != LOCKS]

    def _size(self, name: str) -> int:
        """Of one that is kept, or is on its way; what a dead one left is removed."""
        if not name.endswith(PART):
            kept = read(self._folder, name)
            return 0 if kept is None else kept.bytes
        path = os.path.join(self._folder, name)
        lock = self._open(name.removesuffix(PART))
        try:
            if not _lock(lock, fcntl.LOCK_EX):
                return int((state_files.read(os.path.join(path, RESERVED)) or {}).get("bytes", 0))
            remove(path)
            return 0
        finally:
            os.close(lock)

    def _remove(self, key: str) -> bool:
        """False if it is in use."""
        lock = self._open(key)
        try:
            if not _lock(lock, fcntl.LOCK_EX):
                return False
            gone = os.path.join(self._folder, key + PART)
            os.rename(os.path.join(self._folder, key), gone)  # whole, or not there
            remove(gone)
        finally:
            os.close(lock)
        return True

    @contextlib.contextmanager
    def _locked(self, key: str) -> Iterator[None]:
        lock = self._open(key)
        try:
            waits = self._waits("the cache")
            while not _lock(lock, fcntl.LOCK_EX):
                next(waits)
            yield
        finally:
            os.close(lock)

    def _open(self, key: str) -> int:
        path = os.path.join(self._folder, LOCKS, key)
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def _waits(self, label: str) -> Iterator[None]:
        """Pauses between tries, so that a waiting caller can be stopped."""
        self._check_stopped()
        self._say(f"waits for {label}, which another attempt fetches")
        while True:
            time.sleep(_LOOK_S)
            yield
            self._check_stopped()

    def _check_stopped(self) -> None:
        if self._stopped():
            raise CopyError("it was stopped")


def _lock(lock: int, how: int) -> bool:
    """Whether it could be had at once."""
    try:
        fcntl.flock(lock, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def read(folder: str, key: str) -> CacheEntry | None:
    """None if it is not there, or not whole."""
    path = os.path.join(folder, key, KEPT)
    told = state_files.read(path)
    try:
        if not told:
            return None
        where = os.path.normpath(os.path.join(folder, key, str(told["path"])))
        used_s = os.stat(path).st_mtime
        return CacheEntry(key, where, int(told["bytes"]), int(told["at_ms"]), used_s)
    except (OSError, KeyError, ValueError, TypeError):
        return None


def every(folder: str) -> list[CacheEntry]:
    """All that are whole."""
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    found = (read(folder, name) for name in names if name != LOCKS and not name.endswith(PART))
    return [kept for kept in found if kept is not None]
