"""Same results: every program prints the same and ends the same, whatever Heddle does to it.

Each program runs natively first, then at each level while a tester holds and releases it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.same import compare
from tests.world import BUILT, World

SOURCES = Path(__file__).parent / "programs"
NAMES = sorted(
    path.stem for path in SOURCES.glob("*.cpp") if "int main(" in path.read_text(errors="replace")
)
MODES = {"stdio_exit": ((), ("signal",))}


def modes(name: str) -> tuple[tuple[str, ...], ...]:
    return MODES.get(name, ((),))


@pytest.mark.parametrize("name", NAMES)
def test_same_output_and_exit_code(name: str, world: World, conformance_programs: Path) -> None:
    """Held, released, at any level: nobody can tell from the results."""
    for arguments in modes(name):
        compare(world, conformance_programs / name, arguments, [1, 2, 3], "soft")


@pytest.mark.parametrize("without", ["timeslice", "wait_value", "write_value", "all"])
@pytest.mark.parametrize("name", ["callbacks", "destroy", "graphs"])
def test_the_same_with_capabilities_switched_off(
    name: str, without: str, world: World, conformance_programs: Path
) -> None:
    """Whatever the hardware lacks, the next level down gives the same results."""
    off = ["timeslice", "wait_value", "write_value", "disable"] if without == "all" else [without]
    world.environment["SOFTXPU_DEVICES"] = "gpu" + "".join(f":caps=-{word}" for word in off)
    compare(world, conformance_programs / name, (), [3], "soft")


def test_the_suite_is_built(conformance_programs: Path) -> None:
    """Every source in the folder has become a program."""
    assert {path.name for path in conformance_programs.iterdir() if path.is_file()} >= set(NAMES)
    assert BUILT in conformance_programs.parents or conformance_programs.parent == BUILT
