"""Who goes first: pure decisions. A policy is one file in this folder; see base.py."""

from __future__ import annotations

import difflib
import importlib
from typing import TYPE_CHECKING

from heddle.errors import UsageError
from heddle.modules import names_in

if TYPE_CHECKING:
    from heddle.policy.base import Policy

DEFAULT = "priority"


def names() -> list[str]:
    return [name for name in names_in(__path__) if name != "base"]


def find(name: str) -> Policy:
    """The policy of this name.

    :raises UsageError: if there is none
    """
    if name not in names():
        near = difflib.get_close_matches(name, names(), n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise UsageError(f"no policy {name!r}.{hint} There are: {', '.join(names())}.")
    policy: Policy = importlib.import_module(f"{__name__}.{name}")
    return policy
