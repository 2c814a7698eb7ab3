"""Where a request goes: pure, from what each way takes and what is in its way now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

#: A deadline is believed to hold only with this much in hand: estimates are not exact.
MARGIN_MILLI = 100


@dataclass(frozen=True, slots=True)
class TaskOption:
    """One way to do the work."""

    usual_ns: int  #: what it takes when nothing is in the way; 0: never tried
    wait_ns: int = 0  #: what is in its way on the device now
    disturbs: bool = False  #: others are at work there, and would have to make room

    @property
    def finish_ns(self) -> int:
        return self.wait_ns + self.usual_ns


def choose(ways: Sequence[TaskOption], deadline_ns: int = 0) -> int:
    """The index of the way to take. With a deadline: among those that hold it, one that disturbs no
    other program; the earliest finish decides. Ways that were never tried are tried once, while
    another one that is known would not be late anyway."""
    known = [i for i, way in enumerate(ways) if way.usual_ns]
    untried = [i for i, way in enumerate(ways) if not way.usual_ns]
    if untried and not (known and deadline_ns and _late(ways[known[0]], deadline_ns)):
        return untried[0]
    return min(
        known or range(len(ways)),
        key=lambda i: (
            bool(deadline_ns) and _late(ways[i], deadline_ns),
            bool(deadline_ns) and ways[i].disturbs,
            ways[i].finish_ns,
            i,
        ),
    )


def _late(way: TaskOption, deadline_ns: int) -> bool:
    return way.finish_ns * (1000 + MARGIN_MILLI) > deadline_ns * 1000
