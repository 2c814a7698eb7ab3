"""What every benchmark returns: rows that were measured, and bars that must hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median
from typing import Any


@dataclass(frozen=True, slots=True)
class Bar:
    """One figure that must hold."""

    name: str
    limit: float
    measured: float
    at_least: bool = False  #: the limit is a floor, not a ceiling

    @property
    def holds(self) -> bool:
        return self.measured >= self.limit if self.at_least else self.measured <= self.limit

    def as_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "limit": self.limit,
            "at_least": self.at_least,
            "measured": round(self.measured, 4),
            "holds": self.holds,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """A benchmark's result; all ratios in it are taken within one run."""

    name: str
    rows: list[dict[str, Any]] = field(default_factory=list)
    bars: list[Bar] = field(default_factory=list)
    machine: dict[str, Any] = field(default_factory=dict)

    @property
    def holds(self) -> bool:
        return all(bar.holds for bar in self.bars)

    def as_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "machine": self.machine,
            "rows": self.rows,
            "bars": [bar.as_dict() for bar in self.bars],
        }


class BenchInterrupt(KeyboardInterrupt):
    """The benchmark was interrupted; these rows were measured before."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        super().__init__()
        self.rows = rows


@contextmanager
def interruptible(rows: Callable[[], list[dict[str, Any]]]) -> Iterator[None]:
    """Around long measurements: what was measured is shown even if they are interrupted."""
    try:
        yield
    except KeyboardInterrupt:
        raise BenchInterrupt(rows()) from None


def combine(rounds: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """The same rows, measured several times: the median of each figure.

    A second in which the machine does something else spoils one round, not the result.
    """
    return [_combine(same) for same in zip(*rounds, strict=True)]


def _combine(same: tuple[dict[str, Any], ...]) -> dict[str, Any]:
    first = same[0]
    if len(same) == 1:
        return first
    result = {}
    for key, value in first.items():
        values = [row[key] for row in same if row[key] is not None]
        number = isinstance(value, float) and len(values) == len(same)
        result[key] = median(values) if number else value
    result["rounds_p99_ms"] = [row["p99_ms"] for row in same if "p99_ms" in row]
    return result


def quantile(values: list[float], fraction: float) -> float:
    """The value that `fraction` of all do not exceed (nearest rank)."""
    if not values:
        raise ValueError("no values")
    ordered = sorted(values)
    rank = max(1, -(-int(fraction * 10_000) * len(ordered) // 10_000))
    return ordered[min(rank, len(ordered)) - 1]
