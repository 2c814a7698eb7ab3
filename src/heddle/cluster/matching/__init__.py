"""Matching jobs to kinds of devices, in rounds. A policy is one file with `POLICY` and `SEES`.

`POLICY` makes the policy: called without arguments it gives one that has seen nothing yet.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING

from heddle.modules import module_in, names_in

if TYPE_CHECKING:
    from heddle.cluster.matching.base import Matching, Sees

DEFAULT = "soonest"


def names() -> list[str]:
    return [name for name in names_in(__path__) if name != "base"]


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
    return module_in(__name__, names(), name, "matching")
