"""What this machine has. A vendor is one file in this folder that defines `VENDOR`."""

from __future__ import annotations

import importlib

from heddle.modules import names_in

TYPE_CHECKING = False  # every `heddle run` comes here, and dataclasses are slow to import

if TYPE_CHECKING:
    from heddle.inventory.base import Vendor
    from heddle.model.device import Device


def vendors() -> list[Vendor]:
    """All vendors that Heddle knows, by name."""
    names = [name for name in names_in(__path__) if name != "base"]
    return [importlib.import_module(f"{__name__}.{name}").VENDOR for name in names]


def devices() -> list[Device]:
    """All devices of this machine, vendor by vendor, in each one's own order."""
    return [device for vendor in vendors() if vendor.present() for device in vendor.devices()]
