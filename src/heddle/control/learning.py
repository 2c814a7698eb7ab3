"""Runs of workloads, as the store keeps them: what rates are learned from survives a restart."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from heddle.cluster.nodes import Nodes
from heddle.cluster.rates.learned import LearnedRates
from heddle.cluster.rates.runs import WorkloadRun, run_of
from heddle.cluster.running import Running
from heddle.errors import UsageError
from heddle.model.record import AttemptRecord
from heddle.store.base import Change, Gone, Store, Thing

log = logging.getLogger(__name__)
KIND = "run"


def from_store(store: Store) -> LearnedRates:
    return read(store.things(KIND))


def read(things: Mapping[str, Mapping[str, Any]]) -> LearnedRates:
    """All that was learned; what cannot be read any more is left out."""
    found = []
    for run_id, value in things.items():
        try:
            found.append(WorkloadRun.from_json(run_id, value))
        except (TypeError, ValueError, KeyError) as error:
            log.warning(
                "the run %s cannot be read, and nothing is learned of it: %s", run_id, error
            )
    return LearnedRates(found)


def learn(
    rates: LearnedRates,
    nodes: Nodes,
    running: Running,
    over: AttemptRecord,
    steps: float | None = None,
) -> list[Change]:
    """From an attempt that ended well. One that does not say its steps is one run, so it must be
    the first that ran of its job: a later one may go on from what one before it has saved."""
    assert over.ended_ms is not None
    seconds = (over.ended_ms - over.started_ms) / 1000
    try:
        run = run_of(nodes, running, over.id, seconds, over.ended_ms / 1000, steps)
    except UsageError:  # too fast or too slow to reckon with
        return []
    if run is None:
        return []
    kept: Change = Thing(KIND, run.id, run.to_json())
    return [kept, *(Gone(KIND, each.id) for each in rates.add(run))]


def forget(rates: LearnedRates, tenant: str) -> list[Change]:
    """A new tenant of the same name must not learn from what this one ran."""
    return [Gone(KIND, run.id) for run in rates.forget(tenant)]
