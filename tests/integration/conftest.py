"""What tests with real processes share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.plane import Plane
from tests.world import World


@pytest.fixture
def plane(world: World, tmp_path: Path) -> Iterator[Plane]:
    """Not started yet; what it has started is ended."""
    made = Plane(world, tmp_path)
    yield made
    made.remove()
