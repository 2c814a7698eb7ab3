"""A bare Python is enough for the command line: optional packages are for those who need them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import heddle

ROOT = Path(heddle.__file__).resolve().parents[1]
#: Also what `bench` and `sim` find in their folders: their parsers are made from it.
SCRIPT = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from heddle.cli._grammar import grammars
grammars()
"""


def test_every_command_can_be_asked_for_help() -> None:
    """No command needs a package before it is run: one that did would take the others along."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", SCRIPT], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
