"""The Container Device Interface: one file that tells container engines what a device needs.

What is the same for all devices stands at the top, and engines apply it first. So the top hides
the devices of every vendor, and the entry of a device shows it: one that was not asked for is not
found by accident, and devices of several vendors can be had together.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from heddle import native
from heddle.errors import HeddleError, UsageError
from heddle.inventory import apis
from heddle.launch.run import preload
from heddle.model.container import ContainerNeeds
from heddle.model.device import Device

#: The lowest that has all we use, so that old engines take it, too. Later ones added the type of a
#: mount (0.4), other paths for device files (0.5), annotations (0.6), groups (0.7).
VERSION = "0.3.0"
VENDOR = "heddle.dev"
CLASS = "xpu"
ALL = "all"

#: In the container, whatever they are on the host.
RUN_DIRECTORY = "/run/heddle"
LIBRARIES = "/opt/heddle/lib"
SHOWS = "HEDDLE_SHOWS_"  #: and a mark: what one device shows

_CLASS = re.compile(r"[A-Za-z]([A-Za-z0-9_-]{0,61}[A-Za-z0-9])?", re.ASCII)
_NAME = re.compile(r"[A-Za-z0-9_.:-]*[A-Za-z0-9]", re.ASCII)
_READ_WRITE = ["rw", "nosuid", "nodev", "bind"]
_READ_ONLY = ["ro", "nosuid", "nodev", "bind"]


@dataclass(frozen=True, slots=True)
class ContainerDevice:
    """A device that containers can be given."""

    device: Device
    visible_variable: str
    needs: ContainerNeeds
    hidden: str = ""  #: what the variable is set to, to show none


def offers(complain: Callable[[HeddleError], None]) -> list[ContainerDevice]:
    """All devices of this machine; a vendor whose driver is broken is given to `complain`."""
    vendors = {vendor.api: vendor for vendor in apis.vendors()}
    found = []
    for device in apis.devices(complain):
        vendor = vendors[device.api]
        found.append(
            ContainerDevice(
                device, vendor.visible_variable, vendor.in_container(device), vendor.hidden
            )
        )
    return found


def preload_in_container(apis: Sequence[str]) -> str:
    """LD_PRELOAD as `heddle run` sets it, at the place where the container has the libraries."""
    return preload(apis).replace(native.DIRECTORY, LIBRARIES)


def run_directory(table: str) -> str:
    """The folder of the table and the agent's socket: all that a container needs to reach us.

    :raises UsageError: if others keep their files there, too; containers would get those
    """
    folder = os.path.dirname(os.path.abspath(table))
    try:
        shared = bool(os.stat(folder).st_mode & stat.S_ISVTX)  # /tmp, /dev/shm
    except OSError:
        shared = False  # not made yet: it will be our own
    if shared or folder in ("/", "/dev", "/run", "/var/run", os.path.expanduser("~")):
        raise UsageError(
            f"the table {table} lies in a folder that others use, and containers would get all of "
            f"{folder}. Give it a folder of its own: HEDDLE_TABLE={os.path.join(folder, 'heddle')}"
            "/table, for the agent and all programs."
        )
    return folder


def parse_class(text: str) -> str:
    """The word between heddle.dev/ and =.

    :raises UsageError: if CDI does not allow it
    """
    if not _CLASS.fullmatch(text):
        raise UsageError(
            f"class {text!r} is not allowed: up to 63 letters, digits, - and _; a letter first, "
            "a letter or digit last."
        )
    return text


def names(devices: Sequence[Device]) -> list[str]:
    """What each device is called: soft@gpu is soft-gpu. Where CDI forbids that, by its index."""
    found: list[str] = []
    for device in devices:
        name = f"{device.api}-{device.name}"
        if not _NAME.fullmatch(device.name) or name in found:
            name = f"{device.api}-{device.index}"
        while name in found:  # a device is named like the number of another
            name += "x"
        found.append(name)
    return found


def specification(
    offered: Sequence[ContainerDevice],
    *,
    table: str,
    preloaded: str,
    asked: Mapping[str, str],
    libraries: str = native.DIRECTORY,
    device_class: str = CLASS,
    mark: str = "",
) -> dict[str, Any]:
    """The file's contents. `asked` has variables of heddle/launch/asked.py. With a `mark`, a letter
    and then letters, digits and _, a container can have several devices of it, and of other files
    with other marks: native/shim/shown.cpp puts together what each of them shows.

    :raises UsageError: if there is no device, or the table's folder cannot be given away
    """
    if not offered:
        raise UsageError(
            "no accelerator found, so there is nothing to give to containers. `heddle admin "
            "check` says "
            "what is wrong."
        )
    common = {
        "HEDDLE_TABLE": f"{RUN_DIRECTORY}/{os.path.basename(table)}",
        **({"LD_PRELOAD": preloaded} if preloaded else {}),
        **asked,
        **{offer.visible_variable: offer.hidden for offer in offered},
    }
    mounts = [
        # All that a guest may write, the agent sends; and a container's root may be the host's.
        _mount(run_directory(table), RUN_DIRECTORY, _READ_ONLY),
        _mount(libraries, LIBRARIES, _READ_ONLY),
    ]
    entries = zip(names([offer.device for offer in offered]), offered, strict=True)
    return {
        "cdiVersion": VERSION,
        "kind": f"{VENDOR}/{device_class}",
        "containerEdits": {"env": _lines(common), "mounts": mounts},
        "devices": [
            *(
                {"name": name, "containerEdits": _edits([offer], mark and f"{mark}_{number}")}
                for number, (name, offer) in enumerate(entries)
            ),
            {"name": ALL, "containerEdits": _edits(offered)},
        ],
    }


def _edits(offered: Sequence[ContainerDevice], mark: str = "") -> dict[str, Any]:
    """What these devices need together, each thing once."""
    visible: dict[str, list[str]] = {}
    variables: dict[str, str] = {}
    mounts: dict[str, dict[str, Any]] = {}
    nodes: dict[str, dict[str, str]] = {}
    for offer in offered:
        visible.setdefault(offer.visible_variable, []).append(offer.needs.visible)
        variables |= offer.needs.variables
        mounts |= {path: _mount(path, path, _READ_WRITE) for path in offer.needs.shared}
        mounts |= {path: _mount(path, path, _READ_ONLY) for path in offer.needs.read_only}
        nodes |= {path: {"path": path} for path in offer.needs.device_files}
    shown = {variable: ",".join(values) for variable, values in visible.items()}
    if mark:
        variables |= {f"{SHOWS}{mark}": f"{name}={value}" for name, value in shown.items()}
    variables |= shown
    edits: dict[str, Any] = {"env": _lines(variables)}
    if mounts:
        edits["mounts"] = list(mounts.values())
    if nodes:
        edits["deviceNodes"] = list(nodes.values())
    return edits


def _mount(host: str, container: str, options: list[str]) -> dict[str, Any]:
    return {"hostPath": host, "containerPath": container, "options": list(options)}


def _lines(variables: Mapping[str, str]) -> list[str]:
    return [f"{name}={value}" for name, value in variables.items()]
