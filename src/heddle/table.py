"""Reading the shared table: the same layout as the native side, from the generated twin."""

from __future__ import annotations

import mmap
import os
import struct
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from typing import Any

from heddle import native
from heddle._gen import table as layout
from heddle.errors import HeddleError, NoPermissionError
from heddle.model.device import LEVEL_NAMES, capability_names
from heddle.model.plan import Plan
from heddle.records import (
    HELD_BY_PERSON,
    DecisionLine,
    Moved,
    ProcessState,
    ProgramState,
    ProgramWork,
    QueueCounts,
    QueueState,
    TableDevice,
)
from heddle.slabs import SIZES, Slabs
from heddle.system.printable import printable

READY = layout.SLOT_STATE["ready"]
USED = {
    "program": "programs_used",
    "process": "processes_used",
    "queue": "queues_used",
    "device": "devices_used",
}


def _take(form: str) -> Callable[[Iterator[Any]], Any]:
    """How a field is taken out of an unpacked record."""
    if form.endswith("s"):
        return lambda values: printable(next(values).split(b"\0", 1)[0].decode(errors="replace"))
    if len(form) > 1:
        return lambda values: tuple(islice(values, int(form[:-1])))
    return next


@cache
def _form(
    region: str, names: tuple[str, ...]
) -> tuple[struct.Struct, list[tuple[str, Callable[[Iterator[Any]], Any]]]]:
    """Fields of a record at once: a crowd of programs is looked at several times a second."""
    fields = layout.FIELDS[region]
    wanted = sorted(names or fields, key=lambda name: fields[name][0])
    form, at = "<", 0
    for offset, kind in (fields[name] for name in wanted):
        form += f"{offset - at}x{kind}"
        at = offset + struct.calcsize("<" + kind)
    return struct.Struct(form), [(name, _take(fields[name][1])) for name in wanted]


#: What `_queue_state` reads, and whose it is.
QUEUE_FIELDS = (
    *("process", "device", "level", "gates"),
    *("submitted", "completed", "drained", "command_ns", "device_time_ns"),
)
BY_PERSON, BY_AGENT = layout.HOLD["by_person"], layout.HOLD["by_agent"]
BY_CAP = layout.HOLD["by_cap"]
EVICTED = {value: name if value else "" for name, value in layout.PARKING.items()}


class Table:
    """A read-only view of the table at `path`.

    :raises TableError: if there is no table, or it is not one of ours
    :raises NoPermissionError: if it may not be read
    """

    def __init__(self, path: str | None = None) -> None:
        self.path = path or native.table_path()
        if self.path == native.table_path():
            native.table_folder()
        try:
            descriptor = os.open(self.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except PermissionError:
            raise NoPermissionError("cannot read the shared table", self.path) from None
        except OSError as error:
            raise native.table_error(self.path, error.strerror or str(error)) from None
        try:
            if os.fstat(descriptor).st_size < layout.BYTES:
                raise native.table_error(self.path, "it is too short to be a table")
            self._map = mmap.mmap(descriptor, layout.BYTES, prot=mmap.PROT_READ)
        finally:
            os.close(descriptor)
        self._slabs = Slabs(self._map)
        header = self._record("header", 0)
        if header["magic"] != layout.MAGIC:
            raise native.table_error(self.path, "it is not a Heddle table")
        if header["major"] != layout.MAJOR:
            raise native.table_error(
                self.path, f"it has version {header['major']}, this Heddle reads {layout.MAJOR}"
            )

    def close(self) -> None:
        self._slabs.close()
        self._map.close()

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _record(self, region: str, index: int, *names: str) -> dict[str, Any]:
        """A record's fields: those that are named, or all."""
        memory, base = self._slabs.find(region, index)
        form, fields = _form(region, names)
        values = iter(form.unpack_from(memory, base))
        return {name: take(values) for name, take in fields}

    def _pid(self, slot: int, process: dict[str, Any]) -> int:
        """A guest's is what the kernel told the agent."""
        given = self._slabs.owner("process", slot)
        return int((self._record("identity", slot) if given else process)["pid"])

    def _program_of(self, slot: int, process: dict[str, Any]) -> int:
        """A guest's process belongs to whom its slab was given to, whatever it says."""
        owner = self._slabs.owner("process", slot)
        return owner - 1 if owner else int(process["program"])

    def _process_of(self, slot: int, queue: dict[str, Any]) -> int:
        """Likewise, its queues belong to processes of the same slab."""
        said = int(queue["process"])
        if not self._slabs.owner("queue", slot):
            return said
        return slot // SIZES["queue"] * SIZES["process"] + said % SIZES["process"]

    def _taken(self, region: str, *names: str) -> dict[int, dict[str, Any]]:
        """The records in use, by slot; found by the header's bits, so that looking is cheap."""
        masks = self._record("header", 0, USED[region])[USED[region]]
        words = masks if isinstance(masks, tuple) else (masks,)
        used = (
            (64 * w + b for b in range(64) if word >> b & 1) for w, word in enumerate(words) if word
        )
        slots = chain.from_iterable(used)
        return {slot: self._record(region, slot, *names) for slot in slots}

    def _ready(self, region: str, *names: str) -> dict[int, dict[str, Any]]:
        """Those that say that they are filled in."""
        wanted = (*names, "state") if names else ()
        taken = self._taken(region, *wanted)
        return {slot: record for slot, record in taken.items() if record["state"] == READY}

    def used_slots(self) -> dict[str, int]:
        """How many slots of each kind are taken; devices stay once they were seen."""
        return {region: len(self._ready(region)) for region in ("program", "process", "queue")}

    def slab_holder(self) -> int:
        """The process that holds the guests' pages; 0: there was never a guest."""
        return int(self._record("header", 0)["holder_pid"])

    def lock_repairs(self) -> int:
        """How often the table's lock was taken from a dead owner."""
        return int(self._record("header", 0)["lock_repairs"])

    def devices(self) -> list[TableDevice]:
        programs = self._ready("program")
        found = []
        for record in self._ready("device").values():
            first = programs.get(record["running"] - 1, {"id": 0})
            found.append(
                TableDevice(
                    id=f"{record['api']}@{record['name']}",
                    capabilities=capability_names(record["capabilities"]),
                    level=record["level"],
                    running=first["id"],
                    decisions=record["decisions"],
                )
            )
        return found

    def decisions(self, device_id: str, since: int = 0) -> list[DecisionLine]:
        """The newest decisions of a device from number `since` on; older ones are gone."""
        kinds = {value: name for name, value in layout.DECISION.items()}
        for index, record in self._ready("device").items():
            if f"{record['api']}@{record['name']}" != device_id:
                continue
            end: int = record["decisions"]
            lines = []
            for number in range(max(since, end - 64), end):
                line = self._record("decision", index * 64 + number % 64)
                kind = kinds.get(line["kind"], "unknown")
                layers = (line["host_ns"], line["queued_ns"]) if kind == "reset" else ()
                lines.append(
                    DecisionLine(
                        number, kind, line["program_id"], line["at_ns"], line["latency_ns"], *layers
                    )
                )
            return lines
        return []

    def programs(self) -> list[ProgramState]:
        """All programs, by id."""
        programs, processes = self._ready("program"), self._ready("process")
        queues, devices = self._ready("queue"), self._ready("device")
        names = {i: f"{d['api']}@{d['name']}" for i, d in devices.items()}
        found = []
        for slot, record in programs.items():
            gate = self._record("gate", slot)
            members = {i: p for i, p in processes.items() if self._program_of(i, p) == slot}
            own = [q for i, q in queues.items() if self._process_of(i, q) in members]
            active = any(member["active"] for member in members.values())
            if record["is_guest"] and not members:  # not ours to look at
                active = record["active"]
            attached = record["attached"]
            state = "held" if gate["word"] else ("running" if active else "idle")
            if record["away"] and members and not gate["word"]:
                state = "swapped"
            places = [self._record("residence", i) for i in members] if record["may_move"] else []
            found.append(
                ProgramState(
                    id=record["id"],
                    pid=record["pid"],
                    start_ticks=record["start_ticks"],
                    uid=record["uid"],
                    is_guest=bool(record["is_guest"]),
                    name=record["name"],
                    tenant=record["tenant"],
                    priority=record["rank"],
                    state=state,
                    reason=_with_memory(
                        self._reason(gate["word"], record["id"], names, devices, programs),
                        EVICTED[record["parked"]] if members else "",
                        [n for i, n in names.items() if members and record["away"] >> i & 1],
                    ),
                    level_limit=record["level_limit"],
                    deadline_us=record["deadline_us"],
                    weight=record["weight"],
                    share_milli=record["share_milli"],
                    cap_milli=record["cap_milli"],
                    quantum_us=record["quantum_us"],
                    asked=Plan(
                        record["asked_rank"],
                        record["asked_weight"],
                        record["asked_share_milli"],
                        record["asked_cap_milli"],
                        record["asked_deadline_us"],
                        record["asked_quantum_us"],
                    ),
                    burst_at_ns=record["active_since_ns"],
                    devices=tuple(sorted(n for i, n in names.items() if attached >> i & 1)),
                    processes=tuple(sorted(self._pid(i, p) for i, p in members.items())),
                    queues=tuple(_queue_state(q, names) for q in own),
                    device_time_ns=record["device_time_ns"] + sum(q["device_time_ns"] for q in own),
                    held_ns=gate["held_ns"] + _held_now(gate),
                    holds=gate["closings"],
                    timeslices_us={
                        device: us
                        for process in members.values()
                        for device, us in _slices(process, names).items()
                    },
                    memory_limit=record["memory_limit"],
                    memory=_sums((p["memory"] for p in members.values()), names),
                    is_kept=bool(record.get("kept")),
                    created_ns=record["created_ns"],
                    may_swap=bool(record["may_move"]),
                    evicted=EVICTED[record["parked"]],
                    swappable=_sums((place["movable"] for place in places), names),
                    swapped=_sums((place["out"] for place in places), names),
                    is_coming=any(place["moving"] for place in places),
                    swap_out=_moved(places, "out"),
                    swap_in=_moved(places, "in"),
                    **_kept(members.values()),
                    charged_ns=record["owed_charged_ns"],
                    wanted_ns=record["wanted_ns"],
                    owed_ns=record["owed_ns"],
                    goes_first=bool(record["owed_since_ns"]),
                )
            )
        return sorted(found, key=lambda program: program.id)

    def work(self) -> list[ProgramWork]:
        """What programs have submitted: less than `programs()`, for a look before each request."""
        devices = self._ready("device", "api", "name")
        names = {i: f"{d['api']}@{d['name']}" for i, d in devices.items()}
        owners = {
            slot: self._program_of(slot, process)
            for slot, process in self._ready("process", "program").items()
        }
        queues: dict[int, list[QueueState]] = {}
        for slot, queue in self._ready("queue", *QUEUE_FIELDS).items():
            owner = owners.get(self._process_of(slot, queue), -1)
            queues.setdefault(owner, []).append(_queue_state(queue, names))
        return [
            ProgramWork(program["id"], program["rank"], tuple(queues.get(slot, ())))
            for slot, program in self._ready("program", "id", "rank").items()
        ]

    def held_ns(self, program_id: int) -> int:
        """How long a program has been held so far; 0 if there is none of this id."""
        for slot, program in self._ready("program", "id").items():
            if program["id"] == program_id:
                gate = self._record("gate", slot, "word", "closed_ns", "held_ns")
                return int(gate["held_ns"]) + _held_now(gate)
        return 0

    def processes(self) -> list[ProcessState]:
        """All processes, with what they say of themselves, for callers that check it."""
        programs, devices = self._ready("program"), self._ready("device")
        names = {i: f"{d['api']}@{d['name']}" for i, d in devices.items()}
        before = {slot: self._record("gate", slot) for slot in programs}
        queues: dict[int, list[QueueCounts]] = {}
        for i, q in self._taken("queue").items():
            queues.setdefault(self._process_of(i, q), []).append(_queue_counts(i, q, names))
        found = []
        for slot, process in self._taken("process").items():
            owner = self._program_of(slot, process)
            if owner not in programs:
                continue
            program, gate = programs[owner], self._record("gate", owner)
            named = self._record("identity", slot) if program["is_guest"] else process
            if not named["pid"]:  # just being taken in, or gone
                continue
            # Counters were read in between: they belong to this hold only if it lasted all along.
            held = gate["word"] and before[owner]["word"] and _hold(gate) == _hold(before[owner])
            found.append(
                ProcessState(
                    program=program["id"],
                    uid=program["uid"],
                    is_guest=bool(program["is_guest"]),
                    pid=named["pid"],
                    start_ticks=named["start_ticks"],
                    planned_us=_slices(program, names),
                    slices_us=_slices(process, names),
                    alive_ns=process["alive_ns"],
                    is_loose=bool(process["loose"] & gate["word"]),
                    closed_ns=gate["closed_ns"] if held else 0,
                    hold=_hold(gate),
                    queues=tuple(queues.get(slot, ())),
                    active=tuple(n for i, n in names.items() if process["active"] >> i & 1),
                    memory=sum(process["memory"]),
                )
            )
        return found

    @staticmethod
    def _reason(
        word: int,
        held: int,
        names: dict[int, str],
        devices: dict[int, dict[str, Any]],
        programs: dict[int, dict[str, Any]],
    ) -> str:
        reasons = []
        if word & BY_PERSON:
            reasons.append(HELD_BY_PERSON)
        if word & BY_AGENT:
            reasons.append("held by the agent")
        if word & BY_CAP:
            reasons.append("its cap is used up")
        for index, name in names.items():
            if word & (1 << index):
                first = programs.get(devices[index]["running"] - 1)
                # Itself: a decision is under way, and its gate is not open yet.
                is_known = first is not None and first["id"] != held
                who = f"program {first['id']}" if first and is_known else "another program"
                reasons.append(f"{who} goes first on {name}")
        return "; ".join(reasons)


def _sums(parts: Iterable[tuple[int, ...]], names: dict[int, str]) -> dict[str, int]:
    """What processes have of each device together; where it is nothing, not named."""
    sums = [sum(taken) for taken in zip(*parts, strict=True)]
    return {names.get(i, "?"): taken for i, taken in enumerate(sums) if taken}


def _kept(members: Collection[dict[str, Any]]) -> dict[str, int]:
    """Of the process for which a device is kept the longest, and of the one that comes most often
    of those that are expected."""
    kept = max(members, key=lambda p: p["kept_us"], default={})
    paced = min((p for p in members if p["period_us"]), key=lambda p: p["period_us"], default={})
    return {name: kept.get(name, 0) for name in ("kept_us", "kept_milli")} | {
        name: paced.get(name, 0) for name in ("period_us", "came_milli")
    }


def _slices(record: dict[str, Any], names: dict[int, str]) -> dict[str, int]:
    """Of a program or a process: microseconds by device, where they are not the driver's own."""
    lengths = {"short_on": layout.SLICE_US["short"], "long_on": layout.SLICE_US["long"]}
    return {
        name: us
        for mask, us in lengths.items()
        for i, name in names.items()
        if record[mask] >> i & 1
    }


def _moved(places: list[dict[str, Any]], way: str) -> Moved:
    amounts = ([place[key] for place in places] for key in (f"moved_{way}", f"{way}_ns"))
    return Moved(*map(sum, amounts))


def _with_memory(reason: str, evicted: str, away: Sequence[str]) -> str:
    """Why it is held; and where its memory is, if it was evicted or nothing else holds it."""
    if evicted:
        on_host = f"its memory is on the host ({evicted})"
        return f"{reason}; {on_host}" if reason else on_host
    return reason or (f"its memory of {', '.join(away)} is on the host" if away else "")


def _queue_state(record: dict[str, Any], names: dict[int, str]) -> QueueState:
    return QueueState(
        device=names.get(record["device"], "?"),
        level=record["level"],
        submitted=record["submitted"],
        completed=max(record["completed"], record["drained"]),
        gates=record["gates"],
        command_ns=record["command_ns"],
        device_time_ns=record["device_time_ns"],
    )


def _queue_counts(slot: int, record: dict[str, Any], names: dict[int, str]) -> QueueCounts:
    return QueueCounts(
        slot=slot,
        handle=record["handle"],
        device=names.get(record["device"], "?"),
        level=record["level"],
        submitted=record["submitted"],
        returned=record["returned"],
        completed=record["completed"],
        drained=record["drained"],
    )


def _held_now(gate: dict[str, Any]) -> int:
    """How long the hold that goes on has lasted."""
    return max(0, time.monotonic_ns() - int(gate["closed_ns"])) if gate["word"] else 0


def _hold(gate: dict[str, Any]) -> tuple[int, int]:
    """Another one for each time that the gate closed. A process that is killed while it closes one
    may not have counted that, but the time held has grown."""
    return gate["closings"], gate["held_ns"]


def level_text(level: int) -> str:
    return f"{level} ({LEVEL_NAMES.get(level, '?')})"


def program_of(number: int) -> int:
    """The program with this id, or the one that a process with this number belongs to."""
    try:
        with Table() as table:
            programs = table.programs()
    except HeddleError:
        return number
    if any(program.id == number for program in programs):
        return number
    owner = (p.id for p in programs if number == p.pid or number in p.processes)
    return next(owner, number)
