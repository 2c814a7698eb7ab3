"""Nobody is killed for what somebody else has written about it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from heddle.agent.state import UNPROVEN
from tests.users import ALICE, BOB, LOAD, PYTHON, as_user, prepare, why_not
from tests.world import World, eventually

FRAMER = str(Path(__file__).with_name("framer.py"))
FOUND_S = 60


def done(world: World) -> dict[int, Any]:
    """What was done, by process."""
    told = json.loads(world.heddle("node", "agent", "status", "-o", "json").stdout)
    return {breach["pid"]: breach["done"] for breach in told["breaches"]}


def scheduled(world: World) -> subprocess.Popen[str]:
    run = (
        sys.executable,
        "-m",
        "heddle",
        "run",
        "--",
        LOAD,
        "requests",
        "1",
        "100",
        "0",
        "1",
        "60",
    )
    program = world.start(*run)
    assert eventually(world.device_file.exists)
    return program


def frame(world: World, *command: str) -> None:
    framer = world.start(*command)
    assert framer.stdout
    assert framer.stdout.readline() == "framed\n"


@pytest.mark.parametrize("strict", [False, True])
def test_an_honest_program_outlives_what_is_written_about_it(world: World, strict: bool) -> None:
    """The segment says that it hides memory, and everybody can write the segment."""
    world.environment["SOFTXPU_DEVICES"] = "gpu"
    world.start_agent("--strict" if strict else "--on-breach=stop")
    program = scheduled(world)
    frame(world, sys.executable, FRAMER, str(world.device_file), str(program.pid))
    assert eventually(lambda: program.pid in done(world), FOUND_S)
    assert done(world)[program.pid] == UNPROVEN
    assert program.poll() is None


def test_what_only_its_owner_can_write_is_believed(world: World) -> None:
    """So the same words have the program killed where nobody else can have written them."""
    world.environment["SOFTXPU_DEVICES"] = "gpu"
    world.start_agent("--on-breach", "stop")
    program = scheduled(world)
    world.make_private()
    frame(world, sys.executable, FRAMER, str(world.device_file), str(program.pid))
    assert program.wait(timeout=FOUND_S) == -9


def test_a_guest_has_nobody_killed(world: World) -> None:
    """Neither another user's process, which never saw a device, nor the owner's program."""
    if reason := why_not():
        pytest.skip(reason)
    prepare(world)
    agent = world.start_agent("--tenants", "--on-breach", "stop")
    program = scheduled(world)
    stranger = world.start(*as_user(ALICE), "sleep", "60")
    source = Path(FRAMER).read_text()  # the tests may be where other users cannot read
    victims = [str(program.pid), str(stranger.pid)]
    frame(world, *as_user(BOB), str(PYTHON), "-c", source, str(world.device_file), *victims)
    framed = {program.pid, stranger.pid}
    assert eventually(lambda: framed <= done(world).keys(), FOUND_S), done(world)
    assert {done(world)[pid] for pid in framed} == {UNPROVEN}
    assert [each.poll() for each in (program, stranger, agent)] == [None] * 3


def test_a_file_of_a_guests_is_no_device(world: World) -> None:
    """A guest calls a file the segment that another user has mapped for reasons of its own."""
    if reason := why_not():
        pytest.skip(reason)
    prepare(world)
    world.start_agent("--tenants", "--on-breach", "stop")
    make = "import sys; open(sys.argv[1], 'xb').write(bytes(4096))"
    subprocess.run([*as_user(BOB), str(PYTHON), "-c", make, str(world.device_file)], check=True)
    use = (
        "import mmap, sys, time\n"
        "with open(sys.argv[1], 'rb') as file:\n"
        "    m = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)\n"
        "time.sleep(60)"
    )
    stranger = world.start(*as_user(ALICE), str(PYTHON), "-c", use, str(world.device_file))
    assert eventually(lambda: stranger.pid in done(world), FOUND_S)
    assert done(world)[stranger.pid] == UNPROVEN
    assert stranger.poll() is None
