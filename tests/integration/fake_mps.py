"""Puts the stand-in for nvidia-cuda-mps-control into a PATH."""

from __future__ import annotations

import os
import sys
from pathlib import Path

FAKE = Path(__file__).parent / "fake_mps_control"


def path_with_fake(folder: Path) -> str:
    """A PATH in which it comes first; `folder` is made."""
    folder.mkdir()
    script = folder / "nvidia-cuda-mps-control"
    # This very Python without its site packages: it is started for every command.
    script.write_text(f'#!/bin/sh\nexec {sys.executable} -I -S {FAKE} "$@"\n')
    script.chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"
