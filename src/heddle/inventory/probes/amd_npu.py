"""AMD's NPUs (Ryzen AI), which the amdxdna driver shows as accelerators of the kernel.

The driver has no counter that could be read cheaply, so there are no readings.
"""

from __future__ import annotations

from collections.abc import Sequence

from heddle.inventory.host import Host
from heddle.inventory.sources import sysfs
from heddle.inventory.sources.pci import Function
from heddle.model.hardware import Component, Reading

AMD_PROCESSORS = 0x1022
DRIVER = "amdxdna"


class AMDNPUProbe:
    pci_vendors = frozenset({AMD_PROCESSORS})

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        return [_npu(host, f) for f in functions if f.vendor == AMD_PROCESSORS and _is_npu(f)]

    def read(self, host: Host, component: Component) -> Reading | None:
        return None


PROBE = AMDNPUProbe()


def _is_npu(function: Function) -> bool:
    """By its driver, or because it is known: its class is that of a signal processor."""
    facts = sysfs.model(function)
    return function.driver == DRIVER or (
        facts is not None and (facts.vendor, facts.kind) == ("amd", "npu")
    )


def _npu(host: Host, function: Function) -> Component:
    path, facts = function.path, sysfs.model(function)
    return Component(
        id=function.id,
        kind="npu",
        vendor="amd",
        model=facts.name if facts else host.text(f"{path}/vbnv") or function.numbers,
        parent=function.parent,
        numa=function.numa,
        driver=function.driver,
        files=sysfs.device_files(host, path),
        stack=sysfs.driver(host, function.driver)
        + sysfs.firmware(host, {"npu": f"{path}/fw_version"}),
        attributes=sysfs.known(
            architecture=facts.architecture if facts else None,
            integrated=True,
            shared_memory=True,
            product=host.text(f"{path}/vbnv"),  # the driver's name of it: RyzenAI-npu4
        ),
    )
