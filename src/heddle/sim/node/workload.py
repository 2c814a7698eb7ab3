"""What programs do: when requests come, and of which commands each is made.

Everything is drawn from random generators that are named by the seed, the program and the work in
it: the same seed gives the same requests, whatever the policy.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random

from heddle.model.plan import Plan
from heddle.policy import DEFAULT

#: A request: when it comes, and the ends of its commands, in nanoseconds of work from its begin.
Arrival = tuple[int, Sequence[int]]

NEVER = 1 << 62
ORDINARY = Plan()


@dataclass(frozen=True, slots=True)
class Length:
    """How long a command is: always the same, or drawn anew for each."""

    mean_us: float
    kind: str = "fixed"  #: fixed, uniform, exponential, lognormal
    #: uniform: half the width; lognormal: sigma of the logarithm; both as a part of 1.
    spread: float = 0.0

    def ends(self, count: int, rng: Random) -> Sequence[int]:
        if self.kind == "fixed":
            step = max(1, round(self.mean_us * 1000))
            return range(step, step * count + 1, step)
        return list(accumulate(max(1, round(self._draw(rng) * 1000)) for _ in range(count)))

    def _draw(self, rng: Random) -> float:
        if self.kind == "uniform":
            return self.mean_us * rng.uniform(1 - self.spread, 1 + self.spread)
        if self.kind == "exponential":
            return rng.expovariate(1 / self.mean_us)
        middle = math.log(self.mean_us) - self.spread**2 / 2  # so that the mean is the mean
        return rng.lognormvariate(middle, self.spread)


@dataclass(frozen=True, slots=True)
class Work:
    """One queue of a program: a device, when requests come, and what they are made of."""

    device: str
    command: Length
    kind: str = "saturating"  #: saturating, periodic, poisson, bursty, recorded
    commands: int = 1  #: of a request
    ahead: int = 2  #: saturating: requests that it keeps in its queue
    period_us: float = 0.0  #: periodic, bursty: between two requests; poisson: in the mean
    jitter_us: float = 0.0  #: periodic: a request may come so much late
    phase_us: float = 0.0  #: time from the program's start to its first request
    on_us: float = 0.0  #: bursty: how long requests come, in the mean
    off_us: float = 0.0  #: bursty: how long none come, in the mean
    #: recorded: (time since the program came in us, commands, length of a command in us)
    recorded: tuple[tuple[float, int, float], ...] = ()

    def arrivals(self, rng: Random) -> Iterator[Arrival]:
        """All requests in order, with times since the program came; without an end, mostly."""
        return KINDS[self.kind](self, rng)

    def request(self, rng: Random) -> Sequence[int]:
        return self.command.ends(self.commands, rng)


@dataclass(frozen=True, slots=True)
class ProgramModel:
    """A program: what it asks for, what it does, when it is there."""

    name: str
    work: tuple[Work, ...]
    asked: Plan = ORDINARY
    tenant: str = ""
    from_s: float = 0.0
    to_s: float = math.inf


@dataclass(frozen=True, slots=True)
class DeviceModel:
    """A device: what can be held, and what the hardware does by itself."""

    name: str
    level: int = 3
    switch_us: float = 100.0  #: a change of context
    slice_us: float = 2000.0  #: the hardware's own turn among contexts
    gate_us: float = 400.0  #: level 2 and 3: work between two gates of a queue
    in_flight_us: float = 1500.0  #: level 1: work of a queue that is on the device


@dataclass(frozen=True, slots=True)
class Scenario:
    """A node to simulate: devices, and the programs on them."""

    name: str
    help: str
    devices: tuple[DeviceModel, ...]
    programs: tuple[ProgramModel, ...]
    policy: str = DEFAULT


class RequestSource:
    """The requests of one piece of work, on the clock of the simulation."""

    __slots__ = ("_arrivals", "_from_ns", "_rng", "work")

    def __init__(self, work: Work, seed: str, from_ns: int) -> None:
        self.work = work
        self._rng = Random(seed)
        self._from_ns = from_ns
        self._arrivals = work.arrivals(self._rng)

    def next(self) -> Arrival:
        """The next request that comes by itself; at NEVER, if there is none."""
        at_ns, ends = next(self._arrivals, (NEVER, ()))
        return self._from_ns + at_ns, ends

    def refill(self) -> Sequence[int]:
        """What takes the place of a request that is done; nothing, if that is not its way."""
        return self.work.request(self._rng) if self.work.kind == "saturating" else ()


def nanoseconds(microseconds: float) -> int:
    return round(microseconds * 1000)


def _saturating(work: Work, rng: Random) -> Iterator[Arrival]:
    """The first ones; the simulation asks for the next when one is done."""
    for _ in range(work.ahead):
        yield nanoseconds(work.phase_us), work.request(rng)


def _periodic(work: Work, rng: Random) -> Iterator[Arrival]:
    last = 0
    number = 0
    while True:
        late = rng.uniform(0, work.jitter_us) if work.jitter_us else 0.0
        last = max(last, nanoseconds(work.phase_us + number * work.period_us + late))
        yield last, work.request(rng)
        number += 1


def _poisson(work: Work, rng: Random) -> Iterator[Arrival]:
    at = work.phase_us
    while True:
        at += rng.expovariate(1 / work.period_us)
        yield nanoseconds(at), work.request(rng)


def _bursty(work: Work, rng: Random) -> Iterator[Arrival]:
    at = work.phase_us
    while True:
        off_at = at + rng.expovariate(1 / work.on_us)
        while at < off_at:
            yield nanoseconds(at), work.request(rng)
            at += work.period_us
        at = max(at, off_at + rng.expovariate(1 / work.off_us))


def _recorded(work: Work, rng: Random) -> Iterator[Arrival]:
    for at_us, commands, length_us in work.recorded:
        yield nanoseconds(at_us), Length(length_us).ends(commands, rng)


KINDS: dict[str, Callable[[Work, Random], Iterator[Arrival]]] = {
    "saturating": _saturating,
    "periodic": _periodic,
    "poisson": _poisson,
    "bursty": _bursty,
    "recorded": _recorded,
}
