"""Whether the devices of this machine can be trusted with work, looked at now and then."""

from __future__ import annotations

import logging
import threading
from collections import defaultdict, deque
from dataclasses import dataclass

from heddle.control.logs import about
from heddle.inventory.health import verdict
from heddle.inventory.host import LiveHost
from heddle.inventory.live import Sampler
from heddle.inventory.machine import look
from heddle.inventory.sample import Sample
from heddle.model.hardware import ACCELERATORS

log = logging.getLogger(__name__)
LOOK_S = 60.0
REMEMBERED = 60  #: samples of each, against which counters rise


@dataclass(frozen=True, slots=True)
class DeviceHealth:
    """One device, and the first reason that speaks against it."""

    device: str
    state: str  #: healthy, unknown, degraded or failed
    text: str = ""
    remedy: str = ""


class HealthWatch:
    """`found` may be read by any thread."""

    def __init__(self) -> None:
        self.found: tuple[DeviceHealth, ...] = ()
        self._ended = threading.Event()
        self._histories: dict[str, deque[Sample]] = defaultdict(lambda: deque(maxlen=REMEMBERED))
        self._thread = threading.Thread(target=self._run, name="health", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()

    def _run(self) -> None:
        while True:
            try:
                self.look()
            except Exception as error:  # a probe's surprise: the next look may succeed
                log.warning("the devices could not be looked at: %s", error)
            if self._ended.wait(LOOK_S):
                return

    def look(self) -> None:
        host = LiveHost()
        machine = look(host)
        with Sampler(machine, host) as sampler:
            samples = sampler.once()
        before = {each.device: each.state for each in self.found}
        now = []
        for component in machine.components:
            if component.kind not in ACCELERATORS:
                continue
            history = self._histories[component.id]
            if (sample := samples.get(component.id)) is not None:
                history.append(sample)
            judged = verdict(component, list(history))
            worst = judged.reasons[0] if judged.reasons else None
            name = component.device or component.id
            now.append(
                DeviceHealth(
                    name, judged.state, worst.text if worst else "", worst.remedy if worst else ""
                )
            )
            if judged.state != before.get(name, judged.state) or (
                name not in before and judged.state in ("degraded", "failed")
            ):
                level = logging.INFO if judged.state == "healthy" else logging.WARNING
                fields = about(event="device.health", device=name, why=worst and worst.text)
                log.log(level, "device %s is %s", name, judged.state, extra=fields)
        self.found = tuple(now)
