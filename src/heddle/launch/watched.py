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
#: How long it may take to end when it is asked to, because we were interrupted.
END_S = 10.0


@dataclass(frozen=True, slots=True)
class Watched:
    """How it ended, and the device time that was last seen."""

    exit_code: int  #: as shells say it: 128 more than the signal that ended it
    devices: tuple[str, ...]  #: ids of those it had queues on
    device_seconds: float


def run_watched(command: Sequence[str], device: str | None = None) -> Watched:
    """Runs the command under `heddle run` and waits for its end; it ends with us."""
    options = ["--device", device] if device else []
    process = subprocess.Popen([sys.executable, "-m", "heddle", "run", *options, "--", *command])
    try:
        return _watch(process)
    finally:
        _end(process)


def _watch(process: subprocess.Popen[bytes]) -> Watched:
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
    return Watched(code if code >= 0 else 128 - code, tuple(sorted(devices)), device_ns / 1e9)


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(END_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
