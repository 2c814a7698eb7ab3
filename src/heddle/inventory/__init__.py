"""What this machine has. A vendor is one file in this folder that defines `VENDOR`."""

from __future__ import annotations

import importlib
import pkgutil

from heddle.inventory.base import Vendor
from heddle.model.device import Device


def vendors() -> list[Vendor]:
    """All vendors that Heddle knows, by name."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    modules = [importlib.import_module(f"{__name__}.{name}") for name in names if name != "base"]
    return [module.VENDOR for module in modules]


def devices() -> list[Device]:
    """All devices of this machine, vendor by vendor, in each one's own order."""
    return [device for vendor in vendors() if vendor.present() for device in vendor.devices()]
