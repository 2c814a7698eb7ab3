"""Same results where the device is another process's: each program prints the same and ends the
same, while a tester holds and releases it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.cuda_programs import CASES, FOLDER
from tests.conformance.same import compare
from tests.conformance.seam import CASES as VENDORS
from tests.conformance.seam import PROGRAMS
from tests.conformance.test_same_results import NAMES, modes
from tests.world import BUILT, World

#: It asks for devices of its own making; which there are is the server's to say.
OWN_DEVICES = {"environment"}
FAKE_CUDA = BUILT / "fake" / "cuda"
(OPENCL,) = (vendor for vendor in VENDORS if vendor.api == "opencl")


@pytest.mark.parametrize("name", [name for name in NAMES if name not in OWN_DEVICES])
def test_same_output_and_exit_code(name: str, world: World, conformance_programs: Path) -> None:
    for arguments in modes(name):
        compare(world, conformance_programs / name, arguments, [3], "soft", options=("--proxied",))


def test_a_program_chooses_among_the_devices_that_it_is_given(
    world: World, conformance_programs: Path
) -> None:
    """By the vendor's variable, as it does locally; devices of its own making it has none."""
    last = "== SOFTXPU_DEVICES=no such personality"
    local = world.start(str(conformance_programs / "environment")).communicate(timeout=60)[0]
    proxied = world.heddle("run", "--proxied", "--", str(conformance_programs / "environment"))
    assert proxied.stdout.partition(last)[0] == local.partition(last)[0]
    ends = [line for line in proxied.stdout.splitlines() if line.startswith("ended")]
    assert ends[-1] == "ended 1, code 0"


@pytest.mark.parametrize(("name", "mode"), CASES)
def test_same_output_and_exit_code_on_cuda(name: str, mode: str, world: World) -> None:
    """The server's driver is the fake one; tests/gpu has the real one."""
    world.environment["LD_LIBRARY_PATH"] = str(FAKE_CUDA)
    compare(world, FOLDER / name, (mode,), [2], "cuda", options=("--proxied",))


@pytest.mark.parametrize("name", PROGRAMS)
def test_same_output_and_exit_code_on_opencl(name: str, world: World) -> None:
    """The server's runtime is a real one."""
    OPENCL.enter(world)
    asked = ("--proxied", "--device", OPENCL.device)
    compare(world, OPENCL.folder / name, (), [2], "opencl", options=asked)
