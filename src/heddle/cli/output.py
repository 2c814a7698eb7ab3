"""Tables and JSON, the same way in every verb."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any

from heddle.errors import NoPermissionError


def add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o",
        "--output",
        choices=["table", "json"],
        default="table",
        help="table for people (default) or json for programs",
    )


def print_json(value: Any) -> None:
    def plain(item: Any) -> Any:
        return asdict(item) if is_dataclass(item) and not isinstance(item, type) else str(item)

    json.dump(value, sys.stdout, indent=2, default=plain)
    sys.stdout.write("\n")


def print_table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    cells = [list(heads), *([str(cell) for cell in row] for row in rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(heads))]
    for row in cells:
        padded = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(padded).rstrip())


def write_picture(path: Path, picture: str) -> None:
    """:raises NoPermissionError: if the file cannot be written"""
    try:
        path.write_text(picture)
    except OSError as error:
        raise NoPermissionError(f"cannot write the picture ({error.strerror})", str(path)) from None


def bytes_text(count: int) -> str:
    if not count:
        return "N/A"
    for unit in ("B", "KiB", "MiB", "GiB"):
        if count < 1024 or unit == "GiB":
            return f"{count:g} {unit}" if isinstance(count, int) else f"{count:.4g} {unit}"
        count = count // 1024 if count % 1024 == 0 else count / 1024  # type: ignore[assignment]
    raise AssertionError("unreachable")


def time_text(nanoseconds: int) -> str:
    if nanoseconds < 1_000_000:
        return f"{nanoseconds / 1000:.0f} us"
    if nanoseconds < 1_000_000_000:
        return f"{nanoseconds / 1e6:.1f} ms"
    return f"{nanoseconds / 1e9:.1f} s"


class Progress:
    """A line on stderr that is rewritten in place; silent where nobody watches."""

    def __init__(self, enabled: bool | None = None) -> None:
        self._enabled = sys.stderr.isatty() if enabled is None else enabled

    def show(self, text: str) -> None:
        if self._enabled:
            sys.stderr.write(f"\r\x1b[K{text}")
            sys.stderr.flush()

    def done(self) -> None:
        self.show("")
