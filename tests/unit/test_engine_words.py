"""Every engine says what it does with each word of an order, and so does the documentation."""

from __future__ import annotations

import importlib

import pytest

from heddle import engine
from heddle.engine.base import words
from heddle.engine.kubernetes.translation import KUBERNETES
from heddle.engine.local.translation import LOCAL
from heddle.engine.ray.translation import RAY
from heddle.engine.slurm.translation import SLURM
from heddle.seams import names_in
from tests.world import ROOT


@pytest.mark.parametrize("name", [name for name in names_in(engine.__path__) if name != "base"])
def test_no_word_of_an_order_is_forgotten(name: str) -> None:
    table = importlib.import_module(f"heddle.engine.{name}").WORDS
    assert set(table) == set(words())
    assert all(table.values())


TABLES = {"kubernetes": KUBERNETES, "local": LOCAL, "ray": RAY, "slurm": SLURM}


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_the_table_is_in_the_documentation(table: dict[str, str]) -> None:
    text = (ROOT / "docs" / "internals" / "engines.md").read_text()
    for word, what in table.items():
        assert f"| `{word}` | {what} |\n" in text, word
