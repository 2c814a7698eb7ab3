"""`heddle job ls`: a line for each job, one for an array, none for a replica; and where they
run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heddle.cli._jobs import device_text, node_text
from heddle.cli.job import _watch
from heddle.cli.job._list import service_of
from heddle.control.services.controller import Services
from tests.api_world import one, service
from tests.cli_world import CliWorld, cli_world
from tests.world import eventually


@pytest.fixture
def cli(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[CliWorld]:
    with cli_world(tmp_path, monkeypatch, capsys) as made:
        yield made


def place(node: str, *devices: tuple[str, int], cpu_milli: int = 1000) -> dict[str, Any]:
    return {"node": node, "devices": [list(each) for each in devices], "cpu_milli": cpu_milli}


@pytest.mark.parametrize(
    ("places", "node", "device"),
    [
        ([], "", ""),
        ([place("n1", ("cuda@0", 1000))], "n1", "cuda@0"),
        ([place("n1", ("soft@gpu", 250))], "n1", "soft@gpu 25 %"),
        ([place("n1", ("cuda@0", 500), ("cuda@1", 1000))], "n1", "cuda@0 +1 50-100 %"),
        ([place(f"n{i}", ("cuda@0", 1000)) for i in range(4)], "n0 +3", "cuda@0 +3"),
        ([place("n1", ("cuda@0", 125)), place("n1", ("cuda@0", 125))], "n1", "cuda@0 12.5 %"),
        ([place("n1", cpu_milli=2500)], "n1", "cpu:2.5"),
    ],
)
def test_places_are_short(places: list[dict[str, Any]], node: str, device: str) -> None:
    assert (node_text(places), device_text(places)) == (node, device)


def rows(cli: CliWorld, *words: str) -> dict[str, dict[str, str]]:
    """Of the table, by job and column."""
    head, *lines = cli.ok("job", "ls", *words).splitlines()
    starts = [head.index(name) for name in head.split()]
    ends = [*starts[1:], None]
    found = [[line[a:b].strip() for a, b in zip(starts, ends, strict=True)] for line in lines]
    return {cells[0]: dict(zip(head.split(), cells, strict=True)) for cells in found}


def test_an_array_is_one_line(cli: CliWorld) -> None:
    cli.api.submit(one("before"))
    cli.api.submit(one("sweep", shape="array", members=40))
    cli.api.submit(one("after"))
    assert eventually(lambda: cli.api.state("j2[0]") == cli.api.state("j2[1]") == "running")
    cli.api.engine.end("j2[1].1", 1)
    cli.api.until("j2[1]", "failed")
    assert eventually(lambda: cli.api.state("j2[2]") == "running")
    found = rows(cli)
    assert list(found) == ["j3", "j2[0-39]", "j1"]
    array = found["j2[0-39]"]
    assert array["STATE"] == "running"
    assert array["REASON"] == "of 40 members 2 running, 37 waiting, 1 failed"
    assert array["DEVICE"] == "cuda@1 +1"
    assert array["NODE"] == "one +1"
    assert (found["j1"]["NODE"], found["j1"]["DEVICE"]) == ("one", "cuda@0")
    assert found["j3"]["DEVICE"] == "-"
    assert {"j2[0]", "j2[39]"} <= rows(cli, "--members", "--all").keys()
    assert list(rows(cli, "-n", "2"))[:2] == ["j3", "j2[0-39]"]
    members = cli.json("job", "ls", "--text", "sweep")
    assert len(members) == 39, "not the one that has failed"
    assert members[0]["places"][0]["devices"] == [["cuda@1", 1000]]


def test_replicas_are_left_to_their_service(cli: CliWorld) -> None:
    cli.api.submit(one("train"))
    made = cli.api.ask("PUT", "/v1/services/chat", json=service("chat"))
    assert made.status_code == 201, made.text
    cli.api.loop.ask(lambda core: core.part(Services).replicas.ports.append(9999)).result()
    assert eventually(lambda: len(cli.api.get("/v1/jobs").json()["jobs"]) == 2)
    out = cli.ok("job", "ls")
    assert "chat-1" not in out
    assert "Left out: 1 replica of chat. See `heddle service ls`." in out
    assert "chat-1" in cli.ok("job", "ls", "--members")
    assert "chat-1" in cli.ok("job", "ls", "--text", "chat")
    assert len(cli.json("job", "ls")) == 2


def test_who_sets_the_variable_is_no_replica() -> None:
    spec = {"environment": {"HEDDLE_SERVICE": "chat"}}
    assert service_of({"name": "chat-1", "spec": spec}) == "chat"
    assert service_of({"name": "train-1", "spec": spec}) is None
    assert service_of({"name": "chat-1", "spec": {}}) is None


def test_a_watch_in_a_pipe_says_each_change_once(
    cli: CliWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    cli.api.submit(one("train"))
    cli.api.until("j1", "running")
    slept = 0

    def sleep(_: float) -> None:
        nonlocal slept
        slept += 1
        if slept == 2:
            cli.api.run_to_end("j1")
        if slept == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr(_watch, "time", type("", (), {"sleep": staticmethod(sleep)}))
    code, out, err = cli.heddle("job", "ls", "--watch")
    assert code == 130, err
    assert out.splitlines() == ["j1 (train) is running (one cuda@0)", "j1 (train) is done"]
    assert cli.heddle("job", "ls", "-w", "-o", "json")[0] == 2
