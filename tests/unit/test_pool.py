"""The pool: nodes that come and go cost one rebuild, and what runs keeps its very devices."""

from __future__ import annotations

from dataclasses import replace

import pytest

from heddle.cluster.nodes import DeviceClass, NodeRow, Nodes
from heddle.cluster.quota import Quota, Quotas
from heddle.cluster.running import Running, shape_of
from heddle.control.nodes.pool import Pool
from heddle.model.record import Place
from heddle.spec.job_file import read_spec

GPU = DeviceClass("gpu", "T4", "nvidia", 15360, 3)


def row(name: str, *devices: str) -> NodeRow:
    called = tuple((each,) for each in devices)
    return NodeRow(name, 8000, 32768, (GPU,) * len(devices), called=called)


def runs(pool: Pool, name: str, node: str, device: str) -> Running:
    job = replace(read_spec({"id": name, "devices": "gpu:1", "command": ["true"]}), id=name)
    shape = shape_of(job, job.alternatives[0])
    placement = pool.cluster.placer.best(shape)
    assert placement is not None
    running = Running(job, 0, (placement,), 0)
    place = Place(node, ((device, 1000),), placement.cpu_milli, placement.memory_mib)
    return pool.start(running, [place])


def test_many_that_join_in_one_turn_cost_one_rebuild(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Pool([row("a", "cuda@0")])
    runs(pool, "j1", "a", "cuda@0")
    made: list[int] = []
    whole = Nodes.from_rows

    def counted(*what: object) -> Nodes:
        made.append(1)
        return whole(*what)  # type: ignore[arg-type]

    monkeypatch.setattr(Nodes, "from_rows", counted)
    for number in range(300):
        pool.join(row(f"n{number}", "cuda@0"))
    pool.leave("n7")
    pool.leave("nobody")
    assert made == []
    assert len(pool.cluster.nodes) == 300
    assert pool.settle() == []
    assert len(made) == 1
    assert pool.cluster.running.keys() == {"j1"}


def test_what_loses_its_device_is_lost_and_others_keep_theirs() -> None:
    pool = Pool([row("a", "cuda@0", "cuda@1"), row("b", "cuda@0")])
    for name, node, device in (("j1", "a", "cuda@0"), ("j2", "a", "cuda@1"), ("j3", "b", "cuda@0")):
        runs(pool, name, node, device)
    pool.join(row("a", "cuda@1"))  # its number is another now
    assert pool.cluster.running.keys() == {"j2", "j3"}
    assert pool.places(pool.cluster.running["j2"])[0].devices == (("cuda@1", 1000),)
    pool.leave("b")
    assert {each.job.id for each in pool.settle()} == {"j1", "j3"}
    assert pool.settle() == []
    assert pool.cluster.nodes.device_free.tolist() == [[0]]


def test_what_all_tenants_may_use_follows_the_nodes() -> None:
    pool = Pool([row("a", "cuda@0")])
    pool.set_quotas(Quotas({"gpu": 7000}, {"acme": Quota({"gpu": 1000})}))
    assert pool.cluster.tenants.quotas.capacity["gpu"] == 1000
    pool.join(row("b", "cuda@0", "cuda@1"))
    assert pool.cluster.tenants.quotas.capacity["gpu"] == 3000
    assert pool.quotas is not None
    assert pool.quotas.tenants.keys() == {"acme"}
    pool.leave("a")
    assert pool.cluster.tenants.quotas.capacity["gpu"] == 2000
