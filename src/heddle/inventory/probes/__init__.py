"""All hardware. A vendor, or a kind that needs no vendor, is one file here that defines `PROBE`."""

from __future__ import annotations

import importlib

from heddle.inventory.probes.base import Probe
from heddle.modules import names_in


def probes() -> list[Probe]:
    """All probes that Heddle knows, by name."""
    names = [name for name in names_in(__path__) if name != "base"]
    return [importlib.import_module(f"{__name__}.{name}").PROBE for name in names]
