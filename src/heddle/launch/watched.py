"""A program that is run and looked at until its end: what it used of its devices."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from heddle.errors import TableError
from heddle.table import Table

#: What it did in the last of these before its end is not seen.
LOOK_S = 0.02


@dataclass(frozen=True, slots=True)
class Watched:
    """How it ended, and the device time that was last seen."""

    exit_code: int
    devices: tuple[str, ...]  #: ids of those it had queues on
    device_seconds: float


def run_watched(command: Sequence[str], device: str | None = None) -> Watched:
    """Runs the command under `heddle run` and waits for its end."""
    options = ["--device", device] if device else []
    process = subprocess.Popen([sys.executable, "-m", "heddle", "run", *options, "--", *command])
    devices: set[str] = set()
    device_ns = 0
    while True:
        try:
            code = process.wait(LOOK_S)
            break
        except subprocess.TimeoutExpired:
            pass
        try:
            with Table() as table:
                own = [p for p in table.programs() if p.pid == process.pid]
        except TableError:  # not made yet
            continue
        for program in own:
            devices.update(program.devices)
            device_ns = max(device_ns, program.device_time_ns)
    return Watched(code, tuple(sorted(devices)), device_ns / 1e9)
