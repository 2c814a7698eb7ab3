"""Looking at the table a thousand times a second, and no longer than necessary each time."""

from __future__ import annotations

import mmap
import os
import struct
import time
from collections.abc import Callable
from dataclasses import replace

from heddle._gen import table as layout
from heddle.slabs import Slabs
from heddle.table import READY, Table
from heddle.trace.recorder import LIMIT, Recorder
from heddle.trace.recording import DecisionSeen, GateSeen, ProgramSeen, Recording, TraceSample

INTERVAL_S = 0.001
SELDOM_NS = 50_000_000  #: names and device times
KINDS = {value: name for name, value in layout.DECISION.items()}
RING = layout.REGIONS["decision"][1] // layout.REGIONS["device"][1]


class Fields:
    """Some fields of a region's records, read at once; named in the order of the record."""

    def __init__(self, region: str, *names: str) -> None:
        self._base, self.count, self._size = layout.REGIONS[region]
        form, at = "<", 0
        for name in names:
            offset, kind = layout.FIELDS[region][name]
            form += f"{offset - at}x{kind}"
            at = offset + struct.calcsize("<" + kind)
        self._struct = struct.Struct(form)
        self.unpack = self._struct.unpack_from

    def at(self, slot: int) -> int:
        return self._base + slot * self._size


HEADER = Fields("header", "programs_used", "devices_used", "processes_used", "queues_used")
#: Where the bits of the others begin in it.
DEVICES = layout.REGIONS["program"][1] // 64
PROCESSES = DEVICES + 1
QUEUES = PROCESSES + layout.REGIONS["process"][1] // 64
GATE = Fields("gate", "word", "closed_ns", "closings", "held_ns")
PROGRAM = Fields("program", "state", "id", "attached")
PLAN = Fields("program", "state", "id", "name", "rank")
PROCESS = Fields("process", "state", "program", "active")
QUEUE = Fields("queue", "state", "process", "device", "device_time_ns")
DEVICE = Fields("device", "state", "running", "decisions")
DEVICE_NAME = Fields("device", "state", "api", "name")
DECISION = Fields("decision", "at_ns", "program_id", "kind", "latency_ns")


class TableReader:
    """A table's memory, read-only."""

    def __init__(self, path: str) -> None:
        Table(path).close()  # says what is wrong with it, if something is
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            self._map = mmap.mmap(descriptor, layout.BYTES, prot=mmap.PROT_READ)
        finally:
            os.close(descriptor)
        self._used: tuple[int, ...] = ()  #: bits of programs, devices, processes and queues
        #: Where the records in use are; made anew when others are in use.
        self._programs: list[tuple[int, int, int]] = []  #: slot, program, gate
        self._processes: list[tuple[int, mmap.mmap, int]] = []  #: slot, and where it is
        self._slabs = Slabs(self._map)
        self._devices: list[tuple[int, int]] = []  #: slot, device
        self._gates: dict[int, GateSeen] = {}
        self._read: dict[int, int] = {}  #: device: decisions that have been read
        self._find_used()
        for slot, at in self._devices:
            self._read[slot] = DEVICE.unpack(self._map, at)[2]

    def close(self) -> None:
        self._slabs.close()
        self._map.close()

    def _find_used(self) -> bool:
        used = HEADER.unpack(self._map, HEADER.at(0))
        if used == self._used:
            return False
        self._used = used
        self._programs = [(s, PROGRAM.at(s), GATE.at(s)) for s in _slots(used[:DEVICES])]
        self._devices = [(s, DEVICE.at(s)) for s in _slots(used[DEVICES:PROCESSES])]
        processes = _slots(used[PROCESSES:QUEUES])
        self._processes = [(s, *self._slabs.find("process", s)) for s in processes]
        return True

    def look(self) -> TraceSample:
        """One look. In this order: a decision is recorded behind what it has done."""
        began_ns = time.monotonic_ns()
        table = self._map
        self._find_used()

        decisions: list[DecisionSeen] = []
        lost = 0
        for slot, at in self._devices:
            end = DEVICE.unpack(table, at)[2]
            if end != self._read.setdefault(slot, 0):
                lost += self._read_decisions(slot, end, decisions)

        active: dict[int, tuple[int, ...]] = {}
        for slot, memory, at in self._processes:
            state, program, devices = PROCESS.unpack(memory, at)
            if devices and state == READY:
                program = self._slabs.owner("process", slot) - 1 if memory is not table else program
                active[program] = (*active.get(program, ()), devices)

        programs: list[ProgramSeen] = []
        ids = {0: 0}
        for slot, at, gate_at in self._programs:
            state, program_id, attached = PROGRAM.unpack(table, at)
            if state == READY:
                ids[slot + 1] = program_id
                gate = self._gate(slot, gate_at)
                programs.append(ProgramSeen(program_id, attached, active.get(slot, ()), gate))

        leaders = {}
        for slot, at in self._devices:
            state, running, _ = DEVICE.unpack(table, at)
            if state == READY:
                leaders[slot] = ids.get(running, 0)
        return TraceSample(began_ns, time.monotonic_ns(), programs, leaders, decisions, lost)

    def _gate(self, slot: int, at: int) -> GateSeen:
        """The gate; when it has changed, read until it stands still."""
        last = self._gates.get(slot)
        fields = GATE.unpack(self._map, at)
        if fields == last:
            return last
        for _ in range(4):
            again = GATE.unpack(self._map, at)
            if again == fields:
                break
            fields = again
        gate = self._gates[slot] = GateSeen(*fields)
        return gate

    def _read_decisions(self, device: int, end: int, into: list[DecisionSeen]) -> int:
        """Reads what is new in the ring; returns how many were overwritten before that."""
        begin = self._read[device]
        first = max(begin, end - RING + 1)  # the oldest one may be written to right now
        found = []
        for number in range(first, end):
            at_ns, program, kind, latency_ns = DECISION.unpack(
                self._map, DECISION.at(device * RING + number % RING)
            )
            name = KINDS.get(kind, "unknown")
            found.append(DecisionSeen(device, name, program, at_ns, latency_ns))
        # What was overwritten meanwhile is not what it was.
        newest: int = DEVICE.unpack(self._map, DEVICE.at(device))[2]
        spoilt = max(0, newest - RING + 1 - first)
        into.extend(found[spoilt:])
        self._read[device] = end
        return first - begin + min(spoilt, len(found))

    def used(self) -> tuple[int, ...]:
        """Changes when a program or device comes or goes."""
        return self._used[:PROCESSES]

    def name_all(self, recorder: Recorder) -> None:
        """Tells the recorder the names of programs and devices."""
        for slot, _ in self._devices:
            state, api, name = DEVICE_NAME.unpack(self._map, DEVICE_NAME.at(slot))
            if state == READY:
                recorder.name_device(slot, f"{_text(api)}@{_text(name)}")
        for slot, _, _ in self._programs:
            state, program, name, rank = PLAN.unpack(self._map, PLAN.at(slot))
            if state == READY:
                recorder.name_program(program, _text(name), rank)

    def device_times(self) -> dict[tuple[int, int], int]:
        """(program, device): device time of the open queues."""
        sums: dict[tuple[int, int], int] = {}
        for slot in _slots(self._used[QUEUES:]):
            state, process, device, used_ns = QUEUE.unpack(*self._slabs.find("queue", slot))
            if state != READY or process >= PROCESS.count:
                continue
            owner = self._slabs.owner("queue", slot)
            program_slot = owner - 1 if owner else PROCESS.unpack(self._map, PROCESS.at(process))[1]
            if program_slot < PROGRAM.count:
                program = PROGRAM.unpack(self._map, PROGRAM.at(program_slot))[1]
                sums[program, device] = sums.get((program, device), 0) + used_ns
        return sums


def record(
    path: str,
    seconds: float,
    is_over: Callable[[], bool] = lambda: False,
    show: Callable[[str], None] = lambda _: None,
) -> Recording:
    """Watches the table for this time, or until `is_over` says so.

    :raises HeddleError: if the table cannot be read
    """
    recorder, reader = Recorder(), TableReader(path)
    cpu_ns, begin_ns = time.process_time_ns(), time.monotonic_ns()
    end_ns, seldom_ns = begin_ns + round(seconds * 1e9), begin_ns
    used: tuple[int, ...] = ()
    full = False
    while True:
        look = reader.look()
        if used != reader.used():
            used = reader.used()
            reader.name_all(recorder)
        recorder.look(look)
        if look.at_ns >= seldom_ns:
            seldom_ns = look.at_ns + SELDOM_NS
            reader.name_all(recorder)
            recorder.device_times(look.at_ns, reader.device_times())
            full = recorder.size() >= LIMIT
            passed = (look.at_ns - begin_ns) / 1e9
            show(f"recording: {passed:.1f} of {seconds:g} s, {recorder.size()} slices and events")
        if look.at_ns >= end_ns or full or is_over():
            break
        time.sleep(INTERVAL_S)
    reader.close()
    return replace(recorder.finish(time.process_time_ns() - cpu_ns), full=full)


def _slots(words: tuple[int, ...]) -> list[int]:
    return [64 * w + b for w, word in enumerate(words) for b in range(64) if word >> b & 1]


def _text(field: bytes) -> str:
    return field.split(b"\0", 1)[0].decode(errors="replace")
