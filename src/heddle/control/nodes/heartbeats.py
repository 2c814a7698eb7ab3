"""Times of heartbeats, and nodes that are overdue. A heartbeat costs an entry in a queue.

One that has not called for one and a half heartbeats is silent, so a loss is noticed within two.
"""

from __future__ import annotations

from collections import OrderedDict, deque

RETRY_MS = 60_000  #: the longest that a node waits until it tries again


class Beats:
    """`called` is for any thread, the rest for one. After a new start no node has called yet: each
    has the time of a node's longest pause before it counts as silent."""

    def __init__(self, heartbeat_ms: int, now_ms: int) -> None:
        self.heartbeat_ms = heartbeat_ms
        self._limit_ms = heartbeat_ms * 3 // 2
        self._grid_ms = max(1, heartbeat_ms // 20)  # losses within it are told together
        self._calls: deque[tuple[str, int]] = deque()  # not looked at yet
        self._last: OrderedDict[str, int] = OrderedDict()  # the oldest first
        self._awaited: dict[str, None] = {}  # those not heard from yet
        self._awaited_until = now_ms + RETRY_MS + self._limit_ms
        self._looked_ms = now_ms

    def called(self, name: str, now_ms: int) -> None:
        self._calls.append((name, now_ms))

    def expect(self, name: str) -> None:
        """It should call from now on."""
        if name not in self._last:
            self._awaited[name] = None

    def forget(self, name: str) -> None:
        self._last.pop(name, None)
        self._awaited.pop(name, None)

    def last_ms(self, name: str) -> int | None:
        return self._last.get(name)

    def due_ms(self) -> int | None:
        """When a node could be overdue, at the earliest."""
        self.hear()
        dues = []
        if self._last:
            dues.append(next(iter(self._last.values())) + self._limit_ms)
        if self._awaited:
            # A heartbeat in between is due sooner, and wakes no thread.
            dues.append(min(self._awaited_until, self._looked_ms + self.heartbeat_ms))
        return -(-min(dues) // self._grid_ms) * self._grid_ms if dues else None

    def silent(self, now_ms: int) -> list[str]:
        """Those that have not called for too long."""
        due_ms, self._looked_ms = self.due_ms(), now_ms
        if due_ms is None or now_ms < due_ms:
            return []
        if now_ms - due_ms > self.heartbeat_ms // 2 and self._last:
            # Not they were away: this machine slept, or its clock was set.
            self._awaited |= dict.fromkeys(self._last)
            self._awaited_until = now_ms + self._limit_ms
            self._last.clear()
        found = [] if now_ms < self._awaited_until else list(self._awaited)
        for name, at_ms in self._last.items():
            if at_ms + self._limit_ms > now_ms:
                break
            found.append(name)
        return found

    def hear(self) -> None:
        """What was called since; nothing of those that are not expected."""
        while self._calls:
            name, at_ms = self._calls.popleft()
            if name not in self._last and name not in self._awaited:
                continue
            last_ms = next(reversed(self._last.values()), at_ms)
            if at_ms < last_ms - self.heartbeat_ms:  # the clock was set back
                self._last = OrderedDict.fromkeys(self._last, at_ms)
                last_ms = at_ms
            self._awaited.pop(name, None)
            self._last[name] = max(at_ms, last_ms)
            self._last.move_to_end(name)
