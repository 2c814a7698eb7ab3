"""An attempt that was submitted, and what is known of its job."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from heddle.engine._elsewhere.life_signs import LifeSigns
from heddle.engine._news import FollowedAttempt
from heddle.engine.local.files import state_files
from heddle.engine.local.supervisor import LOCK, STATE, STOP, now_ms
from heddle.engine.slurm.attempt_files import CLAIM
from heddle.engine.slurm.client import SlurmJob
from heddle.engine.slurm.verdict import Evidence, is_over

_SILENT_S = 60.0  # without a sign of life: then a job is cancelled that Slurm believes to run


@dataclass(slots=True)
class SubmittedJob(FollowedAttempt):
    """`options` are those of sbatch to submit it alone; none: not known."""

    nonce: str  #: of its submission
    grace_s: float
    members: int
    options: Sequence[str]
    job: str = ""  #: its number in Slurm; empty: not known yet
    is_reused: bool = False  #: that number was another's before
    is_silent: bool = False  #: Slurm says that it runs, and nothing else does
    is_missing: bool = False  #: Slurm does not know it, so its number may be another's by now
    last: SlurmJob | None = None  #: as it was when Slurm said that it was over
    since: float = 0.0  #: when it was submitted; what squeue said before says nothing of it
    again: int = 0  #: submissions of it since then, because Slurm forgot it
    over_at: float | None = None  #: since when Slurm says that it is over
    stop_at: float | None = None  #: when it was first asked to end
    asked_at: float | None = None  #: when last
    signs: LifeSigns = field(default_factory=LifeSigns)

    def note(self) -> dict[str, Any]:
        """For an engine after us, which finds it by this."""
        return {
            "nonce": self.nonce, "grace_s": self.grace_s, "members": self.members,
            "id": self.job, "is_reused": self.is_reused, "options": [*self.options],
        }  # fmt: skip

    def resubmitted(self, number: str, *, is_reused: bool) -> None:
        self.job, self.since, self.over_at = number, time.monotonic(), None
        self.last, self.is_missing, self.is_reused = None, False, is_reused
        self.again += 1

    def evidence(
        self,
        attempt: str,
        folder: str,
        batch: Mapping[str, Any] | None,
        job: SlurmJob | None,
        *,
        is_known: bool,
        settle_s: float,
    ) -> Evidence:
        """`job` is what Slurm says now, `batch` what the batch script noted."""
        members = [os.path.join(folder, str(number)) for number in range(self.members)]
        claim = os.path.join(folder, CLAIM)
        self.signs.look([claim, *(os.path.join(each, LOCK) for each in members)])
        if job is not None:  # an engine before us may have ended between sbatch and its note
            self.job, self.last = job.id, None if job.is_alive else job
        job = job or self.last  # Slurm forgets what is over
        if is_known:
            self.is_missing = job is None
            is_there = not is_over(job, has_begun=batch is not None)
            self.over_at = None if is_there else self.over_at or time.monotonic()
        is_running = job is not None and job.state == "RUNNING"
        has_member = any(os.path.exists(os.path.join(each, LOCK)) for each in members)
        self.is_silent = is_running and has_member and self.signs.quiet_s >= _SILENT_S
        waited = -1.0 if self.over_at is None else time.monotonic() - self.over_at
        is_settled = waited >= settle_s and (batch is None or self.signs.is_quiet)
        asked = state_files.read(os.path.join(folder, STOP))
        return Evidence(
            attempt, batch, None if asked is None else str(asked.get("why", "")), job, is_known,
            is_settled, now_ms(), _began_ms(members) if is_settled else None, self.signs.last_ms,
            self.is_reused,
        )  # fmt: skip


class JobNumbers:
    """The highest that Slurm gave us, in a file: it outlives us."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._highest = int((state_files.read(file) or {}).get("highest", 0))

    def is_reused(self, number: str) -> bool:
        """Whether it was given out before. They begin anew after some millions."""
        value, highest = int(number.partition("_")[0]), self._highest
        is_new_round = value < highest // 2
        if value > highest or is_new_round:
            self._highest = value
            with contextlib.suppress(OSError):  # a full disk: then it is a guess for the next one
                state_files.write(self._file, {"highest": value}, durable=False)
        return value <= highest and not is_new_round


def revoke(folder: str) -> bool:
    """Nothing of it begins from now on; False if it has begun."""
    try:
        os.close(os.open(os.path.join(folder, CLAIM), os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return False
    return True


def _began_ms(members: Sequence[str]) -> int | None:
    """When the first of them did, as they noted."""
    states = (state_files.read(os.path.join(each, STATE)) or {} for each in members)
    return min((state["started_ms"] for state in states if "started_ms" in state), default=None)
