"""The share of a device that programs of this machine really get, from the scheduler's table.

Only what runs here, under the scheduler and as the server's own user can be told. What others say
stays unknown, and so does what is over.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from heddle.control import programs
from heddle.promise import charged_milli
from heddle.records import ProgramState

EVERY_S = 1.0  #: shortest time between two samples of the table
WINDOW_S = 60.0  #: the share is a mean over this time, as far as it was sampled


@dataclass(frozen=True, slots=True)
class ShareSample:
    """By attempt and device: device time so far, and what was charged of the time wanted."""

    at_s: float
    used_ns: Mapping[tuple[str, str], int]
    charged_milli: Mapping[tuple[str, str], int | None]


class Got:
    """For any thread. `read` looks at the table, `attempt_of` says whose a process is."""

    def __init__(
        self,
        read: Callable[[], Iterable[ProgramState]] | None = None,
        attempt_of: Callable[[int], str] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._programs = read or programs.programs
        self._attempt_of = attempt_of or programs.attempt_of
        self._clock = clock
        self._mutex = threading.Lock()
        self._looks: deque[ShareSample] = deque()

    def milli(self, attempt: str, names: Sequence[str]) -> int | None:
        """Thousandths of the device with these names, in the last minute or since the first sample;
        None: unknown, or not yet."""
        with self._mutex:
            self._look()
            looks = list(self._looks)
        keys = ((attempt, name) for name in names)
        key = next((key for key in keys if key in looks[-1].used_ns), None)
        if key is None:
            return None
        first = next(look for look in looks if key in look.used_ns)
        seconds = looks[-1].at_s - first.at_s
        if seconds <= 0:
            return None
        used_ns = looks[-1].used_ns[key] - first.used_ns[key]
        return max(0, round(used_ns / seconds / 1e6))

    def charged_milli(self, attempt: str, names: Sequence[str]) -> int | None:
        """Of the time in which it wanted the device, what its share was charged for: it had the
        device, or the device was kept for it. None: unknown, or not yet."""
        with self._mutex:
            self._look()
            charged = self._looks[-1].charged_milli
        found = (charged.get((attempt, name)) for name in names)
        return next((milli for milli in found if milli is not None), None)

    def _look(self) -> None:
        now = self._clock()
        if self._looks and now - self._looks[-1].at_s < EVERY_S:
            return
        while len(self._looks) > 1 and now - self._looks[1].at_s > WINDOW_S:
            self._looks.popleft()
        used: dict[tuple[str, str], int] = {}
        charged: dict[tuple[str, str], int | None] = {}
        for program in self._programs():
            if attempt := self._attempt_of(program.pid):
                for device in program.devices:
                    key = attempt, device
                    used[key] = used.get(key, 0) + _used_ns(program, device)
                    charged[key] = charged_milli(program) if program.share_milli else None
        self._looks.append(ShareSample(now, used, charged))


def _used_ns(program: ProgramState, device: str) -> int:
    """Of one on several devices a queue that was closed is missing."""
    if program.devices == (device,):
        return program.device_time_ns
    return sum(queue.device_time_ns for queue in program.queues if queue.device == device)
