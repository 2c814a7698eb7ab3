"""tools/cuda-samples from end to end: two programs in place of samples, on the fake driver."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.cuda_programs import FOLDER
from tests.world import BUILT, ROOT, World

FAKE = BUILT / "fake" / "cuda"
#: Tells from its environment whether Heddle runs it, and fails then.
SPITEFUL = """#!/bin/sh
[ -z "$LD_PRELOAD" ] && echo Test PASSED || echo Test FAILED
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Samples as `--build` leaves them: one is like any, one differs, one was not compiled."""
    for name in ("events", "spiteful", "broken"):
        place = tmp_path / "Samples" / "0_First" / name
        place.mkdir(parents=True)
        (place / "CMakeLists.txt").write_text(f"add_executable({name} {name}.cu)")
    arguments = {"events": {"args": ["dlsym"]}}
    (tmp_path / "test_args.json").write_text(json.dumps(arguments))
    for name in ("events", "spiteful"):
        (tmp_path / "built" / name).mkdir(parents=True)
    shutil.copy(FOLDER / "events", tmp_path / "built" / "events")
    program = tmp_path / "built" / "spiteful" / "spiteful"
    program.write_text(SPITEFUL)
    program.chmod(0o755)
    note = {"cuda": "13.0", "errors": {"broken": "no header"}}
    (tmp_path / "built" / "note.json").write_text(json.dumps(note))
    return tmp_path


def run(world: World, folder: Path, *options: str) -> tuple[int, dict[str, Any], str]:
    words = ["--run", "--levels", "native,1,2", "--jobs", "2", "-o", "json", *options]
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "cuda-samples"), str(folder), *words],
        env={**world.environment, "LD_LIBRARY_PATH": str(FAKE)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout), done.stderr


def test_a_program_is_run_held_and_compared(world: World, folder: Path) -> None:
    """The same natively and at each level, where it was held at work: all bars hold."""
    code, result, words = run(world, folder, "--only", "events", "--least", "1")
    (row,) = result["rows"]
    assert code == 0, words
    assert all(bar["holds"] for bar in result["bars"])
    for level in ("1", "2"):
        found = row["levels"][level]
        assert (found["same"], found["scheduled"], found["level"]) == (True, True, int(level))
        assert found["holds_at_work"] > 0


def test_a_difference_is_found(world: World, folder: Path) -> None:
    """The exit code of the tool says so; what was not compiled is listed, and no failure."""
    code, result, words = run(world, folder, "--least", "2")
    rows = {row["sample"]: row for row in result["rows"]}
    assert code == 1
    assert rows["events"]["levels"]["1"]["same"]
    assert rows["spiteful"]["levels"]["1"]["differences"] == ["- Test PASSED", "+ Test FAILED"]
    assert rows["broken"] == {
        "sample": "broken",
        "category": "0_First",
        "built": False,
        "error": "no header",
    }
    assert "MISSED samples that differ, level 1: 1 <= 0" in words
