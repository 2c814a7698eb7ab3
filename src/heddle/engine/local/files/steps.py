"""How much an attempt says that it did: one number, in a file that one of its members writes."""

from __future__ import annotations

import math
import os
import stat

TYPE_CHECKING = False  # typing is slow to import, and jobs wait for it

if TYPE_CHECKING:
    from heddle.engine.base import Order

STEPS = "HEDDLE_STEPS"  #: the variable with the path
_LONGEST = 64  # bytes of a number


def steps_file(order: Order, folder: str, work: str) -> str | None:
    """Where a member writes it; None where it can be shown no such file. An isolated member sees
    only the folder that it works in."""
    if order.image is not None or (order.isolated and order.folder is not None):
        return None
    return os.path.join(work, ".heddle-steps") if order.isolated else os.path.join(folder, "steps")


def read_steps(path: str) -> float | None:
    """None if there is no number above 0. The file is the member's: it may be anything."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            return None
        found = float(os.read(handle, _LONGEST))
    except (OSError, ValueError):
        return None
    finally:
        os.close(handle)
    return found if 0 < found < math.inf else None
