"""What tests with real processes share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.integration.hostile.house import LINK, Build, House, build
from tests.plane import Plane
from tests.world import World


@pytest.fixture
def plane(world: World, tmp_path: Path) -> Iterator[Plane]:
    """Not started yet; what it has started is ended."""
    made = Plane(world, tmp_path)
    yield made
    made.remove()


@pytest.fixture
def house(world: World) -> Iterator[House]:
    made = House(world)
    yield made
    made.remove()


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Builds a program of tests/integration/hostile once: its name, and options."""
    folder, made = tmp_path_factory.mktemp("hostile"), dict[tuple[str, ...], Path]()

    def get(name: str, *options: str, link: tuple[str, ...] = LINK) -> Path:
        key = (name, *options)
        if key not in made:
            output = f"{len(made)}-{Path(name).stem}"
            made[key] = build(folder, name, *options, *link, output=output)
        return made[key]

    return get
