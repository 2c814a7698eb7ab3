"""What is wanted of a program's scheduling: asked for by a person, or decided by a policy."""

from __future__ import annotations

from dataclasses import dataclass

#: Microseconds: turns as long as passing them on is worth on the device, which learns it.
LEARNED_TURNS = 1


@dataclass(frozen=True, slots=True)
class Plan:
    """The decision function executes this as it stands; integers only."""

    rank: int = 0  #: -255..255; higher goes first, strictly
    weight: int = 1000  #: of what is left of the device beside shares, among equals of rank
    share_milli: int = 0  #: thousandths of the device, work conserving; 0: none
    cap_milli: int = 0  #: thousandths that hold on an idle device, too; 0: none
    deadline_us: int = 0  #: after the start of a burst; among equals the earlier goes first
    quantum_us: int = 0  #: length of a turn among equals; 0: they run side by side
