"""Intel's NPUs (Core Ultra), which the intel_vpu driver shows as accelerators of the kernel."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from heddle.inventory.host import Host
from heddle.inventory.sources import pci, sysfs
from heddle.inventory.sources.pci import Function
from heddle.model.hardware import Component, Reading

INTEL = 0x8086
DRIVER = "intel_vpu"


class IntelNPUProbe:
    """Keeps the last look at the busy time of each NPU: its growth is the utilisation."""

    pci_vendors = frozenset({INTEL})

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._rates = sysfs.CounterRates(clock)

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        return [_npu(host, f) for f in functions if f.vendor == INTEL and _is_npu(f)]

    def read(self, host: Host, component: Component) -> Reading | None:
        if (component.vendor, component.kind) != ("intel", "npu"):
            return None
        path = sysfs.folder(component)
        rate = self._rates.per_second(component.id, sysfs.scaled(host, f"{path}/npu_busy_time_us"))
        reading = Reading(
            utilisation=None if rate is None else min(rate / 1e4, 100.0),
            memory_used_bytes=pci.integer(host.text(f"{path}/npu_memory_utilization")),
            clock_mhz=sysfs.scaled(host, f"{path}/npu_current_frequency_mhz"),
        )
        return None if reading == Reading() else reading


PROBE = IntelNPUProbe()


def _is_npu(function: Function) -> bool:
    facts = sysfs.model(function)
    return function.driver == DRIVER or (
        facts is not None and (facts.vendor, facts.kind) == ("intel", "npu")
    )


def _npu(host: Host, function: Function) -> Component:
    path, facts = function.path, sysfs.model(function)
    return Component(
        id=function.id,
        kind="npu",
        vendor="intel",
        model=facts.name if facts else function.numbers,
        parent=function.parent,
        numa=function.numa,
        driver=function.driver,
        files=sysfs.device_files(host, path),
        stack=sysfs.driver(host, function.driver),
        attributes=sysfs.known(
            architecture=facts.architecture if facts else None,
            integrated=True,
            shared_memory=True,
            max_clock_mhz=sysfs.scaled(host, f"{path}/npu_max_frequency_mhz"),
            scheduler=host.text(f"{path}/sched_mode"),  # HW: the firmware's, OS: the driver's
        ),
    )
