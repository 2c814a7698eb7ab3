"""Terminals over the API, with an engine in memory: who, when, and what becomes of it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from socket import socket

import pytest

from heddle.client.client import Client
from heddle.client.wire import RefusedError
from heddle.model.wire.terminal import DONE, INPUT, SIZE, VIEW, Frames, size_of
from tests.api_world import ApiWorld, one, served
from tests.world import eventually

SHELL = one("shell", command=["sh"], terminal={"idle": "30m"})


class Terminal:
    """The other end of lines that were attached to a fake: obeys all, and notes it."""

    def __init__(self, world: ApiWorld, attempt: str) -> None:
        self._world, self._attempt = world, attempt
        self.obeyed: list[tuple[bytes, bytes]] = []
        self.viewers: list[socket] = []
        self._served = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        while not self._ended.wait(0.005):
            lines = self._world.engine.attached.get(self._attempt, [])
            while self._served < len(lines):
                self._serve(lines[self._served])
                self._served += 1

    def _serve(self, line: socket) -> None:
        line.settimeout(5)
        frames = Frames()
        while (found := frames.next()) is None:
            frames.add(line.recv(65536))
        self.obeyed.append(found)
        if found[0] == VIEW:
            self.viewers.append(line)
        else:
            line.sendall(DONE)

    def close(self) -> None:
        self._ended.set()
        self._thread.join()


@pytest.fixture
def world(tmp_path: Path) -> Iterator[ApiWorld]:
    made = ApiWorld(tmp_path)
    yield made
    made.close()


def test_what_is_typed_arrives_and_what_is_shown_comes_back(world: ApiWorld) -> None:
    with served(world) as (host, port), Client(f"http://{host}:{port}", world.admin) as client:
        (job,) = [each["id"] for each in client.submit([SHELL])]
        assert eventually(lambda: client.job(job)["state"] == "running")
        terminal = Terminal(world, f"{job}.1")
        try:
            with client.terminal(job) as shown:
                assert eventually(lambda: len(terminal.viewers) == 1)
                terminal.viewers[0].sendall(b"hello")
                assert shown.read1(100) == b"hello"
                client.type_in(job, b"ls\r")
                client.resize(job, 33, 99)
                client.type_in(job, b"")
                terminal.viewers[0].close()
                assert shown.read1(100) == b"", "the end of the terminal is the end of the answer"
        finally:
            terminal.close()
        assert [kind for kind, _ in terminal.obeyed] == [VIEW, INPUT, SIZE, INPUT]
        assert terminal.obeyed[1][1] == b"ls\r"
        assert size_of(terminal.obeyed[2][1]) == (33, 99)
        told = [each["what"] for each in client.events(limit=1000)["events"]]
        assert "attached" in told


def test_a_token_that_is_revoked_sees_no_more(
    world: ApiWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heddle.desk.jobs.terminals.LOOK_S", 0.1)
    with served(world) as (host, port), Client(f"http://{host}:{port}", world.admin) as client:
        made = client.add_token({"name": "ann", "scope": "admin"})
        (job,) = [each["id"] for each in client.submit([SHELL])]
        assert eventually(lambda: client.job(job)["state"] == "running")
        with Client(f"http://{host}:{port}", made["token"]) as ann, ann.terminal(job) as shown:
            client.remove_token(made["id"])
            assert shown.read1(100) == b""
        assert eventually(lambda: not world.app.state.desk.terminals._open)


def test_who_goes_is_noticed(world: ApiWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the terminal shows nothing; and a server that ends lets all go."""
    monkeypatch.setattr("heddle.desk.jobs.terminals.LOOK_S", 0.1)
    with served(world) as (host, port), Client(f"http://{host}:{port}", world.admin) as client:
        (job,) = [each["id"] for each in client.submit([SHELL])]
        assert eventually(lambda: client.job(job)["state"] == "running")
        terminals = world.app.state.desk.terminals
        with client.terminal(job):
            assert len(terminals._open) == 1
        assert eventually(lambda: not terminals._open)
        monkeypatch.setattr("heddle.desk.jobs.terminals.MOST", 0)
        with pytest.raises(Exception, match="the maximum"), client.terminal(job):
            pass


def test_what_has_no_terminal_says_so(world: ApiWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without one, not yet, no more, and one that does not answer."""
    monkeypatch.setattr("heddle.desk.jobs.terminals.PATIENCE_S", 0.1)
    monkeypatch.setattr("heddle.desk.jobs.terminals.INPUT_S", 0.1)
    with served(world) as (host, port), Client(f"http://{host}:{port}", world.admin) as client:
        plain, held, silent = (
            *(each["id"] for each in client.submit([one("plain")])),
            *(each["id"] for each in client.submit([SHELL], hold=True)),
            *(each["id"] for each in client.submit([SHELL])),
        )
        assert eventually(lambda: client.job(silent)["state"] == "running")
        for job, text in (
            (plain, "has no terminal"), (held, "is held"), (silent, "takes no input now"),
        ):  # fmt: skip
            with pytest.raises(RefusedError, match=text) as refused:
                client.type_in(job, b"x")
            assert refused.value.status == 409
        world.engine.end(f"{silent}.1")
        assert eventually(lambda: client.job(silent)["state"] == "done")
        with pytest.raises(RefusedError, match="is done"):
            client.type_in(silent, b"x")


def test_an_idle_terminal_is_done_and_says_why(world: ApiWorld) -> None:
    with world.client:
        (job,) = world.submit(SHELL)
        world.until(job, "running")
        assert world.engine.order(f"{job}.1").terminal_idle_s == 1800
        world.engine.end(f"{job}.1", 0, "a limit is not set; idle")
        world.until(job, "done")
        found = world.get(f"/v1/jobs/{job}").json()
        assert found["reason"]["code"] == "idle"
        assert "idle for 30m" in found["reason"]["text"]
        assert found["attempts"][0]["why"] == "idle"
        assert "idle for 30m" in world.get(f"/v1/jobs/{job}/explain").json()["text"]


def test_who_only_has_the_same_name_is_somebody_else(world: ApiWorld) -> None:
    """A tenant and one below it may each have an Ann."""
    with world.client:
        world.tenant("acme")
        world.tenant("acme/vision")
        ann = world.token("ann", "acme")
        asked = {"name": "ann", "home": "acme/vision"}
        assert world.ask("POST", "/v1/users", json=asked).status_code == 201
        other = world.token("ann", "acme/vision")
        (job,) = world.submit(SHELL, token=other, hold=True)
        sent = {"content": b"x", "headers": {"Content-Type": "application/octet-stream"}}
        path = f"/v1/jobs/{job}/terminal"
        assert world.ask("POST", path, ann, **sent).status_code == 403
        assert world.get(path, ann).status_code == 403
        assert world.ask("POST", path, other, **sent).status_code == 409, "held, but theirs"


def test_a_terminal_in_a_tenant_is_not_that_of_its_user_of_the_same_name(world: ApiWorld) -> None:
    """Ann of the whole cluster works for acme, which has an Ann, too."""
    with world.client:
        world.tenant("acme")
        ann = world.token("ann")
        asked = {"name": "ann", "home": "acme"}
        assert world.ask("POST", "/v1/users", json=asked).status_code == 201
        other = world.token("ann@acme", "acme")
        (job,) = world.submit({**SHELL, "tenant": "acme"}, token=ann, hold=True)
        sent = {"content": b"x", "headers": {"Content-Type": "application/octet-stream"}}
        path = f"/v1/jobs/{job}/terminal"
        assert world.ask("POST", path, other, **sent).status_code == 403
        assert world.get(path, other).status_code == 403
        assert world.ask("POST", path, ann, **sent).status_code == 409, "held, but theirs"


def test_no_organisation_looks_at_all_terminals(
    world: ApiWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heddle.desk.jobs.terminals.MOST", 2)
    monkeypatch.setattr("heddle.desk.jobs.terminals.LOOK_S", 0.1)
    with served(world) as (host, port), Client(f"http://{host}:{port}", world.admin) as client:
        client.add_tenant({"path": "acme"})
        own, acme = (
            *(each["id"] for each in client.submit([SHELL])),
            *(each["id"] for each in client.submit([{**SHELL, "tenant": "acme"}])),
        )
        both = (own, acme)
        assert eventually(lambda: all(client.job(each)["state"] == "running" for each in both))
        with client.terminal(acme):
            with pytest.raises(RefusedError, match="terminals of acme"), client.terminal(acme):
                pass
            with client.terminal(own):
                pass
        viewers = world.app.state.desk.terminals._viewers
        assert eventually(lambda: not viewers.total())
