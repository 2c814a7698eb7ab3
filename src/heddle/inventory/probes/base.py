"""The seam between Heddle and the hardware of one vendor or kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from heddle.inventory.host import Host
from heddle.inventory.sources.pci import Function
from heddle.model.hardware import Component, Reading

#: Base classes of PCI under which accelerators stand: display controllers, coprocessors
#: ("processors", 0b40) and processing accelerators.
DISPLAY, PROCESSOR, ACCELERATOR = 0x03, 0x0B, 0x12


class Probe(Protocol):
    """One vendor's hardware, or one kind of it, wherever the machine has it."""

    #: PCI vendor numbers whose accelerators this probe knows; what no probe names is `other`'s.
    pci_vendors: frozenset[int]

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        """The hardware, from all functions of the PCI bus and whatever else the host shows.

        A value that is not there is left out, never an exception.
        """
        ...

    def read(self, host: Host, component: Component) -> Reading | None:
        """How one of its components is now; None if it reports nothing. Cheap: once a second."""
        ...


@runtime_checkable
class EnergyProbe(Protocol):
    """A probe of hardware that counts the energy that it draws."""

    def energy(self, host: Host) -> Mapping[str, int]:
        """By device, as programs use it (cuda@0): millijoules since some moment in the past. They
        only grow, but for a restart of the driver. Cheap: once a second."""
        ...
