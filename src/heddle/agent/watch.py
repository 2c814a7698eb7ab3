"""Watches the processes that use devices: takes the looks that breach.py judges."""

from __future__ import annotations

import os
from dataclasses import replace

from heddle.agent import pods
from heddle.agent.breach import CLOSER_NS, LOOK_NS, Detector
from heddle.agent.escape import is_doubtful, least
from heddle.agent.lineage import Lineage
from heddle.agent.look import DeviceUser, Look, Name, Use, name_of
from heddle.agent.state import Breached
from heddle.agent.users import DeviceUsers
from heddle.agent.witnesses import hear, witnesses
from heddle.inventory import apis
from heddle.records import ProcessState
from heddle.table import Table

AGAIN = 4  # questions, at once, while a process seems to have more than was counted


class Watch:
    """Of one table. `everybody`: other users' processes are watched, too."""

    def __init__(self, table: Table, everybody: bool) -> None:
        self._table = table
        self._everybody = everybody
        self._users = DeviceUsers(apis.vendors())
        self._witnesses = witnesses()
        self._lineage = Lineage()
        self._detector = Detector()
        self._looked_ns = self._looked_closer_ns = 0
        self._adopted: dict[Name, int] = {}

    def adopt(self, name: Name, program: int) -> None:
        """A process is about to belong to a program, whether it joins or not."""
        self._adopted[name] = program

    def look(self, now_ns: int) -> list[Breached]:
        """What has begun or is over; nothing if it is not yet time to look again."""
        if now_ns - self._looked_ns >= LOOK_NS:
            self._looked_ns = now_ns
            users = self._users.look()  # first: a process that joins meanwhile is then in both
        elif self._detector.wants_closer_look and now_ns - self._looked_closer_ns >= CLOSER_NS:
            users = None
        else:
            return []
        self._looked_closer_ns = now_ns
        look = self._ask(now_ns)
        for _ in range(AGAIN):
            if not is_doubtful(look):
                break
            look = least(look, self._ask(now_ns))
        if users is not None:
            roots = self._lineage.look(self._users.kin, self._roots(look.processes))
            ours = tuple(user for user in users if self._is_ours(user))
            look = replace(look, users=ours, roots=roots)
        begun, over = self._detector.look(look)
        return [Breached(now_ns, breach) for breach in begun] + [
            Breached(now_ns, breach, is_over=True) for breach in over
        ]

    def _ask(self, now_ns: int) -> Look:
        """The devices, and the table before and behind that."""
        before = tuple(self._table.processes())
        told = hear(self._witnesses)
        return Look(
            now_ns,
            processes=tuple(self._table.processes()) if told.uses else before,
            uses=tuple(use for use in told.uses if self._is_ours(use)),
            before=before,
            totals=tuple(told.totals) if self._everybody else (),
        )

    def _is_ours(self, user: DeviceUser | Use) -> bool:
        """Not one in a hardware partition: nothing there is shared with others."""
        is_seen = self._everybody or user.uid == os.geteuid()
        used = user.devices if isinstance(user, DeviceUser) else (user.device,)
        return is_seen and not pods.has_partition(user.pid, used)

    def _roots(self, processes: tuple[ProcessState, ...]) -> dict[Name, int]:
        """Whom the table has in a program."""
        programs = {(p.pid, p.start_ticks): p.id for p in self._table.programs()}
        joined = {name_of(process): process.program for process in processes}
        kin = self._users.kin
        self._adopted = {
            name: program
            for name, program in self._adopted.items()
            if name[0] in kin and kin[name[0]].start_ticks == name[1]
        }
        return self._adopted | programs | joined
