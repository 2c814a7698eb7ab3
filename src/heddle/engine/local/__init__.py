"""The engine of this machine: members are processes, and survive the control plane."""

from __future__ import annotations

TYPE_CHECKING = False  # the processes beside members wait for each import

if TYPE_CHECKING:
    from typing import Any


def __getattr__(name: str) -> Any:
    """`ENGINE` and `WORDS`, once somebody asks: the processes beside members come here, too."""
    if name not in ("ENGINE", "WORDS"):
        raise AttributeError(name)
    from heddle.engine.local import engine

    return getattr(engine, name)
