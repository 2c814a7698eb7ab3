"""Keeps an eye on guests: takes the looks that breach.py judges."""

from __future__ import annotations

from heddle.agent.breach import CLOSER_NS, LOOK_NS, Detector, Look
from heddle.agent.state import Breached
from heddle.agent.users import Users
from heddle.inventory import apis
from heddle.table import Table


class Watch:
    """Of one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._users = Users(apis.vendors())
        self._detector = Detector()
        self._looked_ns = self._looked_closer_ns = 0

    def look(self, now_ns: int) -> list[Breached]:
        """What has begun or is over; nothing if it is not yet time to look again."""
        if now_ns - self._looked_ns >= LOOK_NS:
            self._looked_ns = now_ns
            users = self._users.look()  # before the table: who joins meanwhile is in both
        elif self._detector.wants_closer_look and now_ns - self._looked_closer_ns >= CLOSER_NS:
            users = None
        else:
            return []
        self._looked_closer_ns = now_ns
        roots = {} if users is None else {p.pid: p.id for p in self._table.programs()}
        look = Look(now_ns, tuple(self._table.processes()), users, roots)
        begun, over = self._detector.look(look)
        return [Breached(now_ns, breach) for breach in begun] + [
            Breached(now_ns, breach, is_over=True) for breach in over
        ]
