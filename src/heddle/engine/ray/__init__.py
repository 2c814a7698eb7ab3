"""The engine of a Ray cluster: an attempt is a placement group of it, a member an actor."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    """`ENGINE` and `WORDS`, on demand: the processes on Ray's nodes import this package, too."""
    if name not in ("ENGINE", "WORDS"):
        raise AttributeError(name)
    from heddle.engine.ray import engine

    return getattr(engine, name)
