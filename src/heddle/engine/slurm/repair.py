"""What a slurmctld leaves behind that was killed, and is repaired without hands. It comes back with
a state of some seconds ago, in which jobs that are over run and hold their devices; and it gives
numbers of jobs out again, takes those for duplicates, and drains the nodes."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Container, Mapping

from heddle.engine.slurm.client import UNAVAILABLE, SlurmClient, SlurmError, SlurmJob

_RESUME_S = 5.0  # between two looks for drained nodes


class Repair:
    """`key` is how the comments of our jobs begin, `patience_s` how long Slurm may take to notice
    by itself that a job is over."""

    def __init__(self, client: SlurmClient, key: str, patience_s: float) -> None:
        self._client, self._key, self._patience_s = client, f"{key} ", patience_s
        self._since: dict[str, float] = {}
        self._is_first = True  # nobody has looked yet
        self._resumed_at = float("-inf")

    @property
    def is_idle(self) -> bool:
        """Nothing has to be looked for."""
        return not self._since and not self._is_first

    def run(self, jobs: Mapping[str, SlurmJob], wanted: Container[str]) -> None:
        """After a look at all jobs. `wanted` are the comments of those that are not over; that of a
        member of an array ends with its index. What fails now is done after the next look."""
        due = self.due(jobs, wanted)
        with contextlib.suppress(SlurmError):
            for job in due:  # few; by name, too: the number may be another's when this comes there
                self._client.cancel([f"--name={job.name}", job.id])
            waits = any(each.is_pending and _lacks_node(each) for each in jobs.values())
            if waits and time.monotonic() - self._resumed_at >= _RESUME_S:
                self._resumed_at = time.monotonic()
                self._client.resume()

    def due(self, jobs: Mapping[str, SlurmJob], wanted: Container[str]) -> list[SlurmJob]:
        """Jobs of ours that nobody wants, and that Slurm does not end by itself."""
        now, self._is_first = time.monotonic(), False
        found = {job.comment: job for job in jobs.values() if self._is_stray(job, wanted)}
        self._since = {comment: self._since.get(comment, now) for comment in found}
        due = [comment for comment, since in self._since.items() if now - since >= self._patience_s]
        self._since |= dict.fromkeys(due, now)  # again, if that did not help
        return [found[comment] for comment in due]

    def _is_stray(self, job: SlurmJob, wanted: Container[str]) -> bool:
        is_active = job.is_alive and job.state != "COMPLETING"
        is_wanted = job.comment in wanted or job.comment.rpartition(" ")[0] in wanted
        return is_active and job.comment.startswith(self._key) and not is_wanted


def _lacks_node(job: SlurmJob) -> bool:
    return job.reason.startswith(UNAVAILABLE)
