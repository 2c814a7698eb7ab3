"""Every scenario of examples/ runs as it is, on the soft XPU or the processor."""

from __future__ import annotations

import json
import os
import re
import shutil
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heddle.engine.local.images import podman_cli
from heddle.engine.local.sandbox import isolation
from heddle.spec.job_file import parse
from tests.components import install
from tests.conftest import missing
from tests.images import copied, docker_archive, in_store, with_python, with_usual_links
from tests.plane import Plane
from tests.world import World, eventually

EXAMPLES = Path(__file__).parents[2] / "examples"
SCENARIOS = ("training", "inference", "hpc", "rendering", "iot", "hashing")


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """The examples, where they may leave their results."""
    folder = tmp_path / "examples"
    for name in SCENARIOS:
        shutil.copytree(EXAMPLES / name, folder / name)
        (folder / name).chmod(0o777)
    return folder


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One with Python, a shell and little else."""
    folder = tmp_path_factory.mktemp("python")
    found, why = podman_cli.find(str(folder))
    if found is None and "nstall" in why:
        missing(why, install("podman"))
    if found is None:
        pytest.skip(why)
    root = folder / "root"
    for tool in ("sh", "mkdir"):
        path = shutil.which(tool)
        assert path is not None
        copied(root, path)
    with_python(root)
    with_usual_links(root)
    (root / "tmp").mkdir(mode=0o1777)
    env = {"Env": ["PATH=/usr/bin:/bin"]}
    with in_store(docker_archive(root, folder / "python.tar", "examples:1", env)) as name:
        yield name


@pytest.fixture(params=["plain", "isolated", "in an image"])
def plane(
    world: World, tmp_path: Path, here: Path, request: pytest.FixtureRequest
) -> Iterator[Plane]:
    """As an administrator has it; as a tenant, to whom the operator shows the folder; and in an
    image that every job names."""
    made = Plane(world, tmp_path / "state")
    if request.param == "in an image":
        name = request.getfixturevalue("image")
        for file in here.glob("*/*.yaml"):
            file.write_text(
                re.sub(
                    "^( *)command:", rf"\1image: {name}\n\1command:", file.read_text(), flags=re.M
                )
            )
    if request.param == "isolated":
        found, why = isolation.find(os.environ, str(tmp_path))
        if found is None:
            pytest.skip(why)
        world.environment["HEDDLE_SHARED_USER_TENANTS"] = "0"
        world.environment["HEDDLE_JOB_MOUNTS"] = f"{tmp_path / 'examples'}:rw"
    made.ok("up", "--port", "0")
    if request.param == "isolated":
        with made.client() as admin:
            admin.add_tenant({"path": "acme"})
            ann = admin.add_token({"name": "ann", "tenant": "acme", "scope": "submit"})
        world.environment["HEDDLE_TOKEN"] = str(ann["token"])
    yield made
    world.environment.pop("HEDDLE_TOKEN", None)
    made.remove()


def finished(plane: Plane, file: Path) -> list[dict[str, Any]]:
    jobs = plane.json("submit", "--wait", "-f", str(file))
    assert all(job["state"] == "done" for job in jobs), jobs
    return list(jobs)


def test_every_scenario_has_one_file_that_is_right() -> None:
    for name in SCENARIOS:
        (file,) = (EXAMPLES / name).glob("*.yaml")
        assert parse(file.read_text(), str(file))


@pytest.mark.slow
def test_batches_run_to_their_ends(plane: Plane, here: Path) -> None:
    """One control plane for all: what is tested is the examples."""
    (training,) = finished(plane, here / "training" / "job.yaml")
    assert "learned 1.50 -1.80 0.64" in plane.ok("job", "logs", training["id"])
    assert json.loads((here / "training" / "state.json").read_text())[0] == 30

    *_, gather = finished(plane, here / "hpc" / "jobs.yaml")
    assert plane.ok("job", "logs", gather["id"]).split()[:2] == ["0.05", "2878"]
    assert len(plane.ok("job", "logs", gather["id"]).splitlines()) == 6

    finished(plane, here / "rendering" / "jobs.yaml")
    assert (here / "rendering" / "out" / "sheet.png").read_bytes().startswith(b"\x89PNG")
    assert len(list((here / "rendering" / "out").glob("frame-*.png"))) == 8

    for job in finished(plane, here / "hashing" / "job.yaml"):
        assert " 0000" in plane.ok("job", "logs", job["id"]) or " 0001" in plane.ok(
            "job", "logs", job["id"]
        )

    (stream,) = finished(plane, here / "iot" / "job.yaml")
    written = plane.ok("job", "logs", stream["id"])
    assert "on a soft device" in written
    assert "200 readings, 4 alarms" in written


@pytest.mark.slow
def test_the_service_answers_and_rests(plane: Plane, here: Path) -> None:
    file = here / "inference" / "service.yaml"
    file.write_text(file.read_text().replace("port: 8090", "port: 0"))
    plane.ok("submit", "-f", str(file))

    def port() -> int:
        (service,) = plane.json("service", "ls")
        return int(service["port"] or 0)

    assert eventually(lambda: port() > 0, 15)
    address = f"http://127.0.0.1:{port()}/classify?x=1.0&y=-0.5"
    with urllib.request.urlopen(address, timeout=30) as answer:
        assert json.loads(answer.read())["likely"] == pytest.approx(0.953, abs=0.001)
