"""The glossary: its names exist where it says, and nothing uses another word for them."""

from __future__ import annotations

import dataclasses
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.api_world import ApiWorld
from tests.unit.test_docs import DOCS, ROOT
from tests.unit.test_docs_commands import wrong

GLOSSARY = DOCS / "concepts" / "glossary.md"
SETTINGS = (DOCS / "reference" / "settings.md").read_text(encoding="utf-8")
TEXTS = {".py", ".md", ".toml", ".html", ".js"}
SPAN = re.compile(r"`([^`]+)`")
Row = dict[str, str]


@cache
def tables() -> tuple[tuple[Row, ...], ...]:
    """The tables of the page; a row by the heads of its columns."""
    found: list[tuple[Row, ...]] = []
    for block in re.findall(r"(?:^\|.*\n)+", GLOSSARY.read_text(encoding="utf-8"), re.MULTILINE):
        heads, _, *rows = (
            [cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()
        )
        found.append(tuple(dict(zip(heads, row, strict=True)) for row in rows))
    return tuple(found)


def rows(head: str) -> list[Row]:
    return [row for table in tables() for row in table if head in row]


def concepts() -> list[Any]:
    found = [row for row in rows("Concept") if "Code" in row]
    return [pytest.param(row, id=row["Concept"]) for row in found]


def exists(name: str) -> bool:
    """A module, what it defines, or a field or attribute of that."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for part in parts[end:]:
            fields = dataclasses.fields(found) if dataclasses.is_dataclass(found) else ()
            if part in {field.name for field in fields}:
                return True
            found = getattr(found, part, None)
        return found is not None
    return False


@pytest.fixture(scope="module")
def schemas(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    with ApiWorld(tmp_path_factory.mktemp("api")) as api:
        yield api.app.openapi()["components"]["schemas"]


def test_every_concept_is_there_once() -> None:
    names = [row["Concept"] for row in rows("Code")]
    assert len(names) == len(set(names)) > 30
    chinese = [row["中文"] for row in rows("Code")]
    assert len(chinese) == len(set(chinese))


@pytest.mark.parametrize("row", concepts())
def test_a_concept_has_its_name_where_the_glossary_says(row: Row, schemas: dict[str, Any]) -> None:
    """Classes can be imported, commands have their options, the rest is documented."""
    code = SPAN.findall(row["Code"])
    assert code
    assert [name for name in code if not exists(name)] == []
    for command in SPAN.findall(row["Command"]):
        assert wrong(command.split()[1:]) == ""
    for setting in SPAN.findall(row["Setting"]):
        assert f"`{setting}`" in SETTINGS
    for name in SPAN.findall(row["API"]):
        schema, _, field = name.partition(".")
        assert field in schemas[schema]["properties"], name


def texts() -> Iterator[Path]:
    for folder in (ROOT / "src", DOCS):
        yield from (path for path in folder.rglob("*") if path.suffix in TEXTS)
    yield from (ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"))


def test_no_synonym_is_in_use() -> None:
    """In sources, pages and messages, over the ends of lines too."""
    refused = [word.strip() for row in rows("Not") for word in row["Not"].split(",")]
    between = r"[\s#*|\"]+"
    pattern = re.compile(
        "|".join(rf"\b{between.join(map(re.escape, word.split()))}s?\b" for word in refused),
        re.IGNORECASE,
    )
    found = []
    for path in texts():
        if path != GLOSSARY:
            text = path.read_text(encoding="utf-8")
            found += [f"{path.relative_to(ROOT)}: {each}" for each in pattern.findall(text)]
    assert found == []
