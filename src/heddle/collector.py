"""The garbage collector of processes that hold many live jobs: the control plane, and benchmarks of
what it does."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

#: Python's own thresholds look at every object of every live job so often that a request in a
#: hundred waits 60 to 110 ms for it (10,000 jobs that wait; two cores, aarch64), and a cycle in
#: fifty 200 ms (100,000 jobs). Jobs are not part of reference cycles: nearly nothing is found.
RARELY = (20_000, 50, 100)


@contextmanager
def collect_rarely() -> Iterator[None]:
    """Within it."""
    before = gc.get_threshold()
    gc.set_threshold(*RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*before)
