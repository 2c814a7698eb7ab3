"""Programs with much thread-local data: glibc takes it out of every thread's stack, ours too."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from heddle import native
from heddle.errors import HeddleError
from heddle.table import ProgramState, Table
from tests.conformance.seam import CASES, Case
from tests.world import World, eventually

SOURCE = Path(__file__).parent / "much_thread_local.c"
#: KiB. A stack of 128 KiB is refused if much of it is missing; a little less, and it overflows.
SIZES = (16, 100, *range(118, 125), 127, 128, 512, 1024, 4096)


@pytest.fixture(scope="session")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    folder = tmp_path_factory.mktemp("much_thread_local")
    made = {size: folder / f"lib{size}.so" for size in SIZES}
    for size, path in made.items():
        build = ["cc", "-shared", "-fPIC", "-O1", f"-DSIZE={size}", "-o", str(path), str(SOURCE)]
        subprocess.run(build, check=True)
    return made


@pytest.fixture(params=CASES, ids=lambda case: case.api)
def case(request: pytest.FixtureRequest, world: World) -> Case:
    made: Case = request.param
    made.enter(world)
    return made


class Started:
    """The handshake program under Heddle, with a library preloaded."""

    def __init__(self, world: World, case: Case, library: Path) -> None:
        self._world = world
        program = str(case.folder / "handshake")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "heddle", "run", "--", program],
            env={**world.environment, "LD_PRELOAD": str(library)},
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


def test_every_amount_of_it_is_scheduled(
    case: Case, world: World, libraries: dict[int, Path]
) -> None:
    started = {size: Started(world, case, path) for size, path in libraries.items()}
    for size, program in started.items():
        line = program.first_line()
        assert line.endswith(" right\n"), f"{size} KiB: {line} {program.process.communicate()}"
        state = program.state()
        assert state, f"{size} KiB: Heddle does not know it"
        assert sum(queue.submitted for queue in state.queues) > 3, f"{size} KiB"
        native.hold(state.id, True)
        program.go_on()
        assert eventually(program.is_held), f"{size} KiB"
        assert program.process.poll() is None
        native.hold(state.id, False)
        rest, complaints = program.process.communicate(timeout=60)
        assert (program.process.returncode, complaints) == (0, ""), f"{size} KiB"
        assert rest.endswith(" right\n"), f"{size} KiB: {rest}"
