"""Where attempts are kept: a folder each, which holds all that is true of it.

`attempts/ID/` has the lock, the state, the output and the work folder. When the end of an attempt
was noted elsewhere it moves to `forgotten/ID/`, and goes when it is old (_reclaim.py).
"""

from __future__ import annotations

import os
import time
from typing import Any

from heddle.engine.local.files import output, state_files
from heddle.engine.local.files.reclamation import Reclaim
from heddle.engine.local.files.removal import remove
from heddle.engine.local.member_spec import check_id
from heddle.engine.local.supervisor import LOCK, STATE, STOP
from heddle.errors import UsageError

_PATIENCE_S = 2.0


class Folders:
    """The folders of one engine.

    :raises UsageError: if another engine has them
    """

    def __init__(self, folder: str, keep_s: float) -> None:
        self.base = os.path.realpath(folder)
        self._attempts = os.path.join(self.base, "attempts")
        self._forgotten = os.path.join(self.base, "forgotten")
        self._reclaim = Reclaim(self._forgotten, keep_s)
        for path in (self._attempts, self._forgotten):
            os.makedirs(path, 0o700, exist_ok=True)
        self._lock = self._take()

    def _take(self) -> int:
        """Waits a little: where an engine was killed while it started a process, that one has a
        copy of the lock for an instant more."""
        until = time.monotonic() + _PATIENCE_S
        while (lock := state_files.lock(os.path.join(self.base, "engine.lock"))) is None:
            if time.monotonic() > until:
                raise UsageError(
                    f"{self.base} is used by another control plane. `heddle admin down` ends "
                    "it; or give "
                    "this one a folder of its own with HEDDLE_STATE."
                )
            time.sleep(0.01)
        return lock

    def close(self) -> None:
        os.close(self._lock)

    def known(self) -> list[str]:
        return sorted(os.listdir(self._attempts))

    def path(self, attempt: str) -> str:
        """:raises UsageError: if no folder can be called so"""
        return os.path.join(self._attempts, check_id(attempt))

    def was_forgotten(self, attempt: str) -> bool:
        return os.path.exists(os.path.join(self._forgotten, attempt))

    def lock(self, attempt: str) -> int | None:
        """None while its supervisor lives."""
        return state_files.lock(os.path.join(self.path(attempt), LOCK))

    def beat_ms(self, attempt: str) -> int:
        """When its supervisor was certainly alive."""
        return os.stat(os.path.join(self.path(attempt), LOCK)).st_mtime_ns // 1_000_000

    def is_held(self, attempt: str) -> bool:
        lock = self.lock(attempt)
        if lock is not None:
            os.close(lock)
        return lock is None

    def state(self, attempt: str) -> dict[str, Any] | None:
        """None if nothing of it ever ran; empty if that was lost in a power cut."""
        return state_files.read(os.path.join(self.path(attempt), STATE))

    def note(self, attempt: str, state: dict[str, Any], *, durable: bool = True) -> dict[str, Any]:
        """The caller must hold the lock. `durable`: what cannot be found out a second time."""
        state_files.write(os.path.join(self.path(attempt), STATE), state, durable=durable)
        return state

    def ask_to_stop(self, attempt: str, why: str) -> None:
        """For a supervisor that starts only now, and for the reason; the first one counts."""
        path = os.path.join(self.path(attempt), STOP)
        if not os.path.exists(path):
            state_files.write(path, {"why": why}, durable=False)

    def kept(self, attempt: str) -> str:
        """Its folder, also when it was forgotten."""
        folder = self.path(attempt)
        return folder if os.path.isdir(folder) else os.path.join(self._forgotten, attempt)

    def logs(self, attempt: str, member: int, start: int, most: int) -> bytes:
        """:raises LogGoneError: if that byte is no longer kept"""
        folder = self.path(attempt)
        data = output.read(folder, member, start, most)
        if data or os.path.isdir(folder):
            return data
        return output.read(os.path.join(self._forgotten, attempt), member, start, most)

    def work(self, attempt: str) -> str | None:
        """Where it works, or has worked, if that is a folder of its own and still there."""
        own = self.path(attempt), os.path.join(self._forgotten, attempt)
        found = (os.path.join(folder, "work") for folder in own)
        return next((path for path in found if os.path.isdir(path)), None)

    def forget(self, attempt: str) -> None:
        folder = self.path(attempt)
        os.utime(folder)  # its age counts from now
        os.rename(folder, os.path.join(self._forgotten, attempt))
        self._reclaim.look()

    def remove(self, attempt: str) -> None:
        remove(self.path(attempt))
