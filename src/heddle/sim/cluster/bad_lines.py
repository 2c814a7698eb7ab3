"""Lines of a file that cannot be used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from heddle.errors import UsageError


class BadLine(UsageError):
    """One such line; `what` is the same for all that are bad in the same way."""

    def __init__(self, path: Path, line: int, what: str, rule: str = "") -> None:
        super().__init__(f"{path}, line {line}: {rule or what}")
        self.what = what


OnBad = Callable[[BadLine], None]  #: raises it, or counts it


def refuse(bad: BadLine) -> None:
    """:raises BadLine: always"""
    raise bad
