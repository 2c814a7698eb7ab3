"""The energy that devices have drawn, where hardware counts it."""

from __future__ import annotations

from contextlib import suppress

from heddle.inventory.host import Host, LiveHost
from heddle.inventory.probes import probes
from heddle.inventory.probes.base import EnergyProbe


class EnergyCounters:
    """For one thread. A vendor's library is loaded at the first look."""

    def __init__(self, host: Host | None = None) -> None:
        self._host = host or LiveHost()
        self._probes = [each for each in probes() if isinstance(each, EnergyProbe)]

    def read(self) -> dict[str, int]:
        """By device, as programs use it (cuda@0): millijoules. What does not count is left out."""
        found: dict[str, int] = {}
        for probe in self._probes:
            with suppress(Exception):  # one vendor's surprise must not hide the others
                found |= probe.energy(self._host)
        return found
