"""Runs samples side by side, natively or under Heddle, each held and released at random."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from heddle import native
from heddle.errors import HeddleError
from heddle.records import ProgramState
from heddle.table import Table
from tests.gpu.samples.cmake import Sample
from tests.world import World

NATIVE = "native"
PRIORITIES = ("-50", "0", "0", "50")
#: How long a program is held, and how long it then goes on, in seconds.
STRETCH_S = (0.005, 0.05)
#: Held half of the time and behind others, a program may take so many times as long.
HELD_FACTOR = 2
#: How long the first hold waits for a stream.
FIRST_S = 20


@dataclass(frozen=True)
class Program:
    """What to run: in a copy of this folder, so that no run sees another's files."""

    name: str
    category: str
    folder: Path
    arguments: tuple[str, ...] = ()

    @classmethod
    def of(cls, sample: Sample, folder: Path) -> Program:
        return cls(sample.name, sample.category, folder, sample.arguments)


@dataclass
class Seen:
    """What the table said of a program while it ran."""

    joined: bool = False  #: it was a program of Heddle's at all
    streams: int = 0  #: 0: it gave the device nothing to do
    commands: int = 0  #: that its streams had been given when it was last looked at
    level: int = 0
    processes: int = 0
    device_time_ms: float = 0
    holds: int = 0
    holds_at_work: int = 0  #: of them, while it had a stream

    def note(self, state: ProgramState) -> None:
        self.joined = True
        self.streams = max(self.streams, len(state.queues))
        self.commands = max(self.commands, sum(q.submitted for q in state.queues))
        self.level = max([self.level, *(q.level for q in state.queues)])
        self.processes = max(self.processes, len(state.processes))
        self.device_time_ms = max(self.device_time_ms, state.device_time_ns / 1e6)

    @property
    def scheduled(self) -> bool:
        return self.streams > 0


@dataclass
class Outcome:
    code: int | None  #: None: it did not end in time
    seconds: float
    output: str = ""
    priority: str = ""
    seen: Seen = field(default_factory=Seen)

    def as_dict(self) -> dict[str, Any]:
        rest = {"exit": self.code, "seconds": round(self.seconds, 2)}
        if not self.priority:
            return rest
        seen = asdict(self.seen) | {"device_time_ms": round(self.seen.device_time_ms, 3)}
        return {**rest, "priority": self.priority, **seen}


def state_of(world: World, pid: int) -> ProgramState | None:
    with suppress(HeddleError), Table(str(world.table)) as table:
        return next((p for p in table.programs() if p.pid == pid), None)
    return None  # `heddle run` has not made the table yet


class Holder:
    """Holds one program and lets it go, over and over."""

    #: The library keeps one table open for this process; its calls are short.
    one_at_a_time = threading.Lock()

    def __init__(self, world: World, process: subprocess.Popen[bytes], seed: str) -> None:
        self.world, self.process, self.chance = world, process, random.Random(seed)
        self.seen = Seen()

    def run(self, end: float) -> Seen:
        """Until the program ends, or its time does."""
        while self.goes_on(end):
            state = state_of(self.world, self.process.pid)
            if state is None:
                time.sleep(0.002)
                continue
            with suppress(HeddleError):  # it has just ended
                self.hold(state.id, min(end, time.monotonic() + FIRST_S))
        return self.seen

    def hold(self, program: int, end: float) -> None:
        """Held for a stretch and let go for one. The first hold lasts until there is a stream: what
        would be over before the next look at the table is caught so, too."""
        self.set(program, True)
        try:
            self.seen.holds += 1
            while self.goes_on(end):
                self.look()
                if self.seen.streams:
                    break
                time.sleep(0.005)
            self.seen.holds_at_work += self.seen.streams > 0
            self.wait()
            self.look()
        finally:
            self.set(program, False)
        self.wait()

    def look(self) -> None:
        if state := state_of(self.world, self.process.pid):
            self.seen.note(state)

    def set(self, program: int, on: bool) -> None:
        with self.one_at_a_time:
            native.hold(program, on)

    def wait(self) -> None:
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(self.chance.uniform(*STRETCH_S))

    def goes_on(self, end: float) -> bool:
        return self.process.poll() is None and time.monotonic() < end


def stop(process: subprocess.Popen[bytes]) -> None:
    """With its children: it leads a session of its own."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class Runner:
    """Runs programs in one table, of which this process holds and releases."""

    def __init__(self, world: World, seed: int, limit_s: float, deadline: float) -> None:
        self.world, self.seed, self.limit_s, self.deadline = world, seed, limit_s, deadline

    def phase(self, way: str, programs: Iterable[Program], jobs: int) -> dict[str, Outcome]:
        """All of them, so many at a time; what had no time left to run is missing."""
        with ThreadPoolExecutor(jobs) as pool:
            tasks = {p.name: pool.submit(self.one, way, p) for p in programs}
            outcomes = {name: task.result() for name, task in tasks.items()}
        return {name: outcome for name, outcome in outcomes.items() if outcome is not None}

    def one(self, way: str, program: Program) -> Outcome | None:
        if time.monotonic() > self.deadline:
            return None
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / program.name
            shutil.copytree(program.folder, place, symlinks=True)
            return self.run_in(place, way, program)

    def run_in(self, place: Path, way: str, program: Program) -> Outcome:
        seed = f"{self.seed} {way} {program.name}"
        priority = "" if way == NATIVE else random.Random(seed).choice(PRIORITIES)
        command = [f"./{program.name}", *program.arguments]
        if priority:
            level = [] if way == "auto" else ["--level", way]
            run = ["-m", "heddle", "run", f"--priority={priority}", *level, "--"]
            command = [sys.executable, *run, *command]
        begin = time.monotonic()
        end = begin + self.limit_s * (HELD_FACTOR if priority else 1)
        with tempfile.TemporaryFile() as output:
            process = subprocess.Popen(
                command,
                cwd=place,
                env=self.world.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
            try:
                seen = Holder(self.world, process, seed).run(end) if priority else Seen()
                process.wait(max(0.1, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                pass
            code = process.poll()
            if code is None:
                stop(process)
            seconds = time.monotonic() - begin
            output.seek(0)
            text = output.read().decode(errors="replace")
        return Outcome(code, seconds, text, priority, seen)
