"""TOML as a document with places, so that its errors say where as those of YAML and JSON do.

Python's reader keeps no places. They are found again by the headers and keys that begin a line;
what stands deeper in a line, or in a list over several, has the place of its key.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

from heddle.errors import UsageError
from heddle.spec.document import DocumentNode, FileError, SourceText

_HEADER = re.compile(r"\s*(\[\[?)\s*(.+?)\s*\]")
_KEY = re.compile(r"\s*([\w.\"'-]+)\s*=")
_WORD = re.compile(r"\"([^\"]*)\"|'([^']*)'|([\w-]+)")

Keys = tuple[str | int, ...]  #: from the top to a value


def open_source(path: Path) -> SourceText:
    """:raises UsageError: if the file cannot be read"""
    try:
        return SourceText(str(path), path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}.") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8: byte {error.start}. Save it as UTF-8.") from None


def read_toml(source: SourceText) -> DocumentNode:
    """:raises FileError: if it is not TOML"""
    try:
        given = tomllib.loads(source.text, parse_float=str)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line, column = map(int, place.groups()) if place else (len(source.lines), 1)
        source.refuse(line, column, f"not TOML: {str(error).partition(' (at ')[0]}.")
        raise FileError(source.problems) from None
    return _Toml(source).node(given, (), (1, 1))


class _Toml:
    def __init__(self, source: SourceText) -> None:
        self._source = source
        self._places: dict[Keys, tuple[int, int]] = {}
        seen: Counter[Keys] = Counter()
        table: Keys = ()
        for number, line in enumerate(source.lines, start=1):
            if header := _HEADER.match(line):
                table = _words(header[2])
                column = header.start(2) + 1
                self._places.setdefault(table, (number, column))
                if header[1] == "[[":
                    seen[table] += 1
                    table = (*table, seen[table] - 1)
                    self._places[table] = number, column
            elif key := _KEY.match(line):
                self._places[table + _words(key[1])] = number, key.start(1) + 1

    def node(self, value: Any, path: Keys, above: tuple[int, int]) -> DocumentNode:
        line, column = place = self._places.get(path) or self._within(path, above)
        if isinstance(value, dict):
            entries = []
            for key, each in value.items():
                its = self.node(each, (*path, key), place)
                entries.append((DocumentNode(its.line, its.column, key, quoted=True), its))
            return DocumentNode(line, column, entries=tuple(entries))
        if isinstance(value, list):
            items = tuple(self.node(each, (*path, n), place) for n, each in enumerate(value))
            return DocumentNode(line, column, items=items)
        text = str(value).lower() if isinstance(value, bool) else str(value)
        return DocumentNode(line, column, text, quoted=True)

    def _within(self, path: Keys, above: tuple[int, int]) -> tuple[int, int]:
        """Of a key in the line of what it belongs to."""
        line, column = above
        word = re.escape(str(path[-1])) if path else ""
        found = re.compile(rf"(?<![\w-]){word}(?![\w-])").search(
            self._source.lines[line - 1], column - 1
        )
        return (line, found.start() + 1) if path and found else above


def _words(text: str) -> Keys:
    return tuple("".join(each) for each in _WORD.findall(text))
