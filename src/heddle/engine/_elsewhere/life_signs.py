"""Signs of life: while members run, files of theirs are touched every second."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence

from heddle.engine.local.supervisor import BEAT_S

QUIET_S = 3 * BEAT_S  #: without a sign of life: nothing lives any more


class LifeSigns:
    """Those of one attempt. Clocks of other machines may differ, so only changes count."""

    def __init__(self) -> None:
        self._last: tuple[float, ...] = ()
        self._at = time.monotonic()  # when we saw the last change

    def look(self, files: Sequence[str]) -> None:
        """Files that are not there yet are no sign of life."""
        found = tuple(map(_changed_at, files))
        if found != self._last:
            self._last, self._at = found, time.monotonic()

    @property
    def quiet_s(self) -> float:
        return time.monotonic() - self._at

    @property
    def is_quiet(self) -> bool:
        return self.quiet_s >= QUIET_S

    @property
    def last_ms(self) -> int:
        """When the last one was, by the clock of the files; 0: there was none."""
        return int(1000 * max(self._last, default=0))


def _changed_at(path: str) -> float:
    try:
        return os.stat(path).st_mtime
    except OSError:
        return 0.0
