"""Live state of this machine's devices, read on demand."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from heddle.inventory.host import LiveHost
from heddle.inventory.live import Sampler
from heddle.inventory.machine import look
from heddle.inventory.sample import facts
from heddle.model.hardware import ACCELERATORS

FRESH_S = 2.0  #: for this time a reading is still valid
#: What is known of each device, by node and name.
Readings = Mapping[tuple[str, str], Mapping[str, Any]]


class NodeReadings:
    """For any thread; no vendor is asked before the first request."""

    def __init__(self, begin: Callable[[], tuple[str, Sampler]] | None = None) -> None:
        self._begin = begin or _this_machine
        self._mutex = threading.Lock()
        self._sampler: Sampler | None = None
        self._node = ""
        self._seen: Readings = {}
        self._at = 0.0

    def __call__(self) -> Readings:
        with self._mutex:
            if self._sampler is None:
                self._node, self._sampler = self._begin()
            if not self._at or time.monotonic() - self._at > FRESH_S:
                samples = self._sampler.round()
                self._seen = {
                    (self._node, each.name): facts(samples[id])
                    for id, each in self._sampler.components.items()
                    if each.kind in ACCELERATORS and id in samples
                }
                self._at = time.monotonic()
            return self._seen

    def close(self) -> None:
        with self._mutex:
            if self._sampler is not None:
                self._sampler.close()


def _this_machine() -> tuple[str, Sampler]:
    host = LiveHost()
    machine = look(host)
    return machine.name, Sampler(machine, host)
