"""Services whose replicas run on other hosts: nodes of a Slurm in network namespaces."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.hosts import Hosts
from tests.plane import Plane
from tests.slurm import SlurmServer
from tests.world import eventually

pytestmark = [pytest.mark.slurm, pytest.mark.slow]

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


def test_the_front_reaches_replicas_on_other_hosts(
    slurm: SlurmServer, plane: Plane, tmp_path: Path
) -> None:
    """From the hub, where the control plane runs; two replicas, one for each host."""
    own = {name: slurm.environment[name] for name in ("PATH", "SLURM_CONF")}
    environment = {**plane.world.environment, **own, "HEDDLE_SLURM_USERS": "default=root"}

    def inside(*words: str) -> str:
        command = [*slurm.inside(), sys.executable, *words]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout

    heddle = partial(inside, "-m", "heddle")
    (tmp_path / "server.py").write_text(SERVER)
    (tmp_path / "where.yaml").write_text(
        f"id: where\nshape: service\ndevices: cpu:20\nfolder: {tmp_path}\n"
        f"command: [{sys.executable}, server.py]\n"
        "service:\n  replicas: 2\n  health: {path: /, every: 1s}\n"
    )
    heddle("up", "--port", "0", "--engine", "slurm")
    try:
        heddle("submit", "-f", str(tmp_path / "where.yaml"))

        def shown() -> dict[str, Any]:
            return dict(json.loads(heddle("service", "ls", "-o", "json"))[0])

        assert eventually(lambda: shown()["healthy"] == 2, 40), shown()
        asks = "import sys, urllib.request as u; print(u.urlopen(sys.argv[1]).read().decode())"
        said = {inside("-c", asks, shown()["address"]) for _ in range(10)}
        assert {each.split()[0] for each in said} == {"n1", "n2"}
        assert len({each.split()[1] for each in said}) == 2, "they have different ports"
    finally:
        heddle("admin", "down", "--all")
