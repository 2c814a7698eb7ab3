"""Looks in, slices and events out. Pure: no clock, no table, no files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from heddle.trace.bursts import BurstTrack
from heddle.trace.gates import GateTrack
from heddle.trace.reasons import HOLDS, Why
from heddle.trace.recording import (
    DecisionSeen,
    DeviceRun,
    DeviceTime,
    Hold,
    ProgramSeen,
    ProgramStory,
    Recording,
    TraceSample,
)

#: Slices and events, some 300 bytes each. The recording ends there.
LIMIT = 1_000_000


class Recorder:
    """Feed it looks, in order; `finish` gives the recording."""

    def __init__(self) -> None:
        self._devices: dict[int, str] = {}
        self._names: dict[int, tuple[str, int]] = {}
        self._why = Why(self._devices)
        self._tracks: dict[int, _Track] = {}
        self._here: set[int] = set()
        self._decisions: list[DecisionSeen] = []
        self._device_times: list[DeviceTime] = []
        self._used: dict[tuple[int, int], _Used] | None = None
        self._first: TraceSample | None = None
        self._last: TraceSample | None = None
        self._looks = self._longest_gap_ns = self._lost = 0

    def name_device(self, index: int, name: str) -> None:
        self._devices[index] = name

    def name_program(self, program: int, name: str, priority: int) -> None:
        self._names[program] = (name, priority)

    def size(self) -> int:
        """Slices and events so far."""
        slices = sum(track.size() for track in self._tracks.values())
        return len(self._decisions) + len(self._device_times) + slices

    def look(self, look: TraceSample) -> None:
        """Takes in one look at the table."""
        last = self._last
        self._last = self._why.look = look
        self._looks += 1
        self._lost += look.lost
        if last is None:
            self._first = look
        else:
            self._longest_gap_ns = max(self._longest_gap_ns, look.began_ns - last.began_ns)

        # 1. New programs, and ended ones.
        here = {seen.id for seen in look.programs}
        if here != self._here:
            self._meet(look, is_first=last is None)
            for program in self._here - here:
                self._tracks[program].end(look.at_ns)
            self._here = here

        # 2. What was decided.
        self._decisions.extend(look.decisions)
        concerned = set()
        for decision in look.decisions:
            if decision.program in self._tracks:
                self._tracks[decision.program].decided(decision)
                concerned.add(decision.program)

        # 3. What each program does now. Most of the time nothing has changed.
        is_same = last is not None and not look.decisions and look.leaders == last.leaders
        since_ns = (last or look).began_ns
        for seen in look.programs:
            track = self._tracks[seen.id]
            if seen != track.seen or seen.id in concerned:
                track.look(seen, since_ns, look.at_ns)
            elif not is_same:
                track.ask_why(seen.gate.word, look.at_ns)

    def _meet(self, look: TraceSample, *, is_first: bool) -> None:
        for seen in look.programs:
            if seen.id not in self._tracks:
                self._tracks[seen.id] = _Track(self._why, seen.id)
                if is_first:
                    self._tracks[seen.id].was_here(seen, look.began_ns)

    def device_times(self, at_ns: int, used_ns: Mapping[tuple[int, int], int]) -> None:
        """Takes in what the open queues have used: (program, device): device time."""
        if self._used is None:
            self._used = {key: _Used(ns, -ns) for key, ns in used_ns.items()}
            return
        for key, ns in used_ns.items():
            used = self._used.setdefault(key, _Used())
            if ns == used.seen_ns:
                continue
            # A queue that was closed has left the sum; what it had used stays.
            used.base_ns += max(0, used.seen_ns - ns)
            used.seen_ns = ns
            program, device = key
            self._device_times.append(DeviceTime(at_ns, device, program, used.base_ns + ns))

    def finish(self, cpu_ns: int = 0) -> Recording:
        """Ends what is going on, at the last look."""
        assert self._first is not None, "nothing was looked at"
        assert self._last is not None
        for program in self._here:
            self._tracks[program].end(self._last.at_ns)
        return Recording(
            began_ns=self._first.began_ns,
            ended_ns=self._last.at_ns,
            devices=dict(self._devices),
            programs=tuple(
                track.story(*self._names.get(program, (f"program {program}", 0)))
                for program, track in sorted(self._tracks.items())
            ),
            decisions=tuple(self._decisions),
            device_times=tuple(self._device_times),
            looks=self._looks,
            longest_gap_ns=self._longest_gap_ns,
            lost_decisions=self._lost,
            cpu_ns=cpu_ns,
        )


class _Used:
    """Device time of a program on a device."""

    __slots__ = ("base_ns", "seen_ns")

    def __init__(self, seen_ns: int = 0, base_ns: int = 0) -> None:
        self.seen_ns, self.base_ns = seen_ns, base_ns


class _Track:
    """One program, while it is recorded."""

    def __init__(self, why: Why, program: int) -> None:
        self.seen: ProgramSeen | None = None
        self._program = program
        self._why = why
        self._gate = GateTrack(self._explain)
        self._bursts: dict[int, BurstTrack] = {}
        self._attached = 0

    def was_here(self, seen: ProgramSeen, start_ns: int) -> None:
        """Before the recording."""
        self._gate.join(seen.gate, start_ns)

    def size(self) -> int:
        return len(self._gate.holds) + sum(len(b.spans) for b in self._bursts.values())

    def decided(self, decision: DecisionSeen) -> None:
        if decision.kind == "activated":
            self._burst(decision.device).began(decision.event_ns)
        elif decision.kind == "idled":
            self._burst(decision.device).ended(decision.event_ns)

    def look(self, seen: ProgramSeen, since_ns: int, at_ns: int) -> None:
        if self.seen is not None:
            self._ask_decisions(self.seen.gate.word)  # its hold may be over by now
        self.seen = seen
        self._attached |= seen.attached
        for mask in seen.active:
            for device in _bits(mask):
                self._burst(device)
        for device, burst in self._bursts.items():
            burst.look(sum(mask >> device & 1 for mask in seen.active), at_ns)
        self._gate.look(seen.gate, since_ns, at_ns)
        self.ask_why(seen.gate.word, at_ns)

    def ask_why(self, word: int, at_ns: int) -> None:
        """Why it is held, if it is."""
        if self._gate.present is not None:
            self._gate.because(*self._why.of_word(word, self._program), at_ns)
            self._ask_decisions(word)

    def _ask_decisions(self, word: int) -> None:
        """The one that closed the gate is in this look or, recorded a little later, the next."""
        hold = self._gate.present
        if hold is None or word & HOLDS or hold.before_ns:
            return
        decided = self._why.decided(self._program, word, hold.closed_ns, hold.closed_ns)
        if decided:
            self._gate.began_because(decided)

    def end(self, at_ns: int) -> None:
        self._gate.end(at_ns)
        for burst in self._bursts.values():
            burst.end(at_ns)

    def story(self, name: str, priority: int) -> ProgramStory:
        holds = self._gate.holds
        return ProgramStory(
            id=self._program,
            name=name,
            priority=priority,
            devices=tuple(sorted({*_bits(self._attached), *self._bursts})),
            runs=tuple(
                DeviceRun(device, begin_ns, end_ns)
                for device, burst in sorted(self._bursts.items())
                for begin_ns, end_ns in without(burst.spans, holds)
            ),
            holds=tuple(holds),
            bursts_missed=sum(burst.missed for burst in self._bursts.values()),
        )

    def _burst(self, device: int) -> BurstTrack:
        if device not in self._bursts:
            self._bursts[device] = BurstTrack()
        return self._bursts[device]

    def _explain(self, begin_ns: int, end_ns: int) -> str:
        decided = self._why.decided(self._program, self._attached, begin_ns, end_ns)
        return decided or self._why.guess(self._program, self._attached)


def without(spans: Iterable[tuple[int, int]], holds: Sequence[Hold]) -> list[tuple[int, int]]:
    """The spans less the holds; both in order."""
    left: list[tuple[int, int]] = []
    first = 0
    for begin_ns, end_ns in spans:
        while first < len(holds) and holds[first].end_ns <= begin_ns:
            first += 1
        at = first
        while at < len(holds) and holds[at].begin_ns < end_ns:
            if holds[at].begin_ns > begin_ns:
                left.append((begin_ns, holds[at].begin_ns))
            begin_ns = max(begin_ns, holds[at].end_ns)
            at += 1
        if begin_ns < end_ns:
            left.append((begin_ns, end_ns))
    return left


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]
