"""An engine of its own for a benchmark, with an agent that takes guests and a soft XPU."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from heddle import ask
from heddle.engine.base import Order
from heddle.engine.local.engine import Local
from heddle.errors import WorkloadError
from heddle.harness.workload import Request, requests_in
from heddle.inventory.apis import soft

PATIENCE_S = 30.0


class LoneMember:
    """The only member of an attempt, as a workload."""

    def __init__(self, engine: Local, order: Order) -> None:
        """:raises WorkloadError: if it cannot be started"""
        self._engine, self._attempt = engine, order.attempt
        self._text = b""
        if (why := engine.start(order)) is not None:
            raise WorkloadError(f"{order.attempt} does not start: {why.text}.")

    def running(self) -> bool:
        return not any(
            each.attempt == self._attempt and each.state in ("ended", "lost")
            for each in self._engine.seen()
        )

    def requests(self) -> list[Request]:
        while more := self._engine.logs(self._attempt, 0, len(self._text), 1 << 20):
            self._text += more
        return requests_in(self._text.decode())

    def stop(self) -> None:
        """Ends it, and forgets it."""
        self._engine.stop(self._attempt, "the benchmark is over")
        while self.running():
            time.sleep(0.02)
        self._engine.forget(self._attempt)


@contextmanager
def own_engine(soft_devices: str = "gpu") -> Iterator[Local]:
    """In folders of its own; this process and what it starts are there, too.

    :raises WorkloadError: if it cannot isolate its members, or has no agent
    """
    folder = Path(tempfile.mkdtemp(prefix="heddle-bench-"))
    segment = f"{folder.name}.soft"
    own = {
        "HEDDLE_STATE": str(folder / "state"),
        "HEDDLE_TABLE": f"/dev/shm/{folder.name}/table",
        "SOFTXPU_SEGMENT": segment,
        "SOFTXPU_DEVICES": soft_devices,
        "OCL_ICD_VENDORS": "/nonexistent",  # what is installed here is not measured
    }
    os.environ.update(own)
    agent = subprocess.Popen(
        [sys.executable, "-m", "heddle", "node", "agent", "--tenants", "--quiet"],
        stderr=subprocess.DEVNULL,
    )
    engine = None
    try:
        until = time.monotonic() + PATIENCE_S
        while not ask.is_there():
            if time.monotonic() > until:
                raise WorkloadError("the agent does not answer.")
            time.sleep(0.05)
        engine = Local(str(folder / "state" / "engine"))
        if not engine.isolates_tenants:
            raise WorkloadError(f"jobs cannot be isolated here: {engine.why_not_isolated}.")
        yield engine
    finally:
        if engine is not None:
            engine.close()
        agent.terminate()
        agent.wait()
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(f"/dev/shm/{folder.name}", ignore_errors=True)
        soft.remove(segment)
