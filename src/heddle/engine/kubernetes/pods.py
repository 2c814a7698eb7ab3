"""A pod as the engine sees it, from what the API server says of it. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from heddle.kubernetes import DRIVER

KEY = f"{DRIVER}/control-plane"  #: the label that says whose it is
ATTEMPT, MEMBER, NONCE = f"{DRIVER}/attempt", f"{DRIVER}/member", f"{DRIVER}/nonce"
MASTER = f"{DRIVER}/master"  #: the annotation with the address of the first member
GATE = f"{DRIVER}/made"  #: a pod waits behind it until all that it needs is there
OURS = "DeadlineExceeded"  #: the reason of a pod that was ended through its deadline, as we do
_SIGNALS = 128  # and the signal's number: how runtimes report what a signal ended
_KILLED = -9
#: Reasons for which a container waits that no waiting changes, or only slowly.
_BROKEN = {
    "ErrImagePull": "", "ImagePullBackOff": "its image cannot be pulled",
    "InvalidImageName": "its image has an invalid name",
    "ErrImageNeverPull": "its image is not on the node",
    "CreateContainerConfigError": "its container cannot be made",
    "CreateContainerError": "its container cannot be made",
}  # fmt: skip
#: Conditions of pods that were preempted, drained or evicted: by Kubernetes, and by Kueue.
_DISRUPTED = ("DisruptionTarget", "TerminationTarget")
_NOT_STARTED = ("StartError", "ContainerCannotRun")
_MOST = 300  # characters of what Kubernetes says


@dataclass(frozen=True, slots=True)
class MemberPod:
    """One pod, with the one container that it has."""

    name: str
    namespace: str
    attempt: str
    member: int
    nonce: str
    version: int  #: of the object: a larger one is newer
    ip: str = ""
    is_gated: bool = False  #: by us
    is_asked: bool = False  #: to end, through its deadline
    is_deleting: bool = False
    is_gone: bool = False  #: the object was deleted; the rest is what was said last
    is_over: bool = False  #: it runs no more, and never will again
    began_ms: int | None = None
    ended_ms: int | None = None
    exit_code: int | None = None  #: -N: signal N
    was_ended: bool = False  #: by us
    why: str = ""  #: in words, of its end
    fault: str = ""  #: it was lost, which says nothing about the job
    broken: str = ""  #: it cannot start
    waits: str = ""  #: why it does not run yet


def read_pod(pod: Mapping[str, Any], *, is_gone: bool = False) -> MemberPod:
    """`pod` is as JSON says it."""
    metadata, spec, status = pod["metadata"], pod.get("spec") or {}, pod.get("status") or {}
    notes = metadata.get("annotations") or {}
    gates = [each["name"] for each in spec.get("schedulingGates") or ()]
    return MemberPod(
        name=metadata["name"],
        namespace=metadata["namespace"],
        attempt=str(notes.get(ATTEMPT, "")),
        member=int(notes.get(MEMBER, 0)),
        nonce=str(notes.get(NONCE, "")),
        version=int(metadata.get("resourceVersion") or 0),
        ip=str(status.get("podIP") or ""),
        is_gated=GATE in gates,
        is_asked=spec.get("activeDeadlineSeconds") is not None,
        is_deleting=metadata.get("deletionTimestamp") is not None,
        is_gone=is_gone,
        **_fate(status),
    )


def _fate(status: Mapping[str, Any]) -> dict[str, Any]:
    """What became of its container."""
    phase, reason = status.get("phase", "Pending"), status.get("reason") or ""
    states = [each.get("state") or {} for each in status.get("containerStatuses") or ()]
    state = states[0] if states else {}
    over = phase in ("Succeeded", "Failed")
    found: dict[str, Any] = {"is_over": over, "was_ended": over and reason == OURS}
    if done := state.get("terminated"):
        found |= _end(done)
    elif running := state.get("running"):
        found["began_ms"] = _ms(running.get("startedAt"))
    elif waiting := state.get("waiting"):
        found |= _waiting(waiting)
    if failed := _failed_init(status):
        found["broken"] = (
            f"its snapshot cannot be unpacked ({_said(failed)}, exit code {failed['exitCode']}). "
            "The image must have sh and tar"
        )
    conditions = (_condition(status, kind, "True") for kind in _DISRUPTED)
    if disrupted := next(filter(None, conditions), None):
        found["fault"] = f"Kubernetes ended its pod: {_said(disrupted) or 'disrupted'}"
    elif over and reason and reason != OURS:  # Evicted, NodeShutdown, OutOfcpu, NodeAffinity ...
        found["fault"] = f"Kubernetes ended its pod: {_said(status)}"
    elif over and "exit_code" not in found and reason != OURS:
        found["fault"] = "Kubernetes does not know how its container ended"
    if not found.get("waits") and not state and not over:
        found["waits"] = _unscheduled(status)
    return found


def _failed_init(status: Mapping[str, Any]) -> Mapping[str, Any] | None:
    states = [each.get("state") or {} for each in status.get("initContainerStatuses") or ()]
    found = (state.get("terminated") or {} for state in states)
    return next((each for each in found if each.get("exitCode")), None)


def _end(done: Mapping[str, Any]) -> dict[str, Any]:
    reason, code = done.get("reason") or "", int(done.get("exitCode", 0))
    began, ended = _ms(done.get("startedAt")), _ms(done.get("finishedAt"))
    if reason == "ContainerStatusUnknown":
        return {"began_ms": began, "ended_ms": ended}
    if reason in _NOT_STARTED:
        text = _said(done)
        is_missing = "not found" in text or "no such file" in text
        code = 127 if is_missing else 126
        return {"began_ms": ended, "ended_ms": ended, "exit_code": code, "why": text}
    code = -int(done["signal"]) if done.get("signal") else signed(code)
    found: dict[str, Any] = {"began_ms": began, "ended_ms": ended, "exit_code": code}
    if reason == "OOMKilled":
        found |= {"why": "out of memory: it needed more than its limit", "exit_code": _KILLED}
    return found


def signed(code: int) -> int:
    """-N for signal N, which runtimes report as 128 + N."""
    return _SIGNALS - code if code > _SIGNALS else code


def _waiting(waiting: Mapping[str, Any]) -> dict[str, str]:
    reason = waiting.get("reason") or ""
    if text := _BROKEN.get(reason, ""):
        return {"broken": f"{text}: {_said(waiting)}"}
    return {"waits": _said(waiting)}


def _unscheduled(status: Mapping[str, Any]) -> str:
    found = _condition(status, "PodScheduled", "False")
    return _said(found) if found else ""


def _condition(status: Mapping[str, Any], kind: str, value: str) -> Mapping[str, Any] | None:
    conditions: Sequence[Mapping[str, Any]] = status.get("conditions") or ()
    return next((c for c in conditions if (c["type"], c["status"]) == (kind, value)), None)


def _said(what: Mapping[str, Any]) -> str:
    """The reason and the message of anything, in one line."""
    words = [" ".join(str(what.get(part) or "").split()) for part in ("reason", "message")]
    return ", ".join(filter(None, words))[:_MOST].rstrip(". ")


def _ms(time: str | None) -> int | None:
    return None if time is None else int(1000 * datetime.fromisoformat(time).timestamp())
