"""Level Zero has two kinds of streams: the suite of all vendors runs with command queues."""

from __future__ import annotations

import pytest

from tests.conformance.same import compare
from tests.conformance.seam import CASES, PROGRAMS
from tests.world import World


@pytest.mark.parametrize("name", PROGRAMS)
def test_immediate_lists_give_the_same_results(name: str, world: World) -> None:
    """At level 2 where the loader lets one ask whether a list is empty; else that is level 1."""
    (case,) = (case for case in CASES if case.api == "ze")
    case.enter(world)
    world.environment["ZE_LOAD_IMMEDIATE"] = "1"
    compare(world, case.folder / name, (), [1, 2], case.api)
