"""The linear programs of matching: what could run where, and the solver.

Like jobs have like shares, so there is one variable for a unit (a group of jobs, or two groups on
the same devices) and a kind of device, not one for each job.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from heddle.cluster.matching._shares import Group, Unit, fastest
from heddle.cluster.matching.base import Round, Runnable
from heddle.extras import extra


@dataclass(frozen=True, slots=True)
class UnitOption:
    """A unit on a kind."""

    unit: Unit
    kind: str
    devices: int
    rates: tuple[float, ...]  #: of one job of each of its groups


def options(
    groups: Mapping[Group, Sequence[Runnable]], round: Round, shared: Iterable[Group] = ()
) -> list[UnitOption]:
    """Each group on each kind, and pairs of `shared` groups where they gain by it."""
    alone: dict[tuple[Group, str], UnitOption] = {}
    for group, jobs in groups.items():
        for kind, room in round.capacity.items():
            choice = fastest(jobs[0], kind, room)
            if choice is not None:
                alone[group, kind] = UnitOption((group,), kind, choice.devices, (choice.rate,))
    return [*alone.values(), *_pairs(groups, round, list(shared), alone)]


def _pairs(
    groups: Mapping[Group, Sequence[Runnable]],
    round: Round,
    shared: list[Group],
    alone: Mapping[tuple[Group, str], UnitOption],
) -> Iterable[UnitOption]:
    if round.together is None:
        return
    for i, one in enumerate(shared):
        for other in shared[i:]:
            if one == other and len(groups[one]) < 2:
                continue
            for kind in round.capacity:
                first, second = alone.get((one, kind)), alone.get((other, kind))
                if first is None or second is None or first.devices != second.devices:
                    continue
                both = round.together(groups[one][0], groups[other][0], kind)
                # Or they had better take turns.
                if both and both[0] / first.rates[0] + both[1] / second.rates[0] > 1.0:
                    yield UnitOption((one, other), kind, first.devices, both)


def solve(
    entries: list[tuple[int, int, float]], limits: list[float], goal: list[float]
) -> list[float] | None:
    """The least `goal` with every row at most its limit, nothing negative; None: there is none.

    :raises MissingExtraError: if SciPy is not there
    """
    with extra("matching by a linear program", "SciPy", "cluster"):
        import numpy as np
        from scipy.optimize import LinearConstraint, milp  # type: ignore[import-untyped]
        from scipy.sparse import csc_array  # type: ignore[import-untyped]
    rows, columns, values = zip(*entries, strict=True)
    matrix = csc_array((values, (rows, columns)), shape=(len(limits), len(goal)))
    # Nothing is an integer here: milp leads to the same solver as linprog, in half of the time.
    answer = milp(goal, constraints=LinearConstraint(matrix, -np.inf, limits))
    return None if answer.x is None else [float(each) for each in answer.x]
