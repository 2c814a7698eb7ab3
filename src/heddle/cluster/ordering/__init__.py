"""Whose turn it is among the jobs of one tenant and priority. A policy is one file with `turn`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from heddle.seams import Seam

if TYPE_CHECKING:
    from heddle.cluster.ordering.base import Turn
    from heddle.model.job import Job

DEFAULT = "first_come"
SEAM = Seam(__name__, "ordering policy")


def names() -> list[str]:
    return SEAM.names()


def find(name: str) -> Callable[[Job], Turn]:
    """:raises UsageError: if there is none of this name"""
    turn: Callable[[Job], Turn] = SEAM.load(name).turn
    return turn
