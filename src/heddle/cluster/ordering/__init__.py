"""Whose turn it is among the jobs of one tenant and priority. A policy is one file with `turn`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from heddle.modules import module_in, names_in

if TYPE_CHECKING:
    from heddle.cluster.ordering.base import Turn
    from heddle.model.job import Job

DEFAULT = "first_come"


def names() -> list[str]:
    return [name for name in names_in(__path__) if name != "base"]


def find(name: str) -> Callable[[Job], Turn]:
    """:raises UsageError: if there is none of this name"""
    turn: Callable[[Job], Turn] = module_in(__name__, names(), name, "ordering policy").turn
    return turn
