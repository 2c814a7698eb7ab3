"""The command line against a whole API, in one process."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from heddle.cli import main
from tests.api_world import ApiWorld, served


class CliWorld:
    """`heddle` types a command as the administrator, or as whoever HEDDLE_TOKEN is set to."""

    def __init__(
        self, api: ApiWorld, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.api = api
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def is_(self, token: str) -> None:
        """Whoever has this token types from now on."""
        self._monkeypatch.setenv("HEDDLE_TOKEN", token)

    def heddle(self, *words: str) -> tuple[int, str, str]:
        """Its exit code, and what it wrote on both streams."""
        try:
            code = main(list(words))
        except SystemExit as end:
            code = int(end.code or 0)
        told = self._capsys.readouterr()
        return code, told.out, told.err

    def ok(self, *words: str) -> str:
        code, out, err = self.heddle(*words)
        assert code == 0, err
        return out

    def json(self, *words: str) -> Any:
        return json.loads(self.ok(*words, "-o", "json"))


@contextmanager
def cli_world(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[CliWorld]:
    with ApiWorld(folder) as api, served(api) as (host, port):
        monkeypatch.setenv("HEDDLE_SERVER", f"http://{host}:{port}")
        made = CliWorld(api, capsys, monkeypatch)
        made.is_(api.admin)
        yield made
