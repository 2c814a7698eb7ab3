"""A program that takes part: where it stands, what it has had, and what a policy sees of it."""

from __future__ import annotations

from collections import deque

from heddle.policy.base import ProgramView
from heddle.sim.node.device import Context, SimDevice
from heddle.sim.node.queue import SimQueue
from heddle.sim.node.workload import NEVER, ProgramModel, RequestSource

PERIOD_NS = 1_000_000_000


class SimProgram:
    """One program, from when it comes until it goes."""

    def __init__(self, number: int, model: ProgramModel) -> None:
        self.id = number + 1
        self.model = model
        self.slot = -1  #: in the table; -1: it is not there
        self.contexts: list[Context] = []
        self.devices: list[SimDevice] = []
        self.plan = model.asked
        self.is_closed = False
        self.asked_to_rest = 0  #: devices, as bits
        self.short_on = self.long_on = 0  #: devices, as bits, where its slice is that
        self.timer_ns = NEVER  #: when its keeper looks at its turn or its cap
        self.came_ns = self.went_ns = 0
        self.device_ns = 0  #: without what still runs
        self.latencies_ns: list[int] = []  #: of requests that are done
        self.submitted = 0
        self.closings = self.held_ns = 0  #: of its gate
        self.overdue = 0  #: requests that are neither done nor in time
        self._burst_at_ns = 0
        self._burst_from_ns = 0  #: device time when it began
        self._usual_burst_ns = 0
        self._past: deque[tuple[int, int]] = deque([(0, 0)])  #: (time, device time)

    def open_queues(self, seed: int, now_ns: int) -> list[SimQueue]:
        """A queue for each piece of work, in the context on its device."""
        contexts = {context.device.model.name: context for context in self.contexts}
        queues = []
        for i, work in enumerate(self.model.work):
            context = contexts[work.device]
            source = RequestSource(work, f"{seed}/{self.model.name}/{i}", now_ns)
            queues.append(SimQueue(context, source))
            context.queues.append(queues[-1])
        return queues

    def close_accounts(self, now_ns: int, closings: int, held_ns: int) -> None:
        self.went_ns, self.closings, self.held_ns = now_ns, closings, held_ns
        due_ns = now_ns - self.model.asked.deadline_us * 1000
        queues = [queue for context in self.contexts for queue in context.queues]
        self.overdue = sum(came_ns < due_ns for queue in queues for came_ns, _ in queue.requests)

    @property
    def is_active(self) -> bool:
        return self._burst_at_ns > 0

    def begin_burst(self, now_ns: int) -> None:
        if self._burst_at_ns:
            return
        self._burst_at_ns = now_ns
        self._burst_from_ns = self.device_ns

    def end_burst(self) -> None:
        """On one device; it is over when it is so on all."""
        if any(context.is_active for context in self.contexts):
            return
        took = self.device_ns - self._burst_from_ns
        usual = self._usual_burst_ns
        self._usual_burst_ns = usual + (took - usual) // 4 if usual else took
        self._burst_at_ns = 0

    def view(self, now_ns: int) -> ProgramView:
        """With devices brought up to date."""
        burst_at_ns = self._burst_at_ns
        return ProgramView(
            id=self.id,
            asked=self.model.asked,
            tenant=self.model.tenant,
            devices=tuple(context.device.model.name for context in self.contexts),
            active=burst_at_ns > 0,
            device_time_ns=self.device_ns,
            recent_ns=self._recent_ns(now_ns),
            burst_at_ns=burst_at_ns,
            burst_ns=self.device_ns - self._burst_from_ns if burst_at_ns else 0,
            usual_burst_ns=self._usual_burst_ns,
        )

    def _recent_ns(self, now_ns: int) -> int:
        """Device time in the last period; between two looks as if it had been even."""
        past, from_ns = self._past, now_ns - PERIOD_NS
        past.append((now_ns, self.device_ns))
        while len(past) > 1 and past[1][0] <= from_ns:
            past.popleft()
        at_ns, had_ns = past[0]
        if at_ns < from_ns:
            next_ns, next_had_ns = past[1]
            had_ns += (next_had_ns - had_ns) * (from_ns - at_ns) // (next_ns - at_ns)
        return self.device_ns - had_ns
