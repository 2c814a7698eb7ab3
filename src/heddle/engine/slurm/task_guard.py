"""A process beside the supervisor of a task, which ends what that leaves if it is killed. Where
Slurm finds the processes of a job by their parents (proctrack/linuxproc, pgid), it loses orphans.
"""

from __future__ import annotations

import os
import signal
import time

from heddle.engine.local import process_tree

_DONE = b"."
_AGAIN_S = 0.02


class TaskGuard:
    """Of all that has this `NAME=value` in its environment. Start it before any thread."""

    def __init__(self, marker: str) -> None:
        reader, self._writer = os.pipe2(os.O_CLOEXEC)  # no member gets it
        child = os.fork()
        if child == 0:
            try:
                self._become(reader, os.fsencode(marker))
            finally:
                os._exit(0)
        os.close(reader)
        os.waitpid(child, 0)

    def dismiss(self) -> None:
        """The supervisor has done that itself."""
        os.write(self._writer, _DONE)
        os.close(self._writer)

    def _become(self, reader: int, marker: bytes) -> None:
        if os.fork():
            return  # nobody's child, so that the supervisor does not wait for it
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # srun sends it to all
        quiet = os.open(os.devnull, os.O_RDWR)
        for each in range(3):  # Slurm reads the task's output until all have closed it
            os.dup2(quiet, each)
        os.close(self._writer)
        if os.read(reader, 1) != _DONE:
            while not process_tree.end_marked(marker):
                time.sleep(_AGAIN_S)
