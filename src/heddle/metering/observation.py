"""One run that did known work in known time: what the throughput matrix is learned from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from heddle.errors import UsageError
from heddle.model.metric import is_number

#: Work a second that is neither a slip of the pen nor out of reach of the arithmetic.
RATES = (1e-12, 1e18)


@dataclass(frozen=True, slots=True, order=True)
class Observation:
    """One run."""

    workload: str
    device: str  #: vendor/model
    rate: float  #: work a second of device time
    unit: str  #: steps/s, requests/s, tokens/s, ...
    seconds: float  #: of device time that it took
    at: float  #: seconds since 1970
    run: str = ""  #: which run, if it has a name


def checked(observation: Observation) -> Observation:
    """:raises UsageError: if it is not a rate that can be reckoned with"""
    o = observation
    if not all(isinstance(word, str) for word in (o.workload, o.device, o.unit, o.run)) or not (
        o.workload and o.device and o.unit
    ):
        raise UsageError("a run needs the names of a workload, a device and a unit, as in steps/s.")
    numbers = (o.rate, o.seconds, o.at)
    if not all(map(is_number, numbers)):
        raise UsageError("rate, seconds and time of a run must be numbers.")
    if not RATES[0] <= o.rate <= RATES[1] or o.seconds <= 0:
        raise UsageError(
            f"a rate must be in {RATES[0]:g}..{RATES[1]:g} a second, and its seconds more than 0."
        )
    return observation


def from_json(found: Any) -> Iterator[Observation]:
    """The runs that were written; what cannot be used is left out."""
    names = {field.name for field in fields(Observation)}
    runs = found.get("runs") if isinstance(found, dict) else None
    for run in runs if isinstance(runs, list) else ():
        try:
            yield checked(Observation(**{k: v for k, v in run.items() if k in names}))
        except (TypeError, AttributeError, UsageError):
            continue
