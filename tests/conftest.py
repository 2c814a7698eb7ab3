"""What all tests share: a table and a soft XPU of their own, and where the built programs are."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.world import BUILT, World

# How long an example takes says more about the machine than about the code.
settings.register_profile("heddle", deadline=None)
settings.load_profile("heddle")


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    made = World()
    for name in [name for name in os.environ if name.startswith(("HEDDLE_", "SOFTXPU_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HEDDLE_TABLE", str(made.table))
    monkeypatch.setenv("SOFTXPU_SEGMENT", made.segment.name)
    yield made
    made.remove()


def missing(reason: str, remedy: str) -> None:
    """Skips, saying what would help; in CI everything must be there, so it fails."""
    text = f"{reason}; fix: {remedy}"
    if os.environ.get("CI") == "true":
        pytest.fail(text)
    pytest.skip(text)


@pytest.fixture(scope="session")
def conformance_programs() -> Path:
    folder = BUILT / "conformance"
    if not folder.is_dir():
        missing("the conformance programs are not built", "make native")
    return folder
