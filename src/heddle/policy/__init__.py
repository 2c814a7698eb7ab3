"""Which program goes first: pure decisions. A policy is one file in this folder; see base.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.errors import UsageError, did_you_mean
from heddle.seams import Seam

if TYPE_CHECKING:
    from heddle.policy.base import Policy

DEFAULT = "priority"


SEAM = Seam(__name__, "policy")


def names() -> list[str]:
    return SEAM.names()


def find(name: str) -> Policy:
    """The policy of this name.

    :raises UsageError: if there is none
    """
    policy: Policy = SEAM.load(name)
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
        hint = did_you_mean(key, known)
        has = ", ".join(f"{option} ({default})" for option, default in known.items()) or "none"
        raise UsageError(f"policy {name} has no option {key!r}.{hint} Its options: {has}.")
