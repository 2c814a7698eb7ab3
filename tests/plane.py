"""A control plane as a person has it: real processes, in a folder of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

from heddle._gen.rest import WholeJob
from heddle.client.client import Client
from tests.world import World, eventually


class Plane:
    """A control plane with a state folder of its own."""

    def __init__(self, world: World, folder: Path) -> None:
        self.world = world
        self.folder = folder / "control"
        world.environment["HEDDLE_STATE"] = str(folder)
        world.environment["HEDDLE_SHARED_USER_TENANTS"] = "1"  # those of a test trust each other

    def heddle(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self.world.heddle(*arguments)

    def ok(self, *arguments: str) -> str:
        done = self.heddle(*arguments)
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout

    def json(self, *arguments: str) -> Any:
        end = arguments.index("--") if "--" in arguments else len(arguments)
        return json.loads(self.ok(*arguments[:end], "-o", "json", *arguments[end:]))

    def submit(self, *arguments: str) -> str:
        (job,) = self.json("submit", *arguments)
        return str(job["id"])

    def job(self, job: str) -> WholeJob:
        """Asked from here: a new process for each look would take most of the time."""
        with self.client() as client:
            return client.job(job)

    def client(self, token: str | None = None) -> Client:
        own = (self.folder / "token").read_text().strip()
        return Client(self.server["address"], token or own)

    def is_(self, job: str, state: str) -> bool:
        return eventually(lambda: self.job(job)["state"] == state, 15)

    @property
    def server(self) -> dict[str, Any]:
        return dict(json.loads((self.folder / "server.json").read_text()))

    def remove(self) -> None:
        """Whatever the test has left."""
        self.world.heddle("admin", "down", "--all")
        for name in ("server.json", "agent.json"):
            with suppress(OSError, ValueError):
                os.kill(json.loads((self.folder / name).read_text())["pid"], signal.SIGKILL)
