"""What jobs need on nodes of Ray: snapshots, secrets and data."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.integration.test_exec import executed
from tests.integration.test_ray import HEAD, UP, joined
from tests.plane import Plane
from tests.ray_cluster import SECOND, RayCluster
from tests.world import eventually

CANARY = "canary-9b2d41c07e"
SHOWS = (
    "import hashlib, os; secret = os.environb[b'A']; data = open(os.environ['HEDDLE_DATA_WORDS']); "
    "print(secret, hashlib.sha256(secret).hexdigest(), open('words.txt').read(), data.read())"
)


@pytest.mark.slow
def test_a_gang_on_two_nodes_has_all_that_it_needs(
    ray: RayCluster, plane: Plane, tmp_path: Path
) -> None:
    joined(plane, ray, HEDDLE_HEARTBEAT_S="0.5")
    plane.ok(*UP)
    for name in (HEAD, SECOND):
        token = plane.json("node", "token", "--name", name)["token"]
        words = ("node", "join", plane.server["address"], "--token", token)
        own = {"HEDDLE_STATE": str(tmp_path / name), "HEDDLE_TABLE": str(ray.world.table)}
        plane.world.start(sys.executable, "-m", "heddle", *words, **own)
        assert eventually((ray.world.folder / f"node-{name}.sock").exists)
    (tmp_path / "canary").write_text(CANARY)
    plane.ok("account", "secret", "set", "canary", "--from-file", str(tmp_path / "canary"))
    (tmp_path / "words").write_text("from the data")
    plane.ok("admin", "data", "create", "words", "v1", "--path", str(tmp_path / "words"))
    taken = tmp_path / "taken"
    taken.mkdir()
    (taken / "words.txt").write_text("from the snapshot")

    asked = ("--snapshot", str(taken), "--secret", "A=canary", "--data", "words")
    gang = ("--gang", "2", "--devices", "heddle/soft-a:1")  # there is one on each node
    job = ""

    def submits() -> bool:
        nonlocal job
        words = ("submit", "-o", "json", *asked, *gang, "--", sys.executable, "-c", SHOWS)
        done = plane.heddle(*words)
        job = json.loads(done.stdout)[0]["id"] if done.returncode == 0 else ""
        return bool(job)

    assert eventually(submits), "the nodes have joined"
    assert eventually(lambda: plane.job(job)["state"] == "done", 30), plane.json("explain", job)
    digest = hashlib.sha256(CANARY.encode()).hexdigest()
    said = f"b'***' {digest} from the snapshot from the data\n"
    for member in ("0", "1"):
        assert plane.ok("job", "logs", job, "--member", member).endswith(said)
    assert not (tmp_path / HEAD / "cache").exists(), "the control plane's own machine has it"
    (copy,) = (tmp_path / SECOND).glob("cache/words-*/data/words")
    assert copy.read_text() == "from the data"
    for folder in (plane.folder, ray.folder):
        found = subprocess.run(["grep", "-rl", CANARY, str(folder)], capture_output=True, text=True)
        assert not found.stdout

    # Commands are executed beside each member, on its node.
    job = plane.submit(*gang, "--", "sleep", "600")
    assert plane.is_(job, "running"), plane.json("explain", job)
    for member in ("0", "1"):
        command = ("sh", "-c", "echo $RANK; cat; exit 3")
        done = executed(plane, "--member", member, job, "--", *command, data=b"typed")
        assert (done.returncode, done.stdout) == (3, f"{member}\ntyped".encode()), done.stderr
    plane.ok("job", "cancel", "--wait", job)
