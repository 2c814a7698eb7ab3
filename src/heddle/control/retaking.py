"""Attempts that go on: after a new start of the control plane, or after they were suspended."""

from __future__ import annotations

from math import isfinite

from heddle.cluster import bands
from heddle.cluster.lending.offers import loan_of
from heddle.cluster.rates.learned import LearnedRates
from heddle.cluster.running import Loan, Rate, Running, end_of, placements_of
from heddle.control.book import LiveJob
from heddle.control.nodes.pool import Pool
from heddle.model.job import Job
from heddle.model.record import AttemptRecord


def retake(
    pool: Pool, rates: LearnedRates, live: LiveJob, attempt: AttemptRecord, away_ms: int = 0
) -> bool:
    """Counts it as running, as it was; not if its places are no longer there. `away_ms`: for so
    long it did not run."""
    index, started_s = attempt.alternative, attempt.started_ms // 1000
    placements, hosts = placements_of(live.job, live.job.alternatives[index], attempt.places)
    began_s, ran_s = started_s + away_ms // 1000, bands.ran_s(live.served, started_s)
    try:
        loan = _loan(pool, live.job, attempt, rates.slower) if hosts else None
        ends_s = end_of(live.job, index, len(placements), began_s, rates.rate, loan)
        running = Running(
            live.job, index, placements, started_s, ends_s, ran_s, hosts=hosts, loan=loan
        )
        pool.start(running, attempt.places)
    except (KeyError, ValueError):
        return False
    return True


def _loan(pool: Pool, job: Job, attempt: AttemptRecord, slower: Rate) -> Loan | None:
    """As the distance is now; why it had no device of its own is not kept."""
    nodes, place = pool.cluster.nodes, attempt.places[0]
    trip = float(nodes.lenders.trips(nodes.index[place.lender])[nodes.index[place.node]])
    return loan_of(job, attempt.alternative, trip, slower) if isfinite(trip) else None
