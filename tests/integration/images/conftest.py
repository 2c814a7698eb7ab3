"""An image with a shell and a few tools, and what runs commands in it."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from heddle import native
from heddle.engine.local.images import podman_cli
from tests.components import install
from tests.conftest import missing
from tests.images import copied, docker_archive, with_usual_links
from tests.integration.images.runner import Runner, nothing_is_left
from tests.integration.test_isolation import Tenants
from tests.plane import Plane
from tests.registry import Registry
from tests.world import World

TOOLS = "sh cat env id ls pwd sleep touch true head dd wc grep kill ps mkdir ln readlink mount test"


@pytest.fixture(scope="module", autouse=True)
def can_run_images(tmp_path_factory: pytest.TempPathFactory) -> None:
    found, why = podman_cli.find(str(tmp_path_factory.mktemp("state")))
    if found is None and "nstall" in why:
        missing(why, install("podman"))
    if found is None:
        pytest.skip(why)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is in the image: a shell, a few tools, and what our libraries need."""
    root = tmp_path_factory.mktemp("root")
    for name in TOOLS.split():
        path = shutil.which(name)
        assert path is not None, name
        copied(root, path)
    for library in ("libsoftxpu.so.1", "libheddle-soft.so", "soft-load"):
        copied(root, native.file(library))
    shutil.rmtree(root / native.DIRECTORY.lstrip("/"))
    for folder in ("tmp", "etc"):
        (root / folder).mkdir()
    (root / "tmp").chmod(0o1777)
    (root / "etc" / "passwd").write_text("root:x:0:0:root:/root:/bin/sh\n")
    (root / "etc" / "release").write_text("made for a test\n")
    (root / "hello").write_text('#!/bin/sh\necho "hello $*, $GREETING"\nexit 4\n')
    (root / "hello").chmod(0o755)
    with_usual_links(root)
    return root


@pytest.fixture(scope="module")
def archive(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("image")
    folder.chmod(0o755)  # tenants read it
    own = {
        "Entrypoint": ["/hello"], "Cmd": ["from", "within"], "User": "nobody",
        "Env": ["GREETING=welcome", "PATH=/usr/bin:/bin", "OWN=of the image"],
    }  # fmt: skip
    return docker_archive(root, folder / "image.tar", "trusted:1", own)


@pytest.fixture
def runner(tmp_path: Path, archive: Path) -> Iterator[Runner]:
    runner = Runner(tmp_path / "engine", f"docker-archive:{archive}")
    yield runner
    runner.engine.close()
    assert nothing_is_left()


@pytest.fixture
def registry(tmp_path: Path, archive: Path) -> Iterator[Registry]:
    if not os.access("/etc", os.W_OK):
        pytest.skip("only root can have Podman trust a registry")
    registry = Registry(tmp_path / "registry", archive)
    yield registry
    subprocess.run(["podman", "rmi", "--force", registry.name], capture_output=True, check=False)
    registry.close()


@pytest.fixture
def plane(world: World, tmp_path: Path) -> Iterator[Plane]:
    plane = Plane(world, tmp_path / "state")
    plane.ok("up", "--port", "0")
    yield plane
    plane.remove()
    assert nothing_is_left()


@pytest.fixture
def tenants(world: World, tmp_path: Path, archive: Path) -> Iterator[Tenants]:
    world.environment["SOFTXPU_DEVICES"] = "gpu,npu"
    world.environment["HEDDLE_JOB_MOUNTS"] = str(archive.parent)
    plane = Plane(world, tmp_path / "state")
    yield Tenants(plane)
    plane.remove()
    assert nothing_is_left()
