"""What of a machine is free now, for the available edition of its identifiers."""

from __future__ import annotations

from collections.abc import Mapping

from heddle.inventory.host import Host
from heddle.inventory.identify import MIB, Free
from heddle.inventory.live import Sampler
from heddle.model.hardware import Component, Machine, Reading


def free(machine: Machine, host: Host, promised: Mapping[str, int]) -> Free:
    """Memory as the hardware reports it, and the compute that is promised to no program.

    `promised` has the milli-units that were given out, by the id of each component whose compute
    Heddle hands out; for others it is unknown.
    """
    with Sampler(machine, host) as sampler:
        readings = {id: sample.reading for id, sample in sampler.once().items()}
    return {
        component.id: (
            _memory_mib(component, readings.get(component.id)),
            max(0, 1000 - promised[component.id]) if component.id in promised else None,
        )
        for component in machine.components
    }


def _memory_mib(component: Component, reading: Reading | None) -> int | None:
    """Never more than the total edition says."""
    total, used = (
        (reading.memory_total_bytes, reading.memory_used_bytes) if reading else (None, None)
    )
    if not isinstance(total, int) or not isinstance(used, int):  # a record may say anything
        return None
    left = max(0, total - used)
    return None if component.memory_bytes is None else min(left, component.memory_bytes) // MIB
