"""Drives: NVMe by controller, all others by block device."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence

from heddle.inventory.host import Host
from heddle.inventory.sources import hwmon, pci, pci_names, sysfs
from heddle.inventory.sources.pci import Function, integer
from heddle.inventory.sources.pci_names import Names
from heddle.model.hardware import Component, Reading, Value

NVME = 0x0108
BLOCKS = "/sys/block"
#: Not drives of this machine: discs that come and go, and what the network serves.
PASSING = re.compile(r"(sr|fd|nbd|rbd)\d+")
#: How a drive is joined, by what its folder is below.
TRANSPORTS = {"/usb": "usb", "/ata": "sata", "/end_device": "sas", "/virtio": "virtio"}
TRANSPORTS |= {"/mmc": "mmc", "/nvme": "nvme", "/vmbus": "vmbus"}


class StorageProbe:
    pci_vendors: frozenset[int] = frozenset()

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        names = pci_names.names(host, functions)
        controllers = [f for f in functions if f.sub_class == NVME and not f.physfn]
        found = {f.id: _nvme(host, f, names) for f in controllers}
        for name in host.names(BLOCKS):
            path = host.resolve(f"{BLOCKS}/{name}") or ""
            listed = any(path.startswith(f"{f.path}/") for f in controllers)
            if listed or "/virtual/" in path or PASSING.fullmatch(name):
                continue
            if drive := _drive(host, name, path, functions):
                found.setdefault(drive.id, drive)  # the boot parts of a flash chip come behind it
        return list(found.values())

    def read(self, host: Host, component: Component) -> Reading | None:
        if component.kind != "storage" or not component.id.startswith("pci@"):
            return None
        path = host.resolve(sysfs.folder(component))
        chips = hwmon.below(host, path) if path else []
        return hwmon.temperature(host, chips[0]) if chips else None


def _nvme(host: Host, function: Function, names: Names) -> Component:
    """One controller; a drive that has no driver, or is given to a virtual machine, has none."""
    folder = f"{function.path}/nvme"
    found = host.names(folder)
    name = found[0] if found else ""
    folder = f"{folder}/{name}"
    # With several paths to a drive its block devices here are called nvme0c0n1.
    blocks = [n for n in host.names(folder) if re.fullmatch(rf"{name}(c\d+)?n\d+", n)]
    shown = [re.sub(r"c\d+n", "n", block) for block in blocks]
    sizes = [_bytes(host, f"{folder}/{block}") or 0 for block in blocks]
    attributes: dict[str, Value] = {"transport": "nvme", "rotational": False}
    if blocks:
        attributes |= {"size_bytes": sum(sizes), "blocks": " ".join(shown)}
    return Component(
        id=function.id,
        kind="storage",
        vendor=names.vendor(function.vendor),
        model=host.text(f"{folder}/model") or names.device(function),
        uuid=host.text(f"{BLOCKS}/{shown[0]}/wwid") if shown else None,
        parent=function.parent,
        numa=function.numa,
        driver=function.driver,
        link=pci.link(host, function),
        files=tuple(f"/dev/{file}" for file in (name, *shown) if file),
        stack=(
            *sysfs.driver(host, function.driver),
            *sysfs.firmware(host, {"firmware": f"{folder}/firmware_rev"}),
        ),
        attributes=attributes,
    )


def _drive(host: Host, name: str, path: str, functions: Sequence[Function]) -> Component | None:
    size = _bytes(host, path)
    if not size:  # a card reader without a card
        return None
    device = host.resolve(f"{path}/device") or path
    above = [f for f in functions if device.startswith(f"{f.path}/")]
    bus = posixpath.basename(host.resolve(f"{device}/subsystem") or "block")
    # Of virtio the function is the drive.
    own = above[-1].id if bus == "virtio" and above else f"{bus}@{posixpath.basename(device)}"
    transport = next((word for mark, word in TRANSPORTS.items() if mark in path), bus)
    bound = host.resolve(f"{device}/driver")
    attributes: dict[str, Value] = {"transport": transport, "size_bytes": size, "blocks": name}
    if rotational := host.text(f"{path}/queue/rotational"):
        attributes["rotational"] = rotational == "1"
    return Component(
        id=own,
        kind="storage",
        vendor=_vendor(host, device, bus),
        model=host.text(f"{device}/model") or host.text(f"{device}/name") or f"{transport} drive",
        uuid=host.text(f"{device}/wwid") or host.text(f"{path}/wwid"),
        parent=above[-1].parent if above else None,
        numa=above[-1].numa if above else None,
        driver=posixpath.basename(bound) if bound else None,
        files=(f"/dev/{name}",),
        attributes=attributes,
    )


def _vendor(host: Host, device: str, bus: str) -> str:
    """SCSI drives name their maker; ATA drives say only "ATA"."""
    word = (host.text(f"{device}/vendor") or "").strip().lower()
    if bus == "virtio":
        return "virtio"
    return word if bus == "scsi" and word not in ("", "ata") else "unknown"


def _bytes(host: Host, folder: str) -> int | None:
    sectors = integer(host.text(f"{folder}/size"))  # of 512 bytes, whatever the drive's own are
    return sectors * 512 if sectors is not None else None


PROBE = StorageProbe()
