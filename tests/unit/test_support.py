"""The support matrix: what is committed is what the code and the conformance suite say."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VENDORS = sorted((ROOT / "tests/conformance/vendors").glob("*.toml"))
RESULTS = json.loads((ROOT / "docs/support.json").read_text())


def test_the_matrix_is_up_to_date() -> None:
    """Writing it again changes nothing."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "matrix"), "--check"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", VENDORS, ids=lambda path: path.stem)
def test_what_a_vendor_claims_was_found_by_the_suite(path: Path) -> None:
    """Levels, quota and device time in its file are in the recorded results.

    If not: HEDDLE_MATRIX=docs/support.json .venv/bin/pytest tests/conformance/test_vendors.py
    """
    told, found = tomllib.loads(path.read_text()), RESULTS[path.stem]
    for seam in ("levels", "holds", "urgent"):
        assert found[seam] == told["levels"]
    assert bool(found.get("quota")) == bool(told.get("out_of_memory"))
    assert bool(found.get("device_time")) == bool(told.get("device_time"))


#: Each more so than the one before.
REAL = ("fake", "software", "runtime", "hardware")


def test_only_hardware_and_real_runtimes_are_called_so() -> None:
    """A vendor that ran on nothing but a fake says that it did."""
    for path in VENDORS:
        told = tomllib.loads(path.read_text())
        assert told["tested_name"]
        assert REAL.index(told["here"]) <= REAL.index(told["tested_on"])
