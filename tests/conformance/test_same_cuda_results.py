"""Same results on CUDA: the programs of tests/conformance/cuda, on the fake driver.

tests/gpu runs the same programs on a real device.
"""

from __future__ import annotations

import pytest

from tests.conformance.cuda_programs import CASES, FOLDER, NAMES, WAYS, check_commands_are_seen
from tests.conformance.same import compare
from tests.world import BUILT, World

FAKE = BUILT / "fake" / "cuda" / "libcuda.so.1"


@pytest.fixture
def on_the_fake(world: World) -> World:
    assert FAKE.exists(), "the fake driver is not built; fix: make native"
    world.environment["LD_LIBRARY_PATH"] = str(FAKE.parent)
    return world


@pytest.mark.parametrize(("name", "mode"), CASES)
def test_same_output_and_exit_code(name: str, mode: str, on_the_fake: World) -> None:
    """Held and released, at each level of the fake: nobody can tell from the results."""
    compare(on_the_fake, FOLDER / name, (mode,), [1, 2], "cuda")


@pytest.mark.parametrize(("name", "mode"), WAYS)
def test_commands_are_seen(name: str, mode: str, on_the_fake: World) -> None:
    """Whichever way a program finds the functions, Heddle stands in front of them."""
    check_commands_are_seen(on_the_fake, FOLDER / name, mode)


def test_the_suite_is_built() -> None:
    """Every source in the folder has become a program."""
    assert {path.name for path in FOLDER.iterdir() if path.is_file()} >= set(NAMES)
