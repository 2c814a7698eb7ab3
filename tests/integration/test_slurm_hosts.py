"""A Slurm of several hosts: members of a gang find each other across them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hosts import Hosts
from tests.plane import Plane
from tests.slurm import SlurmServer

pytestmark = [pytest.mark.slurm, pytest.mark.slow]

#: Rank 0 hears of all others, where and under the port that the environment says.
MEMBER = """
import os, socket, time
rank, world = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
at = os.environ["MASTER_ADDR"], int(os.environ["MASTER_PORT"])
if rank == 0:
    with socket.create_server(("", at[1]), backlog=16) as server:
        heard = {0: os.environ["SLURMD_NODENAME"]}
        while len(heard) < world:
            line, _ = server.accept()
            with line:
                other, node = line.makefile().readline().split()
                heard[int(other)] = node
    print("heard", *sorted(heard), "on", *sorted({*heard.values()}))
else:
    for _ in range(300):
        try:
            with socket.create_connection(at, 5) as line:
                line.sendall(f"{rank} {os.environ['SLURMD_NODENAME']}\\n".encode())
            break
        except OSError:
            time.sleep(0.1)
    else:
        raise SystemExit(f"{at} is not there")
"""


@pytest.fixture(scope="module")
def slurm() -> Iterator[SlurmServer]:
    hosts = Hosts(4)
    server = None
    try:
        server = SlurmServer(hosts=hosts)
        yield server
    finally:
        if server is not None:
            server.stop()
        hosts.remove()


def reach(slurm: SlurmServer, folder: Path) -> str:
    """A PATH by which Slurm's commands run where the controller can be reached."""
    folder.mkdir()
    for name in ("sbatch", "squeue", "scancel", "sinfo", "scontrol"):
        command = " ".join([*slurm.inside(), f"/usr/bin/{name}"])
        (folder / name).write_text(f'#!/bin/sh\nexec {command} "$@"\n')
        (folder / name).chmod(0o755)
    return f"{folder}:{slurm.environment['PATH']}"


def test_a_gang_of_four_on_two_hosts(slurm: SlurmServer, plane: Plane, tmp_path: Path) -> None:
    plane.world.environment |= {
        "PATH": reach(slurm, tmp_path / "bin"),
        "SLURM_CONF": slurm.environment["SLURM_CONF"],
        "SOFTXPU_DEVICES": "a=gpu,b=gpu,c=gpu,d=gpu",
        "HEDDLE_SLURM_USERS": "default=root",
    }
    plane.ok("up", "--port", "0", "--engine", "slurm")
    assert {node["name"] for node in plane.json("node", "ls")} >= {"n1", "n2", "n3", "n4"}
    script = tmp_path / "member.py"
    script.write_text(MEMBER)
    words = ("--gang", "4", "--devices", "gpu:2", "--", sys.executable, str(script))
    gang = plane.submit(*words)
    assert plane.is_(gang, "done"), plane.ok("explain", gang)
    said = plane.ok("job", "logs", gang).split("heard ", 1)[1].split()
    assert said[:5] == ["0", "1", "2", "3", "on"]
    assert len(said[5:]) == 2, said
