"""What each pod of this machine was given, in files that the agent reads: a part for each claim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from heddle.agent.pods import FILES, Claims, claims_of
from heddle.kubernetes import BEST_EFFORT
from heddle.kubernetes.claims import GivenClaim, GivenPod
from heddle.kubernetes.plans import BEST_EFFORT_RANK
from heddle.model.job import WHOLE

_ALL = 1 << 62  #: bytes: without a limit


def amount_of(plan: Mapping[str, int], layer: str) -> list[int]:
    """How much a program is promised: layer, share, memory; less is less in each."""
    is_guaranteed = layer != BEST_EFFORT
    share = plan["share_milli"] or WHOLE if is_guaranteed else plan["weight"]
    return [int(is_guaranteed), share, plan["memory_limit"] or _ALL]


def plan_of_amount(amount: Sequence[int]) -> dict[str, int]:
    """The reverse of it."""
    is_guaranteed, share, memory = amount
    limit = {"memory_limit": memory if memory < _ALL else 0}
    if not is_guaranteed:
        return {"rank": BEST_EFFORT_RANK, "weight": share, **limit}
    return {"share_milli": share if share < WHOLE else 0, **limit}


def joint_amount(claims: Claims) -> list[int]:
    """The least of each, for a container with several claims; empty: one claim has the least of
    all, or there is no other."""
    amounts = [each["amount"] for each in claims.values() if each.get("amount")]
    least = [min(column) for column in zip(*amounts, strict=True)]
    return [] if least in amounts else least


def add(pod: GivenPod, claim: GivenClaim, part: Mapping[str, Any]) -> None:
    """:raises OSError: if it cannot be written"""
    where = {"namespace": claim.namespace, "name": pod.name}
    FILES.write(pod.uid, {"claims": {**known(pod.uid), claim.uid: part}, **where})


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
