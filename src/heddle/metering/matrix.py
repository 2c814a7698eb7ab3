"""The throughput matrix: how fast each workload runs on each model of device, learned from runs."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from typing import Any

from heddle.errors import UsageError
from heddle.metering import completion, observation
from heddle.metering.estimate import (
    HALF_LIFE_S,
    Centre,
    Estimate,
    RateSample,
    centre,
    interval,
    weight,
)
from heddle.metering.models import model_name
from heddle.metering.observation import Observation
from heddle.system import state

NAME = "matrix"  #: of the state file
FORMAT = 1
KEEP = 64  #: the newest observations of each cell


class Matrix:
    """Observations, and what follows from them. Their order does not matter."""

    def __init__(self, observations: Iterable[Observation] = ()) -> None:
        self._cells: dict[completion.Cell, list[Observation]] = {}
        self._fits: dict[float, completion.Fit] = {}
        for run in sorted(set(observations)):
            self.add(run)

    def add(self, run: Observation) -> None:
        """:raises UsageError: if it is not a rate, or in another unit than the workload's"""
        observation.checked(run)
        self.check_unit(run.workload, run.unit)
        cell = self._cells.setdefault((run.workload, run.device), [])
        if run not in cell:
            cell.append(run)
            cell.sort(key=lambda o: (o.at, o))
            del cell[:-KEEP]
        self._fits.clear()

    def check_unit(self, workload: str, unit: str) -> None:
        """:raises UsageError: if no run of the workload can be told in this unit"""
        if not workload or not unit:
            raise UsageError("a workload and a unit, as in steps/s, need a name each.")
        if (used := self.unit(workload)) not in (None, unit):
            raise UsageError(
                f"workload {workload!r} is counted in {used}, not in {unit}. Use that unit, "
                f"another name, or `heddle device matrix rm --workload {workload}` first."
            )

    def observations(self) -> list[Observation]:
        return sorted(o for cell in self._cells.values() for o in cell)

    def workloads(self) -> list[str]:
        return sorted({workload for workload, _ in self._cells})

    def devices(self) -> list[str]:
        return sorted({device for _, device in self._cells})

    def unit(self, workload: str) -> str | None:
        units = (cell[0].unit for (name, _), cell in self._cells.items() if name == workload)
        return next(units, None)

    def rate(
        self,
        workload: str,
        device: str,
        worth: Mapping[str, int] | None = None,
        now: float | None = None,
    ) -> Estimate:
        """Measured if it ever ran there; else the surer of two guesses: from other workloads'
        ratios, and from the devices' `worth` in units. `now` says how old runs are; the newest
        observation's time if left out."""
        now = self._newest() if now is None else now
        unit = self.unit(workload) or ""
        if (workload, device) in self._cells:
            found = self._centre((workload, device), now)
            value, low, high = interval(found.log, found.error)
            age_s = now - self._cells[workload, device][-1].at
            reason = f"median of {found.count} run{'s' * (found.count != 1)}"
            reason += f", the newest {age_s / 86400:.0f} days old" if age_s > HALF_LIFE_S else ""
            return Estimate(
                *(value, low, high, unit, found.count),
                *("directly measured", reason, found.outliers),
            )
        known = self._anchors(workload, now)
        if not known:
            reason = f"no run of {workload!r} is known on any device"
            return Estimate(None, None, None, unit, 0, "estimation", reason)
        least_sure = max(c.error for c in known.values())
        ran = ", ".join(known)
        by_ratio = self._fit(now).predict(workload, device)
        by_worth = _by_worth(known, device, worth or {})
        if by_ratio and not (by_worth and by_worth[1] < by_ratio[1]):
            (log, spread), reason = by_ratio, f"other workloads' ratios between it and {ran}"
        elif by_worth:
            (log, spread), reason = by_worth, f"its units and those of {ran}"
        else:
            reason = f"no workload joins it with {ran}, and its units or theirs are unknown"
            return Estimate(None, None, None, unit, 0, "estimation", reason)
        value, low, high = interval(log, math.hypot(spread, least_sure))
        return Estimate(value, low, high, unit, 0, "estimation", reason)

    def ratios(
        self, workload: str, worth: Mapping[str, int] | None = None, now: float | None = None
    ) -> dict[str, int]:
        """Thousandths of the fastest device's rate, by device; those without a rate are left out.
        What a scheduler compares devices by."""
        names = sorted({*self.devices(), *(worth or {})})
        rates = {name: self.rate(workload, name, worth, now).value for name in names}
        best = max((rate for rate in rates.values() if rate), default=None)
        if best is None:
            return {}
        return {n: max(1, math.floor(1000 * r / best + 0.5)) for n, r in rates.items() if r}

    def measured(self, workload: str, now: float | None = None) -> dict[str, float]:
        """Rates of devices that the workload ran on."""
        now = self._newest() if now is None else now
        return {d: math.exp(c.log) for d, c in self._anchors(workload, now).items()}

    def without(self, workload: str | None = None, device: str | None = None) -> Matrix:
        """The rest, if what fits both is forgotten; None fits all."""
        return Matrix(
            o
            for o in self.observations()
            if (workload is not None and o.workload != workload)
            or (device is not None and o.device != device)
        )

    def to_json(self) -> dict[str, Any]:
        return {"heddle_matrix": FORMAT, "runs": [asdict(o) for o in self.observations()]}

    @staticmethod
    def from_json(*found: Any) -> Matrix:
        """The matrix of what was written; what cannot be used of it is left out."""
        matrix = Matrix()
        for run in sorted({o for each in found for o in observation.from_json(each)}):
            try:
                matrix.add(run)
            except UsageError:
                continue
        return matrix

    def _newest(self) -> float:
        return max((cell[-1].at for cell in self._cells.values()), default=0.0)

    def _centre(self, cell: completion.Cell, now: float) -> Centre:
        return centre(
            [RateSample(math.log(o.rate), weight(o.seconds, now - o.at)) for o in self._cells[cell]]
        )

    def _anchors(self, workload: str, now: float) -> dict[str, Centre]:
        return {
            device: self._centre((name, device), now)
            for name, device in sorted(self._cells)
            if name == workload
        }

    def _fit(self, now: float) -> completion.Fit:
        if now not in self._fits:
            self._fits = {
                now: completion.fit({cell: self._centre(cell, now).log for cell in self._cells})
            }
        return self._fits[now]


def _by_worth(
    known: Mapping[str, Centre], device: str, worth: Mapping[str, int]
) -> tuple[float, float] | None:
    logs = [c.log - math.log(worth[d]) for d, c in known.items() if worth.get(d)]
    if not logs or not worth.get(device):
        return None
    return math.fsum(logs) / len(logs) + math.log(worth[device]), completion.UNITS_SPREAD


def remembered() -> Matrix:
    """What the machine and this user know."""
    return Matrix.from_json(*state.read(NAME))


def _update(change: Callable[[Matrix], Matrix]) -> None:
    state.update(NAME, lambda found: change(Matrix.from_json(found)).to_json())


def record(run: Observation) -> None:
    """Remembers one observation.

    :raises UsageError: if it is not a rate, or in another unit than the workload's
    """
    remembered().add(run)  # the machine's runs have a say in the unit

    def with_it(matrix: Matrix) -> Matrix:
        matrix.add(run)
        return matrix

    _update(with_it)


def forget(workload: str | None = None, device: str | None = None) -> int:
    """Forgets what fits of this user's own runs, all if nothing is said; how many that were."""
    forgotten = 0

    def without_it(matrix: Matrix) -> Matrix:
        nonlocal forgotten
        rest = matrix.without(workload, device)
        forgotten = len(matrix.observations()) - len(rest.observations())
        return rest

    _update(without_it)
    return forgotten


def record_run(
    workload: str,
    device_model: str,
    units_of_work: float,
    device_seconds: float,
    unit: str = "steps/s",
    run: str = "",
) -> Observation:
    """Remembers a run that did so much work in so much device time.

    :raises UsageError: if the two make no rate, or the workload is counted in another unit
    """
    if not device_seconds > 0:
        raise UsageError(f"{workload!r} used {device_seconds:g} s of the device: there is no rate.")
    rate = units_of_work / device_seconds
    found = Observation(
        *(workload, model_name(device_model), rate, unit, device_seconds, time.time(), run)
    )
    record(found)
    return found
