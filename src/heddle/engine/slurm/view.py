"""What Slurm said last of jobs and nodes, and whether it answers. A command of Slurm can take as
long as its MessageTimeout: so one thread asks, and the others look at what it found."""

from __future__ import annotations

import contextlib
import threading
import time
from dataclasses import asdict

from heddle.engine.local.files import state_files
from heddle.engine.slurm.client import SlurmClient, SlurmError, SlurmJob, SlurmNode

_NODES_S = 5.0  # for which nodes are remembered: a slurmctld that has just begun knows none yet
_PATIENCE_S = 2.0  # for which a caller waits for an answer that is on its way

Looked = tuple[float, dict[str, SlurmJob]]
NOTHING: Looked = (float("-inf"), {})  #: nobody has asked yet


class SlurmView:
    """`file` has the nodes of the last time: they are still there when Slurm does not answer.
    `poll_s` is the least time between two squeues: slurmctld serves everybody."""

    def __init__(self, client: SlurmClient, file: str, poll_s: float) -> None:
        self._client, self._file, self._poll_s = client, file, poll_s
        self._news = threading.Condition()
        self._looked = NOTHING
        self._down = ""
        known = state_files.read(file) or {}
        self._nodes = {name: SlurmNode(**each) for name, each in known.items()}
        self._nodes_at = float("-inf")

    @property
    def down(self) -> str:
        """Why it does not answer; empty if it does. Does not block."""
        return self._down

    def ask_jobs(self) -> Looked:
        """For the one thread that asks. When it asked, and all jobs.

        :raises SlurmError: if Slurm cannot say
        """
        began = time.monotonic()
        try:
            jobs = self._client.jobs()
        except SlurmError as error:
            self.failed(error)
            raise
        with self._news:
            self._looked, self._down = (began, jobs), ""
            self._news.notify_all()
        return began, jobs

    def jobs(self) -> Looked:
        """For all others: no older than `poll_s` when they came, or what is on its way.

        :raises SlurmError: if Slurm does not answer, or takes too long
        """
        least = time.monotonic() - self._poll_s

        def is_over() -> bool:
            return bool(self._down) or self._looked[0] >= least

        with self._news:
            self._news.wait_for(is_over, self._poll_s + _PATIENCE_S)
            if self._down:
                raise SlurmError(self._down, is_down=True)
            if not is_over():
                raise SlurmError("slurmctld takes long to answer squeue", is_down=True)
            return self._looked

    def nodes(self) -> dict[str, SlurmNode]:
        """By name; those of the last time while Slurm is down.

        :raises SlurmError: if it cannot say, and never said
        """
        if time.monotonic() - self._nodes_at <= _NODES_S:
            return self._nodes
        try:
            found = self._client.nodes()
        except SlurmError as error:
            self.failed(error)
            if not error.is_down or not self._nodes:
                raise
            return self._nodes
        with self._news:
            is_new, self._nodes, self._nodes_at = found != self._nodes, found, time.monotonic()
        if is_new:
            told = {name: asdict(each) for name, each in found.items()}
            with contextlib.suppress(OSError):  # a full disk: the next look may do better
                state_files.write(self._file, told, durable=False)
        return found

    def failed(self, error: SlurmError) -> None:
        """A command did: if nobody answered, nobody is asked in vain until the thread got one."""
        if error.is_down:
            with self._news:
                self._down = str(error)
                self._news.notify_all()
