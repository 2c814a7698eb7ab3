"""The engine of a Kubernetes cluster: a member is a pod, and its devices are a claim of it."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    """`ENGINE` and `WORDS`, on demand."""
    if name not in ("ENGINE", "WORDS"):
        raise AttributeError(name)
    from heddle.engine.kubernetes import engine

    return getattr(engine, name)
