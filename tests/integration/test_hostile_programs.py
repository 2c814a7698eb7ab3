"""Programs that do what programs do: they must not notice Heddle, and be scheduled all the same."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.integration.hostile.house import LIBRARY, SOURCES, Build, House
from tests.world import eventually

# -- stacks and environments


@pytest.mark.parametrize("kib", ["64", "8192", "unlimited"])
def test_any_stack_limit(kib: str, house: House, built: Build) -> None:
    """glibc makes every thread's stack of it."""
    house.same("sh", "-c", f'ulimit -s {kib} && exec "$0"', built("plain.c"))


def test_a_huge_environment(house: House, built: Build) -> None:
    house.world.environment.update({f"HUGE_{i}": "x" * 1000 for i in range(1000)})
    house.same(built("plain.c"))


# -- processes


@pytest.mark.parametrize("children", ["1", "8"])
def test_fork_servers(children: str, house: House, built: Build) -> None:
    house.same(built("forks.c"), children, meet=int(children))


def test_a_fork_in_a_thread(house: House, built: Build) -> None:
    house.same(built("forks.c"), "thread")


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_python_multiprocessing(method: str, house: House) -> None:
    house.world.environment["HOSTILE_LIBRARY"] = str(LIBRARY)
    house.same(sys.executable, SOURCES / "multi.py", method, meet=2)


def test_a_daemon(house: House, built: Build, tmp_path: Path) -> None:
    """It goes on after the command is over, and is scheduled then."""
    result = tmp_path / "result"
    command = [str(built("daemon.c")), str(result)]
    expected = house.natively(command)
    assert eventually(result.exists)
    wanted = result.read_text()
    result.unlink()
    found, scheduled = house.under_heddle(command, outlived=True)
    assert found == expected
    assert len(scheduled) == 1
    assert eventually(result.exists)
    assert result.read_text() == wanted


@pytest.mark.parametrize("how", ["spawn", "exec"])
def test_programs_that_start_themselves(how: str, house: House, built: Build) -> None:
    house.same(built("spawn.c"), how)


def test_a_program_that_gives_up_its_user(house: House, built: Build) -> None:
    house.same(built("undumpable.c"))


# -- signals


@pytest.mark.parametrize("how", ["handled", "blocked"])
def test_signals(how: str, house: House, built: Build) -> None:
    house.same(built("signals.c"), how)


# -- descriptors


def files(path: Path) -> list[str]:
    return [path.with_name(f"{path.name}.{i}").read_text() for i in range(3)]


def test_a_program_without_stdio(house: House, built: Build, tmp_path: Path) -> None:
    """What it opens gets the numbers 0, 1 and 2, and only it writes there."""
    program, mine = built("no_stdio.c"), tmp_path / "mine"
    closed = ("sh", "-c", 'exec "$0" "$@" <&- >&- 2>&-', program, mine)
    house.same(*closed, "scheduled")
    written = files(mine)
    assert [text[:3] for text in written] == ["0: ", "1: ", "2: "]
    assert {len(text) for text in written} == {12}


@pytest.mark.parametrize("closed", ["", "<&- >&- 2>&-"])
def test_no_message_gets_into_a_programs_file(
    closed: str, house: House, built: Build, tmp_path: Path
) -> None:
    """Descriptor 2 is not always stderr. Here we have something to say just then."""
    program, mine = built("no_stdio.c"), tmp_path / "mine"
    command = ["sh", "-c", f'exec "$0" "$@" {closed}', str(program), str(mine), "refused"]
    expected = house.natively(command)
    wanted = files(mine)
    found, scheduled = house.under_heddle(command)
    assert (found, files(mine)) == (expected, wanted)
    assert not scheduled


def test_heddle_run_itself_without_stdio(house: House, built: Build, tmp_path: Path) -> None:
    """Its complaint about a table that cannot be is lost, and not in the program's output."""
    run = [sys.executable, "-m", "heddle", "run", "--", "sh", "-c", "echo works"]
    house.world.environment["HEDDLE_TABLE"] = "/proc/no/table"
    found = house.natively(["sh", "-c", 'exec "$@" 2>&-', "sh", *run])
    assert (found.code, found.output) == (0, "works\n")
