"""A whole control plane with few descriptors, and somebody who takes them all."""

from __future__ import annotations

import socket
import subprocess
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import urlsplit

from tests.plane import Plane
from tests.world import World

SENT = (
    b"",
    b"GET /v1/jobs HTTP/1.1\r\nX: ",
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n",
)


def test_it_can_be_reached_while_somebody_holds_connections(world: World, tmp_path: Path) -> None:
    plane = Plane(world, tmp_path)
    command = f"ulimit -n 300; exec {sys.executable} -m heddle up --port 0"
    try:
        done = subprocess.run(
            ["sh", "-c", command], env=world.environment, capture_output=True, timeout=60, text=True
        )
        assert done.returncode == 0, done.stderr
        where = urlsplit(plane.server["address"])
        with ExitStack() as stack:
            for n in range(450):
                with suppress(OSError):
                    line = socket.create_connection((where.hostname, where.port or 0), 5)
                    stack.enter_context(line)
                    line.sendall(SENT[n % 3])
            with plane.client() as client:
                assert client.jobs()["jobs"] == []
            assert plane.is_(plane.submit("--", "true"), "done")
    finally:
        plane.remove()
