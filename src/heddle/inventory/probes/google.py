"""Google's TPUs: those of its cloud, and the Edge TPU of Coral modules and sticks."""

from __future__ import annotations

from collections.abc import Sequence

from heddle.inventory import facts
from heddle.inventory.facts import ModelFacts
from heddle.inventory.host import Host
from heddle.inventory.probes.base import ACCELERATOR
from heddle.inventory.sources import pci, sysfs, usb
from heddle.inventory.sources.pci import Function
from heddle.model.hardware import Component, ComponentProcess, Reading, Software, Value

#: Google's number is also on the network cards of its cloud. The Edge TPU bears its maker's.
GOOGLE, GLOBAL_UNICHIP = 0x1AE0, 0x1AC1
#: How a stick answers before its first user has loaded the firmware; it then comes back as another.
ASLEEP = "1a6e:089a"
APEX = "/sys/class/apex"
GIB = 1 << 30


class Google:
    pci_vendors = frozenset({GOOGLE, GLOBAL_UNICHIP})

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        mine = (f for f in functions if f.vendor in self.pci_vendors and f.physfn is None)
        on_pci = [
            _component(host, f, known)
            for f in mine
            if (known := sysfs.model(f)) or f.base_class == ACCELERATOR
        ]
        on_usb = [
            _stick(device, known)
            for device in usb.devices(host)
            if (known := facts.find(f"usb:{device.numbers}")) and known.vendor == "google"
        ]
        return on_pci + on_usb

    def read(self, host: Host, component: Component) -> Reading | None:
        """Only the Edge TPU's driver reports anything; the cloud's are asked by their programs."""
        apex = component.attributes.get("apex")
        if component.vendor != "google" or apex is None:
            return None
        folder = f"{APEX}/{apex}"
        resets = pci.integer(host.text(f"{folder}/reset_count"))
        found = Reading(
            temperature_c=_celsius(host.text(f"{folder}/temp")),
            temperature_limit_c=_celsius(host.text(f"{folder}/trip_point0_temp")),
            errors={} if resets is None else {"resets": resets},
            processes=_owner(host, folder),
        )
        return None if found == Reading() else found


PROBE = Google()


def _component(host: Host, function: Function, known: ModelFacts | None) -> Component:
    apex = _named(host, APEX, function)
    version = host.text(f"{APEX}/{apex}/driver_version") if apex else None
    attributes: dict[str, Value | None] = {
        "apex": apex,
        "edge": True if function.vendor == GLOBAL_UNICHIP else None,
        "architecture": known.architecture if known else None,
    }
    return Component(
        id=function.id,
        kind="tpu",
        vendor="google",
        model=known.name if known else function.numbers,
        parent=function.parent,
        numa=function.numa,
        memory_bytes=int(known.memory_gib * GIB) if known and known.memory_gib else None,
        driver=function.driver,
        link=pci.link(host, function),
        files=_files(host, function, apex),
        stack=(Software("apex", version, "driver"),) if version else (),
        attributes={name: value for name, value in attributes.items() if value is not None},
    )


def _files(host: Host, function: Function, apex: str | None) -> tuple[str, ...]:
    accel = _named(host, "/sys/class/accel", function)
    group = host.resolve(f"{function.path}/iommu_group") if function.driver == "vfio-pci" else None
    wanted = (
        f"/dev/{apex}" if apex else None,
        f"/dev/{accel}" if accel else None,
        f"/dev/accel/{accel}" if accel else None,  # where newer kernels put it
        f"/dev/vfio/{group.rpartition('/')[2]}" if group else None,
    )
    return tuple(path for path in wanted if path and host.resolve(path))


def _named(host: Host, folder: str, function: Function) -> str | None:
    """What a class of the kernel calls the function: apex_0, accel0."""
    for name in host.names(folder):
        if host.resolve(f"{folder}/{name}/device") == function.path:
            return name
    return None


def _stick(device: usb.UsbDevice, known: ModelFacts) -> Component:
    attributes: dict[str, Value | None] = {
        "edge": True,
        "firmware_loaded": device.numbers != ASLEEP,
        "usb_mbits": device.mbits,
        "architecture": known.architecture,
    }
    return Component(
        id=device.id,
        kind="tpu",
        vendor="google",
        model=known.name,
        uuid=device.serial,
        parent=device.parent,
        files=(device.file,) if device.file else (),
        attributes={name: value for name, value in attributes.items() if value is not None},
    )


def _celsius(text: str | None) -> float | None:
    value = pci.number(text)
    return None if value is None else value / 1000


def _owner(host: Host, folder: str) -> tuple[ComponentProcess, ...] | None:
    """One process at a time may own the device to write to it."""
    owned = pci.integer(host.text(f"{folder}/is_device_owned"))
    pid = pci.integer(host.text(f"{folder}/device_owner"))
    if owned is None or (owned and not pid):
        return None
    return (ComponentProcess(pid),) if owned and pid else ()
