"""A table and a soft XPU for one test. No pytest here: machines with a GPU may have none."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from pathlib import Path

from tests.host import given_s

ROOT = Path(__file__).resolve().parents[1]
BUILT = ROOT / "build" / "native"


def eventually(condition: Callable[[], bool], seconds: float = 20) -> bool:
    """Whether it is so within that time, not counting what the host takes away."""
    end = given_s() + seconds
    while not condition():
        if given_s() > end:
            return False
        time.sleep(0.05)
    return True


class World:
    """A table and a soft XPU that no other test sees."""

    def __init__(self) -> None:
        self._started: list[subprocess.Popen[str]] = []
        self.name = f"heddle-test-{uuid.uuid4().hex[:12]}"
        self.folder = Path("/dev/shm") / self.name
        self.table = self.folder / "table"
        self.segment = Path("/dev/shm") / f"{self.name}.soft"
        self.device_file = Path(f"{self.segment}.0")  #: of the first device
        self.state = Path(tempfile.gettempdir()) / self.name  #: made by who wants to keep something
        own = ("HEDDLE_", "SOFTXPU_", "VIRTUAL_ENV", "CONDA_PREFIX")  # of whoever runs the tests
        kept = {k: v for k, v in os.environ.items() if not k.startswith(own)}
        self.environment = {
            **kept,
            "HEDDLE_TABLE": str(self.table),
            "HEDDLE_STATE": str(self.state),  # not the user's own control plane
            "SOFTXPU_SEGMENT": self.segment.name,
            # What is installed here is nobody's business, but of tests that are about it.
            "OCL_ICD_VENDORS": "/nonexistent",
        }

    def heddle(
        self, *arguments: str, timeout: float = 60, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Runs the command line as a user would."""
        return subprocess.run(
            [sys.executable, "-m", "heddle", *arguments],
            env={**self.environment, **variables},
            capture_output=True,
            text=True,
            timeout=timeout,
        )

    def start(self, *command: str, **variables: str) -> subprocess.Popen[str]:
        """Starts a program; it is killed when the test ends, if it still runs, with all that it
        has started and left in its session."""
        process = subprocess.Popen(
            command,
            env={**self.environment, **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self._started.append(process)
        return process

    def adopt(self, process: subprocess.Popen[str]) -> None:
        """Of somebody who has started it in another way."""
        self._started.append(process)

    def start_agent(self, *options: str) -> subprocess.Popen[str]:
        """Starts the agent, and waits until it answers."""
        agent = self.start(sys.executable, "-m", "heddle", "node", "agent", *options)
        assert eventually(lambda: self.heddle("node", "policy").returncode == 0), (
            "it does not answer"
        )
        return agent

    def make_private(self) -> None:
        """The soft XPU's devices, which all users may write."""
        for file in self.segment.parent.glob(f"{self.segment.name}.*"):
            file.chmod(0o600)

    def remove(self) -> None:
        for process in self._started:
            if process.poll() is None:
                process.kill()
            try:
                process.communicate(timeout=10)
            except subprocess.TimeoutExpired:  # somebody else has its pipes, and does not end
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
        for folder in (self.folder, self.state):
            shutil.rmtree(folder, ignore_errors=True)
        for path in self.segment.parent.glob(f"{self.segment.name}*"):
            path.unlink(missing_ok=True)
