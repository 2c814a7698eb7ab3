"""A training job that runs on whatever it is given: the truth, of which a policy sees a part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from heddle.cluster.goodput import Alone, BatchShape, Goodput
from heddle.cluster.matching.base import Choice
from heddle.research.sia.files import Submitted, read_profile, read_training
from heddle.research.sia.nodes import Held
from heddle.research.sia.profiles import ApplicationProfile, Placement, Training

#: Seconds that a change of placement costs, and by how much a real cluster was slower than the
#: profiles say: Sia's artifact, applications.py and simulator_config.py.
RESTART_S = {
    "cifar10": 50.0,
    "deepspeech2": 25.0,
    "bert": 120.0,
    "yolov3": 80.0,
    "imagenet": 250.0,
    "ncf": 15.0,
}
OTHER_RESTART_S = 30.0
SLOWDOWN = {"cifar10": 1.8, "ncf": 1.5, "gpt_pmp": 1.0}
OTHER_SLOWDOWN = 1.2


@dataclass(frozen=True, slots=True)
class Application:
    """What is true of an application; a policy sees only what was measured of it."""

    training: Training
    profiles: Mapping[str, ApplicationProfile]
    alone: Mapping[str, Alone]  #: what was measured when a job of it was submitted
    restart_s: float
    slowdown: float

    def split(self, kind: str, placement: Placement, batch: int) -> BatchShape:
        """A batch in as many passes as the device's memory asks for."""
        most = self.profiles[kind].most_local(placement)
        wanted = -(-batch // sum(placement))
        passes = -(-wanted // most)
        return BatchShape(-(-wanted // passes), passes)

    def steps(self, kind: str, placement: Placement, shape: BatchShape) -> float:
        """Steps a second, as they would be."""
        step_s, sync_s = self.profiles[kind].step(placement, shape.local)
        whole_s = step_s + (step_s - sync_s) * (shape.passes - 1)
        return 1.0 / whole_s / self.slowdown


def read_application(
    folder: Path, on_node: Mapping[str, int], *, typed: bool = True
) -> Application:
    """From its folder, for these kinds; untyped profiles are Pollux's, of one kind of device."""
    profiles = {kind: read_profile(folder, kind if typed else "") for kind in on_node}
    alone = {}
    for kind, profile in profiles.items():
        curve = profile.alone
        alone[kind] = Alone(curve.local, curve.step_s - curve.sync_s, on_node[kind])
    return Application(
        read_training(folder),
        profiles,
        alone,
        RESTART_S.get(folder.name, OTHER_RESTART_S) if typed else OTHER_RESTART_S,
        SLOWDOWN.get(folder.name, OTHER_SLOWDOWN) if typed else 1.0,
    )


@dataclass(slots=True)
class JobRun:
    """One job in the simulation."""

    id: int
    submitted: Submitted
    application: Application
    known: Goodput
    rigid: bool = False  #: keeps the count and the batch size of its request
    held: Held = field(default_factory=dict)
    choice: Choice | None = None
    kind: str = ""
    shape: BatchShape = field(default_factory=lambda: BatchShape(0, 1))
    restart_left_s: float = 0.0
    epoch: int = 0
    work: float = 0.0
    attained_s: float = 0.0
    restarts: int = -1
    done_at_s: float | None = None

    @property
    def placement(self) -> tuple[int, ...]:
        return tuple(count for _, count in sorted(self.held.items()))

    def move(self, kind: str, held: Held) -> None:
        """Give it these devices; none: it waits. Any other kind or node costs a restart."""
        if held and (kind != self.kind or held != self.held):
            self.restart_left_s = self.application.restart_s
            self.restarts += 1
        self.kind, self.held = kind, held
        if held:
            self.split()

    def split(self) -> None:
        """The batch size that promises most on what it holds now."""
        placement = self.placement
        if self.rigid:
            self.shape = self.asked(self.kind, placement)
            return
        most = self.application.profiles[self.kind].most_local(placement)
        where = np.array([len(placement)]), np.array([sum(placement)])
        self.shape = self.known.best(self.kind, *where, most_local=most)[1][0]

    def asked(self, kind: str, placement: Placement) -> BatchShape:
        """The batch of its request."""
        return self.application.split(kind, placement, self.submitted.batch)

    def steps(self, kind: str, placement: Placement, shape: BatchShape) -> float:
        return self.application.steps(kind, placement, shape)

    def run(self, begin_s: float, seconds: float) -> None:
        """What it does from `begin_s` on with what it holds."""
        placement = self.placement
        if not placement:
            return
        devices = sum(placement)
        end_s = begin_s + seconds
        lost = min(self.restart_left_s, seconds)
        self.restart_left_s -= lost
        now_s = begin_s + lost
        training, profile = self.application.training, self.application.profiles[self.kind]
        while now_s < end_s and self.done_at_s is None:
            batch = self.shape.batch(devices)
            where = len(placement), devices, self.shape.local
            step_s, _ = profile.step(placement, self.shape.local)
            self.known.observe(self.kind, where, step_s, training.noise(batch, self.epoch))
            steps = self.steps(self.kind, placement, self.shape)
            rate = steps * training.gain(batch, self.epoch)
            need_s = (float(training.progress[self.epoch]) - self.work) / rate
            if now_s + need_s > end_s:
                self.work += rate * (end_s - now_s)
                now_s = end_s
            else:
                now_s += need_s
                self.work = float(training.progress[self.epoch])
                self.epoch += 1
                if self.epoch == len(training.progress):
                    self.done_at_s = now_s
            if self.done_at_s is None:
                self.split()
        self.attained_s += devices * (min(now_s, end_s) - begin_s)
