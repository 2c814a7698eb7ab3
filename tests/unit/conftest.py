"""What several files of unit tests share."""

from __future__ import annotations

from tests.slurm import slurm

__all__ = ["slurm"]
