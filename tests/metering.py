"""What tests of metering share: figures, the tables of the document, and the command line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from heddle import cli
from tests.world import ROOT

DOC = ROOT / "docs" / "reference" / "metering.md"
MEASURED = "directly measured"
#: Dense figures of data sheets, as in the document.
H200 = {"fp64": 34, "fp64_tensor": 67, "fp32": 67, "bf16": 989.4, "fp8": 1978.9, "memory_gbs": 4800}


def table(head: str) -> list[list[str]]:
    """The rows of the document's table whose first line begins so."""
    lines = iter(DOC.read_text().splitlines())
    for line in lines:
        if line.startswith(f"| {head}"):
            break
    else:
        raise AssertionError(f"no table {head!r} in {DOC.name}")
    next(lines)
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> Any:
    assert cli.main([*words, "-o", "json"]) == code
    return json.loads(capsys.readouterr().out)
