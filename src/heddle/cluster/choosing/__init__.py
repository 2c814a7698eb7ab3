"""Which of its alternatives a job tries first. A policy is one file with `rank`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from heddle.seams import Seam

if TYPE_CHECKING:
    from heddle.cluster.choosing.base import Rank

DEFAULT = "fastest"
SEAM = Seam(__name__, "choosing policy")


# To look takes milliseconds, and every job that is read and every cycle asks.
@cache
def names() -> tuple[str, ...]:
    return tuple(SEAM.names())


@cache
def find(name: str) -> Rank:
    """:raises UsageError: if there is none of this name"""
    rank: Rank = SEAM.load(name).rank
    return rank
