"""`heddle job exec` as a person has it: real jobs, a real control plane, pipes and terminals."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from heddle import native
from tests.integration.test_shell import Person
from tests.plane import Plane
from tests.world import World, eventually


@pytest.fixture(scope="module")
def plane(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plane]:
    world = World()
    world.environment["SOFTXPU_DEVICES"] = "gpu"
    made = Plane(world, tmp_path_factory.mktemp("exec"))
    made.ok("up", "--port", "0")
    yield made
    made.remove()
    world.remove()


def executed(plane: Plane, *words: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "heddle", "job", "exec", *words],
        env=plane.world.environment, input=data, capture_output=True, timeout=60,
    )  # fmt: skip


def started(plane: Plane, *words: str) -> str:
    job = plane.submit(*words)
    assert plane.is_(job, "running")
    return job


def test_bytes_and_codes_are_the_commands_own(plane: Plane) -> None:
    job = started(plane, "--env", "OWN=mine", "--", "sleep", "60")
    data = os.urandom(1 << 20)
    done = executed(plane, job, "--", "cat", data=data)
    assert (done.returncode, done.stdout == data, done.stderr) == (0, True, b"")
    done = executed(plane, job, "--", "sh", "-c", "echo $OWN $HEDDLE_JOB; echo no >&2; exit 3")
    assert (done.returncode, done.stdout, done.stderr) == (3, f"mine {job}\n".encode(), b"no\n")
    assert executed(plane, job, "--", "sh", "-c", "kill -9 $$").returncode == 137
    assert executed(plane, job, data=b"echo from a shell; exit 4\n").returncode == 4
    plane.ok("job", "cancel", job)
    assert plane.is_(job, "cancelled")
    over = executed(plane, job, "--", "true")
    assert over.returncode == 2
    assert b"is cancelled" in over.stderr
    with plane.client() as client:
        told = [each["what"] for each in client.events(limit=1000)["events"]]
    assert "executed" in told


def test_at_a_terminal_it_has_one(plane: Plane) -> None:
    job = started(plane, "--env", "SHELL=/bin/sh", "--", "sleep", "60")
    with Person(plane, "exec", job) as person:
        person.type("stty size; test -t 0 && echo at a termina''l\r")
        person.sees("30 100")
        person.sees("at a terminal")
        person.resize(20, 40)
        person.type("sleep 0.5; stty size\r")
        person.sees("20 40")
        person.type("exit 7\r")
        person.ends(with_code=7)
    with Person(plane, "exec", job, "--", "sh", "-c", "echo $$; sleep 600") as person:
        pid = person.sees(r"(\d+)\r\n")[1]
        person.type("\r~.")
        person.sees("hung up")
        person.ends(with_code=0)
    assert eventually(lambda: not os.path.exists(f"/proc/{pid}"))
    plane.ok("job", "cancel", job)


def test_members_of_gangs_and_arrays_are_named_alike(plane: Plane) -> None:
    script = ("sh", "-c", "echo $RANK $HEDDLE_INDEX")
    for kind, said in (("--gang", b"1 0\n"), ("--array", b"0 1\n")):
        jobs = plane.json("submit", kind, "2", "--cpu", "0.1", "--", "sleep", "60")
        name = str(jobs[0]["id"]).partition("[")[0]
        assert eventually(lambda name=name: plane.job(name)["state"] == "running")  # type: ignore[misc]
        member = f"{name}[1]"
        if kind == "--array":
            assert plane.is_(member, "running")
        for words in ((member,), ("--member", "1", name), (name, "--member", "1")):
            done = executed(plane, *words, "--", *script)
            assert (done.returncode, done.stdout) == (0, said), done.stderr
        plane.ok("job", "cancel", name)


def test_it_is_in_the_program_of_the_job(plane: Plane) -> None:
    """So both together have the share and the memory of the job, and no more."""
    load = (native.file("soft-load"), "requests", "1", "1000", "0", "8", "60")
    job = started(plane, "--devices", "gpu:1", "--share", "50%", "--", *load)
    assert eventually(lambda: len(plane.json("ps")) == 1)
    beside = subprocess.Popen(
        [sys.executable, "-m", "heddle", "job", "exec", job, "--", *load],
        env=plane.world.environment,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        assert eventually(lambda: len(plane.json("ps")[0]["processes"]) == 2), beside.stderr
        (program,) = plane.json("ps")
        assert (program["job"], program["share_milli"]) == (job, 500)
    finally:
        beside.terminate()
        beside.communicate()
    assert eventually(lambda: len(plane.json("ps")[0]["processes"]) == 1)
    plane.ok("job", "cancel", job)


def test_only_its_user_and_administrators_may(plane: Plane) -> None:
    job = started(plane, "--", "sleep", "60")
    with plane.client() as client:
        token = client.add_token({"name": "eve", "scope": "submit"})["token"]
    plane.world.environment["HEDDLE_TOKEN"] = token
    try:
        done = executed(plane, job, "--", "true")
    finally:
        del plane.world.environment["HEDDLE_TOKEN"]
    assert done.returncode == 111
    assert b"only they and administrators" in done.stderr
    plane.ok("job", "cancel", job)


def test_files_are_copied_out_and_in(plane: Plane, tmp_path: Path) -> None:
    """Out of it also when it is over; what comes in is the job's own."""
    script = "echo first > out; until [ -e new ]; do sleep 0.05; done; cat new >> out; sleep 60"
    spec = {"id": "files", "devices": "cpu:1", "command": ["sh", "-c", script]}
    with plane.client() as client:
        (made,) = client.submit([spec])
    job, here = str(made["id"]), tmp_path / "here"
    assert eventually(lambda: plane.heddle("job", "cp", f"{job}:out", str(here)).returncode == 0)
    assert here.read_text() == "first\n"
    (tmp_path / "second").write_text("second\n")
    plane.ok("job", "cp", str(tmp_path / "second"), f"{job}:new")
    assert eventually(
        lambda: plane.ok("job", "exec", job, "--", "cat", "out").splitlines() == ["first", "second"]
    )
    plane.ok("job", "cancel", job)
    assert plane.is_(job, "cancelled")
    plane.ok("job", "cp", f"{job}:", str(tmp_path / "all"))
    assert (tmp_path / "all" / "out").read_text() == "first\nsecond\n"
    assert plane.heddle("job", "cp", f"{job}:../../state.json", str(here)).returncode == 2


def test_a_revoked_token_ends_it_however_much_is_written(plane: Plane) -> None:
    job = started(plane, "--", "sleep", "60")
    with plane.client() as client:
        made = client.add_token({"name": "boss", "scope": "admin"})
        words = [sys.executable, "-m", "heddle", "job", "exec", job, "--", "yes"]
        with subprocess.Popen(
            words, env={**plane.world.environment, "HEDDLE_TOKEN": made["token"]},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        ) as beside:  # fmt: skip
            assert beside.stdout is not None
            assert beside.stdout.read(1 << 20)
            client.remove_token(made["id"])
            ended = subprocess.run(["wc", "-c"], stdin=beside.stdout, capture_output=True)
            assert ended.returncode == 0
            assert beside.wait(30)
    plane.ok("job", "cancel", job)
