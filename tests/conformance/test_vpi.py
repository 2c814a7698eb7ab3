"""VPI beyond the common suite: streams on several engines, and contexts that take them along."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.conformance.same import compare
from tests.world import BUILT, World


def test_contexts_take_their_streams_along(world: World, tmp_path: Path) -> None:
    """Once, events of ours outlived their context and were destroyed in the place of new ones."""
    program = tmp_path / "vpi_contexts"
    source = Path(__file__).parent / "vpi_contexts.c"
    subprocess.run(["cc", "-o", str(program), str(source), "-ldl"], check=True)
    world.environment["LD_LIBRARY_PATH"] = str(BUILT / "fake" / "vpi")
    world.environment["SOFTXPU_DEVICES"] = "pva=npu,vic=npu"
    compare(world, program, (), [1, 2], "vpi")
