"""The same on the fake CUDA driver: whoever has no preload is found, and nobody else."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from heddle import native
from heddle.ask import call
from tests.integration.test_escape import FOUND_S, LATE_S, breaches
from tests.world import BUILT, World, eventually

LOAD = str(Path(native.DIRECTORY) / "cuda-load")
WORDS = (LOAD, "requests", "10", "100", "1000", "1", "60")
HONEST_S = 4  # longer than any rule waits, behind the other's 3


def test_who_has_no_preload_is_found_and_nobody_else(world: World) -> None:
    world.environment["LD_LIBRARY_PATH"] = str(BUILT / "fake" / "cuda")
    world.environment["CUDA_LOAD_TURNS_PER_NS"] = "0.0656"
    world.environment["SOFTXPU_DEVICES"] = "gpu"
    world.start_agent()
    run = (sys.executable, "-m", "heddle", "run", "--")
    honest = [world.start(*run, *WORDS), world.start(*run, *WORDS)]
    escaped = world.start(*run, "env", "LD_PRELOAD=", *WORDS)
    assert eventually(lambda: escaped.pid in breaches(), FOUND_S + LATE_S)
    found = breaches()[escaped.pid]
    own = {p["name"]: p["id"] for p in call("programs")}
    assert (found["kind"], found["program"]) == ("unscheduled", own["env"])
    end = time.monotonic() + HONEST_S
    while time.monotonic() < end:
        now = breaches()
        assert [b for pid, b in now.items() if pid != escaped.pid] == [], "an honest one is accused"
        assert escaped.pid in now, f"it is forgotten; it ended with {escaped.poll()}"
        time.sleep(0.2)
    assert [program.poll() for program in honest] == [None, None]
