"""Intel's Gaudi accelerators, by their maker's name: Habana Labs."""

from __future__ import annotations

from collections.abc import Sequence

from heddle.inventory.host import Host
from heddle.inventory.probes.base import ACCELERATOR
from heddle.inventory.sources import hwmon, pci, sysfs
from heddle.inventory.sources.pci import Function
from heddle.model.hardware import Component, Reading

HABANA = 0x1DA3


class HabanaProbe:
    pci_vendors = frozenset({HABANA})

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        found = (f for f in functions if f.vendor == HABANA and f.base_class == ACCELERATOR)
        return [_gaudi(host, function) for function in found]

    def read(self, host: Host, component: Component) -> Reading | None:
        if component.vendor != "habana":
            return None
        path = sysfs.folder(component)
        own, sensors = _own(host, path), hwmon.own(host, path, "habanalabs")
        resets = pci.integer(host.text(f"{own}/hard_reset_cnt"))
        reading = Reading(
            temperature_c=sysfs.scaled(host, f"{sensors}/temp1_input", 1e3) if sensors else None,
            power_w=sysfs.scaled(host, f"{sensors}/power1_input", 1e6) if sensors else None,
            power_limit_w=sysfs.scaled(host, f"{own}/max_power", 1e3),
            clock_mhz=sysfs.scaled(host, f"{own}/clk_cur_freq_mhz"),
            errors={} if resets is None else {"hard_resets": resets},
        )
        return None if reading == Reading() else reading


PROBE = HabanaProbe()


def _own(host: Host, path: str) -> str:
    """The driver's files: in the device's folder; older drivers have a folder of their own."""
    names = [name for name in host.names(f"{path}/habanalabs") if name.isalnum()]
    return f"{path}/habanalabs/{names[0]}" if names else path


def _gaudi(host: Host, function: Function) -> Component:
    path, facts = function.path, sysfs.model(function)
    own = _own(host, path)
    old = (name for name in host.names(f"{path}/habanalabs") if name.startswith("hl"))
    return Component(
        id=function.id,
        kind="npu",
        vendor="habana",
        model=facts.name if facts else host.text(f"{own}/device_type") or function.numbers,
        parent=function.parent,
        numa=function.numa,
        memory_bytes=int(facts.memory_gib * (1 << 30)) if facts and facts.memory_gib else None,
        driver=function.driver,
        link=pci.link(host, function),
        files=(*sysfs.device_files(host, path), *(f"/dev/{name}" for name in old)),
        stack=sysfs.driver(host, function.driver)
        + sysfs.firmware(host, {"cpucp": f"{own}/cpucp_ver", "preboot": f"{own}/preboot_btl_ver"}),
        attributes=sysfs.known(
            architecture=facts.architecture if facts else None,
            module=pci.integer(host.text(f"{own}/module_id")),
            status=host.text(f"{own}/status"),
        ),
    )
