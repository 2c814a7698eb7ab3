"""What jobs are equipped with, on a real control plane: nothing of a secret is left anywhere."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.plane import Plane
from tests.world import World, eventually

pytestmark = pytest.mark.slow
CANARY = "canary-5b0c91-value"
CERT = "canary-first-line\ncanary-second-line\n"


@pytest.fixture
def plane(world: World, tmp_path: Path) -> Iterator[Plane]:
    world.environment["HEDDLE_CACHE_LIMIT"] = "64MiB"
    made = Plane(world, tmp_path / "state")
    made.ok("up", "--port", "0")
    yield made
    made.remove()


def write_job(into: Path, **spec: Any) -> str:
    into.mkdir(exist_ok=True)
    path = into / "job.json"
    path.write_text(json.dumps({"id": "a", "devices": "cpu:1", **spec}))
    return str(path)


def log_of(plane: Plane, job: str) -> str:
    assert plane.is_(job, "done"), plane.job(job)
    return plane.ok("job", "logs", job)


def everything(folder: Path) -> Iterator[tuple[str, bytes]]:
    """All files of the control plane, and what all processes were called with."""
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            yield str(path), path.read_bytes()
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            yield f"{pid}'s command line", Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            continue


def test_a_secret_is_with_the_member_alone(plane: Plane, tmp_path: Path) -> None:
    secret, cert = tmp_path / "secret", tmp_path / "cert"
    secret.write_text(CANARY)
    cert.write_text(CERT)
    plane.ok("account", "secret", "set", "hf", "--from-file", str(secret))
    plane.ok("account", "secret", "set", "cert", "--from-file", str(cert))
    script = (
        "echo it is $HF; printf %s $HF | base64; cat $CERT; ls -l /proc/self/fd > /dev/null;"
        " while [ ! -e go ]; do sleep 0.05; done"
    )
    file = write_job(
        tmp_path / "job",
        command=["sh", "-c", script],
        secrets={"HF": "hf", "CERT": "file:cert"},
        folder=str(tmp_path),
    )
    (job,) = (each["id"] for each in plane.json("submit", "-f", file))
    encoded = base64.b64encode(CANARY.encode()).decode()
    assert eventually(lambda: encoded in plane.ok("job", "logs", job), 15)
    canaries = [b"canary-5b0c91", b"canary-first", b"canary-second"]
    where = plane.folder.parent
    for name, content in everything(where):  # while it runs, and below when it has ended
        assert not [each for each in canaries if each in content], name
    (tmp_path / "go").touch()
    said = log_of(plane, job)
    assert said == f"it is ***\n{encoded}\n***\n"
    shown = plane.ok("account", "secret", "ls", "-o", "json") + plane.ok("explain", "-vv", job)
    with plane.client() as client:
        shown += json.dumps([client.job(job), client.events(limit=1000)])
    assert "canary" not in shown
    for name, content in everything(where):
        assert not [each for each in canaries if each in content], name
    plane.ok("account", "secret", "rm", "hf")
    refused = plane.heddle("submit", "--secret", "HF=hf", "--", "true")
    assert refused.returncode == 2
    assert "heddle account secret set hf" in refused.stderr


def test_each_attempt_has_a_fresh_copy_of_the_snapshot(plane: Plane, tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / ".heddleignore").write_text("*.ckpt\n")
    (source / "big.ckpt").write_text("x")
    (source / "train.sh").write_text("ls; test ! -e mark || exit 9; touch mark; exit 3\n")
    file = write_job(source, command=["sh", "train.sh"], snapshot=".", retries=1)
    (job,) = (each["id"] for each in plane.json("submit", "-f", file))
    (source / "train.sh").write_text("echo changed since\n")
    assert plane.is_(job, "failed")
    found = plane.job(job)
    assert [each["exit_code"] for each in found["attempts"]] == [3, 3]
    assert plane.ok("job", "logs", job) == "job.json\ntrain.sh\n"
    # A gang shares one copy.
    (source / "train.sh").write_text(
        "touch $RANK; until [ -e 0 ] && [ -e 1 ]; do sleep 0.02; done; echo both\n"
    )
    gang = {"shape": "gang", "members": 2, "devices": "cpu:1", "cpu": "100m"}
    file = write_job(source, **{**gang, "command": ["sh", "train.sh"], "snapshot": "."})
    (job,) = (each["id"] for each in plane.json("submit", "-f", file))
    assert "both" in log_of(plane, job)
    # A folder that cannot be taken along is named.
    (source / "away").symlink_to("/etc")
    refused = plane.heddle("submit", "--snapshot", str(source), "--", "true")
    assert refused.returncode == 2
    assert "away -> /etc" in refused.stderr


def test_data_is_copied_once_and_slow_copies_hold_up_nobody(plane: Plane, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "x").write_text("content")
    os.mkfifo(tmp_path / "slow")  # who copies it waits until somebody writes
    plane.ok("admin", "data", "create", "set-1", "v1", "--source", str(data))
    plane.ok("admin", "data", "create", "slow", "v1", "--source", str(tmp_path / "slow"))
    slow = plane.submit("--data", "slow", "--", "cat", "/dev/null")
    script = "cat $HEDDLE_DATA_SET_1/x; echo $HEDDLE_DATA_SET_1"
    first = plane.submit("--data", "set-1@v1", "--", "sh", "-c", script)
    said = log_of(plane, first)
    assert "fetches set-1@v1" in said
    assert "content" in said
    second = log_of(plane, plane.submit("--data", "set-1", "--", "sh", "-c", script))
    assert "fetches" not in second
    assert second.splitlines()[-1] == said.splitlines()[-1]
    assert eventually(lambda: "(cache)" in plane.ok("admin", "data", "ls", "set-1"))
    assert plane.job(slow)["state"] == "starting"
    assert "fetches slow@v1" in plane.ok("job", "logs", slow)
    plane.ok("job", "cancel", "--wait", slow)
    assert plane.job(slow)["state"] == "cancelled"
    assert not [name for name in os.listdir(plane.folder / "cache") if name.startswith("slow")]


def test_a_job_waits_for_data_that_is_not_there_yet(plane: Plane, tmp_path: Path) -> None:
    plane.ok("admin", "data", "create", "late", "v1", "--source", str(tmp_path / "late"))
    job = plane.submit("--data", "late", "--", "sh", "-c", "cat $HEDDLE_DATA_LATE")
    assert eventually(lambda: "No such file" in str(plane.job(job)["reason"]))
    assert plane.job(job)["state"] in ("waiting", "starting")
    (tmp_path / "late").write_text("here at last")
    assert "here at last" in log_of(plane, job)
