"""A trace made smaller or denser, with lost nodes, and with what its jobs say of their length."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from heddle.cluster.nodes import Nodes
from heddle.errors import UsageError, did_you_mean
from heddle.model.job import Job
from heddle.model.quantity import DURATION
from heddle.sim.cluster.simulation import Fault
from heddle.sim.cluster.truth import Arrival, SteadyTruth, declared_speed

SAYS = ("trace", "exact", "none", "noisy:FACTOR")
#: Rates of alternatives: declared by jobs, unknown, or unknown at first and learned from runs.
RATES = ("declared", "none", "learned")


def some(nodes: Nodes, count: int) -> Nodes:
    """So many of them, evenly from the list, so that the mix stays much the same.

    :raises UsageError: if there are fewer
    """
    if not 1 <= count <= len(nodes):
        raise UsageError(f"--nodes {count} is not allowed: the trace has {len(nodes)}.")
    found = nodes.rows(np.arange(count) * len(nodes) // count)
    found.index = {name: i for i, name in enumerate(found.names)}
    return found


def says(arrival: Arrival, how: str, seed: int) -> Job:
    """The job, with what it says of its length: `exact` the truth, `none` nothing, `noisy:F` up to
    F times too much or too little (log-uniform), `trace` what it says itself. A service says
    nothing.

    :raises UsageError: if it is none of these
    """
    job, word = arrival.job, how.partition(":")
    if how == "trace":
        return job
    if how == "none" or job.shape == "service":
        return replace(job, expected_s=None)
    if how == "exact":
        return replace(job, expected_s=max(1, round(arrival.seconds)))
    factor = _factor(word[2]) if word[0] == "noisy" else None
    if factor is None:
        raise UsageError(f"--says {how!r} is not allowed: give {', '.join(SAYS)} (as noisy:2).")
    off = factor ** random.Random(f"{seed} {job.id}").uniform(-1, 1)
    return replace(job, expected_s=max(1, round(arrival.seconds * off)))


def undeclared(arrival: Arrival) -> Arrival:
    """The same, but its job says nothing of how fast its alternatives are. It is as fast as it
    was."""
    job = arrival.job
    ways = tuple(replace(way, rate_milli=None) for way in job.alternatives)
    truth = arrival.truth or SteadyTruth(
        arrival.seconds, lambda running: declared_speed(replace(running, job=job))
    )
    return replace(arrival, job=replace(job, alternatives=ways), truth=truth)


def faults(texts: Iterable[str], nodes: Nodes) -> list[Fault]:
    """NODE:AT:UNTIL each, as in node-7:2h:3h30m.

    :raises UsageError: if one is invalid
    """
    found: list[Fault] = []
    for text in texts:
        name, _, times = text.partition(":")
        begin, colon, end = times.partition(":")
        if not colon:
            raise UsageError(f"--faults {text!r} is not allowed: give NODE:AT:UNTIL, as n7:2h:3h.")
        if name not in nodes.index:
            hint = did_you_mean(name, nodes.names) or f" There is {nodes.names[0]!r}."
            raise UsageError(f"--faults {text!r}: there is no node {name!r}.{hint}")
        fault = Fault(name, DURATION.parse(begin), DURATION.parse(end))
        if fault.until_s <= fault.at_s:
            raise UsageError(f"--faults {text!r}: it ends before it begins.")
        for other in found:
            if other.node == name and other.at_s < fault.until_s and fault.at_s < other.until_s:
                raise UsageError(f"--faults {text!r}: {name} is lost already then. Make it one.")
        found.append(fault)
    return found


def _factor(text: str) -> float | None:
    try:
        factor = float(text)
    except ValueError:
        return None
    return factor if 1 <= factor <= 1000 else None


def faster(arrival: Arrival, load: float) -> Arrival:
    if load == 1:
        return arrival
    job = arrival.job
    at_s = round(job.submitted_s / load)
    deadline = None if job.deadline_s is None else job.deadline_s - job.submitted_s + at_s
    return replace(arrival, job=replace(job, submitted_s=at_s, deadline_s=deadline))
