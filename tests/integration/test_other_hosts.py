"""What jobs and services need on other hosts: nodes of a Slurm in network namespaces, which reach
the control plane at its address alone."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hosts import Hosts
from tests.plane import Plane
from tests.slurm import SlurmServer
from tests.world import eventually

pytestmark = [pytest.mark.slurm, pytest.mark.slow]

CANARY = "canary-27d1c6e0fa"
#: Answers where it runs, at no other address than the one that it was told.
SERVER = """
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        body = f"{os.environ['SLURMD_NODENAME']} {os.environ['PORT']}".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass

ThreadingHTTPServer((os.environ["HOST"], int(os.environ["PORT"])), Handler).serve_forever()
"""


@pytest.fixture
def slurm() -> Iterator[SlurmServer]:
    hosts = Hosts(2)
    server = None
    try:
        server = SlurmServer(hosts=hosts)
        yield server
    finally:
        if server is not None:
            server.stop()
        hosts.remove()


class Cluster:
    """A control plane on the hub of the hosts; commands run there."""

    def __init__(self, slurm: SlurmServer, plane: Plane) -> None:
        self.slurm, self.world = slurm, plane.world
        self.address = slurm.address()
        own = {name: slurm.environment[name] for name in ("PATH", "SLURM_CONF")}
        more = {"HEDDLE_SLURM_USERS": "default=root", "HEDDLE_HEARTBEAT_S": "0.5"}
        self.environment = {**plane.world.environment, **own, **more}

    def inside(self, *words: str, data: str = "") -> str:
        command = [*self.slurm.inside(), sys.executable, *words]
        done = subprocess.run(
            command, env=self.environment, input=data, capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def heddle(self, *words: str, data: str = "") -> str:
        return self.inside("-m", "heddle", *words, data=data)

    def json(self, *words: str) -> Any:
        end = words.index("--") if "--" in words else len(words)
        return json.loads(self.heddle(*words[:end], "-o", "json", *words[end:]))

    def join(self, node: str, address: str, folder: Path) -> None:
        """On its host, over TLS; the token has the pin of the certificate."""
        token = self.json("node", "token", "--name", node)["token"]
        command = [*self.slurm.inside(node), sys.executable, "-m", "heddle", "node", "join"]
        self.world.start(
            *command, address, "--token", token, HEDDLE_STATE=str(folder / node)
        )  # fmt: skip
        assert eventually((self.world.folder / f"node-{node}.sock").exists)


@pytest.fixture
def cluster(slurm: SlurmServer, plane: Plane) -> Iterator[Cluster]:
    made = Cluster(slurm, plane)
    made.heddle("up", "--port", "0", "--host", made.address, "--engine", "slurm")
    yield made
    made.heddle("admin", "down", "--all")


def test_what_jobs_need_comes_to_other_hosts(
    cluster: Cluster, plane: Plane, tmp_path: Path
) -> None:
    """A secret over TLS, on a host that has nothing of the control plane but its address; a command
    beside a member there; and a service, one replica on each host."""
    address = plane.server["address"]
    assert address.startswith(f"https://{cluster.address}:")
    for node in ("n1", "n2"):
        cluster.join(node, address, tmp_path)
    cluster.heddle("account", "secret", "set", "canary", data=CANARY)

    shows = "import hashlib, os; print(hashlib.sha256(os.environb[b'A']).hexdigest())"
    # A node may not be heard of yet: it has joined when it takes jobs, not when it answers here.
    asked = ("--anyway", "--secret", "A=canary", "--gang", "2", "--devices", "cpu:20")

    def submitted(*command: str) -> str:
        return str(cluster.json("submit", *asked, "--", *command)[0]["id"])

    def is_(job: str, state: str) -> bool:
        told = cluster.json("job", "ls", "--all")
        return any(each["id"] == job and each["state"] == state for each in told)

    job = submitted(sys.executable, "-c", shows)
    assert eventually(lambda: is_(job, "done"), 30), cluster.heddle("explain", job)
    digest = hashlib.sha256(CANARY.encode()).hexdigest()
    for member in ("0", "1"):
        assert cluster.heddle("job", "logs", job, "--member", member).strip() == digest

    job = submitted("sleep", "600")
    assert eventually(lambda: is_(job, "running"), 30), cluster.heddle("explain", job)
    shows = "hostname -I; cat"  # of the network namespace that it runs in
    said = [
        cluster.heddle("job", "exec", "--member", member, job, "--", "sh", "-c", shows, data="x")
        for member in ("0", "1")
    ]
    assert {each.split()[0] for each in said} == {cluster.slurm.address(n) for n in ("n1", "n2")}
    cluster.heddle("job", "cancel", "--wait", job)

    (tmp_path / "server.py").write_text(SERVER)
    (tmp_path / "where.yaml").write_text(
        f"id: where\nshape: service\ndevices: cpu:20\nfolder: {tmp_path}\n"
        f"command: [{sys.executable}, server.py]\n"
        "service:\n  replicas: 2\n  health: {path: /, every: 1s}\n"
    )
    cluster.heddle("submit", "-f", str(tmp_path / "where.yaml"))

    def shown() -> dict[str, Any]:
        return dict(cluster.json("service", "ls")[0])

    assert eventually(lambda: shown()["healthy"] == 2, 40), shown()
    asks = "import sys, urllib.request as u; print(u.urlopen(sys.argv[1]).read().decode())"
    said = [cluster.inside("-c", asks, shown()["address"]) for _ in range(10)]
    assert {each.split()[0] for each in said} == {"n1", "n2"}
    assert len({each.split()[1] for each in said}) == 2, "they have different ports"
