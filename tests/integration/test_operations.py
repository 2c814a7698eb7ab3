"""A control plane in operation: on a network, backed up and restored, on PostgreSQL, checked."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from heddle.client import where
from heddle.client.client import Client
from heddle.client.wire import ServerFailedError
from heddle.errors import NoServerError
from heddle.system.process import started_ticks
from tests.plane import Plane
from tests.postgres import Server as Postgres
from tests.world import World, eventually


class Operated(Plane):
    """Reached as its own clients do: by the pin, where it has one."""

    def client(self, token: str | None = None) -> Client:
        server = where.read_server(str(self.folder))
        assert server is not None
        return where.connect(server, token, timeout_s=10)

    def log(self) -> list[dict[str, Any]]:
        lines = (self.folder / "server.log").read_text().splitlines()
        return [json.loads(line) for line in lines if line.startswith("{")]

    def findings(self) -> dict[str, dict[str, str]]:
        done = self.heddle("admin", "check", "-o", "json")
        found = json.loads(done.stdout)
        assert done.returncode == any(each["state"] == "wrong" for each in found)
        return {each["what"]: each for each in found}

    def has_ended(self, pid: int) -> bool:
        return eventually(lambda: started_ticks(pid) is None)


@pytest.fixture
def plane(world: World, tmp_path: Path) -> Iterator[Operated]:
    made = Operated(world, tmp_path / "state")
    yield made
    made.remove()


@pytest.mark.slow
def test_on_a_network_it_speaks_tls_only(plane: Operated) -> None:
    said = plane.ok("up", "--port", "0", "--host", "0.0.0.0")
    server = where.read_server(str(plane.folder))
    assert server is not None
    assert server.pin is not None
    assert server.address.startswith("https://127.0.0.1:")
    assert "at any of its addresses" in said
    assert f"heddle account login https://{socket.gethostname()}" in said
    assert f"--pin {server.pin}" in said
    assert (plane.folder / "key.pem").stat().st_mode & 0o077 == 0

    # 1. Local clients know the pin; others need it, or the certificate; plain HTTP gets nothing.
    job = plane.submit("--", "true")
    assert plane.is_(job, "done")
    elsewhere: dict[str, Any] = {
        "HEDDLE_STATE": str(plane.folder / "none"),
        "HEDDLE_SERVER": server.address,
        "HEDDLE_TOKEN": (plane.folder / "token").read_text().strip(),
    }
    unknown = plane.world.heddle("job", "ls", **elsewhere)
    assert unknown.returncode == 1
    assert "HEDDLE_PIN" in unknown.stderr
    assert plane.world.heddle("job", "ls", **elsewhere, HEDDLE_PIN=server.pin).returncode == 0
    by_ca = plane.world.heddle("job", "ls", **elsewhere, HEDDLE_CA=str(plane.folder / "cert.pem"))
    assert by_ca.returncode == 0, by_ca.stderr
    with pytest.raises(NoServerError, match="https://"):
        Client(server.address.replace("https", "http"), timeout_s=5).health()

    # 2. Who signs in gets a cookie that never goes over plain HTTP.
    context = ssl.create_default_context(cafile=str(plane.folder / "cert.pem"))
    line = http.client.HTTPSConnection("127.0.0.1", urlsplit(server.address).port, context=context)
    line.request("GET", f"/?token={server.link}")
    cookies = line.getresponse().headers.get_all("Set-Cookie") or []
    line.close()
    (session,) = [each for each in cookies if each.startswith("__Host-heddle_session")]
    assert "secure" in session.lower()

    # 3. The whole is checked, the certificate with it; its log is JSON, without the token.
    found = plane.findings()
    assert found["certificate"]["state"] == "ok"
    assert found["control plane"]["state"] == "ok"
    assert {"clock", "store", "secret files", "agent"} <= set(found)
    (told,) = [line for line in plane.log() if line.get("event") == "job.done"]
    assert (told["job"], told["attempt"], told["exit_code"]) == (job, f"{job}.1", 0)
    assert elsewhere["HEDDLE_TOKEN"] not in (plane.folder / "server.log").read_text()
    plane.ok("admin", "down")

    # 4. The pin stays; back on loopback it is plain HTTP again.
    plane.ok("up", "--port", "0", "--host", "0.0.0.0")
    again = where.read_server(str(plane.folder))
    assert again is not None
    assert again.pin == server.pin
    plane.ok("admin", "down")
    assert plane.json("up", "--port", "0")["address"].startswith("http://127.0.0.1:")

    # 5. A token file that others can read, and a server that was killed, are found.
    (plane.folder / "token").chmod(0o644)
    assert "chmod go=" in plane.findings()["secret files"]["detail"]
    pid = plane.server["pid"]
    os.kill(pid, signal.SIGKILL)
    assert plane.has_ended(pid)
    gone = plane.findings()["control plane"]
    assert gone["state"] == "wrong"
    assert "heddle up" in gone["detail"]


@pytest.mark.slow
def test_a_backup_becomes_a_store_and_what_ran_is_tried_again(
    plane: Operated, tmp_path: Path
) -> None:
    plane.ok("up", "--port", "0")
    done = plane.submit("--name", "before", "--", "true")
    assert plane.is_(done, "done")
    go = tmp_path / "go"
    story = tmp_path / "story"
    wait = f"echo begun >> {story}; while ! [ -e {go} ]; do sleep 0.05; done"
    runs = plane.submit("--", "sh", "-c", wait)
    assert eventually(story.exists)
    assert plane.is_(runs, "running")
    file = tmp_path / "backup"
    said = plane.json("admin", "backup", str(file))
    assert said["bytes"] == file.stat().st_size
    assert file.stat().st_mode & 0o077 == 0
    assert plane.heddle("admin", "backup", str(file)).returncode == 2, "it is there already"
    after = plane.submit("--", "true")
    assert plane.is_(after, "done")

    # 1. Not while it runs, and not while jobs run that nobody would know of.
    refused = plane.heddle("admin", "restore", "--replace", str(file))
    assert "another control plane runs" in refused.stderr
    plane.ok("admin", "down")
    refused = plane.heddle("admin", "restore", "--replace", str(file))
    assert refused.returncode == 2
    assert "heddle admin down --all" in refused.stderr
    plane.ok("up", "--port", "0")
    plane.ok("admin", "down", "--all")
    assert plane.json("admin", "backup", str(tmp_path / "stopped"))["of"].startswith("the store ")

    # 2. Wrong and cut-off files are refused, and nothing is touched.
    store = plane.folder / "store.db"
    before = store.read_bytes()
    cut, wrong = tmp_path / "cut", tmp_path / "wrong"
    cut.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    wrong.write_text("no backup")
    for bad in (cut, wrong, tmp_path / "none"):
        refused = plane.heddle("admin", "restore", "--replace", str(bad))
        assert refused.returncode == 124, refused.stderr
    refused = plane.heddle("admin", "restore", str(file))
    assert refused.returncode == 124
    assert "--replace" in refused.stderr
    assert store.read_bytes() == before

    # 3. Then it is restored. What ran in it is lost and tried again; the old store is beside.
    restored = plane.json("admin", "restore", "--replace", str(file))
    assert Path(restored["before"]).read_bytes() == before
    go.touch()
    plane.ok("up", "--port", "0")
    assert plane.job(done)["state"] == "done"
    assert plane.is_(runs, "done")
    first, second = plane.job(runs)["attempts"]
    assert (first["state"], second["state"], second["exit_code"]) == ("lost", "ended", 0)
    assert story.read_text() == "begun\nbegun\n"
    assert list((plane.folder / "stores").iterdir()), "its attempts are its own"
    plane.ok("admin", "down", "--all")

    # 4. Jobs of a store that cannot be used any more can be ended, too.
    plane.ok("up", "--port", "0")
    plane.submit("--", "sh", "-c", f"rm {go}; {wait}")
    assert eventually(lambda: story.read_text().count("begun") == 3)
    plane.ok("admin", "down")
    for path in plane.folder.glob("store.db*"):
        if "before" not in path.name:
            path.write_bytes(b"broken" * 1000)
    plane.ok("admin", "restore", "--replace", "--end-jobs", str(file))
    go.touch()
    plane.ok("up", "--port", "0")
    assert plane.is_(runs, "done")
    plane.ok("admin", "down", "--all")


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.stop()


@pytest.mark.slow
def test_on_postgresql(plane: Operated, postgres: Postgres, world: World, tmp_path: Path) -> None:
    """Killed, locked against a second one, without its database, and carried on."""
    url = postgres.new_url()
    plane.ok("up", "--port", "0", "--store", url)
    story, go = tmp_path / "story", tmp_path / "go"
    wait = f"while ! [ -e {go} ]; do sleep 0.05; done"
    job = plane.submit("--", "sh", "-c", f"echo begun >> {story}; {wait}; echo ended >> {story}")
    assert eventually(story.exists)

    # 1. Killed: the next start has the same store without being told, and the job goes on.
    pid = plane.server["pid"]
    os.kill(pid, signal.SIGKILL)
    assert plane.has_ended(pid)
    plane.ok("up", "--port", "0")
    assert plane.job(job)["state"] == "running"

    # 2. A second server, with a folder of its own, is refused, and told who has it.
    other = Operated(world, tmp_path / "other")
    second = other.heddle("up", "--port", "0", "--store", url)
    assert second.returncode == 124, second.stderr
    assert f"in use by heddle {plane.server['pid']}" in second.stderr
    world.environment["HEDDLE_STATE"] = str(plane.folder.parent)

    # 3. The database goes: who asks is told why and what to do, and the server waits for it.
    pid = plane.server["pid"]
    postgres.halt()
    with plane.client() as client:
        with pytest.raises(ServerFailedError, match=r"503.* does not answer: .*See whether the"):
            client.jobs()
        with pytest.raises(ServerFailedError, match="503"):
            client.submit([{"id": "late", "devices": "cpu:1", "command": ["true"]}])
    go.touch()  # the job's end has to be written
    assert eventually(lambda: any("it is tried again" in line["message"] for line in plane.log()))
    late = plane.heddle("submit", "--", "true")
    assert late.returncode == 1
    assert "See whether the server runs" in late.stderr

    # 4. It comes back: all goes on, and what was not accepted is not there.
    postgres.resume()
    assert plane.is_(job, "done")
    assert plane.server["pid"] == pid
    assert story.read_text() == "begun\nended\n"
    with plane.client() as client:
        assert len(client.jobs()["jobs"]) == 1
        assert client.status()["store"].startswith("postgresql://")
    assert plane.findings()["store"]["state"] == "ok"

    # 5. A backup of it becomes a file of SQLite, and replaces what is in the database.
    file = tmp_path / "backup"
    plane.ok("admin", "backup", str(file))
    assert json.loads(file.read_text().splitlines()[0])["heddle"] == "backup"
    plane.submit("--", "true")
    plane.ok("admin", "down", "--all")
    beside = plane.json("admin", "restore", "--replace", str(file))["before"]
    assert json.loads(Path(beside).read_text().splitlines()[0])["heddle"] == "backup"
    plane.ok("up", "--port", "0")
    with plane.client() as client:
        assert [each["id"] for each in client.jobs()["jobs"]] == [job]
    plane.ok("admin", "down", "--all")
    plane.ok("admin", "restore", "--store", str(tmp_path / "new.db"), str(file))
    plane.ok("up", "--port", "0")
    assert plane.job(job)["state"] == "done"
