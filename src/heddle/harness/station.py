"""A machine that serves its devices to others, for a benchmark: an agent and a token."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from types import TracebackType

from heddle.errors import WorkloadError
from heddle.harness.workload import Arena

_NEW_TOKEN = ("node", "access", "new", "--tenant", "bench", "-o", "json")


class ServingStation:
    """On loopback. Its devices are those of an arena of its own."""

    def __init__(self, soft_devices: str) -> None:
        self._arena = Arena(soft_devices)
        self._state = tempfile.TemporaryDirectory(prefix="heddle-station-")
        self._variables = {**self._arena.variables, "HEDDLE_STATE": self._state.name}
        self._agent: subprocess.Popen[str] | None = None
        self.port = 0
        self.token = ""

    def __enter__(self) -> ServingStation:
        self._arena.__enter__()
        command = ["node", "agent", "--serve", "127.0.0.1:0"]
        self._agent = subprocess.Popen(
            [sys.executable, "-m", "heddle", *command],
            env=self._variables,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._agent.stderr is not None
        said = ""
        for line in self._agent.stderr:
            said = line.strip() or said
            if found := re.search(r"serves devices on .*:(\d+)", line):
                self.port = int(found[1])
                break
        else:
            raise WorkloadError(f"the agent ended, and serves nothing: {said}")
        made = subprocess.run(
            [*(sys.executable, "-m", "heddle"), *_NEW_TOKEN],
            env=self._variables,
            capture_output=True,
            text=True,
            check=True,
        )
        self.token = json.loads(made.stdout)["token"]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._agent is not None:
            with self._agent:  # closes what it said
                self._agent.terminate()
        self._arena.__exit__(kind, error, trace)
        self._state.cleanup()
