"""What the drivers of the kernel show in the same way whatever the vendor: device files,
versions; and rates out of counters that only grow."""

from __future__ import annotations

import time
from collections.abc import Callable

from heddle.inventory import facts
from heddle.inventory.host import Host
from heddle.inventory.sources import pci
from heddle.inventory.sources.pci import Function
from heddle.model.hardware import Component, Software, Value


def model(function: Function) -> facts.ModelFacts | None:
    """What is known of this hardware, by the board if it matters, else by the chip."""
    board = "{:04x}:{:04x}".format(*function.subsystem)
    return facts.find(f"pci:{function.numbers}:{board}", f"pci:{function.numbers}")


def folder(component: Component) -> str:
    """Where the kernel shows a component of the PCI bus; a partition's is its device's."""
    return f"{pci.DEVICES}/{component.id.partition('@')[2].partition('/')[0]}"


def device_files(host: Host, path: str) -> tuple[str, ...]:
    """What programs open: the graphics and accelerator nodes of a device."""
    graphics = (n for n in host.names(f"{path}/drm") if n.startswith(("card", "renderD")))
    accelerators = (n for n in host.names(f"{path}/accel") if n.startswith("accel"))
    return (
        *(f"/dev/dri/{name}" for name in graphics),
        *(f"/dev/accel/{name}" for name in accelerators),
    )


def scaled(host: Host, path: str, unit: float = 1.0) -> float | None:
    """A file's number by `unit`: temperatures come in thousandths, powers in millionths."""
    found = pci.number(host.text(path))
    return None if found is None else found / unit


def first(host: Host, paths: tuple[str, ...], unit: float = 1.0) -> float | None:
    """The number of the first file that has one."""
    return next((v for v in (scaled(host, p, unit) for p in paths) if v is not None), None)


def is_asleep(host: Host, path: str) -> bool:
    """Whether the device is switched off until it is needed: asking its sensors wakes it."""
    return host.text(f"{path}/power/runtime_status") == "suspended"


def driver(host: Host, name: str | None) -> tuple[Software, ...]:
    """The bound driver. One that came with the kernel has no version of its own."""
    if name is None:
        return ()
    return (Software(name, host.text(f"/sys/module/{name}/version"), "driver"),)


def firmware(host: Host, names: dict[str, str]) -> tuple[Software, ...]:
    """Firmware versions, from name to file; one whose file says nothing or zero is not there."""
    found = ((name, host.text(path)) for name, path in names.items())
    return tuple(
        Software(name, text, "firmware")
        for name, text in found
        if text and text.strip("0x.") and "\n" not in text
    )


def known(**attributes: Value | None) -> dict[str, Value]:
    """Those attributes that the hardware reports."""
    return {name: value for name, value in attributes.items() if value not in (None, "")}


class CounterRates:
    """How fast counters grow, from two looks at each; nothing at the first look.

    A probe keeps one, with a counter's name made of the component's id and what is counted.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last: dict[str, tuple[float, float]] = {}

    def per_second(self, counter: str, value: float | None) -> float | None:
        """How much it grew per second since the last look; None if it was set back meanwhile."""
        if value is None:
            self._last.pop(counter, None)
            return None
        now = self._clock()
        then, before = self._last.get(counter, (now, value))
        self._last[counter] = (now, value)
        return (value - before) / (now - then) if now > then and value >= before else None
