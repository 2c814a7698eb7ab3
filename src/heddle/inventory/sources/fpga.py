"""What FPGA cards of all vendors have in common: they are what they are programmed to be."""

from __future__ import annotations

from heddle.inventory.sources.pci import Function

#: Storage, network, bridges and serial buses: an FPGA that imitates these is used as such.
IMITATIONS = (0x01, 0x02, 0x06, 0x0C)


def is_itself(function: Function) -> bool:
    """Whether an FPGA shows itself as one: no virtual function, and no other kind of device."""
    return function.physfn is None and function.base_class not in IMITATIONS


def anonymous(function: Function) -> str:
    """The name of an unknown one."""
    return function.numbers if function.driver else "FPGA (no shell driver)"
