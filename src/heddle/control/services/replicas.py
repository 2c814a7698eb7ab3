"""The replicas of services: started, found healthy or not, let go and ended. Pure, as a part is."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from heddle.control.services import rollout
from heddle.control.services.book import HEDDLE, LiveService, Replica, replica_job
from heddle.control.services.traffic import (
    HEALTHY,
    STARTING,
    UNHEALTHY,
    FrontService,
    ReplicaTarget,
)
from heddle.errors import StoreError, UsageError
from heddle.model.job import Job
from heddle.model.record import CANCELLED, RUNNING, JobRecord

if TYPE_CHECKING:
    from heddle.control.core import Core

PAUSE_MS, LONGEST_PAUSE_MS = 1_000, 300_000  #: after a failure; doubled each time
STEADY_MS = 60_000  #: after this time of health, a failure counts as the first again
STUCK = 3  #: failures one after the other


class Replicas:
    """Of all services. What is changed of one is in `LiveService.kept`, for the caller to write."""

    def __init__(self, read: Callable[[Mapping[str, Any]], Job]) -> None:
        self._read = read
        self.ports: deque[int] = deque()  #: that were free a moment ago
        self.version = 0  #: of what the front is to do
        self.front_version = -1  #: of what it does

    def healthy(self, core: Core, live: LiveService, replica: Replica) -> bool:
        """Whether it may get requests, as far as is known."""
        record = core.live(replica.job)
        if record is None or record.state != RUNNING or replica.drain_ms is not None:
            return False
        seen = live.traffic.targets.get((replica.job, record.attempts))
        is_sick = seen is not None and seen.health == UNHEALTHY
        return replica.healthy_attempt == record.attempts and not is_sick

    def look(self, core: Core, live: LiveService, now_ms: int) -> None:
        """Checks its replicas: ended, healthy, unhealthy."""
        for replica in live.kept.replicas:
            record = core.live(replica.job)
            if record is None:
                self._ended(core, live, replica, now_ms)
            elif record.state == RUNNING and replica.drain_ms is None:
                self._check(core, live, replica, record, now_ms)

    def _check(
        self, core: Core, live: LiveService, replica: Replica, record: JobRecord, now_ms: int
    ) -> None:
        seen = live.traffic.targets.get((replica.job, record.attempts))
        if seen is None:
            return
        health = live.service.health
        late = (record.started_ms or now_ms) + health.start_ms
        if seen.health == HEALTHY:
            since = live.healthy_since.setdefault(replica.job, now_ms)
            if now_ms - since >= STEADY_MS and replica.generation == live.kept.generation:
                live.succeeded()
            if replica.healthy_attempt != record.attempts:
                live.kept = live.kept.with_replica(
                    replace(replica, healthy_attempt=record.attempts)
                )
        elif seen.health == UNHEALTHY:
            self._give_up(core, live, replica, f"{replica.job} is not healthy: {seen.why}", now_ms)
        elif seen.health == STARTING and now_ms >= late:
            text = f"{replica.job} was not ready within {health.start_ms / 1000:g} s: {seen.why}"
            self._give_up(core, live, replica, text, now_ms)

    def _ended(self, core: Core, live: LiveService, replica: Replica, now_ms: int) -> None:
        try:
            record = core.record(replica.job)
        except StoreError:
            return  # it is away; the next look may find out
        live.kept = live.kept.without(replica.job)
        if replica.drain_ms is None:
            how = "is gone"
            if record is not None and record.state == CANCELLED:
                how = "was cancelled"
            elif record is not None:
                how = f"has ended: {record.reason.get('text') or 'exit code 0'}"
            self._failed(core, live, replica, f"{replica.job} {how}", now_ms)
        for of in (live.unrouted, live.healthy_since):
            of.pop(replica.job, None)
        live.cancelled.discard(replica.job)

    def _give_up(
        self, core: Core, live: LiveService, replica: Replica, text: str, now_ms: int
    ) -> None:
        self._failed(core, live, replica, text, now_ms)
        self._let_go(live, replica, now_ms)
        self._cancel(core, live, replica, now_ms)

    def _failed(
        self, core: Core, live: LiveService, replica: Replica, text: str, now_ms: int
    ) -> None:
        core.keep(live.kept.event("replica-failed", HEDDLE, now_ms, text))
        if replica.generation != live.kept.generation:
            return
        self._put_off(live, text, now_ms)

    def _put_off(self, live: LiveService, text: str, now_ms: int) -> None:
        failures = live.kept.failures + 1
        live.kept = replace(live.kept, failures=failures, failed_why=text)
        pause = min(PAUSE_MS << min(failures - 1, 20), LONGEST_PAUSE_MS)
        live.not_before_ms = now_ms + pause

    def renew(self, core: Core, live: LiveService, now_ms: int) -> None:
        """Starts replicas, and lets others go."""
        kept, service = live.kept, live.service
        seats = [
            rollout.RolloutReplica(
                each.job, each.generation == kept.generation, self.healthy(core, live, each)
            )
            for each in kept.replicas
            if each.drain_ms is None
        ]
        wanted = 0 if kept.deleting else kept.wanted
        is_over = len(seats) == wanted > 0 and all(s.is_current and s.healthy for s in seats)
        if is_over and kept.good != kept.generation:
            live.kept = replace(kept, good=kept.generation, good_spec=kept.spec)
        fails = kept.failures > 0 and kept.has_fallback
        step = rollout.step(seats, wanted, service.more, service.less, fails=fails)
        for replica in kept.replicas:
            if replica.job in step.stop:
                self._let_go(live, replica, now_ms)
        for _ in range(step.start):
            if now_ms >= live.not_before_ms:
                self._start(core, live, live.job, kept.generation, now_ms)
        for _ in range(step.back):
            self._start(core, live, self._read(kept.good_spec), kept.good, now_ms)

    def _start(self, core: Core, live: LiveService, job: Job, generation: int, now_ms: int) -> None:
        if not self.ports:
            return  # the front brings more
        kept, port = live.kept, self.ports.popleft()
        job, spec = replica_job(job, kept.started + 1, port)
        try:
            (record,) = core.submit([job], [spec], kept.user, now_ms)
        except UsageError as error:  # there may be too many jobs
            self._put_off(live, str(error), now_ms)
            return
        replica = Replica(record.id, port, generation)
        live.kept = replace(kept, started=kept.started + 1, replicas=(*kept.replicas, replica))

    def _let_go(self, live: LiveService, replica: Replica, now_ms: int) -> None:
        self.version += 1
        live.unrouted[replica.job] = self.version
        live.kept = live.kept.with_replica(replace(replica, drain_ms=now_ms))

    def drain(self, core: Core, live: LiveService, now_ms: int) -> None:
        """Ends those that are no longer waited for, or for too long."""
        for replica in live.kept.replicas:
            record = core.live(replica.job)
            if replica.drain_ms is None or record is None or replica.job in live.cancelled:
                continue
            seen = live.traffic.targets.get((replica.job, record.attempts))
            is_known = self.front_version >= live.unrouted.get(replica.job, 0)
            is_idle = is_known and (seen is None or seen.in_flight == 0)
            never_served = record.state != RUNNING or replica.healthy_attempt != record.attempts
            if never_served or is_idle or now_ms >= replica.drain_ms + live.service.drain_ms:
                self._cancel(core, live, replica, now_ms)

    def _cancel(self, core: Core, live: LiveService, replica: Replica, now_ms: int) -> None:
        live.cancelled.add(replica.job)
        core.cancel(replica.job, HEDDLE, now_ms)

    def shown(self, core: Core, live: LiveService) -> FrontService:
        kept = live.kept
        targets = []
        for each in kept.replicas:
            record = core.live(each.job)
            if record is not None and record.state == RUNNING:
                was_healthy = each.healthy_attempt == record.attempts
                routed = each.drain_ms is None
                host, port = core.reached(each.job)
                target = ReplicaTarget(
                    each.job, record.attempts, port or each.port, routed, was_healthy, host
                )
                targets.append(target)
        is_stuck = kept.failures >= STUCK and not kept.has_fallback
        why = f"{kept.failed_why}. Submit a corrected file" if is_stuck else ""
        if kept.most == 0:
            why = f"it is scaled to 0 replicas. `heddle service scale {kept.name} 1` starts one"
        holds = not why and not kept.deleting
        return FrontService(
            kept.key, kept.name, live.service, kept.port, tuple(targets), not kept.deleting, holds,
            why,
        )  # fmt: skip
