"""The commands of Slurm: submits, cancels, and asks about all jobs in one call."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from heddle.errors import HeddleError

_MOST_LINES = 2
_TIMEOUT_S = 20.0  # a command gives up by itself after MessageTimeout, by default 10 s
_PENDING = frozenset(("PENDING", "CONFIGURING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD"))
_ALIVE = frozenset(
    ("RUNNING", "COMPLETING", "SUSPENDED", "STOPPED", "SIGNALING", "STAGE_OUT", "RESIZING")
)
#: How the reasons of jobs begin that wait for nodes which are down or drained.
UNAVAILABLE = ("ReqNodeNotAvail", "Nodes required for job are DOWN, DRAINED")
#: The reason with which slurmctld drains a node for an error of its own.
_DUPLICATE = "Duplicate jobid"
_GONE = ("down", "fail", "unknown", "inval", "powered_down", "future")  # states of nodes
#: What sbatch prints when nobody answers, or not now; everything else is a refusal.
_DOWN = (
    "unable to contact slurm controller", "socket timed out", "connection refused",
    "control machine address", "zero bytes were transmitted", "munge", "authentication",
    "in standby mode", "try again",
)  # fmt: skip
#: What every command prints without a file that it can read.
_UNCONFIGURED = ("configuration file", "clustername needs to be", "could not establish a config")
#: Refusals that no setting of the administrator's and no waiting changes.
_NEVER = (
    "requested node configuration", "generic resource", "memory specification",
    "more processors requested", "cpu count", "invalid node name", "node count",
)  # fmt: skip


class SlurmError(HeddleError):
    """A command of Slurm failed: nobody answered, or no job like this one will ever run, or neither
    and an administrator has to change something."""

    def __init__(self, text: str, *, is_down: bool = False, is_final: bool = False) -> None:
        super().__init__(text)
        self.is_down, self.is_final = is_down, is_final


@dataclass(frozen=True, slots=True)
class SlurmJob:
    """One line of squeue."""

    id: str
    state: str = ""  #: PENDING, RUNNING, COMPLETED, CANCELLED, TIMEOUT, NODE_FAIL, ...
    comment: str = ""
    nodes: str = ""  #: empty: it never started
    reason: str = ""  #: why it waits, or failed
    name: str = ""

    @property
    def is_pending(self) -> bool:
        return self.state in _PENDING

    @property
    def is_alive(self) -> bool:
        return self.state in _PENDING or self.state in _ALIVE


@dataclass(frozen=True, slots=True)
class SlurmNode:
    """One line of sinfo."""

    name: str
    cpus: int
    memory_mib: int
    gres: str = ""  #: as Slurm writes them: gpu:a100:4(S:0-1),npu:2
    address: str = ""
    gone: str = ""  #: the state in which it takes no jobs; empty: it does


def by_name(number: str, name: str) -> str:
    """The key of a job whose comment is not known."""
    return f"{number} {name}"


def refusal(said: str) -> SlurmError:
    """What a failed command said, in one sentence with the remedy."""
    lines = [line.partition("error: ")[2] or line for line in said.splitlines() if line.strip()]
    lines = [*dict.fromkeys(line.strip() for line in lines)][-_MOST_LINES:]  # it may say it often
    detail = "; ".join(lines) or "it does not say why"
    text = detail.lower()
    if any(word in text for word in _UNCONFIGURED):
        return SlurmError(
            f"the commands of Slurm do not find the cluster ({detail}). Set SLURM_CONF to the "
            "slurm.conf of the cluster"
        )
    if any(word in text for word in _DOWN):
        return SlurmError(
            f"slurmctld does not answer ({detail}). See `scontrol ping`; jobs wait for it",
            is_down=True,
        )
    if any(word in text for word in _NEVER):
        return SlurmError(
            f"Slurm refuses it: {detail}. Ask for less, or see what the nodes have: `sinfo -N -l`",
            is_final=True,
        )
    return SlurmError(
        f"Slurm refuses it: {detail}. Start `heddle up` with the right SBATCH_PARTITION, "
        "SBATCH_ACCOUNT or SBATCH_QOS, or ask the administrator of Slurm for access"
    )


class SlurmClient:
    """`environment` is that of the commands. sbatch hands it on to jobs: no secrets in it."""

    def __init__(
        self, environment: Mapping[str, str], partition: str | None = None, uids: Sequence[int] = ()
    ) -> None:
        """`partition`: whose nodes count; None: all. `uids`: whose jobs are ours."""
        self._uids = ",".join(map(str, uids or [os.geteuid()]))
        self._environment = dict(environment)
        self._partition = [f"--partition={partition}"] if partition else []

    def submit(self, options: Sequence[str], script: str) -> str:
        """The number of the new job.

        :raises SlurmError: if it is refused, or slurmctld does not answer
        """
        said = self._run("sbatch", "--parsable", *options, text=script)
        return said.strip().partition(";")[0]  # behind ; is the cluster

    def check(self, uid: int | None = None, gid: int = 0) -> None:
        """Whether jobs would be taken at all, without one: ours, or as root those of this user.

        :raises SlurmError: if not
        """
        who = [] if uid is None else [f"--uid={uid}", f"--gid={gid}"]
        self._run("sbatch", "--test-only", *who, text="#!/bin/sh\n")

    def jobs(self) -> dict[str, SlurmJob]:
        """All of ours that slurmctld still knows, by comment, and by number and name: numbers
        alone are given out again.

        :raises SlurmError: if it cannot say
        """
        form = "--format=%i|%T|%k|%N|%r|%K|%j"
        said = self._run(
            "squeue", "--noheader", "--array", "--states=all", f"--user={self._uids}", form
        )  # fmt: skip
        parts = ([*map(str.strip, line.split("|", 6))] for line in said.splitlines())
        found = []
        for number, state, comment, nodes, reason, index, name in (p for p in parts if len(p) == 7):
            own = comment if index == "N/A" else f"{comment} {index}"  # of a member of an array
            found.append(SlurmJob(number, state, own, nodes, reason, name))
        numbered = {by_name(job.id, job.name): job for job in found}
        return numbered | {job.comment: job for job in found}

    def nodes(self) -> dict[str, SlurmNode]:
        """Also those that are down, or have not registered yet, by name.

        :raises SlurmError: if it cannot say
        """
        form = "--format=%N|%c|%m|%G|%T|%o"
        said = self._run("sinfo", "--noheader", "--Node", *self._partition, form)
        found = {}
        for line in said.splitlines():
            name, cpus, mib, gres, state, address = (word.strip() for word in line.split("|"))
            gone = state if state.startswith(_GONE) else ""
            found[name] = SlurmNode(name, int(cpus), int(mib), gres, address, gone)
        return found

    def resume(self) -> None:
        """Nodes that a slurmctld drained which had forgotten the numbers of jobs, gave them out
        again, and took them for duplicates. Where we may not, an administrator has to.

        :raises SlurmError: if slurmctld does not answer
        """
        said = self._run("sinfo", "--noheader", "--Node", "--format=%N|%T|%E")
        lines = (line.split("|", 2) for line in said.splitlines())
        names = {name for name, state, why in lines if "drain" in state and why == _DUPLICATE}
        if names:
            self._run("scontrol", "update", f"nodename={','.join(sorted(names))}", "state=resume")

    def ask_to_end(self, jobs: Sequence[str], alone: Sequence[str]) -> None:
        """Cancels those that wait; sends SIGTERM to the tasks of the others, whose supervisors
        allow them their time. `alone` have one member, and their batch script for a supervisor.

        :raises SlurmError: if it cannot be told
        """
        self.cancel(["--state=PENDING", *jobs, *alone])
        for options, which in ((("--signal=TERM",), jobs), (("--signal=TERM", "--batch"), alone)):
            if which:
                self.cancel([*options, *which])

    def cancel(self, jobs: Sequence[str]) -> None:
        """One that is over already is no error.

        :raises SlurmError: if slurmctld cannot be told
        """
        try:
            self._run("scancel", "--quiet", *jobs)
        except SlurmError as error:
            if error.is_down:
                raise

    def _run(self, *command: str, text: str = "") -> str:
        try:
            done = subprocess.run(
                command, input=text, env=self._environment, capture_output=True, text=True,
                timeout=_TIMEOUT_S, errors="replace",
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise refusal(
                f"socket timed out: no answer to {command[0]} in {_TIMEOUT_S:g} s"
            ) from None
        except OSError as error:
            raise SlurmError(f"cannot execute {command[0]}: {error.strerror}") from None
        if done.returncode:
            raise refusal(done.stderr)
        return done.stdout
