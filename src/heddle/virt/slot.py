"""A partition in the table: one program that is kept, in which all its programs run together.

So they are scheduled, capped and counted as one, and share one memory limit.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from heddle import native
from heddle.errors import HeddleError, NoSuchProgramError
from heddle.model.partition import ONCE, Partition
from heddle.records import ProgramState
from heddle.table import Table
from heddle.virt import registry

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Inhabitant:
    """A process that runs in a partition."""

    pid: int
    command: str

    def __str__(self) -> str:
        return f"{self.command} (process {self.pid})"


def plan_of(partition: Partition) -> native.NativePlan:
    """Where more memory is promised than there is, its memory may go to the host meanwhile."""
    is_promised_twice = registry.factors().get(partition.uuid, ONCE) > ONCE
    return native.NativePlan(
        rank=partition.priority,
        weight=1000,
        share_milli=partition.share,
        cap_milli=partition.cap,
        memory_limit=partition.memory_mib * MIB,
        may_move=int(is_promised_twice),
    )


def programs() -> list[ProgramState]:
    """Those of the table; none where there is no table."""
    try:
        with Table() as table:
            return table.programs()
    except HeddleError:
        return []


def find(partition: Partition, among: Sequence[ProgramState]) -> ProgramState | None:
    """Its slot. Numbers begin anew with every table, hence by name and time as well."""
    for each in among:
        if (each.id, each.name, each.created_ns) == (
            partition.program,
            partition.name,
            partition.program_made_ns,
        ):
            return each
    return None


def occupied(program: ProgramState, device: str) -> int:
    """Bytes of the device that it has now: without what is on the host meanwhile."""
    if program.evicted == "checkpointed":
        return 0
    return max(0, program.memory.get(device, 0) - program.swapped.get(device, 0))


def take(name: str) -> int:
    """The id of the partition's program, created and kept if there is none; for a caller that is
    about to become a command in it.

    :raises HeddleError: if there is no such partition of this user, or the table cannot be used
    """
    with registry.alone():
        partition = registry.find_own(name)
        native.open_table()
        there = find(partition, programs())
        if there is not None:
            return there.id
        _forget(name)
        made = native.create_program(plan_of(partition), partition.tenant, partition.name)
        native.keep_program(made, True)
        now = next((each for each in programs() if each.id == made), None)
        registry.entered(partition, made, now.created_ns if now else 0)
        return made


def _forget(name: str) -> None:
    """Empty slots of that name which the book does not know: their creator was killed before it
    could write that down."""
    for each in programs():
        if each.is_kept and each.name == name and not each.processes:
            native.keep_program(each.id, False)


def ask(partition: Partition) -> None:
    """Gives its slot, if it has one, what the book says."""
    there = find(partition, programs())
    if there is not None:
        plan = native.get_asked(there.id)
        plan.share_milli, plan.cap_milli = partition.share, partition.cap
        plan.memory_limit = partition.memory_mib * MIB
        native.ask(plan, there.id)


def give_up(partition: Partition) -> None:
    """Running programs keep the slot and its limits until they end."""
    there = find(partition, programs())
    if there is not None:
        try:
            native.keep_program(there.id, False)
            native.reap()
        except NoSuchProgramError:
            pass


def inhabitants(partition: Partition, slot: ProgramState | None) -> list[Inhabitant]:
    """Its processes: those that use the device, and those started in it that may."""
    if slot is None:
        return []
    found = set(slot.processes)
    for entry in os.listdir("/proc"):
        if entry.isdecimal() and int(entry) != os.getpid() and _is_in(entry, partition, slot.id):
            found.add(int(entry))
    return [
        Inhabitant(pid, _command(pid)) for pid in sorted(found) if os.path.exists(f"/proc/{pid}")
    ]


def variables(partition: Partition) -> Mapping[str, str]:
    """By these a process in it is known, and a `heddle run` in it stays in it."""
    return {"HEDDLE_PARTITION": partition.name}


def _is_in(pid: str, partition: Partition, program: int) -> bool:
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            words = file.read().split(b"\0")
    except OSError:
        return False
    wanted = (f"HEDDLE_PARTITION={partition.name}", f"HEDDLE_PROGRAM={program}")
    return all(each.encode() in words for each in wanted) and _uses_our_table(words)


def _uses_our_table(words: Sequence[bytes]) -> bool:
    """Partitions of another table may have the same names, and its programs the same numbers."""
    named = (word.partition(b"=") for word in words)
    theirs = next((os.fsdecode(path) for name, _, path in named if name == b"HEDDLE_TABLE"), "")
    return theirs == native.table_path() if theirs else not os.environ.get("HEDDLE_TABLE")


def _command(pid: int) -> str:
    try:
        with open(f"/proc/{pid}/comm", encoding="utf-8", errors="replace") as file:
            return file.read().strip()
    except OSError:
        return "?"
