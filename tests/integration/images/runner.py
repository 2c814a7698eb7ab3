"""An engine that runs commands in an image, for tests."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from heddle.engine.base import Order
from heddle.engine.local.engine import Local
from heddle.model.record import Place
from tests.engines import Followed
from tests.world import eventually


class Runner:
    """An engine, and what members in this image do there."""

    def __init__(self, folder: Path, image: str) -> None:
        self.folder, self.image = folder, image
        self.engine = Local(str(folder))
        self.followed = Followed(self.engine)
        self._count = 0

    def start(self, *command: str, **said: Any) -> str:
        self._count += 1
        attempt = f"j{self._count}.1"
        told = {"places": (Place("here"),), "image": self.image, "grace_s": 2.0, **said}
        assert self.engine.start(Order(attempt, command, **told)) is None
        return attempt

    def log(self, attempt: str, member: int = 0) -> str:
        return self.engine.logs(attempt, member, 0, 1 << 20).decode()

    def says(self, script: str, **said: Any) -> str:
        attempt = self.start("sh", "-c", script, **said)
        end = self.followed.end(attempt)
        assert (end.state, end.exit_code) == ("ended", 0), (end, self.log(attempt))
        return self.log(attempt)

    def fails(self, *command: str, **said: Any) -> tuple[int | None, str, str]:
        attempt = self.start(*command, **said)
        end = self.followed.end(attempt)
        return end.exit_code, end.why, self.log(attempt)


def stores() -> set[str]:
    """Of containers, in memory."""
    return {name for name in os.listdir("/dev/shm") if os.path.isdir(f"/dev/shm/{name}/s")}


def nothing_is_left() -> bool:
    """Those of tests beside this one end with them; each has a name of its own."""
    now = stores()
    return eventually(lambda: not now & stores(), 120)


def running(words: str) -> list[int]:
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if words in Path(f"/proc/{pid}/cmdline").read_text():
                found.append(int(pid))
        except OSError:
            continue
    return found
