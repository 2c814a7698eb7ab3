"""The words of the pages. A language is one file in words/, by its code."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from heddle.model.wire import credentials

DEFAULT = "en"
COOKIE = credentials.LANGUAGE
FOLDER = Path(__file__).with_name("words")


def load() -> dict[str, dict[str, str]]:
    """By language, then by key: `jobs.title`."""
    return {
        file.stem: dict(_flat(tomllib.loads(file.read_text(encoding="utf-8"))))
        for file in sorted(FOLDER.glob("*.toml"))
    }


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, str(value)


def choose(known: Mapping[str, object], asked: str | None, kept: str | None, accepts: str) -> str:
    """What was asked for, or was before, or what the browser would like best."""
    for code in (asked, kept):
        if code in known:
            return code or DEFAULT
    wishes = []
    for place, part in enumerate(accepts.split(",")):
        code, _, rest = part.strip().partition(";")
        try:
            weight = float(rest.strip().removeprefix("q=")) if rest else 1.0
        except ValueError:
            weight = 0.0
        wishes.append((-weight, place, code.split("-")[0].lower()))
    return next((code for weight, _, code in sorted(wishes) if weight and code in known), DEFAULT)
