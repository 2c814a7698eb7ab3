"""What the dashboard shows in pictures: jobs, tenants with quotas, nodes that joined, a service."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial

import pytest
from starlette.testclient import TestClient

from heddle.cluster.nodes import DeviceClass, NodeRow
from heddle.control import programs
from heddle.control.core import Core
from heddle.control.nodes.node import Node, thing_of
from heddle.control.services.controller import Services
from heddle.control.services.status import standing
from heddle.control.services.traffic import TargetSeen, Traffic, TrafficReport
from heddle.records import ProgramState
from heddle.spec.job_file import parse
from heddle.spec.job_text import normal
from heddle.store.base import Change
from heddle.web import achieved_share
from tests.dashboard import Plane, program, until

JOBS = """
- {id: notebook, devices: "gpu:1", share: 25%, command: [jupyter, lab], priority: high,
   conditions: {stack: [nccl]}}
- {id: train-7b, tenant: acme/research, devices: "h200:4", command: [python, train.py], cpu: 16}
- {id: pretrain, tenant: acme/research, shape: gang, members: 4, devices: "h200:2", command: [x]}
- {id: segment, devices: "npu:1", command: [python, segment.py]}
- {id: too-big, devices: "h200:16", command: [python, train.py]}
- {id: sweep, shape: array, members: 40, devices: "npu:1", command: [python, sweep.py]}
"""
SERVICE = """
id: classify
shape: service
devices: h200:1
share: 25%
conditions: {stack: [nccl]}
command: [python3, server.py]
service: {replicas: {least: 2, most: 6}, scale: {requests: 8}, health: {path: /health}}
"""
QUOTAS = {
    "acme": {"nominal": {"gpu": 6, "npu": 1}, "limit": {"gpu": 9}, "weight": 2},
    "acme/vision": {"nominal": {"gpu": 2}},
    "acme/research": {"nominal": {"gpu": 3}, "limit": {"gpu": 6}},
    "clinic": {"nominal": {"gpu": 4, "npu": 1}, "borrow": True},
}
EDGE = DeviceClass("gpu", "Orin", "nvidia", 65_536, 1)


def measured(patch: pytest.MonkeyPatch) -> None:
    """What the scheduler's table would say of those on one device: nearly what they asked for."""
    began = time.monotonic()
    parts = {37: 0.272, 43: 0.241, 44: 0.118}

    def table() -> list[ProgramState]:
        so_far = time.monotonic() - began
        return [program(n, ("cuda@0", int(part * 1e9 * so_far))) for n, part in parts.items()]

    patch.setattr(programs, "programs", table)
    patch.setattr(programs, "attempt_of", lambda pid: f"j{pid}.1")
    patch.setattr(achieved_share, "EVERY_S", 0.05)


def joined() -> list[Change]:
    """Nodes that have registered: one at the edge, and one that is lost."""
    row = NodeRow("edge-07", 8_000, 32 << 10, (EDGE,), site="eu/mun3/line-2")
    there = Node(
        "edge-07",
        "edge",
        row.site,
        "0.1.0",
        row,
        "g1",
        joined_ms=int(time.time() * 1000) - 260_000_000,
    )
    lost = replace(there, name="cam-112", kind="end", state="lost")
    return [thing_of(there), thing_of(lost)]


def ruled(made: Plane) -> None:
    """Tenants with quotas."""
    client = TestClient(made.app)
    header = {"Authorization": f"Bearer {made.tokens['admin']}"}
    with client:
        for path in ("acme", "acme/vision", "acme/research", "clinic"):
            asked = client.post("/v1/tenants", json={"path": path}, headers=header)
            assert asked.status_code == 201
        for path, quota in QUOTAS.items():
            asked = client.put(f"/v1/tenants/{path}/quota", json=quota, headers=header)
            assert asked.status_code == 200, asked.text
        for name, tenant in (("ann", "acme/vision"), ("kim", "acme"), ("lee", "clinic")):
            body = {"name": name, "home": tenant}
            assert client.post("/v1/users", json=body, headers=header).status_code == 201


def serve(made: Plane) -> None:
    """A service, and a front that tells how busy it is."""
    (job,) = parse(SERVICE, tenant="acme/vision")
    now_ms = made.loop.now_ms()

    def begin(core: Core) -> None:
        core.part(Services).apply(core, job, normal(job), "ann", now_ms)

    made.loop.ask(begin).result(5)
    told = partial(front, made)
    until(lambda: told() == 2)
    told()


def front(made: Plane) -> int:
    """One look of it; gives how many replicas are healthy."""

    def look(core: Core) -> int:
        part = core.part(Services)
        live = part.get("acme/vision", "classify")
        assert live is not None
        seen = {
            (each.job, record.attempts): TargetSeen("healthy", 3)
            for each in live.kept.replicas
            if (record := core.live(each.job)) is not None and record.state == "running"
        }
        codes = {"2xx": 48_213 + int(212 * time.monotonic()), "4xx": 12, "5xx": 3}
        traffic = Traffic(6, 0, 6.0, 38.0, now_ms, 8090, "", codes, 900.0, seen)
        report = TrafficReport(1 << 30, {"acme/vision:classify": traffic}, (9001, 9002, 9003))
        part.exchange(core, report, now_ms)
        return standing(core, live).healthy

    now_ms = made.loop.now_ms()
    return made.loop.ask(look).result(5)
