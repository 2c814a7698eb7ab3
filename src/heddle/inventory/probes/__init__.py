"""All hardware. A vendor, or a kind that needs no vendor, is one file here that defines `PROBE`."""

from __future__ import annotations

from heddle.inventory.probes.base import Probe
from heddle.seams import Seam

SEAM = Seam(__name__, "probe")


def probes() -> list[Probe]:
    """All probes that Heddle knows, by name."""
    return [module.PROBE for module in SEAM.all()]
