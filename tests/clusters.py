"""Small clusters and jobs for tests of the cycle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from heddle.cluster.conditions.network import NOTHING
from heddle.cluster.cycle import Decision
from heddle.cluster.nodes import DeviceClass, NodeRow, Nodes
from heddle.cluster.placer import Placer
from heddle.cluster.placing.base import Floats, Options, Steady
from heddle.cluster.quota import Quota, Quotas, Usage
from heddle.cluster.running import Cluster, members_of
from heddle.cluster.shapes import Shape
from heddle.cluster.sites.atlas import Atlas
from heddle.model.job import Alternative, DeviceAsk, Job

H100 = DeviceClass("gpu", "H100", "nvidia", 81920, 3)
T4 = DeviceClass("gpu", "T4", "nvidia", 15360, 3)
FPGA = DeviceClass("fpga", "U280", "xilinx", 0, 1)


class Tightest(Steady):
    """The cycle is tested, not placing: where least is left."""

    def score(self, nodes: Nodes, shape: Shape, options: Options) -> Floats:
        left: Floats = -options.devices.clip(0).sum(axis=1).astype(float)
        return left


def cluster_of(*rows: NodeRow, atlas: Atlas = NOTHING) -> Cluster:
    nodes = Nodes.from_rows(rows, atlas)
    return Cluster(Placer(nodes.copy(), Tightest()), nodes)


def node(name: str, *devices: DeviceClass, cores: int = 16, site: str = "eu/1/1/a") -> NodeRow:
    return NodeRow(name, cores * 1000, 65536, devices, site=site, stack=("cuda 12.4",))


def gpus(count: int = 1, share: int = 1000, *models: str) -> Alternative:
    return Alternative((DeviceAsk(count, "gpu", models=models, share_milli=share),))


def job(name: str, *alternatives: Alternative, tenant: str = "a", **more: Any) -> Job:
    made = Job(name, tenant, alternatives or (gpus(),), cpu_milli=1000)
    return replace(made, **more)


def started(decision: Decision) -> list[str]:
    return [running.job.id for running in decision.starts]


def with_quotas(cluster: Cluster, **tenants: Quota) -> Cluster:
    counted = {"gpu": cluster.capacity_amounts()["gpu"]}
    cluster.usage = Usage(Quotas(counted, tenants))
    return cluster


def check(cluster: Cluster) -> None:
    """Nothing is given twice, and all that is taken belongs to a running job."""
    nodes, capacity = cluster.nodes, cluster.capacity
    used = capacity.device_free.clip(0) * 0
    mib = used.copy()
    cores = capacity.cpu_free * 0
    for running in cluster.running.values():
        least, most = members_of(running.job)
        assert least <= running.members <= most
        for placement in running.everything:
            cores[placement.node] += placement.cpu_milli
            mib_of = capacity.mib_of(placement)
            for (slot, milli), amount in zip(placement.devices, mib_of, strict=True):
                used[placement.node, slot] += milli
                mib[placement.node, slot] += amount
    assert (capacity.device_free.clip(0) - used == nodes.device_free.clip(0)).all()
    assert (capacity.device_size - mib == nodes.device_mib).all()
    assert (nodes.device_mib >= 0).all()
    assert (capacity.cpu_free - cores == nodes.cpu_free).all()
    assert (nodes.cpu_free >= 0).all()
