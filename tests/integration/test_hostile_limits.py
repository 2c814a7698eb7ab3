"""Where Heddle cannot be: the program runs as if it were not there, and one line says why."""

from __future__ import annotations

import subprocess

import pytest

from tests.conftest import missing
from tests.integration.hostile.house import Build, House


@pytest.mark.parametrize("how", ["deny", "kill"])
def test_filters_of_system_calls(how: str, house: House, built: Build) -> None:
    """Of those that the vendor's library does without, we need none."""
    house.same(built("filtered.c"), how)


def test_much_address_space(house: House, built: Build) -> None:
    house.same(built("limited.c"), "64")


@pytest.mark.parametrize("mib", ["0", "2", "9", "10"])
def test_little_address_space(mib: str, house: House, built: Build) -> None:
    """Natively it fails with the first two; under Heddle in the same way, and no earlier."""
    command = [str(built("limited.c")), mib]
    expected = house.natively(command)
    found, _ = house.under_heddle(command)
    assert (found.code, found.output) == (expected.code, expected.output), found.complaints
    said = found.complaints.removesuffix(expected.complaints)
    assert said.count("\n") <= 1, said
    assert said.startswith("heddle: running without scheduling: ") or not said


def test_no_thread_for_us(house: House, built: Build) -> None:
    refusal = built("refuse_threads.c", "-shared", "-fPIC", link=())
    house.world.environment["LD_PRELOAD"] = str(refusal)
    house.unscheduled(built("plain.c"), because="a thread (Resource temporarily unavailable)")


def test_no_table(house: House, built: Build) -> None:
    house.world.environment["HEDDLE_TABLE"] = "/proc/no/table"
    house.unscheduled(built("plain.c"), because="cannot be used")


def test_a_static_program(house: House, built: Build) -> None:
    house.unscheduled(built("static.c", "-static", link=()), because="statically linked")


def test_no_proc(house: House, built: Build) -> None:
    hide = ("unshare", "--mount", "--map-root-user")
    without = "mount -t tmpfs none /proc && exec"
    if subprocess.run([*hide, "sh", "-c", f"{without} true"], capture_output=True).returncode:
        missing("/proc cannot be hidden from a program", "allow user namespaces, or be root")
    program = built("plain.c")
    assert house.natively([str(program)]).code == 3  # the soft XPU itself is not made without it
    house.unscheduled(*hide, "sh", "-c", f'{without} "$0"', program, because="no /proc")
