"""Snapshots of folders, as they were uploaded: one file each, named by its sha256.

Each tenant has its own: a tenant without a snapshot cannot find out whether another has it.
"""

from __future__ import annotations

import hashlib
import os
import re
import threading
import time
from collections.abc import Collection
from contextlib import suppress
from typing import IO

from heddle.errors import UsageError
from heddle.model.quantity import MEMORY
from heddle.system import files

LIMIT = "HEDDLE_SNAPSHOT_LIMIT"
DEFAULT_BYTES = 1 << 30
KEEP_S = 7 * 86_400  #: after it was last used
PART_S = 86_400  #: an upload that takes longer is over
LEAST = 4096  #: bytes that one counts for: a disk has so many files, and not more
KEPT_TIMES = 20  #: the limit, for all of one tenant
_HEX = re.compile(r"[0-9a-f]{64}")


def limit() -> int:
    """Bytes that a snapshot may have, packed and unpacked.

    :raises UsageError: if the setting is invalid
    """
    given = os.environ.get(LIMIT)
    if not given:
        return DEFAULT_BYTES
    try:
        return MEMORY.parse(given) << 20
    except UsageError as error:
        raise UsageError(f"{LIMIT}: {error}") from None


class WrongUploadError(Exception):
    """What came is not what was announced; it says why."""


class FullError(WrongUploadError):
    """The tenant has as many as it may have."""


class Snapshots:
    """All of one control plane. For several threads."""

    def __init__(self, folder: str, most_bytes: int) -> None:
        self._folder = os.path.join(folder, "snapshots")
        self.most_bytes = most_bytes
        self._lock = threading.Lock()
        self._kept: dict[str, int] = {}  # bytes, by the tenant's folder, with what has just ended
        self._coming: dict[str, dict[str, int]] = {}  # likewise, of each upload that is under way

    def path(self, tenant: str, digest: str) -> str:
        """Where it is, if it is there; `digest` is 64 hex digits."""
        assert _HEX.fullmatch(digest)
        own = hashlib.sha256(tenant.encode()).hexdigest()[:32]
        return os.path.join(self._folder, own, digest)

    def use(self, tenant: str, digest: str) -> bool:
        """Whether it is there; it stays for a while from now on."""
        try:
            os.utime(self.path(tenant, digest))
        except FileNotFoundError:
            return False
        return True

    def upload(self, tenant: str, digest: str) -> Upload:
        """:raises FullError: if the tenant has too many already"""
        path = self.path(tenant, digest)
        own = os.path.dirname(path)
        os.makedirs(own, 0o700, exist_ok=True)
        with self._lock:
            coming = self._coming.setdefault(own, {})
            self._kept[own] = _size(own, coming)
            part = f"{path}.{os.urandom(6).hex()}.part"
            coming[part] = 0
        try:
            self._take(tenant, part, LEAST)
            return Upload(self, tenant, part, digest)
        except BaseException:
            self._over(part, 0)
            raise

    def _take(self, tenant: str, part: str, more: int) -> None:
        """Counts what an upload is about to write: others may write at the same time.

        :raises FullError: if that is too much
        """
        own = os.path.dirname(part)
        with self._lock:
            have = self._kept[own] + sum(self._coming[own].values())
            if have + more > KEPT_TIMES * self.most_bytes:
                raise FullError(
                    f"the snapshots of {tenant} have {have >> 20} MiB together, and more than "
                    f"{KEPT_TIMES * self.most_bytes >> 20} MiB is not kept. They go "
                    f"{KEEP_S // 86_400} days after they were last used"
                )
            self._coming[own][part] += more

    def _over(self, part: str, kept: int) -> None:
        """An upload has ended, and left so many bytes."""
        own = os.path.dirname(part)
        with self._lock:
            if self._coming.get(own, {}).pop(part, None) is not None:
                self._kept[own] += kept
            if not self._coming.get(own):
                self._coming.pop(own, None)
                self._kept.pop(own, None)  # counted anew for the next

    def sweep(self, named: Collection[tuple[str, str]], now_s: float | None = None) -> int:
        """Removes those that were not used for long and that no tenant's job names."""
        now = time.time() if now_s is None else now_s
        needed = {self.path(tenant, digest) for tenant, digest in named}
        gone = 0
        for folder, _, names in os.walk(self._folder):
            for path in (os.path.join(folder, name) for name in names):
                keep_s = PART_S if path.endswith(".part") else KEEP_S
                with suppress(FileNotFoundError):
                    if path not in needed and os.stat(path).st_mtime < now - keep_s:
                        os.unlink(path)
                        gone += 1
        return gone


def _size(folder: str, without: Collection[str]) -> int:
    """Bytes of all files in it; each has some room of the disk, be it empty."""
    have = 0
    with os.scandir(folder) as entries:
        for entry in entries:
            with suppress(FileNotFoundError):  # an upload that has just ended
                if entry.path not in without:
                    have += max(entry.stat().st_size, LEAST)
    return have


class Upload:
    """One that comes in pieces. What does not end with `done` leaves nothing."""

    def __init__(self, home: Snapshots, tenant: str, part: str, digest: str) -> None:
        self._home, self._tenant, self._digest = home, tenant, digest
        self.part = part  #: the file, so far
        self._path = os.path.join(os.path.dirname(part), digest)
        self._seen = hashlib.sha256()
        self._bytes = 0
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        self._file: IO[bytes] = open(os.open(part, flags, 0o600), "wb")  # noqa: SIM115

    def fits(self, more: int) -> bool:
        return self._bytes + more <= self._home.most_bytes

    def write(self, data: bytes) -> None:
        """:raises FullError: if the tenant has too many by now"""
        then = self._bytes + len(data)
        self._home._take(self._tenant, self.part, max(then, LEAST) - max(self._bytes, LEAST))
        self._bytes = then
        self._seen.update(data)
        self._file.write(data)

    def come(self) -> None:
        """All of it.

        :raises WrongUploadError: if it has another sha256
        """
        if self._seen.hexdigest() != self._digest:
            raise WrongUploadError(
                f"the upload has the sha256 {self._seen.hexdigest()} instead of {self._digest}"
            )
        self._file.flush()

    def done(self) -> None:
        """It is there for good.

        :raises WrongUploadError: likewise
        """
        self.come()
        os.fsync(self._file.fileno())
        os.replace(self.part, self._path)
        files.to_disk(os.path.dirname(self._path))
        self._home._over(self.part, max(self._bytes, LEAST))

    def close(self) -> None:
        self._file.close()
        with suppress(FileNotFoundError):
            os.unlink(self.part)
        self._home._over(self.part, 0)
