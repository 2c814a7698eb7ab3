"""The engine under the crash test: what of it can be killed, besides what Heddle starts."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from typing import Protocol

from heddle.engine.slurm.users import USERS
from heddle.research.bench._crash.plane import AGENT, CONTROL, FORKER, JOB, SUPERVISOR
from heddle.research.bench._plane.own_slurm import OwnSlurm


class Rig(Protocol):
    """An engine. `weights` say how often each kind of process is hit."""

    name: str
    environment: Mapping[str, str]  #: of a control plane that uses it
    weights: Mapping[str, int]
    device: str  #: that jobs ask for, if there is a soft XPU
    hides: bool  #: it finds processes that leave their session

    def kill(self, kind: str, chance: random.Random) -> bool:
        """One of its own processes, and brings it back; False if it has none of this kind."""
        ...

    def left(self) -> list[str]:
        """Jobs that it still has."""
        ...

    def close(self) -> None: ...


class LocalRig:
    """The machine itself."""

    name = "local"
    environment: Mapping[str, str] = {}
    weights: Mapping[str, int] = {JOB: 30, SUPERVISOR: 22, CONTROL: 24, FORKER: 12, AGENT: 12}
    device = ""
    hides = True

    def kill(self, kind: str, chance: random.Random) -> bool:
        return False

    def left(self) -> list[str]:
        return []

    def close(self) -> None:
        """Nothing is there."""


class SlurmRig:
    """A Slurm of its own: the machine's, if it has one, is left alone. It tracks processes by their
    parents, so those that leave are lost with their supervisor; sites that mind have
    proctrack/cgroup.

    :raises NoSlurmError: if this machine cannot run one
    """

    name = "slurm"
    weights: Mapping[str, int] = {
        JOB: 30, SUPERVISOR: 25, CONTROL: 20, AGENT: 5, "slurmctld": 10, "slurmd": 10,
    }  # fmt: skip
    device = "gpu:1"
    hides = False

    def __init__(self) -> None:
        self._slurm = OwnSlurm()
        own = {name: self._slurm.environment[name] for name in ("PATH", "SLURM_CONF")}
        gpus = ",".join(f"g{number}=gpu" for number in range(4))
        self.environment: Mapping[str, str] = {
            **own, "SOFTXPU_DEVICES": gpus, USERS: "default=root",
        }  # fmt: skip

    def kill(self, kind: str, chance: random.Random) -> bool:
        if kind not in ("slurmctld", "slurmd"):
            return False
        which = kind if kind == "slurmctld" else chance.choice(self._slurm.nodes)
        self._slurm.kill(which)
        time.sleep(chance.uniform(0, 2))
        self._slurm.restart(which)
        return True

    def left(self) -> list[str]:
        return self._slurm.ask("squeue", "-h", "-o", "%j %T").splitlines()

    def close(self) -> None:
        self._slurm.stop()


RIGS: Mapping[str, type[LocalRig] | type[SlurmRig]] = {
    rig.name: rig for rig in (LocalRig, SlurmRig)
}
