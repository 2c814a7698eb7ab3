"""What a sandbox needs, so that a program in it finds its devices, and Heddle."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from heddle import native
from heddle.inventory import apis
from heddle.inventory.apis.base import Vendor
from heddle.inventory.cordon import refuse_if_cordoned
from heddle.launch.run import layers, note, preload
from heddle.model.device import find_device

CDI_FOLDERS = ("/etc/cdi", "/var/run/cdi")  #: where container engines look


@dataclass(frozen=True, slots=True)
class Given:
    """Of some devices, together. Paths are the same inside and outside."""

    variables: dict[str, str]
    preload: str
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    nodes: tuple[str, ...]
    entries: tuple[str, ...] = ()  #: of vendors' own CDI files, for containers


def given(names: Sequence[str]) -> Given:
    """What a program needs for these devices, and sees of the others: nothing.

    :raises NoSuchDeviceError: if one is not on this machine
    :raises CordonedError: if one takes no new programs
    """
    here = apis.devices(lambda error: note(str(error)))
    chosen = [find_device(name, here) for name in names]
    variables: dict[str, str] = {"HEDDLE_TABLE": native.table_path()}
    present: list[Vendor] = []
    entries: list[str] = []
    reads, writes, nodes = [native.table_folder(), native.DIRECTORY], list[str](), list[str]()
    for vendor in apis.vendors():
        own = [device for device in chosen if device.api == vendor.api]
        variables[vendor.visible_variable] = vendor.hidden
        if not own:
            continue
        present.append(vendor)
        needs = [vendor.in_container(device) for device in own]
        variables[vendor.visible_variable] = ",".join(each.visible for each in needs)
        for device, need in zip(own, needs, strict=True):
            refuse_if_cordoned(device)
            variables |= need.variables
            reads += need.read_only
            writes += need.shared
            nodes += need.device_files
            entries += [need.entry] if has_entry(need.entry) else []
    layers(present, variables)
    preloaded = preload([vendor.api for vendor in present])
    return Given(variables, preloaded, _there(reads), _there(writes), _there(nodes), tuple(entries))


def _there(paths: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(os.path.exists, paths)))


def has_entry(name: str, folders: Sequence[str] = CDI_FOLDERS) -> bool:
    """Whether there is a CDI file for such devices: nvidia.com/gpu=0."""
    kind = name.partition("=")[0]
    for folder in folders if kind else ():
        with suppress(OSError):
            for file in os.listdir(folder):
                with open(os.path.join(folder, file), errors="replace") as text:
                    if kind in text.read(1 << 20):
                        return True
    return False
