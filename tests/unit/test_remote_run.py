"""The job that `heddle run --on` stands for."""

from __future__ import annotations

import argparse
import venv
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from heddle.cli import run
from heddle.cli.job import _shell
from heddle.cli.job._input import InputRelay, StartedAnewError
from heddle.cli.job._remote_run import _RemoteRun, check_node
from heddle.client import where
from heddle.errors import UsageError
from tests.cli_world import CliWorld, cli_world


@pytest.fixture
def cli(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[CliWorld]:
    (tmp_path / "api").mkdir()
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "train.py").write_text("")
    with cli_world(tmp_path / "api", monkeypatch, capsys) as made:
        for name in ("VIRTUAL_ENV", "CONDA_PREFIX"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.chdir(tmp_path / "work")
        yield made


def spec_of(*words: str) -> dict[str, Any]:
    parser = argparse.ArgumentParser()
    run.configure(parser)
    options = parser.parse_args(["--on", "one", *words])
    with where.find() as client:
        return _RemoteRun(client, options, options.command[1:])._spec()


def test_options_are_words_of_the_job(cli: CliWorld, tmp_path: Path) -> None:
    asked = ("--device", "gpu:1", "--share", "25%", "--mem", "8GiB", "--priority", "high")
    found = spec_of(*asked, "--members", "2", "--env", "A=1", "--", "python3", "train.py")
    assert found.pop("snapshot").startswith("sha256:")
    assert found == {
        "id": "python3",
        "devices": "gpu:1",
        "command": ["python3", "train.py"],
        "share": "25%",
        "device_memory": "8GiB",
        "priority": "high",
        "environment": {"A": "1"},
        "conditions": {"nodes": ["one"]},
        "shape": "gang",
        "members": 2,
    }
    plain = spec_of("--no-copy", "--", "true")
    assert (plain["devices"], plain["folder"]) == ("cpu:1", str(tmp_path / "work"))


def test_an_environment_goes_to_the_node_that_was_named(
    cli: CliWorld, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    venv.create(tmp_path / "venv", symlinks=True)
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "venv"))
    found = spec_of("--venv", "--", "python", "train.py")
    assert found["conditions"]["nodes"] == ["one"]
    assert found["conditions"]["stack"][0].startswith("python==3.")
    monkeypatch.setenv("PATH", f"{tmp_path / 'venv' / 'bin'}:/usr/bin:/bin")
    with pytest.raises(UsageError, match="To build the same there: --venv"):
        spec_of("--", "python", "train.py")


def test_only_nodes_that_take_work_are_named(cli: CliWorld) -> None:
    cli.api.ask("POST", "/v1/nodes/one/drain")
    with where.find() as client:
        check_node(client, "two")
        with pytest.raises(UsageError, match=r"one is drained: .* Nodes that do: two\."):
            check_node(client, "one")
        with pytest.raises(UsageError, match=r"there is no node tow\. Did you mean 'two'\?"):
            check_node(client, "tow")


def test_input_that_is_gone_is_not_sent_as_if_it_were_the_beginning() -> None:
    """A program that was started anew would take the rest for all."""
    relay = InputRelay("j1")
    relay.taken(0, is_first=True)
    relay.taken(5, is_first=True)
    with pytest.raises(StartedAnewError):
        relay.taken(0, is_first=True)


def test_who_has_no_terminal_is_told_why_it_waits_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Once for each reason: the folder may not be on that node, and nothing would ever happen."""
    monkeypatch.setattr(_shell, "SILENT_S", 0.0)
    texts = ("the folder is not there", "the folder is not there", "no device is free")
    found = [{"state": "queued", "reason": {"text": text}} for text in texts]
    states = iter([*found, {"state": "running"}])
    _shell.wait(SimpleNamespace(job=lambda _: next(states)), "j1")  # type: ignore[arg-type]
    assert capsys.readouterr().err.splitlines() == [
        f"heddle: j1 is queued: {text}" for text in texts[1:]
    ]
