"""Recorded and written workloads for the cluster simulator. A format is one file with `read`, and
with what of `Ask` it can do something with in `TAKES`.

`FORMAT:WHAT` names one; anything else is a file or folder in the format of our own.
"""

from __future__ import annotations

from pathlib import Path

from heddle.errors import UsageError, did_you_mean
from heddle.seams import Seam
from heddle.sim.traces.base import Ask, Trace

OWN = "own"
SEAM = Seam(__name__, "format of traces")


def names() -> list[str]:
    return SEAM.names()


def load(spec: str, ask: Ask) -> Trace:
    """The trace that is meant, read as it is asked.

    :raises UsageError: if there is none, if it has holes, or if it has no job
    """
    form, colon, what = spec.partition(":")
    if not colon or Path(spec).exists():
        form, what = OWN, spec
    elif form not in names():
        hint = did_you_mean(form, names())
        raise UsageError(
            f"--trace {spec!r}: no format {form!r}.{hint} Write {', '.join(names())} and a colon, "
            "or the name of a file of your own."
        )
    if not what:
        raise UsageError(f"--trace {spec!r}: say which, after the colon.")
    module = SEAM.load(form)
    if ask.cluster is not None and "cluster" not in module.TAKES:
        raise UsageError(f"--cluster: {spec} has its own nodes. Leave it out.")
    if ask.elastic and "elastic" not in module.TAKES:
        able = [name for name in names() if "elastic" in SEAM.load(name).TAKES]
        raise UsageError(
            f"--elastic: {form} does not say how jobs do with fewer devices than they ask for. "
            f"Leave it out, or use {' or '.join(able)}."
        )
    trace: Trace = module.read(what, ask)
    if not trace.arrivals:
        raise UsageError(f"--trace {spec}: there is no job in it that can be simulated.")
    return trace
