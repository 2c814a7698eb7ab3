"""A whole API for one test: a store in a file, an engine in memory, and the control loop."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import uvicorn
from starlette.testclient import TestClient

from heddle.api.app import make_app
from heddle.api.connections import allowed, protocol
from heddle.cluster.conditions.network import NOTHING
from heddle.cluster.nodes import DeviceClass, NodeRow
from heddle.cluster.sites.atlas import Atlas
from heddle.control import learning
from heddle.control.core import Core
from heddle.control.inputs.provision import Stock
from heddle.control.loop import Loop
from heddle.control.nodes.pool import Pool
from heddle.control.nodes.register import from_store
from heddle.control.services import book
from heddle.control.services.controller import Services
from heddle.desk.access.auth import Auth, first_token
from heddle.desk.access.limits import Limits
from heddle.desk.access.node_auth import master_key
from heddle.desk.access.tenants import Tenants
from heddle.desk.desk import Desk
from heddle.engine.fake import Fake
from heddle.spec.job_file import read_spec
from heddle.store import open_store
from tests.world import eventually

GPU = DeviceClass("gpu", "T4", "nvidia", 15360, 3)
ROWS = [
    NodeRow("one", 8000, 32768, (GPU, GPU), called=(("cuda@0",), ("cuda@1",))),
    NodeRow("two", 8000, 32768, (GPU,), called=(("cuda@0",),)),
]
Json = dict[str, Any]


def one(name: str = "a", **more: Any) -> Json:
    return {"id": name, "devices": "gpu:1", "command": ["true"], **more}


def service(name: str = "chat", **more: Any) -> Json:
    return one(name, shape="service", service={}, **more)


class ApiWorld:
    """`ask` is a request by the administrator, or by whoever has the given token."""

    def __init__(
        self,
        folder: Path,
        *,
        heartbeat_s: float = 15.0,
        limits: Limits | None = None,
        atlas: Atlas = NOTHING,
    ) -> None:
        """With an `atlas`, the first of its sites has all nodes."""
        self.folder = folder
        self.ahead_ms = 0
        self.failed = threading.Event()
        self.store = open_store(str(folder / "store.db"))
        first_token(self.store, str(folder / "token"), self.now_ms())
        self.admin = (folder / "token").read_text().strip()
        self.engine = Fake(self.now_ms)
        last = self.store.last_number("job")
        core = Core(
            Pool(
                (
                    replace(row, engine=self.engine.name, site=next(iter(atlas.sites), ""))
                    for row in ROWS
                ),
                atlas=atlas,
            ),
            self.store.job,
            read_spec,
            last_number=last,
            parts=[
                from_store(self.store, self.now_ms()),
                Services(self.store.things(book.KIND), read_spec),
            ],
            rates=learning.from_store(self.store),
        )
        quotas = Tenants(self.store).quotas(core.pool.cluster.capacity_amounts())
        core.set_quotas(quotas, self.now_ms())
        self.stock = Stock(str(folder), self.store, "one")
        self.loop = Loop(
            self.store,
            [self.engine],
            core,
            now_ms=self.now_ms,
            fail=self.failed.set,
            equip=self.stock,
        )
        self.loop.start()
        key = master_key(str(folder))
        auth = Auth(self.store, self.loop.now_ms)
        desk = Desk(self.loop, auth, heartbeat_s, limits=limits or Limits())
        self.app = make_app(desk, node_key=key)
        self.client = TestClient(self.app, raise_server_exceptions=False)

    def now_ms(self) -> int:
        return int(time.time() * 1000) + self.ahead_ms

    def __enter__(self) -> ApiWorld:
        self.client.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.client.__exit__()
        self.close()

    def close(self) -> None:
        self.loop.stop()
        self.store.close()
        assert not self.failed.is_set()

    def ask(self, method: str, path: str, token: str | None = None, **more: Any) -> Any:
        headers = {"Authorization": f"Bearer {token or self.admin}", **more.pop("headers", {})}
        return self.client.request(method, path, headers=headers, **more)

    def get(self, path: str, token: str | None = None, **more: Any) -> Any:
        return self.ask("GET", path, token, **more)

    def submit(self, *specs: Json, token: str | None = None, **more: Any) -> list[str]:
        answer = self.ask("POST", "/v1/jobs", token, json={"jobs": list(specs), **more})
        assert answer.status_code == 201, answer.text
        return [job["id"] for job in answer.json()["jobs"]]

    def tenant(self, path: str) -> None:
        assert self.ask("POST", "/v1/tenants", json={"path": path}).status_code == 201

    def token(self, name: str, tenant: str = "", scope: str = "submit", **more: Any) -> str:
        asked = {"name": name, "tenant": tenant, "scope": scope, **more}
        answer = self.ask("POST", "/v1/tokens", json=asked)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["token"])

    def state(self, job: str) -> str:
        return str(self.get(f"/v1/jobs/{job}").json()["state"])

    def until(self, job: str, state: str) -> None:
        assert eventually(lambda: self.state(job) == state), self.state(job)

    def run_to_end(self, job: str, exit_code: int = 0) -> None:
        """It runs, and then its first attempt ends."""
        self.until(job, "running")
        self.engine.end(f"{job}.1", exit_code)
        assert eventually(lambda: self.state(job) in ("done", "failed"))


@contextlib.contextmanager
def served(world: ApiWorld, limits: Limits | None = None) -> Iterator[tuple[str, int]]:
    """The same over real sockets."""
    line = socket.socket()
    line.bind(("127.0.0.1", 0))
    config = uvicorn.Config(
        world.app,
        http=protocol(allowed(limits or Limits())),
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=2,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [line]})
    thread.start()
    try:
        assert eventually(lambda: server.started)
        yield "127.0.0.1", line.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(20)
        line.close()
        assert not thread.is_alive()
