"""Vendors that can checkpoint a process. Each is one file here that defines `CHECKPOINTER`."""

from __future__ import annotations

from heddle.seams import Seam
from heddle.virt.checkpoint import Checkpointer
from heddle.virt.checkpoints._room import host_room

__all__ = ["checkpointers", "host_room"]

SEAM = Seam(__name__, "checkpointer")


def checkpointers() -> dict[str, Checkpointer]:
    """All of them, by api. A vendor's library is loaded by the first call that needs it."""
    return {module.CHECKPOINTER.api: module.CHECKPOINTER for module in SEAM.all()}
