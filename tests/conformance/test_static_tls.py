"""Programs with much thread-local data: glibc takes it out of every thread's stack, ours too."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.conformance.handshake import Started, check_scheduled
from tests.conformance.seam import CASES, Case
from tests.world import World

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


def test_every_amount_of_it_is_scheduled(
    case: Case, world: World, libraries: dict[int, Path]
) -> None:
    program = case.folder / "handshake"
    started = [Started(world, program, LD_PRELOAD=str(path)) for path in libraries.values()]
    for size, each in zip(libraries, started, strict=True):
        check_scheduled(each, f"{size} KiB")
