"""What a job of a tenant has of the control plane that started it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from heddle.client.wire import NotAllowedError
from tests.plane import Plane
from tests.world import World

HEDDLE = f"{sys.executable} -m heddle"
#: Says who it is, and tries to become somebody else.
EVIL = f"env; {HEDDLE} whoami; {HEDDLE} tokens make taken --tenant '' --scope admin; echo done"


@pytest.fixture
def plane(world: World, tmp_path: Path) -> Iterator[Plane]:
    world.environment["SOFTXPU_DEVICES"] = "gpu"
    made = Plane(world, tmp_path / "state")
    world.environment["HEDDLE_TOKEN_OF_THE_SERVER"] = "secret"
    yield made
    made.remove()


@pytest.mark.parametrize("devices", [(), ("--devices", "gpu:1")])
def test_a_job_is_nobody_by_inheritance(plane: Plane, devices: tuple[str, ...]) -> None:
    """It inherits neither the state folder nor the token of the server's user."""
    plane.ok("up", "--port", "0")
    job = plane.submit(*devices, "--", "bash", "-c", EVIL)
    assert plane.is_(job, "done"), (plane.job(job), plane.ok("job", "logs", job))
    said = plane.ok("job", "logs", job)
    assert "done" in said
    assert "HEDDLE_ATTEMPT=" in said
    assert "HEDDLE_STATE=" not in said
    assert str(plane.folder.parent) not in said.replace(f"{plane.folder}/attempts", "")
    assert "admin" not in said
    with plane.client() as client:
        assert [each["name"] for each in client.tokens()["tokens"]] == ["admin"]


def test_a_second_tenants_job_is_refused_without_isolation(plane: Plane, tmp_path: Path) -> None:
    """All jobs are one user's then, who could read everybody's."""
    plane.world.environment["HEDDLE_SHARED_USER_TENANTS"] = "0"
    (tmp_path / "bwrap").write_text("#!/bin/sh\necho bwrap: no namespaces here >&2; exit 1\n")
    (tmp_path / "bwrap").chmod(0o755)
    plane.world.environment["PATH"] = f"{tmp_path}:{plane.world.environment['PATH']}"
    plane.ok("up", "--port", "0")
    plane.submit("--", "true")
    with plane.client() as admin:
        admin.add_tenant({"path": "acme"})
        token = admin.add_token({"name": "ann", "tenant": "acme", "scope": "submit"})["token"]
    spec = {"id": "a", "devices": "cpu:1", "command": "true"}
    with plane.client(token) as ann, pytest.raises(NotAllowedError) as refused:
        ann.submit([spec])
    assert "--shared-user-tenants" in str(refused.value)
    assert "bwrap: no namespaces here" in str(refused.value)
    plane.ok("admin", "down")
    plane.ok("up", "--port", "0", "--shared-user-tenants")
    with plane.client(token) as ann:
        assert ann.submit([spec])
