"""What each pod of this machine was given, in files that the agent reads: a part for each claim."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from heddle.agent.pods import FILES, Claims, claims_of
from heddle.errors import UsageError
from heddle.kubernetes import BEST_EFFORT
from heddle.kubernetes.claims import GivenClaim, GivenPod

_ALL = 1 << 62  #: bytes: without a limit


def amount_of(plan: Mapping[str, int], layer: str) -> list[int]:
    """How much a program is promised, the least first: layer, share, memory."""
    is_guaranteed = layer != BEST_EFFORT
    share = plan["share_milli"] or 1000 if is_guaranteed else plan["weight"]
    return [int(is_guaranteed), share, plan["memory_limit"] or _ALL]


def check(claim: GivenClaim, amount: list[int]) -> None:
    """A process is in one program, so of two claims one must be the lesser in all.

    :raises UsageError: if a pod has one that is less in one way and more in another
    """
    for pod in claim.pods:
        for uid, other in known(pod.uid).items():
            theirs = other.get("amount")
            if uid == claim.uid or not theirs:
                continue
            less, more = sorted([amount, theirs])
            if less[2] > more[2]:
                names = [claim.name, other["claim_name"]]
                smaller, larger = names if less is amount else reversed(names)
                raise UsageError(
                    f"claim {smaller} of this pod has the smaller share and claim {larger} the "
                    "smaller memory limit, and a container with both could be held to neither: "
                    "let one of them be the smaller in both."
                )


def add(pod: GivenPod, claim: GivenClaim, part: Mapping[str, Any]) -> None:
    """:raises OSError: if it cannot be written"""
    own = {"claim_name": claim.name, **part}
    where = {"namespace": claim.namespace, "name": pod.name}
    FILES.write(pod.uid, {"claims": {**known(pod.uid), claim.uid: own}, **where})


def drop(pod: str, claim: str) -> None:
    """:raises OSError: if it cannot be written"""
    before = FILES.read(pod) or {}
    left = {uid: each for uid, each in claims_of(before).items() if uid != claim}
    if left:
        FILES.write(pod, {"claims": left, "namespace": before["namespace"], "name": before["name"]})
    else:
        FILES.remove(pod)


def known(pod: str) -> Claims:
    return claims_of(FILES.read(pod) or {})
