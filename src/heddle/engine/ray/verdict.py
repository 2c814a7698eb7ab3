"""What is true of an attempt, from what its members noted and what Ray says of their actors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from heddle.engine._elsewhere.member_ends import end_of
from heddle.engine._news import OVER
from heddle.engine.base import AttemptStatus
from heddle.engine.local.supervisor import BEAT_S
from heddle.model.record import ENDED, LOST, RUNNING, STARTING

INFEASIBLE = "INFEASIBLE"  #: Ray has no such node; what a node must have was compared before
_TERMINATED = -15


@dataclass(frozen=True, slots=True)
class RayEvidence:
    """All that is known of an attempt that has no end yet."""

    attempt: str
    states: Sequence[Mapping[str, Any] | None]  #: what each member noted; None: it did not begin
    cut: Sequence[int]  #: members whose actor has gone without being asked to
    stop: str | None  #: why it was asked to stop, if it was
    faults: Mapping[int, str]  #: by member: what Ray says of an actor that has gone
    over: Sequence[int]  #: members whose actors are done, or have gone
    group: str | None  #: the state of its placement group; None: Ray does not know it
    is_known: bool  #: Ray was asked after it was started
    is_settled: bool  #: all actors have been gone for a while, and no member shows a sign of life
    now_ms: int
    beat_ms: int = 0  #: the last sign of life of a member; 0: there was none


def judge(has: RayEvidence) -> AttemptStatus:
    """Its state. What members noted is believed first; Ray decides about the others."""
    left = [n for n, state in enumerate(has.states) if not state or state["state"] not in OVER]
    if not left:
        return _noted(has)
    if not has.is_known:
        return _alive(has)
    if has.group is None and has.is_settled:
        return _gone(has, "Ray does not know it any more: its head was started anew")
    is_waiting = (has.group or "").startswith("PENDING") and not any(has.states)
    if is_waiting and has.stop is not None:  # what Ray still starts of it ends at once
        return _gone(has, "")
    if is_waiting and INFEASIBLE in (has.group or "") and has.is_settled:
        return _gone(has, "its node has left Ray")
    if not {*left} <= {*has.over} or not has.is_settled:
        return _alive(has)
    number = min(has.faults, default=left[0])
    why = has.faults.get(number, "it noted no end")
    return _gone(has, f"member {number} was lost in Ray: {why.rstrip('.')}")


def _noted(has: RayEvidence) -> AttemptStatus:
    if has.cut and has.stop is None:
        return _gone(has, f"the Ray worker of member {has.cut[0]} was lost, so it was ended")
    end = end_of(has.states, is_asked=has.stop is not None)
    texts = [text for text in (end.get("why", ""), has.stop or "") if text]
    ended_ms = max((state or {}).get("ended_ms", 0) for state in has.states) or has.now_ms
    return AttemptStatus(
        has.attempt, end["state"], end.get("exit_code"), _started_ms(has), ended_ms,
        "; ".join(texts), end.get("unready", False),
    )  # fmt: skip


def _gone(has: RayEvidence, why: str) -> AttemptStatus:
    """What never ran lasted no time, and costs nothing; what ran lasted until its last sign of
    life."""
    began, ended = _started_ms(has), has.now_ms
    if began is not None and has.beat_ms:
        ended = max(began, min(ended, has.beat_ms + int(1000 * BEAT_S)))
    if has.stop is not None:
        code = _TERMINATED if began is None else -9
        return AttemptStatus(has.attempt, ENDED, code, began or ended, ended, has.stop)
    return AttemptStatus(has.attempt, LOST, None, began, ended, why, unready=began is None)


def _alive(has: RayEvidence) -> AttemptStatus:
    if all(has.states):
        port = (has.states[0] or {}).get("port", 0)
        return AttemptStatus(has.attempt, RUNNING, started_ms=_started_ms(has), port=port)
    group = has.group or ""
    why = ""
    if group.startswith("PENDING"):
        detail = group.partition(" ")[2].lower().replace("_", " ")
        why = f"it waits in Ray: {detail or 'pending'}"
    return AttemptStatus(has.attempt, STARTING, why=why)


def _started_ms(has: RayEvidence) -> int | None:
    began = [state["started_ms"] for state in has.states if state and "started_ms" in state]
    return min(began, default=None)
