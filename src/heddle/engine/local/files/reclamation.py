"""Folders of attempts that were forgotten: they go when they are old, and sooner if the disk fills.

In a thread of its own: a million folders take minutes, and nobody waits for that.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time

from heddle.engine.local.files.removal import remove

SHORT, ENOUGH = 0.05, 0.10  #: of the disk is free, in blocks and in files: begin, and stop
LEAST_S = 3600.0  #: what ended within this time stays even then
PAUSE_S = 60.0  #: between two looks for room
OFTEN_S = 3600.0  #: between two looks for what is old


def is_short(folder: str, fraction: float) -> bool:
    """Whether less than that of the disk is free."""
    disk = os.statvfs(folder)
    return disk.f_bavail < fraction * disk.f_blocks or disk.f_favail < fraction * disk.f_files


class Reclaim:
    """Of one folder whose entries are as old as their last change."""

    def __init__(self, folder: str, keep_s: float) -> None:
        self._folder = folder
        self._keep_s = keep_s
        self._often_s = min(OFTEN_S, keep_s)
        self._old_at = self._short_at = 0.0
        self._thread: threading.Thread | None = None

    def look(self) -> None:
        """Begins if there may be something to do; it costs nothing where there is not."""
        if self._thread is not None and self._thread.is_alive():
            return
        now = time.monotonic()
        short = now >= self._short_at and is_short(self._folder, SHORT)
        if short or now >= self._old_at:
            self._old_at = now + self._often_s
            self._short_at = now + PAUSE_S if short else self._short_at
            self._thread = threading.Thread(
                target=self._run, args=(short,), name="reclaim", daemon=True
            )
            self._thread.start()

    def _run(self, short: bool) -> None:
        with contextlib.suppress(OSError):  # the next look may do better
            self.remove(short)

    def remove(self, short: bool) -> None:
        """What is old; and if room is short the oldest of the rest, until there is enough."""
        now = time.time()
        with os.scandir(self._folder) as entries:
            by_age = sorted((entry.stat().st_mtime, entry.path) for entry in entries)
        for changed, path in by_age:
            is_old = changed < now - self._keep_s
            short = short and changed < now - LEAST_S and is_short(self._folder, ENOUGH)
            if not (is_old or short):
                return
            remove(path)
