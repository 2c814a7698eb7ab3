"""A queue of commands, and how far it may run: to its end, or to the gate at which it is held.

Commands are not simulated one by one. A request knows where its commands end, and a queue runs from
where it is to its `limit_ns` in one go, unless another program comes in between.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

from heddle.sim.node.workload import NEVER, RequestSource, nanoseconds

if TYPE_CHECKING:
    from heddle.sim.node.device import Context


class SimQueue:
    """Requests of one program on one device, in order. Commands are counted from 0."""

    __slots__ = (
        "_first",
        "_gate_every",
        "_in_flight",
        "_stop",
        "_tail",
        "context",
        "done_ns",
        "limit_ns",
        "requests",
        "source",
    )

    def __init__(self, context: Context, source: RequestSource) -> None:
        self.context = context
        self.source = source
        self.requests: deque[tuple[int, Sequence[int]]] = deque()  #: when it came, command ends
        self.done_ns = 0  #: of the request in front
        self.limit_ns = 0  #: how far that one may run; not beyond where it stands: not at all
        self._first = 0  #: the first command of the request in front
        self._tail = 0  #: the next command to come
        self._stop = NEVER  #: the command in front of which it is held
        # By what a command takes in the mean, as a shim learns it.
        mean_ns = max(1, nanoseconds(source.work.command.mean_us))
        model = context.device.model
        self._gate_every = max(1, -(-nanoseconds(model.gate_us) // mean_ns))
        self._in_flight = max(1, nanoseconds(model.in_flight_us) // mean_ns)

    def submit(self, at_ns: int, ends: Sequence[int]) -> None:
        self.requests.append((at_ns, ends))
        self._tail += len(ends)
        if len(self.requests) == 1:
            self._renew_limit()

    def is_finished(self) -> bool:
        """Whether the request in front is done, and only has to be taken away."""
        requests = self.requests
        return bool(requests) and self.done_ns >= requests[0][1][-1]

    def finish(self) -> int:
        """Takes the request in front away and returns when it came."""
        at_ns, ends = self.requests.popleft()
        self._first += len(ends)
        self.done_ns = 0
        self._renew_limit()
        return at_ns

    def close(self) -> None:
        """Holds it. The command that is next has passed its gate: it runs, as does what lies
        between it and the next gate. At level 1 there are no gates, but little is in flight."""
        stop = self._first
        if self.requests:
            stop += bisect_right(self.requests[0][1], self.done_ns)
            if self.context.device.level > 1:
                stop += self._gate_every - stop % self._gate_every
            else:
                stop += self._in_flight
        self._stop = min(stop, self._tail)
        self._renew_limit()

    def open(self) -> None:
        self._stop = NEVER
        self._renew_limit()

    def command_end_ns(self, after_ns: int) -> int:
        """The first end of a command of the request in front that is not before `after_ns`."""
        ends = self.requests[0][1]
        return ends[bisect_left(ends, after_ns)] if after_ns else 0

    def _renew_limit(self) -> None:
        if not self.requests:
            self.limit_ns = 0
            return
        ends = self.requests[0][1]
        room = self._stop - self._first
        if room >= len(ends):
            self.limit_ns = ends[-1]
        else:
            self.limit_ns = ends[room - 1] if room > 0 else 0
