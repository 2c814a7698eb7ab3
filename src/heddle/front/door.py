"""One service at the front: its replicas, the choice among them, and waiting requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import replace
from itertools import count

from heddle.control.services.traffic import (
    HEALTHY,
    UNHEALTHY,
    FrontService,
    ReplicaTarget,
    TargetSeen,
    Traffic,
)
from heddle.front.health import EAGER_S, Pulse, check
from heddle.front.line import FrontConnection
from heddle.front.meter import Meter

HOST = "127.0.0.1"
MOST_HELD = 1000  #: requests that wait for a replica
CONNECT_S = 5.0
FRESH_S, FRESH_ENOUGH_S = 1.0, 4.0  #: idle for less, a connection is hardly closed by a replica now
_turns = count(1)


class NoReplicaError(Exception):
    """None is ready, and the request does not wait any longer; it says why."""


class Backend:
    """One replica."""

    def __init__(self, target: ReplicaTarget, told: Callable[[], None]) -> None:
        self.target = target
        self.in_flight = 0
        self.turn = 0  #: when it was last asked: of equals the one that waited longest is next
        self.suspect = False  #: it did not answer; until a check says otherwise
        self.pulse = Pulse(target.was_healthy)
        self._told = told
        self._idle: list[FrontConnection] = []
        self._look = asyncio.Event()
        self.watcher: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        target = self.target
        return (
            target.routed
            and target.was_healthy
            and not self.suspect
            and self.pulse.state != UNHEALTHY
        )

    @property
    def seen(self) -> TargetSeen:
        return TargetSeen(self.pulse.state, self.in_flight, self.pulse.why)

    async def connect(self, *, fresh: bool, patient: bool) -> tuple[FrontConnection, bool]:
        """A connection, and whether it was used before. A caller that can retry is `patient`.

        :raises OSError: if there is none
        """
        loop = asyncio.get_running_loop()
        oldest = loop.time() - (FRESH_ENOUGH_S if patient else FRESH_S)
        while self._idle and not fresh:
            line = self._idle.pop()
            if not line.is_lost and not line.has_part and line.since >= oldest:
                return line, True
            line.close()
        async with asyncio.timeout(CONNECT_S):
            _, line = await loop.create_connection(
                lambda: FrontConnection(requests=False), self.target.host, self.target.port
            )
        return line, False

    def give_back(self, line: FrontConnection) -> None:
        line.since = asyncio.get_running_loop().time()
        self._idle.append(line)

    def doubt(self) -> None:
        """It did not answer: it is looked at soon, and not asked until then."""
        self.suspect = True
        self._look.set()

    async def watch(self, shown: Callable[[], FrontService]) -> None:
        """Looks at it again and again."""
        while True:
            how, before = shown().service.health, (self.pulse.state, self.suspect)
            trouble = await check(self.target.host, self.target.port, how)
            self.pulse.saw(trouble, how, asyncio.get_running_loop().time())
            self.suspect = bool(trouble) and self.suspect
            if (self.pulse.state, self.suspect) != before or not self.target.was_healthy:
                self._told()
            pause = how.every_ms / 1000
            if self.pulse.state != HEALTHY or self.suspect:
                pause = min(pause, EAGER_S)
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._look.wait()
                await asyncio.sleep(min(pause, EAGER_S))  # one that fails gets a rest
            self._look.clear()

    def sweep(self, now: float) -> None:
        """Closes unused connections."""
        stale = [line for line in self._idle if line.is_lost or line.since < now - FRESH_ENOUGH_S]
        for line in stale:
            self._idle.remove(line)
            line.close()

    def close(self) -> None:
        for line in self._idle:
            line.close()
        self._idle.clear()
        if self.watcher is not None:
            self.watcher.cancel()


class Door:
    """`told` is called when the control loop should know something now."""

    def __init__(self, shown: FrontService, told: Callable[[], None]) -> None:
        self.shown = shown
        self.backends: dict[tuple[str, int], Backend] = {}
        self.lines: dict[FrontConnection, asyncio.Task[None]] = {}  #: of clients
        self._told = told
        self.meter = Meter(asyncio.get_running_loop().time())
        self._ready = asyncio.Event()
        self.show(shown)

    def show(self, shown: FrontService) -> None:
        """As it is now."""
        self.shown = shown
        now = {target.id: target for target in shown.targets}
        for gone in [each for each in self.backends if each not in now]:
            self.backends.pop(gone).close()
        for each, target in now.items():
            backend = self.backends.get(each)
            if backend is None:
                backend = self.backends[each] = Backend(target, self._told)
                backend.watcher = asyncio.create_task(backend.watch(lambda: self.shown))
            backend.target = target
        if any(backend.is_open for backend in self.backends.values()) or not shown.holds:
            self._ready.set()

    def look(self, now: float) -> Traffic:
        checked = {e: b for e, b in self.backends.items() if b.pulse.checked or b.in_flight}
        return replace(self.meter.look(now), targets={each: b.seen for each, b in checked.items()})

    def pick(self, without: Collection[Backend]) -> Backend | None:
        """Of those that are open the one with the fewest requests in flight."""
        best: Backend | None = None
        for backend in self.backends.values():
            if not backend.is_open or backend in without:
                continue
            if best is None or (backend.in_flight, backend.turn) < (best.in_flight, best.turn):
                best = backend
        if best is not None:
            best.turn = next(_turns)
        return best

    async def find(self, without: Collection[Backend]) -> Backend:
        """Waits for one, if the service can be expected to have one soon.

        :raises NoReplicaError: if it has none
        """
        if (backend := self.pick(without)) is not None:
            return backend
        name, meter = self.shown.name, self.meter
        look = f"`heddle service show {name}` says"
        if not self.shown.holds:
            raise NoReplicaError(f"no replica of {name} is ready: {self.shown.why}; {look} more.")
        if meter.held >= MOST_HELD:
            raise NoReplicaError(f"{meter.held} requests wait for a replica of {name} already.")
        meter.held += 1
        self._told()
        try:
            async with asyncio.timeout(self.shown.service.health.start_ms / 1000):
                while self.shown.holds:
                    if (backend := self.pick(())) is not None:
                        return backend
                    self._ready.clear()
                    await self._ready.wait()
        except TimeoutError:
            pass
        finally:
            meter.held -= 1
        raise NoReplicaError(f"no replica of {name} became ready in time; {look} why.")

    def sweep(self, now: float, idle_s: float, head_s: float, body_s: float) -> None:
        for backend in self.backends.values():
            backend.sweep(now)
        for line in [each for each in self.lines if each.is_late(now, idle_s, head_s, body_s)]:
            line.close()

    def close(self) -> None:
        """At once, whatever is under way."""
        for backend in self.backends.values():
            backend.close()
        self.backends.clear()
        for task in self.lines.values():
            task.cancel()
        for line in list(self.lines):
            line.abort()
