"""What the command line says of jobs: their output, their ends, what is wrong with them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from heddle import native
from tests.plane import Plane
from tests.world import World, eventually

ARRAY = """
id: sweep
shape: array
members: 12
devices: cpu:1
command: [sh, -c, "echo from $HEDDLE_INDEX; printf unfinished"]
"""


@pytest.fixture
def plane(world: World, tmp_path: Path) -> Iterator[Plane]:
    world.environment["SOFTXPU_DEVICES"] = "none"
    made = Plane(world, tmp_path / "state")
    made.ok("up", "--port", "0")
    yield made
    made.remove()


def test_an_array_is_read_as_one_or_member_by_member(plane: Plane, tmp_path: Path) -> None:
    (tmp_path / "sweep.yaml").write_text(ARRAY)
    plane.ok("submit", "-f", str(tmp_path / "sweep.yaml"))
    followed = plane.ok("job", "logs", "-f", "j1").splitlines()
    lines = [line for n in range(12) for line in (f"[{n}] from {n}", f"[{n}] unfinished")]
    assert sorted(followed) == sorted(lines)
    assert plane.ok("job", "logs", "j1").splitlines() == lines
    assert plane.ok("job", "logs", "--member", "7", "j1") == "from 7\nunfinished"
    told = json.loads(plane.ok("job", "logs", "j1", "-o", "json"))
    assert [each["job"] for each in told] == [f"j1[{n}]" for n in range(12)]
    assert told[10]["text"] == "from 10\nunfinished"
    wrong = plane.heddle("job", "logs", "--member", "12", "j1")
    assert wrong.returncode == 2, wrong.stderr
    assert "j1[12]" in wrong.stderr
    nothing = plane.heddle("job", "logs", "no-such-service")
    assert nothing.returncode == 2
    assert "no-such-service" in nothing.stderr


def test_waiting_ends_with_the_jobs_own_code(plane: Plane) -> None:
    good, bad, long = (
        plane.submit("--", "sh", "-c", script) for script in ("sleep 0.5", "exit 3", "sleep 60")
    )
    assert plane.heddle("job", "wait", good).returncode == 0
    done = plane.heddle("job", "wait", good, bad, "-o", "json")
    assert done.returncode == 3
    assert [job["state"] for job in json.loads(done.stdout)] == ["done", "failed"]
    late = plane.heddle("job", "wait", good, long, "--timeout", "1s")
    assert late.returncode == 124
    assert f"{long} " in late.stderr
    assert plane.heddle("job", "wait", "j99").returncode == 2


def test_what_is_wrong_with_a_file_is_said_once(plane: Plane, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("id: a\ndevices: gpu:many\ncommand: x\nfolder: 1\nhuh: 1\n")
    done = plane.heddle("submit", "-f", str(tmp_path / "bad.yaml"))
    assert done.returncode == 2
    assert done.stderr.count("'huh'") == 1, done.stderr
    assert done.stderr.count("gpu:many") <= 2, done.stderr  # the line of the file, and its error
    assert "the first is" not in done.stderr


def test_what_a_job_of_a_file_does_not_see_is_said(plane: Plane, tmp_path: Path) -> None:
    """A program beside the file, which the job would look for in a folder of its own."""
    (tmp_path / "train.py").write_text("print('learned')\n")
    file = tmp_path / "train.yaml"
    text = "id: train\ndevices: cpu:1\ncommand: python3 train.py\n"
    file.write_text(text)
    done = plane.heddle("submit", "--wait", "-f", str(file))
    assert done.returncode == 2
    assert "does not see train.py beside" in done.stderr
    assert "`folder: .`" in done.stderr
    file.write_text(f"{text}folder: .\n")
    done = plane.heddle("submit", "--wait", "-f", str(file))
    assert (done.returncode, done.stdout) == (0, "learned\n")
    assert "does not see" not in done.stderr


def test_a_job_cannot_begin_in_a_folder_that_is_gone(plane: Plane, tmp_path: Path) -> None:
    """The caller's own: that is known before anything is sent."""
    gone = tmp_path / "gone"
    gone.mkdir()
    words = f'cd {gone}; rmdir {gone}; exec "$0" -m heddle submit -- true'
    run = plane.world.start("sh", "-c", words, sys.executable)
    _, said = run.communicate(timeout=30)
    assert run.returncode == 2
    assert "the current folder no longer exists" in said


def test_arrays_and_gangs_need_no_file(plane: Plane) -> None:
    """An array's lines come member by member, a gang's from its first member."""
    done = plane.heddle(
        "submit", "--array", "3", "--", "sh", "-c", "echo $HEDDLE_INDEX of $HEDDLE_ARRAY_SIZE"
    )
    assert done.returncode == 0, done.stderr
    assert "j1 (sh) is waiting; 3 members" in done.stdout
    assert plane.heddle("job", "wait", "j1").returncode == 0
    assert plane.ok("job", "logs", "j1").splitlines() == ["[0] 0 of 3", "[1] 1 of 3", "[2] 2 of 3"]
    said = plane.ok(
        "submit", "--wait", "--gang", "2", "--", "sh", "-c", "echo $RANK of $WORLD_SIZE"
    )
    assert said == "0 of 2\n"
    assert plane.heddle("submit", "--array", "2", "--gang", "2", "--", "true").returncode == 2


def test_the_control_plane_is_no_breach(world: World, tmp_path: Path) -> None:
    """It knows the devices of its machine, and uses none."""
    world.environment["SOFTXPU_DEVICES"] = "gpu"
    plane = Plane(world, tmp_path / "state")
    try:
        plane.ok("up", "--port", "0")
        honest = plane.submit("--devices", "gpu:1", "--", "sleep", "6")
        assert plane.is_(honest, "done")
        status = json.loads(plane.ok("node", "agent", "status", "-o", "json"))
        assert status["breaches"] == []
    finally:
        plane.remove()


def test_a_program_says_whose_job_it_is(world: World, tmp_path: Path) -> None:
    """One that was started by hand is of none."""
    world.environment["SOFTXPU_DEVICES"] = "gpu"
    plane = Plane(world, tmp_path / "state")
    load = (native.file("soft-load"), "requests", "1", "1000", "0", "8", "60")
    try:
        plane.ok("up", "--port", "0")
        job = plane.submit("--devices", "gpu:1", "--share", "50%", "--", *load)
        world.start(sys.executable, "-m", "heddle", "run", "--device", "soft@gpu", "--", *load)
        assert eventually(lambda: len(plane.json("ps")) == 2)
        assert sorted(each["job"] or "" for each in plane.json("ps")) == ["", job]
        top = json.loads(plane.ok("top", "-1", "-o", "json"))
        assert sorted(each["job"] for each in top["programs"]) == ["", job]
        programs, jobs = plane.ok("ps").split("\nJobs\n")
        assert [line.split()[3] for line in programs.splitlines()[2:]].count(job) == 1
        assert "soft@gpu 50 %" in jobs
    finally:
        plane.remove()


def test_the_pool_and_the_node_say_the_same_of_what_is_free(world: World, tmp_path: Path) -> None:
    """Also of jobs that have not used their device yet, which the table does not know."""
    world.environment["SOFTXPU_DEVICES"] = "gpu"
    plane = Plane(world, tmp_path / "state")
    try:
        plane.ok("up", "--port", "0")
        for share in ("50%", "48%"):
            job = plane.submit("--devices", "gpu:1", "--share", share, "--", "sleep", "60")
            assert plane.is_(job, "running")
        ((device,),) = (node["devices"] for node in plane.json("node", "ls"))
        (pooled,) = json.loads(plane.ok("device", "pool", "show", "-o", "json"))["devices"]
        compute = pooled["counters"]["compute"]
        assert device["free_milli"] == compute["free"] == 20
        assert (compute["jobs"], compute["unbooked"]) == (980, 0)
        assert device["memory_free_mib"] == pooled["counters"]["memory"]["free"]
        (listed,) = plane.json("device", "pool")
        assert (listed["free_milli"], listed["free_mib"]) == (20, device["memory_free_mib"])
        assert (listed["is_local"], listed["engine"], listed["mode"]) == (True, "local", "pooled")
        shown = plane.ok("device", "pool", "ls").splitlines()
        assert shown[0].endswith("FROM HERE")
        assert "  2 %  " in shown[1]
        assert shown[1].endswith("  here")
        assert shown[2] == "1 device on 1 node, 0.02 free"
        wide = plane.ok("device", "pool", "-o", "wide").splitlines()
        assert wide[0].split()[-5:] == ["BANDWIDTH", "SERVED", "AT", "ENGINE", "BOOKED"]
    finally:
        plane.remove()
