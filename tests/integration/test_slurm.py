"""A control plane whose jobs run on Slurm, as a person has it."""

from __future__ import annotations

import json
import re
import time
from functools import partial
from pathlib import Path

import pytest

from heddle.engine.slurm.users import USERS
from tests.plane import Plane
from tests.slurm import SlurmServer, slurm
from tests.world import eventually

__all__ = ["slurm"]  # the fixture


@pytest.mark.slow
def test_a_job_goes_to_slurm_and_comes_back(
    slurm: SlurmServer, plane: Plane, tmp_path: Path
) -> None:
    """Seen by squeue, found by a new control plane, cancelled; another one refused."""
    own = {name: slurm.environment[name] for name in ("PATH", "SLURM_CONF")}
    own[USERS] = "default=root"
    plane.world.environment |= {**own, "SOFTXPU_DEVICES": "a=gpu,b=gpu,c=gpu,d=gpu"}
    up = ("up", "--port", "0", "--engine", "slurm")
    plane.ok(*up)

    # 1. A job that ends, one that fails, one that is cancelled while it runs.
    done = plane.submit("--", "sh", "-c", "echo job $SLURM_JOB_ID of $HEDDLE_JOB")
    failed = plane.submit("--", "sh", "-c", "exit 3")
    stays = plane.submit("--", "sleep", "600")
    assert plane.is_(done, "done")
    assert plane.ok("job", "logs", done).split()[2:] == ["of", done]
    assert plane.is_(failed, "failed")
    assert plane.is_(stays, "running")
    assert slurm.ask("squeue", "-h", "-o", "%j").split() == [f"{stays}.1"]

    # 2. A new control plane finds it.
    plane.ok("admin", "down")
    assert slurm.ask("squeue", "-h", "-o", "%T").split() == ["RUNNING"]
    plane.ok(*up)
    assert plane.job(stays)["state"] == "running"
    plane.ok("job", "cancel", "--wait", stays)
    assert plane.job(stays)["state"] == "cancelled"
    assert slurm.ask("squeue", "-h").split() == []

    # 3. Devices are Slurm's to give.
    shows = "echo $SOFTXPU_VISIBLE_DEVICES on $SLURMD_NODENAME"
    given = plane.submit("--devices", "gpu:2", "--", "sh", "-c", shows)
    assert plane.is_(given, "done")
    assert plane.ok("job", "logs", given).split()[0] == "0,1"

    # 4. A snapshot is unpacked for all members.
    folder = tmp_path / "taken"
    folder.mkdir()
    (folder / "words.txt").write_text("from the snapshot")
    words = ("--snapshot", str(folder), "--gang", "2", "--", "cat", "words.txt")
    taken = plane.submit(*words)
    assert plane.is_(taken, "done"), plane.ok("explain", taken)
    for member in ("0", "1"):
        said = plane.ok("job", "logs", taken, "--member", member)
        assert said == "from the snapshot"

    # 5. Members of an array that start together are an array of Slurm.
    says = "echo member $HEDDLE_INDEX of ${SLURM_ARRAY_TASK_COUNT:-1}"
    jobs = plane.json("submit", "--array", "8", "--", "sh", "-c", says)
    members = [str(job["id"]) for job in jobs if "[" in job["id"]]
    assert len(members) == 8
    assert all(plane.is_(member, "done") for member in members)
    logs = [plane.ok("job", "logs", member).split() for member in members]
    assert [line[1] for line in logs] == [str(index) for index in range(8)]
    assert any(int(line[-1]) > 1 for line in logs), logs

    # 6. What the engine cannot do is refused before anybody waits.
    image = plane.world.heddle("submit", "--image", "docker.io/library/debian", "--", "true")
    assert image.returncode == 2
    assert "its engine, slurm, does not support image" in image.stderr
    shell = plane.world.heddle("job", "shell")
    assert "slurm without `heddle node join` there, does not support terminal" in shell.stderr


@pytest.mark.slow
def test_a_slurm_that_is_down_is_the_reason_and_comes_back_without_hands(
    slurm: SlurmServer, plane: Plane
) -> None:
    """The control plane answers meanwhile, is restarted meanwhile, and the job then runs."""
    own = {name: slurm.environment[name] for name in ("PATH", "SLURM_CONF")}
    plane.world.environment |= {**own, USERS: "default=root"}
    up = ("up", "--port", "0", "--engine", "slurm")
    plane.ok(*up)
    runs = plane.submit("--", "sh", "-c", "sleep 1000")
    assert plane.is_(runs, "running")
    slurm.halt()
    try:
        waits = plane.submit("--", "true")

        def reason() -> str:
            return json.dumps(plane.json("explain", waits))

        assert eventually(lambda: "slurmctld does not answer" in reason()), reason()
        assert eventually(lambda: '"unreachable"' in reason()), reason()
        assert {node["state"] for node in plane.json("node", "ls")} == {"lost"}
        began = time.monotonic()
        for _ in range(5):
            plane.ok("job", "ls")
        assert time.monotonic() - began < 10, "nobody waits for slurmctld"
        plane.ok("admin", "down")
        plane.ok(*up)
        assert plane.job(runs)["state"] == "running"
        assert plane.job(waits)["state"] == "waiting"
    finally:
        slurm.resume()
    assert eventually(lambda: plane.job(waits)["state"] == "done", 40)
    plane.ok("job", "cancel", "--wait", runs)
    assert plane.job(runs)["state"] == "cancelled"
    states = partial(plane.json, "node", "ls")
    assert eventually(lambda: {node["state"] for node in states()} == {"ready"}, 40)


@pytest.mark.slow
def test_a_start_that_cannot_work_is_one_sentence_and_leaves_nothing(
    slurm: SlurmServer, plane: Plane, tmp_path: Path
) -> None:
    """A Slurm without the partition, a file of no cluster, no commands: each with the remedy;
    afterwards the right settings start."""
    own = {name: slurm.environment[name] for name in ("PATH", "SLURM_CONF")}
    own[USERS] = "default=root"
    garbage, bare = tmp_path / "slurm.conf", tmp_path / "bin"
    garbage.write_text("this is no file of Slurm\n")
    bare.mkdir()
    for setting, says in (
        ({"SBATCH_PARTITION": "nowhere"}, "invalid partition specified: nowhere.*SBATCH_PARTITION"),
        ({"SLURM_CONF": str(garbage)}, "Set SLURM_CONF to the slurm.conf of the cluster"),
        ({"PATH": str(bare)}, "needs sbatch, squeue.*apt-get install slurm-client"),
    ):
        plane.world.environment |= {**own, **setting}
        done = plane.heddle("up", "--port", "0", "--engine", "slurm")
        plane.world.environment.pop("SBATCH_PARTITION", None)
        assert done.returncode != 0, setting
        (line,) = done.stderr.strip().splitlines()
        assert re.search(says, line), line
        assert not (plane.folder / "server.json").exists(), "no server is left"
    plane.world.environment |= own
    plane.ok("up", "--port", "0", "--engine", "slurm")
