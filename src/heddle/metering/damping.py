"""When a score that changed is told to others: only if it matters, and not too often."""

from __future__ import annotations

from dataclasses import dataclass, replace

from heddle.metering.scores import points


@dataclass(frozen=True, slots=True)
class Damped:
    """A published score. Pure: `offer` gives the next one, itself if nothing changed."""

    value: int | None = None  #: as published, 0..10; None: nothing is known
    at: float | None = None  #: when, in seconds of any steady clock; None: never
    #: How far the exact score must be from the published one. More than half a point, so that
    #: a score between two integers settles on one of them.
    threshold_milli: int = 750
    interval_s: float = 10.0  #: the least time between two updates

    def offer(self, milli: int | None, now: float) -> Damped:
        """What is published after a new exact score. A score that vanishes is told at once: no job
        must be sent to a device that is gone. That it is back can wait."""
        if milli is None:
            return self if self.at is not None and self.value is None else self._told(None, now)
        if self.at is None:
            return self._told(milli, now)
        far = self.value is None or abs(milli - 1000 * self.value) >= self.threshold_milli
        return self._told(milli, now) if far and now - self.at >= self.interval_s else self

    def _told(self, milli: int | None, now: float) -> Damped:
        return replace(self, value=None if milli is None else points(milli), at=now)
