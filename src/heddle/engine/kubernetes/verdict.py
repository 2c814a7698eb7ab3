"""What is true of an attempt, from its pods; and what is to be done with them. Pure."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from dataclasses import dataclass

from heddle.engine.base import AttemptStatus
from heddle.engine.kubernetes.pods import MemberPod
from heddle.model.record import ENDED, LOST, RUNNING, STARTING

OPEN, END, DELETE = "open", "end", "delete"  #: remove the gate; let its deadline pass; delete it
_VANISHED = "its pod has gone from Kubernetes"
_DELETED = "somebody deleted its pod in Kubernetes"


@dataclass(frozen=True, slots=True)
class PodEvidence:
    """All that is known of an attempt that has no end yet."""

    attempt: str
    pods: Sequence[MemberPod | None]  #: by member; None: Kubernetes has none
    stop: str | None  #: why it was asked to stop, if it was
    removed: frozenset[int]  #: members whose pods we have deleted
    now_ms: int
    port: int = 0  #: at which a service's replica listens
    cause: str = ""  #: why it was found to be lost, before its pods were ended for it


@dataclass(frozen=True, slots=True)
class PodStep:
    """One thing to do with a pod."""

    what: str
    pod: MemberPod
    master: str = ""  #: the address of the first member, for one that is opened


def judge(has: PodEvidence) -> AttemptStatus:
    """Its state. It is over when nothing of it runs, nor ever will."""
    if not all(_is_done(pod) for pod in has.pods):
        return _alive(has)
    if has.stop is not None:
        return _ended(has, [has.stop])
    if why := has.cause or loss(has):
        return _lost(has, why)
    return _ended(has, [])


def loss(has: PodEvidence) -> str:
    """Why it cannot go on although no member has failed; empty if it can."""
    found = (_loss(has, member, pod) for member, pod in enumerate(has.pods))
    return next(filter(None, found), "")


def steps(has: PodEvidence) -> list[PodStep]:
    """A member that fails ends the others. Those that wait behind the gate go through it when all
    are made: the first one at once, the others when its address is known."""
    pods = [pod for pod in has.pods if pod is not None and not pod.is_gone and not pod.is_over]
    if has.stop is not None or _is_failing(has):
        return [step for step in map(_ending, pods) if step is not None]
    first = has.pods[0]
    master = first.ip if first is not None else ""
    gated = [pod for pod in pods if pod.is_gated]
    return [PodStep(OPEN, pod, master) for pod in gated if master or pod.member == 0]


def _ending(pod: MemberPod) -> PodStep | None:
    if pod.began_ms is None:
        return None if pod.is_deleting else PodStep(DELETE, pod)
    return None if pod.is_asked or pod.is_deleting else PodStep(END, pod)


def _is_done(pod: MemberPod | None) -> bool:
    return pod is None or pod.is_gone or pod.is_over


def _is_failing(has: PodEvidence) -> bool:
    is_lost = bool(has.cause or loss(has))
    return is_lost or any(pod and pod.is_over and pod.exit_code for pod in has.pods)


def _loss(has: PodEvidence, member: int, pod: MemberPod | None) -> str:
    """Why a member is lost, or cannot start; empty if it is not."""
    if pod is None:
        return "" if member in has.removed else _VANISHED
    if pod.broken or (pod.fault and (pod.is_over or pod.is_gone)):
        return pod.broken or pod.fault
    if pod.is_gone and pod.exit_code is None and member not in has.removed:
        return _VANISHED
    return ""


def _ended(has: PodEvidence, texts: list[str]) -> AttemptStatus:
    """With the code of the first member that failed by itself."""
    failed = sorted(
        (pod.was_ended, pod.ended_ms or has.now_ms, number, pod.exit_code, pod.why)
        for number, pod in enumerate(has.pods)
        if pod is not None and pod.exit_code
    )
    code, why = 0, ""
    if failed:
        was_ended, _, number, code, why = failed[0]
        others = [pod for i, pod in enumerate(has.pods) if i != number]
        if not why and not was_ended and any(_was_cut(pod) for pod in others):
            how = f"by signal {-code}" if code < 0 else f"with exit code {code}"
            why = f"member {number} ended {how}, so the others were ended"
        is_deleted = any(pod and pod.is_deleting and not pod.is_asked for pod in has.pods)
        if has.stop is None and not has.removed and is_deleted and code < 0:
            why = why or _DELETED
    elif has.stop is not None and _began_ms(has) is None:
        code = -signal.SIGTERM  # nothing of it ever ran
    began = _began_ms(has)
    ended = max((pod.ended_ms or 0 for pod in has.pods if pod), default=0) or has.now_ms
    began = ended if began is None else began
    said = "; ".join(filter(None, [why, *texts]))
    return AttemptStatus(has.attempt, ENDED, code, began, max(began, ended), said)


def _was_cut(pod: MemberPod | None) -> bool:
    """We ended it, or it never began because of that."""
    return pod is None or pod.was_ended or pod.began_ms is None


def _lost(has: PodEvidence, why: str) -> AttemptStatus:
    began = _began_ms(has)
    ended = max((pod.ended_ms or 0 for pod in has.pods if pod), default=0) or has.now_ms
    ended = max(ended, began or 0)
    return AttemptStatus(has.attempt, LOST, None, began, ended, why, unready=began is None)


def _alive(has: PodEvidence) -> AttemptStatus:
    if all(pod is not None and pod.began_ms is not None for pod in has.pods):
        began = _began_ms(has)
        return AttemptStatus(has.attempt, RUNNING, started_ms=began, port=has.port)
    waits = (pod.broken or pod.waits for pod in has.pods if pod and pod.began_ms is None)
    why = next(filter(None, waits), "")
    why = f"it waits in Kubernetes: {why}" if why else ""
    return AttemptStatus(has.attempt, STARTING, why=why)


def _began_ms(has: PodEvidence) -> int | None:
    return min((p.began_ms for p in has.pods if p and p.began_ms is not None), default=None)
