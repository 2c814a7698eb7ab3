"""The memory limit of guests: counted in their own pages, and given back by the agent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import heddle
from heddle import native
from heddle.launch.run import environment
from heddle.records import ProgramState
from tests.integration.takers import Taker
from tests.users import ALICE, PYTHON, as_user, prepare, start_agent, why_not
from tests.world import World, eventually

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())

MIB = 1 << 20
OUT_OF_MEMORY = 4  #: SX_ERROR_OUT_OF_MEMORY
PROCESSES_OF_A_SLAB = 16


@pytest.fixture
def start(world: World) -> Iterator[Callable[..., Taker]]:
    """Starts a guest's program, or one more process of it."""
    prepare(world)
    start_agent(world)
    script = Path("/dev/shm") / f"{world.name}.py"  # where other users can read it
    script.write_text(Path(__file__).with_name("taker.py").read_text())
    started = []

    def make(*options: str, beside: int = 0) -> Taker:
        program = [str(PYTHON), str(script), native.file("libsoftxpu.so.1")]
        run = [] if beside else [str(PYTHON), "-m", "heddle", "run", *options, "--"]
        variables = world.environment
        if beside:
            variables = environment(program_id=beside, base=variables)
        started.append(Taker([*as_user(ALICE), *run, *program], variables, OUT_OF_MEMORY))
        return started[-1]

    yield make
    for taker in started:
        taker.end()
    script.unlink()


def only_program() -> ProgramState:
    (program,) = heddle.programs()
    return program


def test_processes_of_a_guest_share_its_quota(start: Callable[..., Taker]) -> None:
    first = start("--mem", "10MiB")
    assert first.info()[1] == 10 * MIB
    assert first.take(4 * MIB) is not None
    program = only_program()
    assert (program.is_guest, program.uid) == (True, ALICE)
    second = start(beside=program.id)
    assert second.take(6 * MIB + 1) is None
    assert second.take(6 * MIB) is not None
    assert first.take(1) is None
    assert only_program().memory == {"soft@gpu": 10 * MIB}
    second.end()
    assert eventually(lambda: first.take(6 * MIB) is not None), "the agent gives it back"
    assert first.take(1) is None


def test_a_guest_is_resized(start: Callable[..., Taker]) -> None:
    taker = start("--mem", "4MiB")
    assert taker.take(4 * MIB) is not None
    heddle.hint(memory=5 * MIB, program=only_program().id)
    assert taker.take(MIB + 1) is None
    assert taker.take(MIB) is not None


def test_more_processes_than_a_slab_has(start: Callable[..., Taker]) -> None:
    """Each slab of the program has its part of the limit."""
    takers = [start("--mem", "16MiB")]
    assert takers[0].info()[1] == 16 * MIB
    program = only_program().id
    for _ in range(PROCESSES_OF_A_SLAB):
        takers.append(start(beside=program))
        takers[-1].info()
    assert takers[0].take(8 * MIB) is not None
    assert takers[0].take(1) is None
    assert takers[-1].take(8 * MIB) is not None
    assert takers[-1].take(1) is None
    assert only_program().memory == {"soft@gpu": 16 * MIB}
