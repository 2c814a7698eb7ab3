"""One look at the table of this machine: programs, devices, the newest decisions."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field

from heddle import native
from heddle.inventory.jobs import job_of
from heddle.records import DecisionLine, ProgramState, TableDevice
from heddle.table import Table


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """What one look saw."""

    at_ns: int
    programs: tuple[ProgramState, ...]
    devices: tuple[TableDevice, ...]
    decisions: dict[str, tuple[DecisionLine, ...]]  #: the newest of each device
    jobs: dict[int, str | None] = field(default_factory=dict)  #: by program; as `job_of` says


def look(readonly: bool = False) -> TableSnapshot:
    """Looks at the table. If `readonly`, what the dead have left is not tidied up first.

    :raises HeddleError: if the table cannot be used
    """
    if not readonly:
        native.open_table()
        native.reap()
    elif not os.path.exists(native.table_path()):
        return TableSnapshot(time.monotonic_ns(), (), (), {})
    with Table() as table:
        at_ns = time.monotonic_ns()
        devices = tuple(table.devices())
        decisions = {device.id: tuple(table.decisions(device.id)) for device in devices}
        programs = tuple(table.programs())
        jobs = {program.id: job_of(program) for program in programs}
        return TableSnapshot(at_ns, programs, devices, decisions, jobs)
