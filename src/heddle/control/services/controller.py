"""Services: so many replicas as are wanted, healthy, of the generation that was submitted last.

Replicas are ordinary jobs. A service and the jobs that it starts are written together, so a crash
leaves no unknown replica, and starts none twice. The front tells what it sees (`exchange`) and is
told where to route requests.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from heddle.control.services import autoscale
from heddle.control.services.autoscale import Scaler, ServiceLoad
from heddle.control.services.book import (
    HEDDLE,
    KIND,
    LiveService,
    ServiceRecord,
    kept_of,
    key_of,
    template,
)
from heddle.control.services.replicas import Replicas
from heddle.control.services.traffic import TrafficReport, TrafficView
from heddle.errors import UsageError
from heddle.model.job import Job
from heddle.store.base import Gone

if TYPE_CHECKING:
    from heddle.control.core import Core

LOOK_MS = 250  #: interval of checks, while there is a service


class Services:
    """`things` are those that the store kept; `read` makes a job of a spec."""

    def __init__(
        self, things: Mapping[str, Mapping[str, Any]], read: Callable[[Mapping[str, Any]], Job]
    ) -> None:
        self._live: dict[str, LiveService] = {}
        for value in things.values():
            kept = kept_of(value)
            self._live[kept.key] = LiveService(kept, read(kept.spec), Scaler(kept.wanted), 0)
        self.replicas = Replicas(read)
        self._next_ms = 0
        self.changed: Callable[[], None] = lambda: None  #: called when a person changed something

    def __iter__(self) -> Iterator[LiveService]:
        return iter(list(self._live.values()))

    def get(self, tenant: str, name: str) -> LiveService | None:
        return self._live.get(key_of(tenant, name))

    # What people ask

    def check(self, jobs: Sequence[Job]) -> None:
        """:raises UsageError: if one of them cannot be applied"""
        ports: set[int] = set()
        for job in jobs:
            assert job.service is not None
            port, key = job.service.port, key_of(job.tenant, job.id)
            # Replicas count, also its own: where one fails, requests would come to the new port.
            replicas = {each.port for live in self for each in live.kept.replicas}
            others = {live.kept.port for live in self if live.kept.key != key}
            if port and port in others | replicas | ports:
                raise UsageError(
                    f"{job.id}: port {port} is that of another service, or of a replica. Take "
                    "another one, or 0 for any."
                )
            ports.add(port)

    def apply(
        self, core: Core, job: Job, spec: Mapping[str, Any], user: str, now_ms: int
    ) -> ServiceRecord:
        """Makes it, or changes it: replicas are replaced one after the other if they must be
        others than before. `check` was asked."""
        service, key = job.service, key_of(job.tenant, job.id)
        assert service is not None
        live = self._live.get(key)
        least, most = service.least, service.most
        first = min(max(least, 1), most)  # also where none is needed: what is wrong shows now
        if live is None:
            kept = ServiceRecord(
                job.tenant, job.id, user, spec, 1, least, most, first, service.port, 0, (),
                now_ms, now_ms,
            )  # fmt: skip
            self._live[key] = live = LiveService(kept, job, Scaler(first, now_ms), now_ms)
            what = "made"
        else:
            what, wanted = "changed", min(max(live.kept.wanted, least), most)
            is_new = live.kept.deleting or template(live.kept.spec) != template(spec)
            if is_new:
                what, wanted = "updated", max(wanted, first)
                live.succeeded()
            kept = replace(
                live.kept, user=user, spec=spec, least=least, most=most, wanted=wanted,
                generation=live.kept.generation + is_new, changed_ms=now_ms, deleting=False,
                port=service.port or (live.kept.port if live.service.port == 0 else 0),
            )  # fmt: skip
            live.job, live.scaler, live.last_ms = job, Scaler(wanted, now_ms), now_ms
        live.kept = kept
        if kept.port in self.replicas.ports:  # offered for a replica, before a service asked for it
            self.replicas.ports.remove(kept.port)
        core.keep(kept.thing(), kept.event(what, user, now_ms))
        self._turn_soon()
        return kept

    def scale(
        self, core: Core, key: str, least: int, most: int, user: str, now_ms: int
    ) -> ServiceRecord:
        """:raises UsageError: if nothing says when it needs how many, or it is to go"""
        live = self._must(key)
        service = live.service
        if least != most and service.requests is None and service.latency_ms is None:
            raise UsageError(
                f"{live.kept.name} does not say when it needs more replicas: submit it with "
                "`scale`, or give it one number."
            )
        wanted = min(max(live.kept.wanted, least), most)
        live.kept = replace(live.kept, least=least, most=most, wanted=wanted, changed_ms=now_ms)
        live.scaler, live.last_ms = Scaler(wanted, now_ms), now_ms
        text = str(least) if least == most else f"{least}..{most}"
        core.keep(live.kept.thing(), live.kept.event("scaled", user, now_ms, text))
        self._turn_soon()
        return live.kept

    def delete(self, core: Core, key: str, user: str, now_ms: int) -> ServiceRecord:
        """Nothing new comes in; what is under way has its time, and then its replicas end.

        :raises UsageError: if it is not there
        """
        live = self._must(key)
        live.kept = replace(live.kept, deleting=True, changed_ms=now_ms)
        core.keep(live.kept.thing(), live.kept.event("deleted", user, now_ms))
        self._turn_soon()
        return live.kept

    # What the front says

    def exchange(self, core: Core, report: TrafficReport, now_ms: int) -> TrafficView:
        """What it saw, for what it is to do."""
        self.replicas.front_version = report.version
        for key, traffic in report.traffic.items():
            if (live := self._live.get(key)) is not None:
                live.traffic = traffic
                is_asked = traffic.in_flight + traffic.held > 0
                live.last_ms = max(live.last_ms, now_ms if is_asked else traffic.last_ms)
        used = self._ports_used()
        self.replicas.ports = deque(port for port in report.ports if port not in used)
        self._next_ms = 0
        self.turn(core, now_ms)
        shown = tuple(self.replicas.shown(core, live) for live in self._live.values())
        return TrafficView(self.replicas.version, shown, self._ports_used())

    # Time

    def due_ms(self) -> int | None:
        return self._next_ms if self._live else None

    def turn(self, core: Core, now_ms: int) -> None:
        if now_ms < self._next_ms:
            return
        self._next_ms = now_ms + LOOK_MS
        for live in self:
            before = live.kept
            if live.last_ms == 0 and live.kept.wanted:
                live.last_ms = now_ms  # a new start: one that runs is not idle yet
            if live.service.port == 0 and live.traffic.port:
                live.kept = replace(live.kept, port=live.traffic.port)
            self.replicas.look(core, live, now_ms)
            if not live.kept.deleting:
                self._scale(live, now_ms)
            self.replicas.renew(core, live, now_ms)
            self.replicas.drain(core, live, now_ms)
            if live.kept.deleting and not live.kept.replicas:
                del self._live[live.kept.key]
                core.keep(Gone(KIND, live.kept.key), live.kept.event("gone", HEDDLE, now_ms))
            elif live.kept != before:
                core.keep(live.kept.thing())

    # Within

    def _scale(self, live: LiveService, now_ms: int) -> None:
        traffic = live.traffic
        load = ServiceLoad(max(traffic.load, float(traffic.held)), traffic.p95_ms, live.last_ms)
        live.scaler = autoscale.step(live.service, live.scaler, load, now_ms)
        if live.scaler.wanted != live.kept.wanted:
            live.kept = replace(live.kept, wanted=live.scaler.wanted)

    def _ports_used(self) -> frozenset[int]:
        found = {each.port for live in self for each in live.kept.replicas}
        return frozenset(found | {live.kept.port for live in self})

    def _must(self, key: str) -> LiveService:
        live = self._live.get(key)
        if live is None or live.kept.deleting:
            raise UsageError(f"there is no service {key!r}. `heddle service ls` lists all.")
        return live

    def _turn_soon(self) -> None:
        self._next_ms = 0
        self.changed()
