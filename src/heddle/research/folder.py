"""Where the public traces are."""

from __future__ import annotations

import os
from pathlib import Path

from heddle.errors import UsageError


def traces_folder(given: str | None) -> Path:
    """:raises UsageError: if their folder was not given, or they are not there"""
    name = given or os.environ.get("HEDDLE_TRACES")
    if not name:
        raise UsageError("where are the traces? Say so with --traces DIR or HEDDLE_TRACES=DIR.")
    if not Path(name).is_dir():
        raise UsageError(f"no folder {name}. Name the one of the traces with --traces DIR.")
    return Path(name)
