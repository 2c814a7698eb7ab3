"""The engine under the crash test: what of it can be killed, besides what Heddle starts."""

from __future__ import annotations

import os
import random
import shutil
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol

from heddle.engine.ray.submission import OWN
from heddle.engine.slurm.users import USERS
from heddle.inventory.apis import soft
from heddle.research.bench._crash.plane import AGENT, BRIDGE, CONTROL, FORKER, JOB, SUPERVISOR
from heddle.research.bench._plane.own_ray import DEVICES, SECOND, OwnRay
from heddle.research.bench._plane.own_slurm import OwnSlurm

WORKER, HEAD, RAYLET = "Ray worker", "Ray head", "raylet"


class Rig(Protocol):
    """An engine. `weights` say how often each kind of process is hit."""

    name: str
    environment: Mapping[str, str]  #: of a control plane that uses it
    weights: Mapping[str, int]
    loses: frozenset[str]  #: kinds of its own whose end takes along what runs
    device: str  #: that jobs ask for, if there is a soft XPU
    hides: bool  #: it finds processes that leave their session
    most_waiting: int  #: jobs; no more are submitted while so many are not over

    def kill(self, kind: str, chance: random.Random) -> bool:
        """One of its own processes, and brings it back; False if it has none of this kind."""
        ...

    def booked_twice(self) -> list[str]:
        """Devices that it has given to more than it can, by what it says itself."""
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
    loses: frozenset[str] = frozenset()
    device = ""
    hides = True
    most_waiting = 24

    def kill(self, kind: str, chance: random.Random) -> bool:
        return False

    def booked_twice(self) -> list[str]:
        return []

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
        JOB: 20, SUPERVISOR: 15, CONTROL: 20, AGENT: 10, "slurmctld": 20, "slurmd": 15,
    }  # fmt: skip
    loses: frozenset[str] = frozenset()
    device = "gpu:1"
    hides = False
    most_waiting = 24

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

    def booked_twice(self) -> list[str]:
        return []  # Slurm gives whole ones

    def left(self) -> list[str]:
        return self._slurm.ask("squeue", "-h", "-o", "%j %T").splitlines()

    def close(self) -> None:
        self._slurm.stop()


class RayRig:
    """A Ray of its own, in a network of its own, with a head and another node. Without its head or
    its raylet, Ray forgets what ran.

    :raises NoRayError: if this machine cannot run one
    """

    name = "ray"
    weights: Mapping[str, int] = {
        JOB: 20, SUPERVISOR: 16, CONTROL: 16, AGENT: 6, BRIDGE: 8, WORKER: 10, HEAD: 12, RAYLET: 12,
    }  # fmt: skip
    loses = frozenset((WORKER, HEAD, RAYLET))
    device = "npu:1"
    hides = True
    most_waiting = 12  # a worker of Ray takes most of a second of a core to start

    def __init__(self) -> None:
        key = f"heddle-crash-ray-{os.getpid()}"
        self._shared = Path("/dev/shm", key)
        own = {"HEDDLE_TABLE": str(self._shared / "table"), "SOFTXPU_SEGMENT": f"{key}.soft"}
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("HEDDLE_", "SOFTXPU_"))}
        self._ray = OwnRay({**kept, **own})
        variables = {k: v for k, v in self._ray.environment.items() if k.startswith("RAY_")}
        self.environment: Mapping[str, str] = {**variables, **own, "SOFTXPU_DEVICES": DEVICES}

    def kill(self, kind: str, chance: random.Random) -> bool:
        if kind == WORKER:
            return self._ray.kill_worker(chance)
        if kind not in self.loses:
            return False
        node, program = ("", "gcs_server") if kind == HEAD else (SECOND, "raylet")
        was_hit = self._ray.kill(node, program)
        time.sleep(chance.uniform(0, 2))
        if kind == HEAD:
            self._ray.revive()
        else:
            self._ray.cut(SECOND)
            self._ray.join(SECOND)
        return was_hit

    def booked_twice(self) -> list[str]:
        return overbooked(self._ray.groups())

    def left(self) -> list[str]:
        """What is given back is there a moment later."""
        until = time.monotonic() + 10
        while (found := self._ray.groups()) and time.monotonic() < until:
            time.sleep(0.5)
        return [f"{each['name']} {each['state']}" for each in found]

    def close(self) -> None:
        self._ray.stop()
        shutil.rmtree(self._shared, ignore_errors=True)
        soft.remove(self.environment["SOFTXPU_SEGMENT"])


def overbooked(groups: Iterable[Mapping[str, Any]]) -> list[str]:
    """Devices of which placement groups have more than there is."""
    sums: dict[tuple[str, str], float] = defaultdict(float)
    for group in groups:
        for index, resources in group["bundles"].items():
            node = group["bundles_to_node_id"].get(index, "")
            for name, part in resources.items():
                if node and name.startswith(OWN):
                    sums[node, name] += part
    return [f"{name} of {node}: {part:g}" for (node, name), part in sums.items() if part > 1.001]


RIGS: Mapping[str, Callable[[], Rig]] = {
    "local": LocalRig, "ray": RayRig, "slurm": SlurmRig,
}  # fmt: skip
