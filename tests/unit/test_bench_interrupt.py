"""A benchmark that somebody ends early shows what it has measured."""

from __future__ import annotations

import json
import os
import signal
from types import SimpleNamespace
from typing import Any

import pytest

from heddle import cli
from heddle.cli import bench
from heddle.harness.report import Report, interruptible


def measure(_options: object, _say: object) -> Report:
    rows: list[dict[str, Any]] = []
    with interruptible(lambda: rows):
        rows.append({"row": "first", "p99_ms": 1.5})
        os.kill(os.getpid(), signal.SIGTERM)
        rows.append({"row": "second"})
    raise AssertionError("it went on")


@pytest.fixture(autouse=True)
def own_handler() -> Any:
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


def test_the_rows_so_far_are_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stub = SimpleNamespace(HELP="", configure=lambda _: None, measure=measure)
    monkeypatch.setattr(bench, "SEAM", SimpleNamespace(names=lambda: ["long"], load=lambda _: stub))
    assert cli.main(["bench", "long", "-o", "json"]) == 130
    told = capsys.readouterr()
    assert json.loads(told.out)["rows"] == [{"row": "first", "p99_ms": 1.5}]
    assert "interrupted after 1 row:" in told.err
