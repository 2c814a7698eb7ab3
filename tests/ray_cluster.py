"""A Ray of our own, where one can be had."""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path

from heddle.engine.ray.engine import Ray
from heddle.research.bench._plane.own_ray import DEVICES, SECOND, NoRayError, OwnRay
from tests.components import install
from tests.conftest import missing
from tests.world import World

__all__ = ["DEVICES", "POLL_S", "SECOND", "RayCluster", "need_ray"]

POLL_S = 0.05


def need_ray() -> None:
    """Skips the test where none can be started."""
    if importlib.util.find_spec("ray") is None:
        missing("there is no Ray", "make test-ray")
    if not shutil.which("ip"):
        missing("there is no `ip`", install("ip"))
    if os.geteuid() != 0:
        missing("a Ray of our own has a network namespace", "run the tests as root")


class RayCluster(OwnRay):
    """Skips the test where there is none."""

    def __init__(self) -> None:
        need_ray()
        self.world = World()
        variables = {**self.world.environment, "HEDDLE_STATE": str(self.world.state)}
        try:
            super().__init__(variables)
        except NoRayError as error:
            missing(str(error), "run the tests as root")

    def engine(self, folder: Path, **variables: str) -> Ray:
        environment = {**self.environment, **variables}
        return Ray(str(folder), environment=environment, poll_s=POLL_S, settle_s=1.0)

    def stop(self) -> None:
        super().stop()
        self.world.remove()
