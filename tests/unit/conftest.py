"""What several files of unit tests share."""

from __future__ import annotations

from tests.ray_cluster import ray
from tests.slurm import slurm

__all__ = ["ray", "slurm"]
