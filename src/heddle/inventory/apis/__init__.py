"""Devices that programs are scheduled on. A vendor is one file here that defines `VENDOR`."""

from __future__ import annotations

import importlib

from heddle.errors import HeddleError
from heddle.seams import names_in

TYPE_CHECKING = False  # every `heddle run` comes here, and dataclasses are slow to import

if TYPE_CHECKING:
    from collections.abc import Callable

    from heddle.inventory.apis.base import Vendor
    from heddle.model.device import Device


def vendors() -> list[Vendor]:
    """All vendors that Heddle knows, by name."""
    names = [name for name in names_in(__path__) if name != "base"]
    return [importlib.import_module(f"{__name__}.{name}").VENDOR for name in names]


def hidden() -> dict[str, str]:
    """The variables that show devices, with the values that show none."""
    return {vendor.visible_variable: vendor.hidden for vendor in vendors()}


def devices(complain: Callable[[HeddleError], None] | None = None) -> list[Device]:
    """All devices of this machine, vendor by vendor, in each one's own order.

    A vendor whose driver is broken is given to `complain`, and the others are still listed.

    :raises HeddleError: if a driver is broken and `complain` was not given
    """
    found: list[Device] = []
    for vendor in vendors():
        try:
            if vendor.present():
                found += vendor.devices()
        except HeddleError as error:
            if complain is None:
                raise
            complain(error)
    return found
