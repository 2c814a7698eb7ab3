"""The throughput matrices of the caller's tenants: what the control plane has learned from jobs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from heddle.cluster.rates.learned import matrix_of
from heddle.cluster.rates.runs import WorkloadRun
from heddle.control.core import Core
from heddle.desk.access.auth import Token
from heddle.desk.desk import Desk


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """The rate of one workload of a tenant on the same devices, with its interval of 95 %."""

    tenant: str
    workload: str
    devices: str  #: vendor/model, and how many where they are several
    rate: float | None  #: work a second, as if the devices were its alone
    low: float | None
    high: float | None
    unit: str
    runs: int  #: that count
    outliers: int  #: runs that were left out
    confidence_milli: int
    why: str  #: how it was found


@dataclass(frozen=True, slots=True)
class MatrixAnswer:
    """Sorted by tenant, workload and devices."""

    cells: Sequence[MatrixCell]


async def read_matrix(
    desk: Desk, caller: Token, tenant: str | None, workload: str | None, limit: int
) -> MatrixAnswer:
    """At most so many cells.

    :raises DeskError: if the tenant is not there, or not the caller's to see
    """
    if tenant is not None:
        desk.tenants.must(caller, tenant)

    def runs(core: Core) -> dict[str, list[WorkloadRun]]:
        known = core.rates
        seen = [each for each in known.tenants() if caller.sees(each)]
        return {each: known.runs(each) for each in seen if tenant in (None, each)}

    by_tenant = await desk.ask(runs)
    now_s = desk.now_ms() / 1000

    def compute() -> list[MatrixCell]:
        found = (
            cell
            for each, its in by_tenant.items()
            for cell in _cells(each, [r for r in its if workload in (None, r.workload)], now_s)
        )
        return list(islice(found, limit))

    return MatrixAnswer(await desk.read(compute))


def _cells(tenant: str, runs: Sequence[WorkloadRun], now_s: float) -> list[MatrixCell]:
    matrix = matrix_of(runs)
    found = []
    for workload, devices in sorted({(o.workload, o.device) for o in matrix.observations()}):
        its = matrix.rate(workload, devices, now=now_s)
        found.append(
            MatrixCell(
                *(tenant, workload, devices, its.value, its.low, its.high, its.unit, its.count),
                *(its.outliers, its.confidence_milli, its.reason),
            )
        )
    return found
