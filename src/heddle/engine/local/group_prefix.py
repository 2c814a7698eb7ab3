"""The names of control groups: members on other machines have some, too, and start without the rest
of the engine."""

from __future__ import annotations

import hashlib
import os


def group_prefix(folder: str) -> str:
    """How the names of all control groups of the engine of this folder begin."""
    key = hashlib.sha256(os.fsencode(os.path.realpath(folder))).hexdigest()[:8]
    return f"heddle-{key}-"
