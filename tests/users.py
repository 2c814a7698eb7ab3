"""Several users on one machine, for tests that run as root."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from heddle import native
from tests.world import World, eventually

LOAD = native.file("soft-load")
ALICE, BOB = 65533, 65534

#: A Python that other users can run: the one of the tests may be in somebody's home.
PYTHON = shutil.which("python3", path="/usr/local/bin:/usr/bin")


#: Of tests that take one user for another: what a test makes is root's, whom everybody trusts.
AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root can pass for other users")


def why_not() -> str:
    if os.geteuid() != 0:
        return "only root can be several users"
    if not shutil.which("setpriv") or not PYTHON:
        return "setpriv or a Python for all users is not here"
    heddle = [PYTHON, "-c", "import heddle.cli"]
    package = {**os.environ, "PYTHONPATH": str(Path(native.__file__).parents[1])}
    done = subprocess.run([*as_user(BOB), *heddle], env=package, capture_output=True, text=True)
    return f"other users cannot run Heddle from here: {done.stderr}" if done.returncode else ""


def as_user(uid: int) -> list[str]:
    return ["setpriv", f"--reuid={uid}", "--clear-groups"]


def prepare(world: World) -> None:
    """One device, and a package that other users find, wherever this one has it from."""
    world.environment["SOFTXPU_DEVICES"] = "gpu"
    world.environment["PYTHONPATH"] = str(Path(native.__file__).parents[1])
    world.environment["PYTHONDONTWRITEBYTECODE"] = "1"


def start_agent(world: World, *options: str) -> subprocess.Popen[str]:
    return world.start_agent("--tenants", *options)


def heddle(world: World, uid: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*as_user(uid), str(PYTHON), "-m", "heddle", *arguments],
        env=world.environment, capture_output=True, text=True, timeout=60,
    )  # fmt: skip


def load(world: World, uid: int, options: tuple[str, ...], *words: str) -> subprocess.Popen[str]:
    run = [str(PYTHON), "-m", "heddle", "run", *options, "--", LOAD, "requests", *words]
    return world.start(*as_user(uid), *run)


def saturating(world: World, uid: int, *options: str) -> subprocess.Popen[str]:
    program = load(world, uid, options, "100", "100", "0", "3", "60")
    assert eventually(lambda: any(p["pid"] == program.pid and p["devices"] for p in ps(world)))
    return program


def ps(world: World) -> list[dict[str, object]]:
    return list(json.loads(world.heddle("ps", "-o", "json").stdout))


def find(world: World, program: subprocess.Popen[str]) -> dict[str, object]:
    return next(p for p in ps(world) if p["pid"] == program.pid)


def completed(world: World, program: subprocess.Popen[str]) -> int:
    queues = find(world, program)["queues"]
    assert isinstance(queues, list)
    return sum(int(queue["completed"]) for queue in queues)
