"""A dashboard with a real store and core, and an engine whose jobs do as they are told."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from fastapi import FastAPI
from starlette.testclient import TestClient

from heddle.api.app import make_app
from heddle.cluster.nodes import DeviceClass, NodeRow
from heddle.control.core import Core
from heddle.control.loop import Loop
from heddle.control.nodes import register
from heddle.control.nodes.pool import Pool
from heddle.control.parts import Part
from heddle.control.services import book
from heddle.control.services.controller import Services
from heddle.desk.access.auth import Auth, make
from heddle.desk.desk import Desk
from heddle.engine.fake import Fake
from heddle.model.record import AttemptRecord, JobRecord, Place
from heddle.records import ProgramState, QueueState
from heddle.spec.job_file import read_spec
from heddle.store import open_store
from heddle.store.base import Change, Event
from heddle.web.session import Sessions
from heddle.web.site import make_pages

GPU = DeviceClass("gpu", "H200", "nvidia", 143_771, 3)
NPU = DeviceClass("npu", "Ascend910B", "huawei", 65_536, 1)


def _row(name: str, devices: tuple[DeviceClass, ...], **more: object) -> NodeRow:
    called = tuple((f"cuda@{i}" if d is GPU else f"acl@{i}",) for i, d in enumerate(devices))
    return NodeRow(name, 64_000, 512 << 10, devices, called=called, **more)  # type: ignore[arg-type]


ROWS = (
    _row("gpu-01", (GPU, GPU, GPU, GPU), site="eu/fra1", stack=("cuda 12.4", "nccl 2.21")),
    _row("gpu-02", (GPU, GPU, GPU, GPU), site="eu/fra1", stack=("cuda 12.4",)),
    _row("npu-01", (NPU, NPU), site="eu/ham2", stack=("cann 8.0",)),
    _row("gpu-03", (GPU, GPU), site="eu/ham2", cordoned=True),
)


@dataclass
class Plane:
    """`tokens` by name: admin of all, and ann, who may submit for acme/vision."""

    loop: Loop
    engine: Fake
    app: FastAPI
    sessions: Sessions
    tokens: dict[str, str]

    def submit(self, text: str, user: str = "ann") -> list[str]:
        from heddle.spec.job_file import parse
        from heddle.spec.job_text import normal

        jobs = parse(text, tenant="acme/vision")
        specs = [normal(job) for job in jobs]
        now_ms = self.loop.now_ms()
        records = self.loop.ask(lambda core: core.submit(jobs, specs, user, now_ms)).result(5)
        return [record.id for record in records]

    def wait(self, job_id: str, *states: str) -> None:
        until(lambda: (r := self.loop.store.job(job_id)) is not None and r.state in states)


def history(now_ms: int, jobs: int = 36) -> list[Change]:
    """Jobs of the last days, all over, on the devices of gpu-01."""
    minute = 60_000
    found: list[Change] = []
    at_ms = now_ms - (jobs + 1) * 55 * minute
    for number in range(1, jobs + 1):
        job_id, tenant = f"j{number}", ("acme/vision", "acme/research", "clinic")[number % 3]
        share = (1000, 500, 250)[number % 3]
        lasts_ms = (40 + 37 * number % 90) * minute
        spec = {"id": f"run-{number}", "tenant": tenant, "devices": "gpu:1", "command": ["x"]}
        spec |= {} if share == 1000 else {"share": f"{share // 10}%"}
        places = (Place("gpu-01", ((f"cuda@{number % 2}", share),), 4000, 8192),)
        was_preempted, failed = number % 7 == 3, number % 11 == 5
        attempts = [(at_ms, at_ms + lasts_ms // 3, "preempted")] if was_preempted else []
        attempts.append((at_ms + lasts_ms // 2 * was_preempted, at_ms + lasts_ms, ""))
        for n, (begin, end, why) in enumerate(attempts, 1):
            code = -15 if why else int(failed)
            record = AttemptRecord(
                f"{job_id}.{n}", job_id, n, "fake", 0, places, "ended", begin, end, code, why
            )
            detail = {"job": job_id, "ms": end - begin, "device_milli": share, "cpu_milli": 4000}
            found += [record, Event(end, "usage", record.id, "used", tenant, "heddle", detail)]
            if why:
                told = {"text": f"preempted for j{number + 1}"}
                found.append(Event(end, "job", job_id, "stopping", tenant, "heddle", told))
        ends_ms = at_ms + lasts_ms
        reason = {"code": "exit", "text": "exit code 1"} if failed else {}
        state = "failed" if failed else "done"
        found.append(
            JobRecord(
                job_id, f"run-{number}", tenant, "ann", spec, state, 100 * (number % 7 == 4),
                at_ms - minute, at_ms, ends_ms, len(attempts), int(failed), reason,
            )
        )  # fmt: skip
        found.append(Event(ends_ms, "job", job_id, state, tenant, "heddle"))
        at_ms += 75 * minute - 20 * minute * (number % 3)
    return found


def until(holds: Callable[[], bool], patience_s: float = 10.0) -> None:
    end = time.monotonic() + patience_s
    while not holds():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.02)


@contextmanager
def plane(
    folder: Path, rows: Sequence[NodeRow] = ROWS, past: Sequence[Change] = ()
) -> Iterator[Plane]:
    store = open_store(str(folder / "store.db"))
    store.write(past)
    engine = Fake(lambda: int(time.time() * 1000))
    last = store.last_number("job")
    parts: list[Part] = [
        register.from_store(store, int(time.time() * 1000)),
        Services(store.things(book.KIND), read_spec),
    ]
    pool = Pool(replace(row, engine=engine.name) for row in rows)
    core = Core(pool, store.job, read_spec, last_number=last, parts=parts)
    loop = Loop(store, [engine], core)
    tokens = {}
    for name, tenant, scope in (
        ("admin", "", "admin"),
        ("ann", "acme/vision", "submit"),
        ("eve", "clinic", "read"),
    ):
        _, tokens[name], thing = make(name, tenant, scope, "heddle", loop.now_ms())
        store.write([thing])
    loop.start()
    desk = Desk(loop, Auth(store, loop.now_ms))
    sessions = Sessions(desk.auth)
    app = make_app(desk, more=[make_pages(desk, sessions)])
    try:
        yield Plane(loop, engine, app, sessions, tokens)
    finally:
        loop.stop()
        store.close()


JOBS = """
- {id: train, tenant: acme/research, devices: "h200:4", command: [x], cpu: 16}
- {id: notebook, devices: "gpu:1", share: 25%, command: [x]}
- {id: pretrain, shape: gang, members: 4, devices: "h200:2", command: [x]}
- {id: too-big, devices: "h200:16", command: [x]}
"""
COOKIE = "heddle_session_7878"


@contextmanager
def busy(folder: Path) -> Iterator[Plane]:
    """With a past, two jobs that run, j37 and j38, and two that wait, j39 and j40."""
    with plane(folder, past=history(int(time.time() * 1000))) as found:
        ids = found.submit(JOBS)
        assert ids == ["j37", "j38", "j39", "j40"]
        found.wait("j37", "running")
        yield found


def browser(made: Plane, name: str = "") -> TestClient:
    """One of somebody who has signed in, if named."""
    client = TestClient(made.app, base_url="http://127.0.0.1:7878", follow_redirects=False)
    if name:
        answer = client.post("/signin", data={"token": made.tokens[name]})
        assert answer.status_code == 303
    return client


def csrf(client: TestClient) -> str:
    found = re.search(r'name="csrf" value="([^"]+)"', client.get("/submit").text)
    assert found is not None
    return found[1]


def program(pid: int, *used: tuple[str, int], total: int | None = None) -> ProgramState:
    """One with a queue on each device, and so much device time in it."""
    queues = tuple(QueueState(device, 3, 0, 0, 0, 0, ns) for device, ns in used)
    names = tuple(device for device, _ in used)
    time_ns = sum(ns for _, ns in used) if total is None else total
    values = dict.fromkeys(ProgramState.__slots__, 0)
    return ProgramState(**{**values, "pid": pid, "devices": names, "queues": queues,
                           "device_time_ns": time_ns})  # type: ignore[arg-type]  # fmt: skip


@contextmanager
def served(made: Plane) -> Iterator[str]:
    """The address at which it is served, on a port of its own."""
    import socket

    import uvicorn

    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    config = uvicorn.Config(made.app, log_level="warning", timeout_graceful_shutdown=5)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    until(lambda: server.started)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        made.sessions.close()  # so that nobody keeps a stream open
        server.should_exit = True
        thread.join(10)
        listener.close()
