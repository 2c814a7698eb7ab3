"""Vendors that can checkpoint a process. Each is one file here that defines `CHECKPOINTER`."""

from __future__ import annotations

import importlib

from heddle.modules import names_in
from heddle.virt.checkpoint import Checkpointer
from heddle.virt.checkpoints._room import host_room

__all__ = ["checkpointers", "host_room"]


def checkpointers() -> dict[str, Checkpointer]:
    """All of them, by api. A vendor's library is loaded by the first call that needs it."""
    modules = (importlib.import_module(f"{__name__}.{name}") for name in names_in(__path__))
    return {module.CHECKPOINTER.api: module.CHECKPOINTER for module in modules}
