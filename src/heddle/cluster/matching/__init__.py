"""Matching jobs to kinds of devices, in rounds. A policy is one file with `POLICY` and `SEES`.

`POLICY` makes the policy: called without arguments it gives one that has seen nothing yet.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING

from heddle.seams import Seam

if TYPE_CHECKING:
    from heddle.cluster.matching.base import Matching, Sees

DEFAULT = "soonest"
SEAM = Seam(__name__, "matching")


def names() -> list[str]:
    return SEAM.names()


def find(name: str) -> Callable[[], Matching]:
    """What makes the policy of this name.

    :raises UsageError: if there is none
    """
    made: Callable[[], Matching] = _module(name).POLICY
    return made


def sees(name: str) -> tuple[Sees, ...]:
    """What the policy of this name looks at.

    :raises UsageError: if there is none
    """
    seen: tuple[Sees, ...] = _module(name).SEES
    return seen


def _module(name: str) -> ModuleType:
    return SEAM.load(name)
