"""Which of its alternatives a job tries first. A policy is one file with `rank`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.modules import module_in, names_in

if TYPE_CHECKING:
    from heddle.cluster.choosing.base import Rank

DEFAULT = "fastest"


def names() -> list[str]:
    return [name for name in names_in(__path__) if name != "base"]


def find(name: str) -> Rank:
    """:raises UsageError: if there is none of this name"""
    rank: Rank = module_in(__name__, names(), name, "choosing policy").rank
    return rank
