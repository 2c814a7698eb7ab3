"""Looks at a program while it works: handshake.cpp of this folder under Heddle."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from heddle import native
from heddle.errors import HeddleError
from heddle.records import ProgramState
from heddle.table import Table
from tests.world import World, eventually


class Started:
    """The program, in an environment with some changes."""

    def __init__(self, world: World, program: Path, **variables: str) -> None:
        self._world = world
        self.process = subprocess.Popen(
            [sys.executable, "-m", "heddle", "run", "--", str(program)],
            # Nothing here takes a given time, so nobody need measure how long a command takes.
            env={**world.environment, "OPENCL_LOAD_TURNS_PER_NS": "1", **variables},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        world.adopt(self.process)

    def first_line(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline()

    def state(self) -> ProgramState | None:
        with suppress(HeddleError), Table(str(self._world.table)) as table:
            return next((p for p in table.programs() if p.pid == self.process.pid), None)
        return None

    def is_held(self) -> bool:
        state = self.state()
        return state is not None and state.state == "held"

    def go_on(self) -> None:
        assert self.process.stdin
        self.process.stdin.write("\n")
        self.process.stdin.flush()


def check_scheduled(program: Started, which: str) -> None:
    """Its results are right, its commands are seen, it is held and let go."""
    line = program.first_line()
    assert line.endswith(" right\n"), f"{which}: {line} {program.process.communicate()}"
    state = program.state()
    assert state, f"{which}: Heddle does not know it"
    assert sum(queue.submitted for queue in state.queues) > 3, which
    native.hold(state.id, True)
    program.go_on()
    assert eventually(program.is_held), which
    assert program.process.poll() is None
    native.hold(state.id, False)
    rest, complaints = program.process.communicate(timeout=60)
    assert (program.process.returncode, complaints) == (0, ""), which
    assert rest.endswith(" right\n"), f"{which}: {rest}"
