"""What all tests share: a table and a soft XPU of their own, and where the built programs are."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BUILT = ROOT / "build" / "native"


class World:
    """A table and a soft XPU that no other test sees."""

    def __init__(self) -> None:
        self._started: list[subprocess.Popen[str]] = []
        self.name = f"heddle-test-{uuid.uuid4().hex[:12]}"
        self.folder = Path("/dev/shm") / self.name
        self.table = self.folder / "table"
        self.segment = Path("/dev/shm") / f"{self.name}.soft"
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("HEDDLE_", "SOFTXPU_"))}
        self.environment = {
            **kept,
            "HEDDLE_TABLE": str(self.table),
            "SOFTXPU_SEGMENT": self.segment.name,
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
        """Starts a program; it is killed when the test ends, if it still runs."""
        process = subprocess.Popen(
            command,
            env={**self.environment, **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._started.append(process)
        return process

    def remove(self) -> None:
        for process in self._started:
            if process.poll() is None:
                process.kill()
                process.communicate()
        shutil.rmtree(self.folder, ignore_errors=True)
        self.segment.unlink(missing_ok=True)


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    made = World()
    for name in [name for name in os.environ if name.startswith(("HEDDLE_", "SOFTXPU_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HEDDLE_TABLE", str(made.table))
    monkeypatch.setenv("SOFTXPU_SEGMENT", made.segment.name)
    yield made
    made.remove()


def missing(reason: str, remedy: str) -> None:
    """Skips, saying what would help; in CI everything must be there, so it fails."""
    text = f"{reason}; fix: {remedy}"
    if os.environ.get("CI") == "true":
        pytest.fail(text)
    pytest.skip(text)


@pytest.fixture(scope="session")
def conformance_programs() -> Path:
    folder = BUILT / "conformance"
    if not folder.is_dir():
        missing("the conformance programs are not built", "make native")
    return folder
