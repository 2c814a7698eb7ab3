"""The programs of tests/conformance/cuda, and how each finds the driver's functions."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from heddle.errors import HeddleError
from heddle.table import Table
from tests.world import BUILT, World

FOLDER = BUILT / "conformance-cuda"
SOURCES = Path(__file__).parent / "cuda"
NAMES = sorted(path.stem for path in SOURCES.glob("*.cpp") if "int main(" in path.read_text())

#: What a program takes as its first argument, see cuda/driver.h; where not said, "dlsym".
MODES = {
    "lookup": (
        "dlsym",
        "default",
        "next",
        "address:11080",
        "address:12000",
        "address2:12000",
        "address2:13000",
    ),
    "linked": ("linked",),
    "wrapper": ("linked",),
    "per_thread": ("dlsym+thread", "address2:12000+thread"),
    "graphs": ("address2:13000",),
    "streams": ("address:11080",),
    "threads": ("default",),
}
CASES = [(name, mode) for name in NAMES for mode in MODES.get(name, ("dlsym",))]
#: Those that are about how the functions are found.
WAYS = [case for case in CASES if case[0] in ("lookup", "linked", "per_thread")]


def submitted(world: World, pid: int) -> int:
    """How many commands Heddle has seen of the program so far."""
    try:
        with Table(str(world.table)) as table:
            mine = [program for program in table.programs() if program.pid == pid]
            return sum(queue.submitted for program in mine for queue in program.queues)
    except HeddleError:
        return 0  # not there yet


def check_commands_are_seen(world: World, program: Path, mode: str) -> None:
    """Same results prove nothing if Heddle was not there."""
    process = world.start(sys.executable, "-m", "heddle", "run", "--", str(program), mode)
    most = 0
    while process.poll() is None:
        most = max(most, submitted(world, process.pid))
        time.sleep(0.01)
    _, complaints = process.communicate()
    assert process.returncode == 0, complaints
    assert most > 100, f"{most} commands were seen"
