"""A member that says what happens to it; `heddle bench crash` runs it, and kills some of them.

    crash_member.py FOLDER SECONDS CODE [hide] [PROGRAM WORDS...]

Every line in FOLDER/journal is "WHAT ATTEMPT MEMBER PID MS": begin (MS is when the process was
started, as the kernel says; behind it are the devices that Slurm gave to it alone), tick (ten times
a second), end, and twice, if another one of the same job and rank runs. A running member holds a
lock, which the kernel drops with the process. `hide` starts one more process in a separate session,
which never ends by itself; PROGRAM runs beside it.
"""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence

TICK_S = 0.1


def started_ms() -> int:
    """When this process was: it was another program then, perhaps, but the same process."""
    with open("/proc/self/stat", "rb") as file:
        ticks = int(file.read().rpartition(b")")[2].split()[19])
    booted = time.time() - time.clock_gettime(time.CLOCK_BOOTTIME)
    return int(1000 * (booted + ticks / os.sysconf("SC_CLK_TCK")))


class MemberJournal:
    """Lines of one write each: those of others are never torn."""

    def __init__(self, folder: str) -> None:
        self._file = os.open(f"{folder}/journal", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        self._who = f"{os.environ['HEDDLE_ATTEMPT']} {os.environ['HEDDLE_MEMBER']}"

    def write(self, what: str, ms: int | None = None, more: str = "") -> None:
        at = time.time_ns() // 1_000_000 if ms is None else ms
        os.write(self._file, f"{what} {self._who} {os.getpid()} {at}{more}\n".encode())


def given() -> str:
    """By Slurm, which gives no device to two jobs."""
    indices = os.environ.get("SLURM_JOB_GPUS", "").split(",")
    return "".join(f" {os.environ['SLURMD_NODENAME']}/{index}" for index in indices if index)


def hide(journal: MemberJournal) -> None:
    """Leaves a process that has the lock, too."""
    if os.fork() == 0:
        os.setsid()
        while True:
            journal.write("tick")
            time.sleep(TICK_S)


def main(words: Sequence[str]) -> int:
    folder, seconds, code, *rest = words
    until = time.monotonic() + float(seconds)
    journal = MemberJournal(folder)
    rank = f"{os.environ['HEDDLE_JOB']}.{os.environ['HEDDLE_MEMBER']}"
    lock = os.open(f"{folder}/locks/{rank}", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        journal.write("twice")
    journal.write("begin", started_ms(), given())
    journal.write("tick")

    def stop(*_: object) -> None:
        journal.write("end")
        os._exit(128 + signal.SIGTERM)

    signal.signal(signal.SIGTERM, stop)
    if rest[:1] == ["hide"]:
        hide(journal)
        rest = rest[1:]
    beside = subprocess.Popen(rest, stdout=subprocess.DEVNULL) if rest else None
    while (left := until - time.monotonic()) > 0:
        time.sleep(min(TICK_S, left))
        journal.write("tick")
    failed = beside is not None and beside.wait() != 0
    journal.write("end")
    return 1 if failed else int(code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
