"""Which pods are to be told that they are held, or go on. Pure.

A program of best effort is held and let go many times a second, and nobody has to know. One that
has not had its device for seconds looks as if it hung, and its user looks at the pod's events.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from heddle.records import ProgramState

HELD_S = 3.0  #: without its device, before that is worth a word
AGAIN_S = 60.0  #: before it is said again of the same program


@dataclass(frozen=True, slots=True)
class HoldEvent:
    """`reason` is one word, as Kubernetes has it."""

    program: int
    reason: str
    words: str


@dataclass(slots=True)
class _Seen:
    device_time_ns: int
    since: float  #: when that was first so
    told: float | None = None  #: when it was said that it is held; None: it is not, as far as said
    last: float = float("-inf")


class HoldEvents:
    """Looks again and again."""

    def __init__(self) -> None:
        self._seen: dict[int, _Seen] = {}

    def look(self, programs: Iterable[ProgramState], now: float) -> list[HoldEvent]:
        """What has changed since the last look; those that are not there any more are forgotten."""
        before, self._seen, found = self._seen, {}, []
        for each in programs:
            seen = before.get(each.id) or _Seen(each.device_time_ns, now)
            self._seen[each.id] = seen
            if each.device_time_ns != seen.device_time_ns or each.state != "held":
                seen.device_time_ns, seen.since = each.device_time_ns, now
                if seen.told is not None:
                    words = f"it has its device again, after {now - seen.told + HELD_S:.0f} s"
                    found.append(HoldEvent(each.id, "XpuResumed", words))
                    seen.told = None
            elif seen.told is None and now - seen.since >= HELD_S and now - seen.last >= AGAIN_S:
                seen.told = seen.last = now
                words = f"it is held while others have the device ({each.reason}); it goes on later"
                found.append(HoldEvent(each.id, "XpuHeld", words))
        return found
