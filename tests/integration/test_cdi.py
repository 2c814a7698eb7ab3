"""`heddle device cdi` as a user types it; and, where Podman works, a container that it
schedules."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heddle import native
from tests.images import copied
from tests.world import World, eventually

LOAD = native.file("soft-load")
IN_CONTAINER = "/opt/heddle/lib/soft-load"


def test_it_prints_a_file_for_this_machine(world: World) -> None:
    """JSON with an entry for each device and one for all, of this table and this segment."""
    done = world.heddle("device", "cdi", "--priority", "high", "--tenant", "lab")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["kind"] == "heddle.dev/xpu"
    names = [entry["name"] for entry in told["devices"]]
    assert [n for n in names if n.startswith("soft-")] == ["soft-gpu", "soft-npu", "soft-edge"]
    assert names[-1] == "all"
    edits = told["containerEdits"]
    assert edits["mounts"][0]["hostPath"] == str(world.folder)
    assert {"HEDDLE_PRIORITY=100", "HEDDLE_TENANT=lab"} <= set(edits["env"])
    mounts = told["devices"][names.index("soft-gpu")]["containerEdits"]["mounts"]
    assert [mount["hostPath"] for mount in mounts] == [str(world.segment), f"{world.segment}.0"]
    assert world.segment.exists(), "engines need it when the container is made"


@pytest.mark.parametrize("device_class", ["xpu", "xpu-low"])
def test_a_container_sees_two_devices_of_one_vendor(world: World, device_class: str) -> None:
    """Engines let the last of two variables win; the shim puts together what both show."""
    told = json.loads(world.heddle("device", "cdi", "--class", device_class).stdout)
    entries = {entry["name"]: entry["containerEdits"]["env"] for entry in told["devices"]}
    lines = [*told["containerEdits"]["env"], *entries["soft-gpu"], *entries["soft-edge"]]
    given = dict(line.split("=", 1) for line in lines)
    assert given["SOFTXPU_VISIBLE_DEVICES"] == "2"
    here = {"LD_PRELOAD": native.file("libheddle.so"), "HEDDLE_TABLE": str(world.table)}
    done = subprocess.run(
        ["sh", "-c", "echo $SOFTXPU_VISIBLE_DEVICES"],
        env={**world.environment, **given, **here},
        capture_output=True,
        text=True,
    )
    assert done.stdout == "0,2\n", done.stderr


def test_it_writes_a_file_and_says_what_to_do_next(world: World, tmp_path: Path) -> None:
    """The names, an example, and that the agent is missing."""
    path = tmp_path / "heddle.json"
    done = world.heddle("device", "cdi", "--out", str(path), "--class", "urgent")
    assert done.returncode == 0, done.stderr
    assert json.loads(path.read_text())["kind"] == "heddle.dev/urgent"
    assert "soft-gpu" in done.stdout
    assert "--device heddle.dev/urgent=" in done.stdout
    assert "heddle node agent --tenants &" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--priority", "most"], "priority"),
        (["--share", "200%"], "share"),
        (["--class", "a/b"], "class"),
        (["--out", "/nonexistent/heddle.json"], "sudo install -D"),
    ],
)
def test_mistakes_are_explained(world: World, arguments: list[str], says: str) -> None:
    """Exit code 2, one line, no traceback."""
    done = world.heddle("device", "cdi", *arguments)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_without_a_device_there_is_no_file(world: World) -> None:
    """CDI allows none."""
    if os.path.exists("/dev/nvidiactl"):
        pytest.skip("this machine has a GPU")
    done = world.heddle("device", "cdi", SOFTXPU_DEVICES="none")
    assert done.returncode == 2
    assert "no accelerator" in done.stderr


# -- with Podman ----------------------------------------------------------------------------------


class Podman:
    """Containers without an image: a root with the C library, all else comes by CDI."""

    #: Limits as low as these may be set without rights that a virtual machine may lack.
    LIMITS = ("--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1024:1024")

    def __init__(self, root: Path, runtime: tuple[str, ...]) -> None:
        self.root = root
        self.runtime = runtime

    def command(self, *words: str, options: tuple[str, ...] = ()) -> list[str]:
        start = ["podman", *self.runtime, "run", "--rm", "--network=none", *self.LIMITS]
        return [*start, *options, "--rootfs", str(self.root), *words]


@pytest.fixture
def podman(tmp_path: Path) -> Podman:
    """Skips where no container can run: that is more than a package, so CI need not have it."""
    if not shutil.which("podman"):
        pytest.skip("podman is not installed")
    root = tmp_path / "root"
    env = shutil.which("env") or "/usr/bin/env"
    for program in (env, LOAD):
        copied(root, program)
    (root / LOAD.lstrip("/")).unlink()
    why = ""
    for runtime in ((), ("--runtime", "runc"), ("--runtime", "crun")):
        made = Podman(root, runtime)
        done = subprocess.run(made.command(env), capture_output=True, text=True, timeout=60)
        if done.returncode == 0:
            return made
        why += f"; {' '.join(runtime)} {done.stderr.strip()[-200:]}"
    pytest.skip(f"podman cannot run a container here{why}")


@pytest.fixture
def kind(world: World) -> Iterator[str]:
    """A specification of this world, where Podman looks for those that do not stay."""
    folder = Path("/run/cdi")
    if not os.access(folder if folder.exists() else folder.parent, os.W_OK):
        pytest.skip(f"{folder} cannot be written; run as root")
    before = folder.exists()
    folder.mkdir(exist_ok=True)
    path = folder / f"{world.name}.json"
    wanted = ("--class", world.name, "--priority", "low", "--tenant", "lab")
    done = world.heddle("device", "cdi", *wanted, "--out", str(path))
    assert done.returncode == 0, done.stderr
    yield f"heddle.dev/{world.name}"
    path.unlink()
    if not before:
        folder.rmdir()


def ps(world: World) -> list[dict[str, Any]]:
    return list(json.loads(world.heddle("ps", "-o", "json").stdout))


@pytest.fixture
def agent(world: World) -> subprocess.Popen[str]:
    started = world.start(sys.executable, "-m", "heddle", "node", "agent", "--tenants")
    assert eventually(lambda: world.heddle("node", "policy").returncode == 0), (
        "the agent does not answer"
    )
    return started


@pytest.mark.slow
@pytest.mark.usefixtures("agent")
@pytest.mark.parametrize("pids", ["private", "host"])
def test_a_program_in_a_container_makes_room_for_one_outside(
    world: World, podman: Podman, kind: str, pids: str
) -> None:
    """It knows nothing of Heddle, has what the file says, is held, and ends as it would alone."""
    options = ("--device", f"{kind}=soft-npu", "--pid", pids)
    load = (IN_CONTAINER, "requests", "10", "1000", "0", "4", "6")
    inside = world.start(*podman.command(*load, options=options))
    found: list[dict[str, Any]] = []

    def there() -> bool:
        found[:] = [program for program in ps(world) if program["devices"]]
        return bool(found) or inside.poll() is not None

    assert eventually(there)
    assert found, inside.communicate()
    (program,) = found
    assert program["devices"] == ["soft@npu"]
    assert (program["priority"], program["tenant"]) == (-100, "lab")
    urgent = ("--priority", "high", "--device", "soft@npu")
    work = ("requests", "100", "100", "30000", "1", "2")
    done = world.heddle("run", *urgent, "--", LOAD, *work)
    assert done.returncode == 0, done.stderr
    took = sorted(
        int(end) - int(begin) for begin, end in (line.split() for line in done.stdout.splitlines())
    )
    assert took[len(took) // 2] < 20e6, "10 ms of work, and not behind what the container queued"
    (program,) = [one for one in ps(world) if one["id"] == program["id"]]
    assert program["held_ns"] > 0
    out, err = inside.communicate(timeout=60)
    assert inside.returncode == 0, err
    assert err == ""
    assert len(out.splitlines()) > 100
    assert eventually(lambda: not ps(world)), "its slots are free again"


def test_the_environment_in_a_container_is_as_the_file_says(
    world: World, podman: Podman, kind: str
) -> None:
    """The entry of a device goes before the top, and the file before -e; the last device counts."""
    native.open_table()
    options = ("--device", f"{kind}=soft-gpu", "--device", f"{kind}=soft-npu")
    env = shutil.which("env") or "/usr/bin/env"
    done = subprocess.run(
        podman.command(env, options=(*options, "-e", "HEDDLE_PRIORITY=7")),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    seen = dict(line.split("=", 1) for line in done.stdout.splitlines())
    assert seen["SOFTXPU_VISIBLE_DEVICES"] == "1"
    assert seen["HEDDLE_TABLE"] == "/run/heddle/table"
    assert seen["HEDDLE_PRIORITY"] == "-100"
