"""Whether a device is in use: measuring it then is worthless, and disturbs its users."""

from __future__ import annotations

import os
import time
from typing import Any

from heddle import native
from heddle.errors import HeddleError
from heddle.inventory.host import LiveHost, Patient
from heddle.inventory.sources import nvml
from heddle.measure.ways.base import MeasureTarget
from heddle.table import Table

#: Percent of utilisation, and of the cores that want to run, from which on a device is busy.
USED_PERCENT, LOADED_PERCENT = 5, 50
#: Utilisation is reported of about the last second.
AFTERGLOW_S = 1.5
#: For both looks at it.
LIMIT_S = 10.0


def reasons(target: MeasureTarget) -> list[str]:
    """Why this is not the time to measure it; nothing if it is idle as far as can be seen."""
    if target.id.startswith("cpu@"):
        return _processors()
    return _programs(target) + (_gpu(target.address) if target.id.startswith("cuda@") else [])


def _programs(target: MeasureTarget) -> list[str]:
    """Programs under Heddle that have work for it, or wait for it."""
    if not os.path.exists(native.table_path()):  # opening it would make it
        return []
    try:
        native.open_table()
        native.reap()
        with Table() as table:
            programs = table.programs()
    except HeddleError:
        return []
    return [
        f"program {program.id} ({program.name}) is {program.state} on it"
        for program in programs
        if program.state != "idle" and target.id in program.devices
    ]


def _gpu(address: str) -> list[str]:
    """What NVIDIA's management library sees, of programs that know nothing of Heddle too. One
    that does not come back tells of a driver that hangs, and that is not the time to measure
    either."""
    host = Patient(LiveHost(), library_limit_s=LIMIT_S)

    def ask() -> list[str]:
        try:
            if not _look(address):
                return []
            time.sleep(AFTERGLOW_S)  # it may be the trace of a program that has just ended
            return _look(address)
        finally:
            nvml.close()

    found: list[str] | None = host.management("NVIDIA's management library", ask)
    return [f"{t.what}: {t.reason}" for t in host.troubles] if found is None else found


def _look(address: str) -> list[str]:
    gpus: list[dict[str, Any]] = (nvml.readings() or {}).get("gpus") or []
    found = next((gpu for gpu in gpus if gpu.get("pci") == address), {})
    used = found.get("utilisation") or 0
    words = [f"process {process['pid']} uses it" for process in found.get("processes") or []]
    return words + ([f"it is {used} % utilised"] if used >= USED_PERCENT else [])


def _processors() -> list[str]:
    cores = len(os.sched_getaffinity(0))
    load = os.getloadavg()[0]
    if load * 100 < LOADED_PERCENT * cores:
        return []
    return [f"the load of the last minute is {load:.1f} on {cores} cores"]
