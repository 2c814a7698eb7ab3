"""What a workload would do on a model it never ran on, from other workloads that ran on both.

log rate = a(workload) + b(device), fitted by alternating least squares: the ratio of two devices is
taken to be the same for all workloads. It is not (see SPREAD), so such a rate has a wide interval.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

#: The standard deviation of log rates around the model that is assumed, until so many cells more
#: than parameters are known. Leaving out one of Gavel's 78 published single-device rates (26
#: workloads on K80, P100 and V100) and completing it, the error has a standard deviation of 0.55 by
#: two other devices and 0.64 by one; this gives the same by sqrt(1 + 1/cells of the workload).
SPREAD = 0.45
SPREAD_CELLS = 4

#: By the devices' units instead, a workload's rate on one to another: 0.66 on the same data, with
#: nominal figures of the K80, P100 and V100 from memory.
UNITS_SPREAD = 0.65

MOST_ROUNDS = 500
CLOSE = 1e-10

Cell = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Fit:
    """The fitted model. Only inside one group of joined cells do its sums mean anything."""

    workloads: Mapping[str, float]
    devices: Mapping[str, float]
    group: Mapping[str, int]  #: of "w:" + workload and "d:" + device
    spread: float
    cells_of: Mapping[str, int]  #: how many cells each of the same has

    def predict(self, workload: str, device: str) -> tuple[float, float] | None:
        """The logarithm of the rate and its standard deviation; None if nothing joins the two."""
        row, column = f"w:{workload}", f"d:{device}"
        if row not in self.group or self.group[row] != self.group.get(column):
            return None
        log = self.workloads[workload] + self.devices[device]
        return log, self.spread * math.sqrt(1 + 1 / self.cells_of[row] + 1 / self.cells_of[column])


def fit(cells: Mapping[Cell, float]) -> Fit:
    """The model of these log rates, by (workload, device). The same cells give the same model."""
    ordered = sorted(cells.items())
    rows: dict[str, list[tuple[str, float]]] = {}
    columns: dict[str, list[tuple[str, float]]] = {}
    for (workload, device), log in ordered:
        rows.setdefault(workload, []).append((device, log))
        columns.setdefault(device, []).append((workload, log))
    a = dict.fromkeys(rows, 0.0)
    b = dict.fromkeys(columns, 0.0)
    for _ in range(MOST_ROUNDS):
        moved = 0.0
        for mine, other, lines in ((a, b, rows), (b, a, columns)):
            for name, line in lines.items():
                value = math.fsum(log - other[with_] for with_, log in line) / len(line)
                moved = max(moved, abs(value - mine[name]))
                mine[name] = value
        if moved < CLOSE:
            break
    group = _groups([cell for cell, _ in ordered])
    free = len(cells) - len(a) - len(b) + len(set(group.values()))
    squares = math.fsum((log - a[w] - b[d]) ** 2 for (w, d), log in ordered)
    spread = math.sqrt((SPREAD_CELLS * SPREAD**2 + squares) / (SPREAD_CELLS + free))
    counts = {f"w:{name}": len(line) for name, line in rows.items()}
    counts |= {f"d:{name}": len(line) for name, line in columns.items()}
    return Fit(a, b, group, spread, counts)


def _groups(cells: list[Cell]) -> dict[str, int]:
    """Numbers the groups of workloads and devices that cells join, directly or in steps."""
    group: dict[str, int] = {}
    for number, (workload, device) in enumerate(cells):
        row, column = f"w:{workload}", f"d:{device}"
        old = {group.get(row, number), group.get(column, number)}
        group |= {name: number for name, mine in group.items() if mine in old}
        group[row] = group[column] = number
    return group
