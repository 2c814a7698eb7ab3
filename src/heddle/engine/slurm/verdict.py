"""What is true of an attempt, from what its batch script noted and what Slurm says of the job."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from heddle.engine.base import AttemptStatus
from heddle.engine.local.supervisor import BEAT_S
from heddle.engine.slurm.client import SlurmJob
from heddle.model.record import ENDED, LOST, RUNNING, STARTING

_TERMINATED, _KILLED = -15, -9
#: Ends that are an answer to the job, in Slurm's words and in ours.
_ENDS = {
    "CANCELLED": "somebody cancelled it in Slurm (scancel)",
    "TIMEOUT": "timeout: it reached its time limit in Slurm. Raise it with SBATCH_TIMELIMIT, or "
    "for the partition",
    "DEADLINE": "timeout: it reached its deadline in Slurm",
    "OUT_OF_MEMORY": "out of memory: it needed more than Slurm gave it. Ask for more",
}
#: Ends that say nothing about the job: it may be tried again.
_LOSSES = {
    "NODE_FAIL": "a node of it failed in Slurm",
    "BOOT_FAIL": "a node of it could not be started by Slurm",
    "PREEMPTED": "Slurm preempted it",
    "REVOKED": "Slurm gave it to another cluster",
}
_UNKNOWN = "Slurm does not know it any more, and its batch script noted no end"
_AGAIN = "Slurm queued it again after it had begun: a node failed, or slurmctld was killed"
_REUSED = "Slurm ended it for another job of its number, or because nothing of it lived"
_REMEMBERED_MS = 60_000  # for which slurmctld knows jobs that are over; usually for longer
_NOT_LAUNCHED = "launch failed"  # in the reason of a job that Slurm holds


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that is known of an attempt that has no end yet."""

    attempt: str
    batch: Mapping[str, Any] | None  #: what its batch script noted; None: it did not begin
    stop: str | None  #: why it was asked to stop, if it was
    job: SlurmJob | None  #: None: Slurm does not know it
    is_known: bool  #: what Slurm says was asked after the job was submitted
    is_settled: bool  #: for a while Slurm has said that it is over, and nothing of it lives
    now_ms: int
    began_ms: int | None = None  #: when its members did
    beat_ms: int = 0  #: its last sign of life; 0: there was none
    #: Its number was another's before, so what Slurm says of its end may be that one's: a slurmctld
    #: that was killed forgets jobs, and then hears of their ends from the nodes.
    is_reused: bool = False


def judge(has: Evidence) -> AttemptStatus:
    """Its state. The batch script is believed first; Slurm decides about what it could not note."""
    batch = has.batch
    if batch is None or batch.get("state") not in (ENDED, LOST):
        return _without_end(has)
    if not batch.get("is_terminated") or has.stop is not None:
        return _noted(has, batch, has.stop or "")
    if not has.is_known or not is_over(has.job, has_begun=True):
        return _status(has, RUNNING)  # Slurm ended it, and is about to say why
    state = has.job.state if has.job else ""
    if state in _LOSSES:
        return _over(has, LOST, None, _LOSSES[state])
    if state == "COMPLETED" or (has.job is not None and has.job.is_pending):
        return _over(has, LOST, None, _AGAIN)  # the second time, it did nothing
    if has.is_reused:
        return _over(has, LOST, None, _REUSED)
    if has.job is None and has.now_ms - batch.get("ended_ms", 0) < _REMEMBERED_MS:
        return _over(has, LOST, None, _UNKNOWN)  # it was killed, and its nodes ended what it forgot
    return _noted(has, batch, _ENDS.get(state, "Slurm ended it"))


def is_over(job: SlurmJob | None, *, has_begun: bool) -> bool:
    """As Slurm says. What waits after it had begun was queued again, and what could not be launched
    is held for ever."""
    if job is None or not job.is_alive:
        return True
    return job.is_pending and (has_begun or job.reason.startswith(_NOT_LAUNCHED))


def is_forgotten(has: Evidence) -> bool:
    """Slurm lost it before it began, so it can be submitted again."""
    is_lost = has.job is None or (has.is_reused and not has.job.is_alive)
    return is_lost and has.is_known and has.is_settled and has.batch is None and has.stop is None


def is_sound(seen: AttemptStatus) -> bool:
    """Whether its values are of the kinds that they should be: files of an attempt are its user's,
    who can write anything into them."""
    numbers = (seen.exit_code, seen.started_ms, seen.ended_ms)
    return (
        seen.state in (STARTING, RUNNING, ENDED, LOST)
        and isinstance(seen.why, str)
        and isinstance(seen.unready, bool)
        and type(seen.port) is int
        and (seen.port == 0 or 1024 <= seen.port < 1 << 16)
        and all(each is None or (type(each) is int and abs(each) < 1 << 53) for each in numbers)
    )


def changed(attempt: str, now_ms: int) -> AttemptStatus:
    """Of one whose files say what no program of ours writes."""
    return AttemptStatus(attempt, ENDED, _KILLED, now_ms, now_ms, "somebody changed its files")


def _without_end(has: Evidence) -> AttemptStatus:
    alive = RUNNING if has.batch is not None else STARTING
    job = has.job
    if not has.is_known or not is_over(job, has_begun=has.batch is not None):
        return _status(has, alive)
    is_unstarted = has.batch is None and job is not None and not job.nodes and not job.is_alive
    if not has.is_settled and (not is_unstarted or has.is_reused):
        return _status(has, alive)  # the file may come later than the job's end
    if has.stop is not None:
        return _over(has, ENDED, _TERMINATED if has.batch is None else _KILLED, has.stop)
    if job is None:
        return _over(has, LOST, None, _UNKNOWN)
    if job.state in _ENDS and has.is_reused:
        return _over(has, LOST, None, _REUSED)
    if job.state in _ENDS:
        return _over(has, ENDED, _KILLED if has.batch else _TERMINATED, _ENDS[job.state])
    if job.is_alive and has.batch is not None:
        return _over(has, LOST, None, _AGAIN)
    detail = "" if job.reason in ("", "None") else f", {job.reason}"
    why = _LOSSES.get(job.state, f"its batch script noted no end (in Slurm: {job.state}{detail})")
    return _over(has, LOST, None, why)


def _status(has: Evidence, state: str) -> AttemptStatus:
    waits = state == STARTING and has.job is not None and has.job.reason not in ("", "None")
    why = f"it waits in Slurm: {has.job.reason}" if waits and has.job else ""
    port = has.batch.get("port", 0) if has.batch else 0
    return AttemptStatus(has.attempt, state, started_ms=_started_ms(has), why=why, port=port)


def _noted(has: Evidence, batch: Mapping[str, Any], why: str) -> AttemptStatus:
    texts = [text for text in (batch.get("why", ""), why) if text]
    return AttemptStatus(
        has.attempt, batch["state"], batch.get("exit_code"), _started_ms(has),
        batch.get("ended_ms"), "; ".join(texts), batch.get("unready", False),
    )  # fmt: skip


def _over(has: Evidence, state: str, code: int | None, why: str) -> AttemptStatus:
    """What never ran lasted no time, and costs nothing; what ran lasted until its last sign of
    life."""
    began, ended = _started_ms(has), has.now_ms
    unready = state == LOST and began is None
    if began is None and state == ENDED:
        began = ended
    if has.batch is not None and "ended_ms" in has.batch:
        ended = has.batch["ended_ms"]
    elif began is not None and has.beat_ms:  # it died before the next one
        ended = max(began, min(ended, has.beat_ms + int(500 * BEAT_S)))
    return AttemptStatus(has.attempt, state, code, began, ended, why, unready)


def _started_ms(has: Evidence) -> int | None:
    if has.batch is None:
        return None
    return has.began_ms if has.began_ms is not None else has.batch.get("started_ms")
