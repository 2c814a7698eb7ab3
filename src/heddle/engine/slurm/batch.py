"""The batch script of an attempt: starts the members with one srun, and notes how it ended. A
single member is supervised right here: srun and another Python would take half a second more. Each
job waits until all this is imported, so nothing is that can be done without.

What it notes is in `batch.json` of the attempt's folder, replaced in one step: slurmctld forgets
jobs after a while, and the control plane may be away for longer.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping, Sequence

from heddle.engine._elsewhere import member_ends
from heddle.engine._elsewhere.order_file import ORDER
from heddle.engine.local.files import state_files
from heddle.engine.local.supervisor import STATE, STOP, free_port, now_ms, served_port
from heddle.engine.slurm import task
from heddle.engine.slurm.attempt_files import BATCH, CLAIM
from heddle.engine.slurm.task import shell_code

TYPE_CHECKING = False  # typing is slow to import, and jobs wait for it

if TYPE_CHECKING:
    from typing import Any

_MOST_SAID = 300  # characters of what srun wrote


class BatchScript:
    """One attempt, on the first of its nodes."""

    def __init__(self, folder: str, order: Mapping[str, Any]) -> None:
        self.folder = folder
        self.count = len(order["places"])
        self.order = order
        self.state: dict[str, Any] = {
            "state": "running", "job": os.environ.get("SLURM_JOB_ID", ""), "started_ms": now_ms(),
        }  # fmt: skip
        if served := served_port(order["environment"]):
            self.state["port"] = served
        self.is_terminated = False  #: by Slurm: our own stop is sent to the tasks only

    def run(self) -> int:
        signal.signal(signal.SIGTERM, self._terminated)
        if self._is_asked_to_stop():
            return self._end({"state": "ended", "exit_code": -signal.SIGTERM, "why": ""})
        self._note(durable=False)
        if "archive" in self.order and (why := self._unpack()):
            return self._end({"state": "lost", "unready": True, "why": why})
        for number in range(self.count):
            os.makedirs(os.path.join(self.folder, str(number)), 0o700, exist_ok=True)
        code, said = self._one() if self.count == 1 else self._all()
        states = [
            state_files.read(os.path.join(self.folder, str(number), STATE))
            for number in range(self.count)
        ]
        end = end_of(states, code, said, is_asked=self._is_stopped())
        return self._end({**end, **self._times(states)})

    def _times(self, states: Sequence[Mapping[str, Any] | None]) -> dict[str, int]:
        """Those of the members: srun begins before and ends after them."""
        began = [state["started_ms"] for state in states if state and "started_ms" in state]
        ended = [state["ended_ms"] for state in states if state and "ended_ms" in state]
        found = {"started_ms": min(began)} if began else {}
        return found | ({"ended_ms": max(ended)} if len(ended) == len(states) else {})

    def _unpack(self) -> str:
        """Once, for all members: they share the folder. Why not, if that fails."""
        from heddle.engine._elsewhere.inputs import SnapshotError, unpack_snapshot

        try:
            work = os.path.join(self.folder, "work")
            unpack_snapshot(self.order, task.node_name(), work, self._is_stopped)
        except SnapshotError as error:
            return str(error)
        return ""

    def _is_stopped(self) -> bool:
        return self.is_terminated or self._is_asked_to_stop()

    def _one(self) -> tuple[int, str]:
        served = self.state.get("port", 0)
        code, was_asked = task.supervise(self.folder, str(free_port()), 0, served)
        self.is_terminated |= was_asked and not self._is_asked_to_stop()
        return code, ""

    def _all(self) -> tuple[int, str]:
        """The exit code of srun, and what it said last."""
        import subprocess

        from heddle.engine.local.bare_python import python

        said = os.path.join(self.folder, "srun.txt")
        with open(said, "wb") as errors:
            words = python("heddle.engine.slurm.task", self.folder, str(free_port()))
            cpus = os.environ.get("SLURM_CPUS_PER_TASK", "1")  # since 22.05 srun wants it again
            # A task that fails ends the others: SIGTERM at first, as their supervisors expect.
            command = ["srun", "--kill-on-bad-exit=1", f"--cpus-per-task={cpus}", *words]
            code = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=errors).wait()
        return code, _last(said)

    def _is_asked_to_stop(self) -> bool:
        return os.path.exists(os.path.join(self.folder, STOP))

    def _terminated(self, *_: object) -> None:
        self.is_terminated = True

    def _note(self, *, durable: bool) -> None:
        state_files.write(os.path.join(self.folder, BATCH), self.state, durable=durable)

    def _end(self, end: Mapping[str, Any]) -> int:
        """The exit code, for those who look at the job with Slurm's own commands."""
        self.state |= {"ended_ms": now_ms(), "is_terminated": self.is_terminated, **end}
        self._note(durable=True)
        return shell_code(end.get("exit_code", 1))


def end_of(
    states: Sequence[Mapping[str, Any] | None], code: int, said: str, *, is_asked: bool
) -> dict[str, Any]:
    """How the attempt ended, from what each member noted. `code` and `said` are srun's; `is_asked`:
    to stop."""
    if not any(states) and code and not is_asked:
        why = f"srun could not start it: {said or f'exit code {code}'}"
        return {"state": "lost", "unready": True, "why": why}
    return member_ends.end_of(states, is_asked=is_asked)


def _last(path: str) -> str:
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = [line.strip() for line in file if line.strip()]
    return lines[-1][-_MOST_SAID:] if lines else ""


def main(words: Sequence[str]) -> int:
    """`words`: the attempt's folder, and the nonce of the submission."""
    folder, nonce = words
    order = state_files.read(os.path.join(folder, ORDER))
    if not order or order["nonce"] != nonce:
        return 0  # it was refused, or another submission took its place
    try:
        os.close(os.open(os.path.join(folder, CLAIM), os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return 0  # an administrator has queued it again; nothing runs twice under one id
    return BatchScript(folder, order).run()
