"""`heddle run --on NODE` on nodes of other engines: slurm and ray."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.integration.test_handover import Site, site, slurm
from tests.integration.test_ray import UP, joined
from tests.plane import Plane
from tests.ray_cluster import SECOND, RayCluster
from tests.slurm import SlurmServer
from tests.users import why_not
from tests.world import eventually

__all__ = ["site", "slurm"]  # the fixtures
pytestmark = pytest.mark.slow

SCRIPT = "cat sent > made; mkdir out; cat > out/read; wc -c < out/read; echo to stderr >&2; exit 3"
LOOP = "trap 'echo heard; exit 7' INT; echo ready; while :; do sleep 0.05; done"


def started(plane: Plane, node: str, folder: Path, *words: str) -> subprocess.Popen[bytes]:
    environment = {k: v for k, v in plane.world.environment.items() if k != "VIRTUAL_ENV"}
    return subprocess.Popen(
        [sys.executable, "-m", "heddle", "run", "--on", node, *words], env=environment,
        cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def ran(plane: Plane, node: str, folder: Path, data: bytes, *words: str) -> tuple[int, bytes, str]:
    with started(plane, node, folder, *words) as process:
        try:
            out, err = process.communicate(data, timeout=60)
        finally:
            process.kill()
    return process.returncode, out, err.decode()


def is_as_if_here(plane: Plane, node: str, folder: Path) -> None:
    """Folder, input, both outputs, signals and exit code."""
    data = os.urandom(1_000_000)
    code, out, err = ran(plane, node, folder, data, "--", "sh", "-c", SCRIPT)
    assert (code, out) == (3, b"1000000\nto stderr\n"), err
    assert err == ""
    assert (folder / "made").read_text() == "sent there\n"
    assert (folder / "out" / "read").read_bytes() == data
    with started(plane, node, folder, "--", "sh", "-c", LOOP) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(2)
        out, said = process.communicate(timeout=60)
    assert (process.returncode, out) == (7, b"heard\n"), said
    code, out, err = ran(plane, node, folder, b"", "--members", "2", "--", "sh", "-c", "echo $RANK")
    assert (code, sorted(out.splitlines())) == (0, [b"[0] 0", b"[1] 1"]), err


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "work"
    made.mkdir()
    (made / "sent").write_text("sent there\n")
    return made


@pytest.mark.slurm
@pytest.mark.skipif(bool(why_not()), reason=why_not())
def test_on_a_node_of_slurm(site: Site, slurm: SlurmServer, folder: Path) -> None:
    """As if it were here, once the node has joined; before, input does not reach it."""
    node = sorted(slurm.nodes)[0]
    here = site.common  # its user cannot enter the other one
    code, out, err = ran(site.plane, node, here, b"data", "--no-copy", "--", "wc", "-c")
    assert (code, out) == (0, b"0\n"), err
    assert "what comes on standard input does not reach it" in err
    for name in slurm.nodes:
        site.join(name)
    assert eventually(lambda: ran(site.plane, node, folder, b"x", "--", "cat")[:2] == (0, b"x"))
    is_as_if_here(site.plane, node, folder)


def test_on_a_node_of_ray(ray: RayCluster, plane: Plane, folder: Path, tmp_path: Path) -> None:
    """As if it were here."""
    joined(plane, ray, HEDDLE_HEARTBEAT_S="0.5")
    plane.ok(*UP)
    token = plane.json("node", "token", "--name", SECOND)["token"]
    words = ("node", "join", plane.server["address"], "--token", token)
    own = {"HEDDLE_STATE": str(tmp_path / SECOND), "HEDDLE_TABLE": str(ray.world.table)}
    plane.world.start(sys.executable, "-m", "heddle", *words, **own)
    assert eventually((ray.world.folder / f"node-{SECOND}.sock").exists)
    assert eventually(lambda: ran(plane, SECOND, folder, b"x", "--", "cat")[:2] == (0, b"x"))
    is_as_if_here(plane, SECOND, folder)
