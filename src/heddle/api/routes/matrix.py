"""The throughput matrix: how fast workloads ran on which devices."""

from __future__ import annotations

from heddle.api.parameters import AtDesk, Limit, Reader, router
from heddle.desk.matrix import MatrixAnswer, read_matrix

ROUTER = router()


@ROUTER.get("/v1/matrix")
async def matrix(
    desk: AtDesk,
    caller: Reader,
    tenant: str | None = None,
    workload: str | None = None,
    limit: Limit = 1000,
) -> MatrixAnswer:
    """What the control plane has learned from jobs of the caller's tenants, or of one of them."""
    return await read_matrix(desk, caller, tenant, workload, limit)
