"""Engines run the members of jobs. An engine is one file with `ENGINE`, which makes it."""

from __future__ import annotations

import os
from typing import Any

SETTING, STANDARD = "HEDDLE_ENGINE", "local"


def load() -> Any:
    """The module of the engine that is wanted. (The processes beside members come here, too: they
    need none, and are waited for.)

    :raises UsageError: if there is none of that name
    """
    from heddle.seams import Seam

    return Seam(__name__, "engine").load(os.environ.get(SETTING) or STANDARD)
