"""Recorded and written workloads for the cluster simulator. A format is one file with `read`, and
with what of `Ask` it can do something with in `TAKES`.

`FORMAT:WHAT` names one; anything else is a file or folder in the format of our own.
"""

from __future__ import annotations

import difflib
import importlib
from pathlib import Path

from heddle.errors import UsageError
from heddle.modules import names_in
from heddle.sim.traces.base import Ask, Trace

OWN = "own"


def names() -> list[str]:
    return [name for name in names_in(__path__) if name != "base"]


def load(spec: str, ask: Ask) -> Trace:
    """The trace that is meant, read as it is asked.

    :raises UsageError: if there is none, if it has holes, or if it has no job
    """
    form, colon, what = spec.partition(":")
    if not colon or Path(spec).exists():
        form, what = OWN, spec
    elif form not in names():
        near = difflib.get_close_matches(form, names(), n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise UsageError(
            f"--trace {spec!r}: no format {form!r}.{hint} Write {', '.join(names())} and a colon, "
            "or the name of a file of your own."
        )
    if not what:
        raise UsageError(f"--trace {spec!r}: say which, after the colon.")
    module = importlib.import_module(f"{__name__}.{form}")
    if ask.cluster is not None and "cluster" not in module.TAKES:
        raise UsageError(f"--cluster: {spec} has its own nodes. Leave it out.")
    if ask.elastic and "elastic" not in module.TAKES:
        raise UsageError(
            f"--elastic: only sia and pollux say how jobs do with fewer devices than they ask for, "
            f"and {spec} is neither. Leave it out."
        )
    trace: Trace = module.read(what, ask)
    if not trace.arrivals:
        raise UsageError(f"--trace {spec}: there is no job in it that can be simulated.")
    return trace
