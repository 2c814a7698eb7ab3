"""Nodes as people have them: a real control plane, and real `heddle node join` processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from heddle import native
from heddle.client.client import Client
from heddle.client.where import read_server
from heddle.errors import HeddleError
from heddle.records import ProgramState
from heddle.tui.node_watch import NodeWatch
from tests.world import World, eventually


class Fleet:
    """A control plane with a heartbeat of a second, and nodes with folders of their own."""

    def __init__(self, world: World, folder: Path) -> None:
        self.world, self.folder = world, folder
        world.environment["HEDDLE_HEARTBEAT_S"] = "1"
        world.environment["HEDDLE_STATE"] = str(folder / "server")
        self._server: subprocess.Popen[str] | None = None
        self._port = "0"
        self.up()

    def up(self) -> None:
        self._server = self.world.start(
            sys.executable, "-m", "heddle", "up", "--foreground", "--port", self._port
        )
        assert eventually(lambda: read_server(str(self.folder / "server/control")) is not None)
        self._port = self.address.rpartition(":")[2]

    def kill(self) -> None:
        assert self._server is not None
        self._server.kill()
        self._server.wait()
        (self.folder / "server/control/server.json").unlink()

    @property
    def address(self) -> str:
        found = read_server(str(self.folder / "server/control"))
        assert found is not None
        return found.address

    def client(self) -> Client:
        return Client(self.address, (self.folder / "server/control/token").read_text().strip())

    def heddle(
        self, *arguments: str, on: str = "server", stdin: str = ""
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "heddle", *arguments],
            env={**self.world.environment, **self.of_node(on)},
            input=stdin,
            capture_output=True,
            text=True,
            timeout=60,
        )

    def ok(self, *arguments: str, on: str = "server") -> str:
        done = self.heddle(*arguments, on=on)
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout

    def token(self, *options: str) -> str:
        return str(json.loads(self.ok("node", "token", "-o", "json", *options))["token"])

    def of_node(self, name: str) -> dict[str, str]:
        return {"HEDDLE_STATE": str(self.folder / name)}

    def join(self, name: str, *arguments: str) -> subprocess.Popen[str]:
        words = (sys.executable, "-m", "heddle", "node", "join", *arguments)
        return self.world.start(*words, **self.of_node(name))

    def node(self, name: str) -> dict[str, Any]:
        with self.client() as client:
            return next(({**n} for n in client.every_node() if n["name"] == name), {})

    def is_(self, name: str, state: str, seconds: float = 15) -> bool:
        return eventually(lambda: self.node(name).get("state") == state, seconds)


@pytest.fixture
def fleet(world: World, tmp_path: Path) -> Fleet:
    return Fleet(world, tmp_path)


@pytest.mark.slow
def test_the_life_of_a_node(fleet: Fleet) -> None:
    """Joins, is lost with kill -9, comes back, outlives the server, is drained, and leaves."""
    token = fleet.token("--kind", "edge", "--site", "lab/1")
    process = fleet.join("a", fleet.address, "--token", token, "--name", "node-a")
    assert fleet.is_("node-a", "ready")
    seen = fleet.node("node-a")
    assert (seen["kind"], seen["site"], seen["engine"]) == ("edge", "lab/1", None)
    assert {each["name"] for each in seen["devices"]} >= {"soft@gpu"}
    with fleet.client() as client:
        assert eventually(lambda: "live" in (client.node("node-a")["documents"] or ()))
        assert {"inventory", "topology", "scores"} <= set(client.node("node-a")["documents"] or ())
    identity = fleet.folder / "a" / "node-identity.json"
    assert identity.stat().st_mode & 0o077 == 0
    assert "node-a" in fleet.ok("node", "ls")
    assert "soft@gpu" in fleet.ok("node", "show", "node-a")

    # Killed without a word: lost within two heartbeats and the time to look.
    process.kill()
    process.wait()
    assert fleet.is_("node-a", "lost", 5)
    assert "lost" in fleet.ok("node", "ls", "--state", "lost")
    again = fleet.join("a")
    assert fleet.is_("node-a", "ready")
    second = fleet.heddle("node", "join", on="a")
    assert (second.returncode, "another `heddle node join`" in second.stderr) == (2, True)

    # The server is killed and starts again; the node goes on, and nobody was lost.
    fleet.kill()
    fleet.up()
    beat_ms = fleet.node("node-a")["beat_ms"]
    assert eventually(lambda: fleet.node("node-a")["beat_ms"] not in (None, beat_ms), 30)
    with fleet.client() as client:
        found = client.events(0, limit=1000)["events"]
        assert [e["what"] for e in found if e["subject"] == "node-a"] == [
            "joined", "lost", "returned",
        ]  # fmt: skip
        assert eventually(lambda: "live" in (client.node("node-a")["documents"] or ()))

    assert "drained" in fleet.ok("node", "drain", "node-a")
    assert fleet.node("node-a")["cordoned"]
    assert "not drained" in fleet.ok("node", "undrain", "node-a")

    # It leaves: its process ends, and its key is of no use.
    assert "has left" in fleet.ok("node", "leave", on="a")
    assert again.wait(20) == 0
    assert fleet.node("node-a")["state"] == "left"
    assert not identity.exists()
    assert fleet.heddle("node", "leave", on="a").returncode == 2


def seen_by(watch: NodeWatch) -> Sequence[ProgramState]:
    """As the screen of `heddle top --node` has it; nothing before the first answer."""
    try:
        return watch.look(False).programs
    except HeddleError:
        return ()


@pytest.mark.slow
def test_programs_of_another_node_are_seen_and_steered(fleet: Fleet) -> None:
    """The node has a table of its own, and so do we."""
    table = {"HEDDLE_TABLE": str(fleet.folder / "a-table")}
    words = (sys.executable, "-m", "heddle", "node", "join", fleet.address, "--token")
    fleet.world.start(*words, fleet.token(), "--name", "node-a", **fleet.of_node("a"), **table)
    load = [native.file("soft-load"), "requests", "1", "1000", "0", "4", "60"]
    quietly = ("sh", "-c", 'exec "$@" >/dev/null', "sh")  # a line for each request
    fleet.world.start(*quietly, sys.executable, "-m", "heddle", "run", "--", *load, **table)

    def line() -> dict[str, Any]:
        done = fleet.heddle("ps", "--node", "node-a", "-o", "json")
        found = json.loads(done.stdout)["programs"] if done.returncode == 0 else []
        return dict(found[0]) if found else {}

    assert eventually(lambda: line().get("state") == "running", 20), line()
    id = str(line()["id"])
    assert "soft-load" in fleet.ok("ps", "--node", "node-a")
    assert "soft-load" not in fleet.ok("ps")
    fleet.ok("program", "hold", id, "--node", "node-a")
    assert eventually(lambda: line()["state"] == "held")
    fleet.ok("program", "set", id, "--node", "node-a", "--share", "25%", "--priority", "7")
    assert eventually(lambda: (line()["share_milli"], line()["priority"]) == (250, 7))
    fleet.ok("program", "release", id, "--node", "node-a")
    assert eventually(lambda: line()["state"] != "held")
    fleet.ok("program", "resize", id, "--node", "node-a", "--mem", "64MiB")
    assert eventually(lambda: line()["memory_limit"] == 64 << 20)
    assert "25 % of its devices is promised" in fleet.ok("explain", id, "--node", "node-a")
    assert fleet.heddle("explain", "999", "--node", "node-a").returncode != 0
    top = json.loads(fleet.ok("top", "-1", "--node", "node-a", "-o", "json"))
    assert [(each["command"], each["share"]) for each in top["programs"]] == [("soft-load", 0.25)]
    assert top["programs"][0]["got"] > 0
    watch = NodeWatch("node-a", 0.5, fleet.client)
    assert eventually(lambda: [each.name for each in seen_by(watch)] == ["soft-load"])
    watch.hold(int(id), True)
    assert eventually(lambda: seen_by(watch)[0].state == "held")
    watch.hold(int(id), False)
    picture = fleet.folder / "trace.svg"
    said = fleet.ok(
        "program", "trace", "--node", "node-a", "--seconds", "2", "--svg", str(picture)
    )  # longer than a heartbeat, of which none is missed
    assert "soft-load" in said
    assert picture.stat().st_size > 1000
    assert fleet.node("node-a")["state"] == "ready"
    wrong = fleet.heddle("program", "hold", "999", "--node", "node-a")
    assert wrong.returncode != 0
    assert "999" in wrong.stderr


@pytest.mark.slow
def test_a_node_that_is_forgotten_ends_and_bad_tokens_say_what_to_do(fleet: Fleet) -> None:
    for given, said in (
        ("hj_000000000000_00", "heddle node token"),
        ("hd_x_y", "begin with hj_"),
    ):
        bad = fleet.heddle("node", "join", fleet.address, "--token", given, on="b")
        assert (bad.returncode, said in bad.stderr) == (2, True), bad.stderr
    unjoined = fleet.heddle("node", "join", on="b")
    assert "has not joined yet" in unjoined.stderr
    open_network = fleet.heddle(
        "node", "join", "http://192.0.2.1:7878", "--token", "hj_a_b", on="b"
    )
    assert "https://" in open_network.stderr
    token = fleet.token("--name", "node-b")
    words = ("join", fleet.address, "--token", "-", "--once")
    done = fleet.heddle(*words, on="b", stdin=f"{token}\n")
    assert done.returncode == 0, done.stderr
    assert "as node-b" in done.stdout
    process = fleet.join("b")
    assert fleet.is_("node-b", "ready")
    os.kill(process.pid, signal.SIGSTOP)
    assert fleet.is_("node-b", "lost", 5)
    os.kill(process.pid, signal.SIGCONT)
    assert fleet.is_("node-b", "ready")
    assert "is forgotten" in fleet.ok("node", "rm", "node-b")
    assert process.wait(20) == 0
    assert not (fleet.folder / "b" / "node-identity.json").exists()


@pytest.mark.slow
def test_the_benchmark_measures_and_its_bars_hold(world: World) -> None:
    words = ("--nodes", "50", "--heartbeat", "0.5", "--seconds", "3", "--lose", "10")
    done = world.heddle("bench", "nodes", *words, "-o", "json")
    report = json.loads(done.stdout)
    (row,) = report["rows"]
    assert (row["nodes"], row["failures"]) == (50, 0)
    assert row["lost"] >= 10
    assert row["beats_per_s"] > 50
    # Of a heartbeat as short as this one, a busy machine can miss some.
    (cores, memory, *_) = report["bars"]
    assert cores["holds"], report
    assert memory["holds"], report
    assert row["noticed_s"] < 10
