"""Intel's GPUs, in processors and on cards, from the files of the i915 and xe drivers."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from heddle.inventory.host import Host
from heddle.inventory.probes.base import DISPLAY
from heddle.inventory.sources import hwmon, pci, sysfs
from heddle.inventory.sources.pci import Function
from heddle.model.hardware import Component, Reading

INTEL = 0x8086
#: The switch on Arc cards: its upper port has the link to the slot, behind it all links claim to be
#: the slowest there is. Alchemist: 4fa0 or 4fa1 above 4fa4; Battlemage: e2ff above e2f0 and e2f1
#: (source: listings of such cards by lspci).
SWITCH = frozenset((INTEL, port) for port in (0x4FA0, 0x4FA1, 0x4FA4, 0xE2FF, 0xE2F0, 0xE2F1))


class IntelProbe:
    """Keeps the last look at the energy and the idle time of each GPU, which only grow."""

    pci_vendors = frozenset({INTEL})

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._rates = sysfs.CounterRates(clock)

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        found = (f for f in functions if f.vendor == INTEL and f.base_class == DISPLAY)
        by_address = {function.address: function for function in functions}
        return [_gpu(host, function, by_address) for function in found]

    def read(self, host: Host, component: Component) -> Reading | None:
        if (component.vendor, component.kind) != ("intel", "gpu"):
            return None
        path = sysfs.folder(component)
        if sysfs.is_asleep(host, path):
            return Reading(utilisation=0.0)
        engine = _engine(host, path, component.driver)
        sensors = hwmon.own(host, path, component.driver or "")
        heat = energy = cap = None
        if sensors:
            # Of the package; of the whole card where the driver has that only.
            heat = sysfs.first(host, (f"{sensors}/temp2_input", f"{sensors}/temp1_input"), 1e3)
            energy = sysfs.first(host, (f"{sensors}/energy1_input", f"{sensors}/energy2_input"))
            cap = sysfs.first(host, (f"{sensors}/power1_max", f"{sensors}/power2_max"), 1e6)
        microwatts = self._rates.per_second(f"{component.id} energy", energy)
        # The share of time not asleep: somewhat more than the work itself, which only performance
        # counters tell, and those are root's.
        idle_ms = self._rates.per_second(f"{component.id} idle", _idle(host, engine))
        reading = Reading(
            utilisation=None if idle_ms is None else min(max(100.0 - idle_ms / 10.0, 0.0), 100.0),
            temperature_c=heat,
            power_w=None if microwatts is None else microwatts / 1e6,
            power_limit_w=cap or None,  # 0 means no limit
            clock_mhz=_clock(host, engine),
            throttled=_throttled(host, engine),
        )
        return None if reading == Reading() else reading


PROBE = IntelProbe()


def _gpu(host: Host, function: Function, by_address: Mapping[str, Function]) -> Component:
    path, facts = function.path, sysfs.model(function)
    memory = _local_memory(host, path)
    if memory is None and facts and facts.memory_gib:
        memory = int(facts.memory_gib * (1 << 30))
    engine = _engine(host, path, function.driver)
    # The one in the processor hangs on no bridge, and has no memory of its own.
    integrated = not function.parents and memory is None
    return Component(
        id=function.id,
        kind="gpu",
        vendor="intel",
        model=facts.name if facts else function.numbers,
        parent=f"pci@{function.physfn}" if function.physfn else function.parent,
        numa=function.numa,
        memory_bytes=memory,
        driver=function.driver,
        link=None if integrated else pci.slot_link(host, function, by_address, SWITCH),
        files=sysfs.device_files(host, path),
        stack=sysfs.driver(host, function.driver),
        attributes=sysfs.known(
            architecture=facts.architecture if facts else None,
            integrated=integrated or None,
            shared_memory=integrated or None,
            tiles=len(_tiles(host, path)) or None,
            max_clock_mhz=sysfs.first(
                host, (f"{engine}/rps_RP0_freq_mhz", f"{engine}/freq0/rp0_freq")
            ),
        ),
    )


def _card(host: Host, path: str) -> str:
    """The folder of the graphics side of a device."""
    names = (name for name in host.names(f"{path}/drm") if name.startswith("card"))
    return f"{path}/drm/{next(names, 'card')}"


def _tiles(host: Host, path: str) -> list[str]:
    return [f"{path}/{name}" for name in host.names(path) if name.startswith("tile")]


def _engine(host: Host, path: str, driver: str | None) -> str:
    """The folder of what renders and computes: the first "gt" of the first tile."""
    return f"{path}/tile0/gt0" if driver == "xe" else f"{_card(host, path)}/gt/gt0"


def _local_memory(host: Host, path: str) -> int | None:
    """Of a card, where the driver says it; not every build of i915 and xe does."""
    whole = pci.integer(host.text(f"{_card(host, path)}/lmem_total_bytes"))
    tiles = (host.text(f"{tile}/physical_vram_size_bytes") for tile in _tiles(host, path))
    return whole or sum(pci.integer(text) or 0 for text in tiles) or None


def _idle(host: Host, engine: str) -> float | None:
    return sysfs.first(host, (f"{engine}/rc6_residency_ms", f"{engine}/gtidle/idle_residency_ms"))


def _clock(host: Host, engine: str) -> float | None:
    return sysfs.first(host, (f"{engine}/rps_act_freq_mhz", f"{engine}/freq0/act_freq"))


def _throttled(host: Host, engine: str) -> str | None:
    """The reasons by the drivers' names: pl1, thermal ... Only one that is slowed is asked why."""
    for prefix in (f"{engine}/throttle_reason_", f"{engine}/freq0/throttle/"):
        status = host.text(f"{prefix}status")
        if status is None:
            continue
        folder, _, start = prefix.rpartition("/")
        names = [n for n in host.names(folder) if n.startswith(start)] if status == "1" else []
        true = (n for n in names if host.text(f"{folder}/{n}") == "1")
        reasons = (n.removeprefix(start).removeprefix("reason_") for n in true)
        return ", ".join(reason for reason in reasons if reason != "status")
    return None
