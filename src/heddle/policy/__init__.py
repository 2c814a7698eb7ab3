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


def options_of(policy: Policy) -> dict[str, int]:
    """Names and defaults of the options that a policy takes; a user's own need not say."""
    return dict(getattr(policy, "OPTIONS", {}))


def check_options(name: str, policy: Policy, given: dict[str, int]) -> None:
    """:raises UsageError: if the policy has no such option"""
    known = options_of(policy)
    for key in given:
        if key in known:
            continue
        near = difflib.get_close_matches(key, known, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        has = ", ".join(f"{option} ({default})" for option, default in known.items()) or "none"
        raise UsageError(f"policy {name} has no option {key!r}.{hint} Its options: {has}.")
