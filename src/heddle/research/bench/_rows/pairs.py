"""Few rows in which every two values of two factors meet.

Most faults need two circumstances at once, hardly any need three: such rows find nearly all that
the full product would, in a small part of its time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, product
from typing import Any

Row = tuple[Any, ...]


def covering(
    factors: Sequence[Sequence[Any]], allowed: Callable[[Row], bool] = lambda row: True
) -> list[Row]:
    """Rows with one value of each factor: every pair of values that an allowed row has is in one.

    Each is the row that adds most, the first of several. So any number of the first rows is a good
    choice, too, and the same factors give the same rows.
    """
    candidates = [row for row in product(*factors) if allowed(row)]
    bits: dict[tuple[tuple[int, Any], ...], int] = {}

    def pairs(row: Row) -> int:
        """One bit for each pair of values in the row."""
        meeting = combinations(enumerate(row), 2)
        return sum(1 << bits.setdefault(pair, len(bits)) for pair in meeting)

    covers = [pairs(row) for row in candidates]
    left = (1 << len(bits)) - 1
    chosen = []
    while left:
        best = max(range(len(covers)), key=lambda i: (covers[i] & left).bit_count())
        chosen.append(candidates[best])
        left &= ~covers[best]
    return chosen
