"""Reads the energy counters of devices in a thread of its own: a driver may hang."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from queue import Empty, SimpleQueue

from heddle.agent.energy import ProgramUse
from heddle.inventory.energy import EnergyCounters
from heddle.inventory.jobs import attempt_folder_of
from heddle.records import ProgramState

PERIOD_S, SELDOM_S = 1.0, 10.0  #: between readings; where nothing counts


def uses(programs: Iterable[ProgramState]) -> Iterator[ProgramUse]:
    """The programs, as the meter wants them."""
    for program in programs:
        used = dict.fromkeys((*program.devices, *(queue.device for queue in program.queues)), 0)
        if len(used) == 1:  # with queues that have gone
            used = dict.fromkeys(used, program.device_time_ns)
        else:
            for queue in program.queues:
                used[queue.device] += queue.device_time_ns
        key = program.id, program.created_ns
        attempt, is_away = attempt_folder_of(program), bool(program.evicted)
        yield ProgramUse(key, used, program.share_milli, attempt, is_away)


class EnergyReader:
    """Nobody is asked before the first program holds a device."""

    def __init__(self, counters: Callable[[], Mapping[str, int]] | None = None) -> None:
        self._counters = counters
        self._readings: SimpleQueue[tuple[int, Mapping[str, int]]] = SimpleQueue()
        self._begun = False

    def begin(self) -> None:
        if not self._begun:
            self._begun = True
            threading.Thread(target=self._run, name="energy", daemon=True).start()

    def readings(self) -> Iterator[tuple[int, Mapping[str, int]]]:
        """Those that are new, with their times."""
        while True:
            try:
                yield self._readings.get_nowait()
            except Empty:
                return

    def _run(self) -> None:
        read = self._counters or EnergyCounters().read
        while True:
            found = read()
            self._readings.put((time.monotonic_ns(), found))
            time.sleep(PERIOD_S if found else SELDOM_S)
