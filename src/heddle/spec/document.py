"""Values with their place in a file, so that errors can say where.

YAML and JSON are read into these; scalars stay the text that was written: what `yes`,
`1:30` or `012` means is for the field to decide.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from heddle.errors import UsageError

BREAK = re.compile(r"\r\n|\r|\n")
DEEPEST = 30  #: lists and mappings within each other
MOST_PROBLEMS = 100  #: that are said of one file
LONGEST_SHOWN = 1000  #: characters of a line, or of what is said of it


@dataclass(frozen=True, slots=True, eq=False)
class DocumentNode:
    """One value, at its line and column, which count from 1."""

    line: int
    column: int
    text: str | None = None  #: of a scalar
    quoted: bool = False
    items: tuple[DocumentNode, ...] | None = None  #: of a list
    #: of a mapping; a key may come twice
    entries: tuple[tuple[DocumentNode, DocumentNode], ...] | None = None

    @property
    def is_null(self) -> bool:
        return not self.quoted and self.text in ("", "~", "null", "Null", "NULL")

    @property
    def what(self) -> str:
        """For people."""
        if self.items is not None:
            return "a list"
        if self.entries is not None:
            return "a mapping"
        return "nothing" if self.is_null else repr(self.text)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong in a file."""

    file: str
    line: int
    column: int
    text: str  #: the line
    message: str

    def __str__(self) -> str:
        shown = self.text.replace("\t", " ").rstrip()
        caret = " " * (self.column - 1) + "^"
        where = f"{self.file}:{self.line}:{self.column}"
        return f"{where}: {self.message}" + (f"\n  {shown}\n  {caret}" if shown.strip() else "")


class FileError(UsageError):
    """All that is wrong in a file, in the order of its lines."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = sorted(problems, key=lambda p: (p.line, p.column))
        super().__init__("\n".join(map(str, self.problems)))


class SourceText:
    """A text with a name; problems are collected on it."""

    def __init__(self, name: str, text: str, *, is_kept: bool = False) -> None:
        self.name, self.text = name, text
        self.is_kept = is_kept  #: it was accepted before, maybe when more was allowed than now
        self.lines = BREAK.split(text)
        self.problems: list[Problem] = []

    def refuse(self, line: int, column: int, message: str) -> None:
        """:raises FileError: if there are too many mistakes to list"""
        shown = self.lines[line - 1] if line <= len(self.lines) else ""
        if len(shown) > LONGEST_SHOWN:
            shown = ""
        if len(message) > LONGEST_SHOWN:
            message = f"{message[: LONGEST_SHOWN // 2]} ... {message[-LONGEST_SHOWN // 2 :]}"
        problem = Problem(self.name, line, column, shown, message)
        if problem not in self.problems:  # an anchor may be used twice
            self.problems.append(problem)
        if len(self.problems) >= MOST_PROBLEMS:
            raise FileError(self.problems)

    def column_within(self, node: DocumentNode, offset: int) -> int:
        """Of a character of a scalar's text, where the text stands in the file as it is."""
        start = node.column + node.quoted
        line = self.lines[node.line - 1]
        exact = node.text is not None and line[start - 1 :].startswith(node.text)
        return start + offset if exact else node.column

    def end(self) -> None:
        """:raises FileError: if there were problems"""
        if self.problems:
            raise FileError(self.problems)
