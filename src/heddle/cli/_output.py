"""Tables and JSON, the same way in every verb."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heddle.errors import HeddleError, NoPermissionError

if TYPE_CHECKING:
    from heddle.model.hardware import Machine

#: Characters that steer a terminal, or turn the direction of writing, instead of being shown.
_STEERING = dict.fromkeys(
    [
        *range(0x20),
        *range(0x7F, 0xA0),
        0x200E,
        0x200F,
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
    ]
)


def add_output(parser: argparse.ArgumentParser, *, wide: bool = False) -> None:
    parser.add_argument(
        "-o",
        "--output",
        choices=["table", *(["wide"] if wide else []), "json"],
        default="table",
        help=f"table for people (default){', wide with more of it,' if wide else ''} "
        "or json for programs",
    )


def add_verbs(
    parser: argparse.ArgumentParser, verbs: Mapping[str, str], *, required: bool = False
) -> list[argparse.ArgumentParser]:
    """A parser for each verb, which is given with its help, and -o for all of them. Where none is
    required, the command alone is the first."""
    if not required:
        add_output(parser)
    known = parser.add_subparsers(dest="verb", metavar=" | ".join(verbs), required=required)
    made = [known.add_parser(name, help=text) for name, text in verbs.items()]
    for each in made:
        add_output(each)
    return made


def positive(text: str) -> float:
    """The type of an option that is a number above 0."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return value


def clean(text: str) -> str:
    """Without what would steer the terminal: names come from devices, records and other nodes."""
    return text.translate(_STEERING)


def complain(error: HeddleError | str) -> None:
    print(f"heddle: {clean(str(error))}", file=sys.stderr)


def tell_troubles(machine: Machine) -> None:
    """What of the machine could not be read."""
    for trouble in machine.troubles:
        complain(f"{trouble.what}: {trouble.reason}")


def json_text(value: Any, indent: int | None = 2) -> str:
    """A number that JSON cannot say is null."""
    return json.dumps(_plain(value), indent=indent, allow_nan=False)


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if is_dataclass(value) and not isinstance(value, type):
        return _plain(asdict(value))
    return str(value)


def print_json(value: Any) -> None:
    print(json_text(value))


def print_answer(output: str, value: Any, *lines: str) -> None:
    """What came of it: the value for programs, the lines for people."""
    if output == "json":
        print_json(value)
        return
    for line in lines:
        print(clean(line))


def print_table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    cells = [list(heads), *([clean(str(cell)) for cell in row] for row in rows)]
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


def amount(millionths: int) -> str:
    """Of a currency, to four digits, rounded down."""
    return f"{millionths // 10**6}.{millionths // 100 % 10**4:04}"


def joules(millijoules: int) -> str:
    """To four figures at least."""
    if millijoules < 10_000_000:
        return f"{millijoules / 1000:.1f} J"
    return f"{millijoules / 10**6:,.1f} kJ"


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
    """A line on stderr that is rewritten in place; silent where stderr is not a terminal."""

    def __init__(self, enabled: bool | None = None) -> None:
        self.enabled = sys.stderr.isatty() if enabled is None else enabled

    def show(self, text: str) -> None:
        if self.enabled:
            sys.stderr.write(f"\r\x1b[K{text}")
            sys.stderr.flush()

    def done(self) -> None:
        self.show("")


def print_next(*commands: tuple[str, str]) -> None:
    """What can be typed next, each with what it does."""
    width = max(len(command) for command, _ in commands)
    for command, what in commands:
        print(f"  {command:<{width}}    {what}")
