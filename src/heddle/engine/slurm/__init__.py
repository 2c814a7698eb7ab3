"""The engine of a Slurm that is already there: an attempt is a job of it, a member a task."""

from __future__ import annotations

TYPE_CHECKING = False  # each job waits for what its batch script imports

if TYPE_CHECKING:
    from typing import Any


def __getattr__(name: str) -> Any:
    """`ENGINE` and `WORDS`, on demand: the processes in Slurm's jobs import this package, too."""
    if name not in ("ENGINE", "WORDS"):
        raise AttributeError(name)
    from heddle.engine.slurm import engine

    return getattr(engine, name)
