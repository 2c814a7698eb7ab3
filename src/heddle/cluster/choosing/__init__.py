"""Which of its alternatives a job tries first. A policy is one file with `rank`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.seams import Seam

if TYPE_CHECKING:
    from heddle.cluster.choosing.base import Rank

DEFAULT = "fastest"
SEAM = Seam(__name__, "choosing policy")


def names() -> list[str]:
    return SEAM.names()


def find(name: str) -> Rank:
    """:raises UsageError: if there is none of this name"""
    rank: Rank = SEAM.load(name).rank
    return rank
