"""A Ray of several hosts: they join it, and members of a gang find each other across them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from heddle.research.bench._plane.own_ray import in_network
from tests.hosts import Hosts
from tests.plane import Plane
from tests.ray_cluster import need_ray
from tests.world import eventually

pytestmark = [pytest.mark.ray, pytest.mark.slow]

#: Rank 0 hears of all others, where and under the port that the environment says.
MEMBER = """
import os, socket, time
rank, world = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
at = os.environ["MASTER_ADDR"], int(os.environ["MASTER_PORT"])
if rank == 0:
    with socket.create_server(("", at[1]), backlog=16) as server:
        heard = {0: at[0]}
        while len(heard) < world:
            line, where = server.accept()
            with line:
                heard[int(line.makefile().readline())] = where[0]
    print("heard", *sorted(heard), "on", *sorted({*heard.values()}))
else:
    for _ in range(300):
        try:
            with socket.create_connection(at, 5) as line:
                line.sendall(f"{rank}\\n".encode())
            break
        except OSError:
            time.sleep(0.1)
    else:
        raise SystemExit(f"{at} is not there")
"""


@pytest.fixture
def hosts() -> Iterator[Hosts]:
    need_ray()
    made = Hosts(4)
    with in_network(f"/run/netns/{made.hub}"):
        yield made
    made.remove()


def test_a_gang_of_four_on_two_hosts(hosts: Hosts, plane: Plane, tmp_path: Path) -> None:
    """The control plane and the head are on the hub, which has no devices."""
    variables = plane.world.environment
    variables |= {"SOFTXPU_DEVICES": "none", "HEDDLE_RAY_HOST": hosts.address(hosts.hub)}
    plane.ok("up", "--port", "0", "--engine", "ray")
    joined = []
    for number, host in enumerate(hosts.names, 1):
        command = [sys.executable, "-m", "heddle", "node", "join", "--engine", "ray"]
        own = {"SOFTXPU_DEVICES": "a=gpu,b=gpu", "SOFTXPU_SEGMENT": f"{plane.world.name}.s{number}"}
        process = subprocess.Popen(
            [*hosts.inside(host), *command, "--name", f"n{number}"], env={**variables, **own},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        plane.world.adopt(process)
        joined.append(process)
        assert process.stdout is not None  # one by one: they share the folder of Ray's sockets
        line = process.stdout.readline()
        assert f"joined the Ray at {hosts.address(hosts.hub)}" in line, line

    def names() -> set[str]:
        with plane.client() as client:
            return {node["name"] for node in client.every_node() if node["state"] == "ready"}

    assert eventually(lambda: names() >= {"n1", "n2", "n3", "n4"}, 90), names()
    script = tmp_path / "member.py"
    script.write_text(MEMBER)
    words = ("--gang", "4", "--devices", "npu:1", "--", sys.executable, str(script))
    gang = plane.submit(*words)
    assert eventually(lambda: plane.job(gang)["state"] == "done", 60), plane.ok("explain", gang)
    said = plane.ok("job", "logs", gang).split("heard ", 1)[1].split()
    assert said[:5] == ["0", "1", "2", "3", "on"]
    assert len(said[5:]) == 2, said

    # Wrong tokens and addresses: one sentence, and nothing is left of it.
    wrong = {**variables, "RAY_AUTH_TOKEN": "0" * 64}
    nowhere = f"{hosts.address(hosts.hub)}:1"
    for more, address, word in (
        (wrong, (), "RAY_AUTH_TOKEN"),
        (variables, (nowhere,), "nothing answers"),
    ):
        command = [sys.executable, "-m", "heddle", "node", "join", "--engine", "ray", *address]
        done = subprocess.run(
            [*hosts.inside(hosts.names[0]), *command, "--name", "n9"], env=more,
            capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert (done.returncode, word in done.stderr) == (2, True), done.stderr
        assert len(done.stderr.splitlines()) == 1

    # A node that is stopped has left.
    joined[0].terminate()
    assert joined[0].wait(20) == 0
    assert eventually(lambda: "n1" not in names(), 90)
    for process in joined[1:]:
        process.terminate()
        process.wait(20)
