"""The engine of this machine: members are processes, and survive the control plane."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    """`ENGINE` and `WORDS`, once somebody asks: the processes beside members come here, too, and
    are waited for."""
    if name not in ("ENGINE", "WORDS"):
        raise AttributeError(name)
    from heddle.engine.local import engine

    return getattr(engine, name)
