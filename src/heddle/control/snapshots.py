"""Snapshots of folders, as they were uploaded: one file each, named by its sha256.

Each tenant has its own: who does not have a snapshot cannot find out whether another one has.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Collection
from contextlib import suppress
from typing import IO

from heddle import files
from heddle.errors import UsageError
from heddle.model.quantity import MEMORY

LIMIT = "HEDDLE_SNAPSHOT_LIMIT"
DEFAULT_BYTES = 1 << 30
KEEP_S = 7 * 86_400  #: after it was last used
PART_S = 86_400  #: an upload that takes longer is over
KEPT_TIMES = 20  #: the limit, for all of one tenant
_HEX = re.compile(r"[0-9a-f]{64}")


def limit() -> int:
    """Bytes that a snapshot may have, packed and unpacked.

    :raises UsageError: if the setting makes no sense
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


class Snapshots:
    """All of one control plane. For several threads."""

    def __init__(self, folder: str, most_bytes: int) -> None:
        self._folder = os.path.join(folder, "snapshots")
        self.most_bytes = most_bytes

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
        """:raises WrongUploadError: if the tenant has too many already"""
        path = self.path(tenant, digest)
        own = os.path.dirname(path)
        os.makedirs(own, 0o700, exist_ok=True)
        have = 0
        with os.scandir(own) as entries:
            for entry in entries:
                with suppress(FileNotFoundError):  # an upload that has just ended
                    have += entry.stat().st_size
        if have >= KEPT_TIMES * self.most_bytes:
            raise WrongUploadError(
                f"the snapshots of {tenant} have {have >> 20} MiB together, which is the most. "
                f"They go {KEEP_S // 86_400} days after they were last used"
            )
        return Upload(path, digest, self.most_bytes)

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


class Upload:
    """One that comes in pieces. What does not end with `done` leaves nothing."""

    def __init__(self, path: str, digest: str, most_bytes: int) -> None:
        self._path, self._digest, self._most = path, digest, most_bytes
        self._part = f"{path}.{os.urandom(6).hex()}.part"
        self._seen = hashlib.sha256()
        self._bytes = 0
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        self._file: IO[bytes] = open(os.open(self._part, flags, 0o600), "wb")  # noqa: SIM115

    def fits(self, more: int) -> bool:
        return self._bytes + more <= self._most

    def write(self, data: bytes) -> None:
        self._bytes += len(data)
        self._seen.update(data)
        self._file.write(data)

    def done(self) -> None:
        """It is there for good.

        :raises WrongUploadError: if it has another sha256
        """
        if self._seen.hexdigest() != self._digest:
            raise WrongUploadError(
                f"what came has the sha256 {self._seen.hexdigest()}, and {self._digest} was said"
            )
        self._file.flush()
        os.fsync(self._file.fileno())
        os.replace(self._part, self._path)
        files.to_disk(os.path.dirname(self._path))

    def close(self) -> None:
        self._file.close()
        with suppress(FileNotFoundError):
            os.unlink(self._part)
