"""The control plane as a person has it: real processes, one command after the other."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from heddle.client import follow
from heddle.client.wire import NotAllowedError
from heddle.control import home
from heddle.control.nodes.machine import this_machine
from heddle.errors import UsageError
from heddle.store import open_store
from heddle.system.process import Process, started_ticks
from tests.plane import Plane
from tests.world import eventually


@pytest.mark.slow
def test_a_day_with_the_control_plane(plane: Plane, tmp_path: Path) -> None:
    """Up, jobs that end well, fail, wait and are cancelled, and down."""
    # 1. It starts, says where it is, and a second time that it is there.
    said = plane.ok("up", "--port", "0")
    address = plane.server["address"]
    assert address in said
    assert "heddle submit" in said
    token = plane.folder / "token"
    assert f"{address}/?token=" in said
    assert token.stat().st_mode & 0o077 == 0
    assert "runs already" in plane.ok("up")
    port = address.rpartition(":")[2]
    other = plane.heddle("up", "--port", str(int(port) + 1))
    assert other.returncode == 1
    assert "heddle admin down" in other.stderr

    # 2. A job, in the folder in which it was submitted.
    job = plane.submit("--name", "hello", "--", "sh", "-c", "echo hello; pwd")
    assert "hello\n" in plane.ok("job", "logs", "-f", job)
    assert plane.is_(job, "done")
    assert plane.ok("job", "logs", job) == f"hello\n{os.getcwd()}\n"
    assert f"{job} is done" in plane.ok("explain", job)

    # 3. One that fails is tried again; --wait ends as the job does, with its output.
    waited = plane.heddle("submit", "--wait", "--retries", "1", "--", "sh", "-c", "echo no; exit 3")
    assert waited.returncode == 3, waited.stderr
    assert waited.stdout == "no\nno\n"
    assert "failed: exit code 3" in waited.stderr

    # 4. One that is held does not start; one that sleeps is cancelled.
    held = plane.submit("--hold", "--", "true")
    sleeper = plane.submit("--", "sleep", "600")
    assert plane.is_(sleeper, "running")
    table = plane.ok("ps")
    assert "Programs of this node" in table
    assert sleeper in table
    assert held in table
    assert "is cancelled" in plane.ok("job", "cancel", "--wait", sleeper)
    assert plane.job(held)["state"] == "held"
    assert (
        plane.json("program", "hold", plane.submit("--after", held, "--", "true"))["state"]
        == "held"
    )
    assert plane.json("program", "release", held)["name"] == "true"
    assert plane.is_(held, "done")
    assert isinstance(plane.json("ps"), list)

    # 5. What cannot be is said, with the remedy.
    wrong = plane.heddle("submit", "--devices", "h20O:1", "--", "true")
    assert wrong.returncode == 2
    assert "--devices" in wrong.stderr
    assert "Did you mean 'h200'?" in wrong.stderr
    file = tmp_path / "wrong.json"
    file.write_text('{"id": "a",\n "devices": "gpu:1", "command": "true", "memory": "20GB"}')
    wrong = plane.heddle("submit", "-f", str(file))
    assert wrong.returncode == 2
    assert f"{file}:2:" in wrong.stderr
    assert "^" in wrong.stderr
    assert plane.heddle("job", "cancel", job).returncode == 2
    refused = plane.heddle("submit", "--devices", "h200:8", "--", "true")
    assert refused.returncode == 2
    assert "no node could ever run it: 1 of 1 nodes: it has no H200" in refused.stderr
    assert "--anyway" in refused.stderr
    never = plane.submit("--anyway", "--devices", "h200:8", "--", "true")
    assert eventually(lambda: "no node could ever run it" in plane.ok("explain", "-vv", never))

    # 6. Every route has a method, for who writes programs.
    with plane.client() as client:
        assert client.health()["status"] == "ok"
        (node,) = client.nodes()["nodes"]
        client.drain(node["name"])
        assert client.node(node["name"])["cordoned"]
        assert not client.undrain(node["name"])["cordoned"]
        assert client.pool()
        assert client.add_tenant({"path": "acme"})["path"] == "acme"
        assert client.set_quota("acme", {"limit": {"gpu": 1}})["limit"] == {"gpu": 1}
        assert client.quota("acme")["limit"] == {"gpu": 1}
        made = client.add_token({"name": "ann", "scope": "read", "tenant": "acme"})
        with plane.client(made["token"]) as ann:
            assert ann.jobs()["jobs"] == []
            assert [each["name"] for each in ann.tokens()["tokens"]] == ["ann"]
            with pytest.raises(NotAllowedError):
                ann.add_token({"name": "bob", "scope": "read", "tenant": "acme"})
        client.remove_token(made["id"])
        client.remove_tenant("acme")
        assert "acme" not in [each["path"] for each in client.tenants()["tenants"]]
        assert client.usage(by="user")
        assert client.usage_csv(by="job").count("\n") > 3
        assert "# HELP" in client.metrics()
        last = client.events(limit=1000)["last"]
        live = follow.events(client, last - 2)
        assert [next(live).number, next(live).number] == [last - 1, last]
        live.close()

    # 7. It ends, and says so; then nobody answers, and who asks is told what to do.
    assert "The control plane has ended" in plane.ok("admin", "down", "--all")
    assert not (plane.folder / "server.json").exists()
    assert "No control plane runs" in plane.ok("admin", "down")
    silent = plane.heddle("job", "ls")
    assert silent.returncode == 123
    assert "heddle up" in silent.stderr

    # 8. A port that is somebody else's: whose is said.
    with socket.create_server(("127.0.0.1", int(port))):
        taken = plane.heddle("up", "--port", port)
    assert taken.returncode == 1
    assert f"process {os.getpid()}" in taken.stderr
    assert "--port" in taken.stderr


@pytest.mark.slow
def test_a_killed_server_loses_no_job_and_runs_none_twice(plane: Plane, tmp_path: Path) -> None:
    """Jobs go on without it; the next start finds them, and notes their end once."""
    plane.ok("up", "--port", "0")
    story, go = tmp_path / "story", tmp_path / "go"
    wait = f"while ! [ -e {go} ]; do sleep 0.05; done"
    text = f"echo begun >> {story}; {wait}; echo ended >> {story}"
    job = plane.submit("--", "sh", "-c", text)
    waits = plane.submit("--devices", "soft@gpu", "--after", job, "--", "true")
    assert eventually(story.exists)
    server, agent = plane.server, json.loads((plane.folder / "agent.json").read_text())
    os.kill(server["pid"], signal.SIGKILL)
    assert eventually(lambda: started_ticks(server["pid"]) is None)
    assert plane.heddle("job", "ls").returncode == 123

    again = plane.json("up", "--port", "0")
    assert again["pid"] != server["pid"]
    assert (plane.job(job)["state"], plane.job(waits)["state"]) == ("running", "waiting")
    go.touch()
    assert plane.is_(job, "done")
    assert plane.is_(waits, "done")
    assert story.read_text() == "begun\nended\n"
    assert len(plane.job(job)["attempts"]) == 1

    goes_on = plane.submit("--", "sleep", "600")
    assert plane.is_(goes_on, "running")
    assert "Running jobs continue (1)" in plane.ok("admin", "down")
    assert started_ticks(agent["pid"]) is None, "the agent that was started is ended, too"
    plane.ok("up", "--port", "0")
    assert plane.job(goes_on)["state"] == "running"
    assert len(plane.job(goes_on)["attempts"]) == 1
    plane.ok("admin", "down", "--all")


def test_a_stranger_with_the_same_process_id_is_left_alone(plane: Plane) -> None:
    """A process is known by its id and its start."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as stranger:
        plane.folder.mkdir()
        started = started_ticks(stranger.pid)
        assert started is not None
        for name in ("server.json", "agent.json"):
            said = {"address": "http://127.0.0.1:1", "pid": stranger.pid, "started": started - 1}
            (plane.folder / name).write_text(json.dumps(said))
        assert "No control plane runs" in plane.ok("admin", "down")
        assert stranger.poll() is None
        assert "Programs" not in plane.ok("ps"), "as without a control plane"
        stranger.communicate()


def test_a_cordoned_device_is_left_out_unless_it_is_in_use(
    plane: Plane, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What runs on it goes on."""
    monkeypatch.setenv("HEDDLE_STATE", plane.world.environment["HEDDLE_STATE"])
    plane.ok("device", "cordon", "soft@gpu", "--reason", "it is hot")
    left = {name for names in this_machine().called for name in names}
    assert "soft@npu" in left
    assert "soft@gpu" not in left
    kept = {name for names in this_machine({"soft@gpu"}).called for name in names}
    assert "soft@gpu" in kept


def test_each_store_has_its_attempts_to_itself(tmp_path: Path) -> None:
    """Both call their first attempt j1.1; and no store is left while its jobs run."""
    folder = str(tmp_path)
    places = []
    for name in ("one.db", "other.db", "one.db"):
        store = open_store(str(tmp_path / name))
        places.append(home.engine_folder(folder, store))
        store.close()
    assert places[0] == places[2] == folder
    assert places[1] not in (folder, None)
    (Path(places[1]) / "attempts" / "j1.1").mkdir(parents=True)
    store = open_store(str(tmp_path / "one.db"))
    with pytest.raises(UsageError, match="heddle admin down --all"):
        home.engine_folder(folder, store)
    store.close()


def test_the_store_of_last_time_is_used_again(tmp_path: Path) -> None:
    """Who chose PostgreSQL once need not say so at every start."""
    folder = str(tmp_path)
    own = home.store_url(folder, None)
    home.remember_store(folder, own)
    assert own == str(tmp_path / "store.db")
    assert not (tmp_path / "store").exists()
    home.remember_store(folder, "postgresql://heddle:secret@db/heddle")
    assert home.store_url(folder, None) == "postgresql://heddle:secret@db/heddle"
    assert (tmp_path / "store").stat().st_mode & 0o077 == 0
    home.remember_store(folder, own)
    assert home.store_url(folder, None) == own


def test_one_control_plane_at_a_time_has_a_folder(tmp_path: Path) -> None:
    """And its owner alone can read it."""
    text = f"from heddle.control.home import locked\nwith locked({str(tmp_path)!r}): pass"
    with home.locked(str(tmp_path)):
        assert tmp_path.stat().st_mode & 0o077 == 0
        second = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True)
        assert "another control plane runs" in second.stderr
    assert subprocess.run([sys.executable, "-c", text]).returncode == 0


def test_a_process_is_asked_to_end() -> None:
    """And it is said whether it has."""
    lazy = "import signal, time; signal.signal(signal.SIGTERM, lambda *_: print()); print(1)"
    for program, ends in (
        (f"{lazy}; [time.sleep(1) for _ in range(60)]", False),
        ("input()", True),
    ):
        with subprocess.Popen(
            [sys.executable, "-uc", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as child:
            started = started_ticks(child.pid)
            assert started is not None
            if not ends:
                assert child.stdout is not None
                child.stdout.readline()  # it does not end by the signal from now on
            begun = time.monotonic()
            assert Process(child.pid, started).end(0.3) is ends
            assert time.monotonic() - begun < 5
            child.kill()
