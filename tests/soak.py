"""Long tests: `make soak` runs the same code as `make test`, with larger counts."""

from __future__ import annotations

import os

IS_LONG = os.environ.get("HEDDLE_SOAK") == "1"  #: read before a world hides it


def count(short: int, long: int) -> int:
    """How often `make test` and `make soak` do it. Mark the test `soak`."""
    return long if IS_LONG else short
