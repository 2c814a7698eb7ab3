"""One step of a rolling update: which replicas to start and which to let go. Pure.

Those of before go only as far as others are healthy: an update that never becomes healthy never
takes down what served until then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RolloutReplica:
    """A replica that is to stay so far."""

    job: str
    is_current: bool  #: of the generation that is wanted
    healthy: bool


@dataclass(frozen=True, slots=True)
class RolloutStep:
    start: int = 0
    stop: tuple[str, ...] = ()
    back: int = 0  #: to start of the generation before: the wanted one fails


def step(
    seats: Sequence[RolloutReplica], wanted: int, more: int, less: int, *, fails: bool = False
) -> RolloutStep:
    """`seats` are sorted, the oldest first. Where fewer are wanted, those go that are not healthy,
    then the newest. While the wanted generation `fails`, that of before serves instead."""
    new = [seat for seat in seats if seat.is_current]
    old = [seat for seat in seats if not seat.is_current]
    surplus = len(new) - wanted
    newest_first = list(reversed(new))
    newest_first.sort(key=lambda seat: seat.healthy)
    stop = [seat.job for seat in newest_first[: max(0, surplus)]]
    stay = [seat for seat in new if seat.job not in stop]

    room = wanted - len(stay)
    if old:
        room = min(room, wanted + more - len(stay) - len(old))
    needed = max(0, wanted - less - sum(seat.healthy for seat in stay))  # of the old ones
    healthy = [seat.job for seat in old if seat.healthy]
    useless = [seat.job for seat in old if not seat.healthy]
    if fails:  # some of them may be about to be healthy
        useless = useless[max(0, needed - len(healthy)) :]
    spare = len(healthy) - needed
    back = needed - len(healthy) - (len(old) - len(healthy) - len(useless)) if fails else 0
    return RolloutStep(max(0, room), (*stop, *useless, *healthy[: max(0, spare)]), max(0, back))
