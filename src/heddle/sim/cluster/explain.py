"""Why a job of a simulation waits, or runs where it does, when the simulated time is over."""

from __future__ import annotations

from collections import Counter
from typing import Any

from heddle.cluster.explain import explain, why_here
from heddle.errors import UsageError, did_you_mean
from heddle.model.job import WHOLE, Alternative
from heddle.model.reason import Reason
from heddle.sim.cluster.run import ClusterRun


def explained(run: ClusterRun, job_id: str, detail: int = 0) -> dict[str, Any]:
    """As one object; `detail` 1 adds the candidates and all members, 2 every node.

    :raises UsageError: if there is no such job
    """
    told = run.simulation.outcome.jobs.get(job_id)
    running = run.simulation.cluster.running.get(job_id)
    waits = run.simulation.outcome.last.waits.get(job_id)
    found: dict[str, Any] = {"job": job_id, "at_s": run.now_s}
    if told is None:
        return {**found, "state": "yet to come", "comes_s": _arrival(run, job_id)}
    found["waited_s"] = dict(sorted(told.reasons.items()))
    found["preemptions"] = told.preemptions
    found["changes"] = told.changes
    if running is not None:
        members = range(running.members if detail else 1)
        return {
            **found,
            "state": "running",
            "since_s": running.started_s,
            "members": running.members,
            "devices": asked(running.job.alternatives[running.alternative]),
            "here": [why_here(run.simulation.cluster, running, member) for member in members],
        }
    if waits is None:
        return {**found, "state": "ended", "ended_s": told.end_s}
    story = explain(run.simulation.cluster, told.job, waits, every_node=detail >= 2)
    found |= {
        "state": "waiting",
        "since_s": told.job.submitted_s,
        "reason": _reason(story.reason),
        "would_start": list(story.would_start),
        "starts_s": story.starts_s,
    }
    if detail:
        found["candidates"] = [
            {
                "devices": asked(told.job.alternatives[each.alternative]),
                "refusals": dict(Counter(each.refusals).most_common()),
            }
            for each in story.candidates
        ]
    if detail >= 2:
        found["nodes"] = [
            {
                "node": each.node,
                "devices": asked(told.job.alternatives[each.alternative]),
                "reason": None if each.reason is None else _reason(each.reason),
            }
            for each in story.nodes
        ]
    return found


def asked(alternative: Alternative) -> str:
    """What one member asks for, in few words; also of models that no catalogue has."""
    parts = []
    for ask in alternative.asks:
        word = " or ".join(ask.models) or ask.kind or ask.vendor or "device"
        share = "" if ask.share_milli == WHOLE else f" ({ask.share_milli / 10:g}%)"
        parts.append(f"{word}:{ask.count}{share}")
    where = f"@{alternative.site}" if alternative.site else ""
    return (" + ".join(parts) or "cores only") + where


def _reason(reason: Reason) -> dict[str, str]:
    return {"code": reason.code, "text": reason.text}


def _arrival(run: ClusterRun, job_id: str) -> int:
    if arrival := run.jobs.get(job_id):
        return arrival.job.submitted_s
    known = [*run.simulation.outcome.jobs, *run.jobs]
    hint = did_you_mean(job_id, known, 0.5) or f" There is {known[0]!r}."
    raise UsageError(f"--explain {job_id!r}: no such job came.{hint}")
