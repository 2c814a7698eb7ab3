"""Matching jobs to kinds of devices, in rounds. A policy is one file with `POLICY`.

`POLICY` makes the policy: called without arguments it gives one that has seen nothing yet.
"""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from heddle.errors import UsageError
from heddle.modules import names_in

if TYPE_CHECKING:
    from heddle.cluster.matching.base import Matching

DEFAULT = "soonest"


def names() -> list[str]:
    return [name for name in names_in(__path__) if name != "base"]


def find(name: str) -> Callable[[], Matching]:
    """What makes the policy of this name.

    :raises UsageError: if there is none
    """
    if name not in names():
        near = difflib.get_close_matches(name, names(), n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise UsageError(f"no matching {name!r}.{hint} There are: {', '.join(names())}.")
    made: Callable[[], Matching] = importlib.import_module(f"{__name__}.{name}").POLICY
    return made


def sees(name: str) -> str:
    """What the policy looks at, in words; its file says so in `SEES`."""
    return str(getattr(importlib.import_module(f"{__name__}.{name}"), "SEES", ""))
