"""This machine as a node of its own control plane."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection
from dataclasses import replace

from heddle.cluster.from_inventory import MIB, node_row
from heddle.cluster.row import NodeRow
from heddle.control.nodes.reserved import booked
from heddle.errors import HeddleError
from heddle.inventory import apis, cordon
from heddle.inventory.listing import accelerators
from heddle.inventory.machine import look
from heddle.inventory.site import load_site
from heddle.model.device import Device
from heddle.model.hardware import Machine
from heddle.virt import survey


def this_machine(
    in_use: Collection[str] = (), complain: Callable[[HeddleError], None] | None = None
) -> NodeRow:
    """What it has that jobs may be given. A cordoned device is left out, unless it is in use: what
    runs on it goes on. What partitions and others have is there, and said to be booked.

    :raises UsageError: if the file that says where it stands is invalid
    """
    machine, devices = look(), apis.devices(complain)
    machine, devices = _without_cordoned(machine, devices, in_use)
    places = survey.places(listed=accelerators(machine, devices))
    row = node_row(machine, devices, load_site(), booked=lambda each: booked(each, places))
    return replace(
        row,
        cpu_milli=min(row.cpu_milli or _cores_milli(), _cores_milli()),
        memory_mib=row.memory_mib or _memory_mib(),
    )


def _without_cordoned(
    machine: Machine, devices: list[Device], in_use: Collection[str]
) -> tuple[Machine, list[Device]]:
    now, cordons = time.time(), cordon.load()
    gone = {
        entry.component.id: entry.device
        for entry in accelerators(machine, devices)
        if not {entry.id, entry.component.id} & set(in_use)
        and any(
            cordon.cordoned(thing, now, cordons)
            for thing in (entry.component, entry.device)
            if thing is not None
        )
    }
    left = tuple(c for c in machine.components if c.id not in gone)
    return replace(machine, components=left), [d for d in devices if d not in gone.values()]


def _cores_milli() -> int:
    """Those that this process may use: a container or a service may have fewer than there are."""
    return 1000 * len(os.sched_getaffinity(0))


def _memory_mib() -> int:
    """Where no inventory says it."""
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // MIB
