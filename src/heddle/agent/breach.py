"""Programs that break the rules: samples in, breaches out. No clock, nothing is touched.

A program can only be seen from outside: in /proc, in what it writes into the table, and in what
the device says of it (escape.py). All that makes an honest one look odd for a while is excused, so
each rule says what it waits for; and a program that forges its pages with care is not found. What
matters is done without it: a guest cannot write another's gate, plan or account.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from heddle._gen.table import LEVEL
from heddle.agent.escape import Resets, Time, Unaccounted, UncountedMemory, Unscheduled
from heddle.agent.look import SECOND, Breach, DeviceUser, Found, Look, Name, breach_of, name_of

if TYPE_CHECKING:
    from heddle.records import ProcessState, QueueCounts

KINDS = ("unscheduled", "slice", "gate", "keeper", "memory", "time", "unaccounted")
CLOSE = ("slice", "memory", "time")  # judged at closer looks, too

LOOK_NS = SECOND  # between two looks
CLOSER_NS = SECOND // 10  # likewise, while something is in doubt

SLICE_NS = 2 * SECOND
DOUBT_NS = 10 * SECOND  # of looking closely
CHANCES = 20  # looks of its keeper at which the slice could have been set
ROOM = 256  # commands in a stream: below that no call of a vendor waits for room
GATE_NS = 2 * SECOND  # what lies in front of a gate is done in tens of milliseconds, mostly
FEW = 8  # commands; each thread may have passed the gate with one as it closed
GROWN = 3  # looks at which there were more of them; an honest program comes to one
KEEPER_NS = 5 * SECOND  # it looks every 250 ms
MOVED = 2  # looks at which there were new commands although it was silent


# -- the detector ---------------------------------------------------------------------------------


class Detector:
    """Remembers looks for as long as they matter."""

    def __init__(self) -> None:
        self.present: Found = {}
        self._keepers = Keepers()
        self._slices = Slices()
        self._gates = Gates()
        self._unscheduled = Unscheduled()
        self._resets = Resets()
        self._memory = UncountedMemory()
        self._time = Time()
        self._unaccounted = Unaccounted()

    def look(self, look: Look) -> tuple[list[Breach], list[Breach]]:
        """Takes in a look; the breaches that have begun, and those that are over."""
        members = {name_of(p): p for p in look.processes}
        before = {name_of(p): p for p in look.before}
        guests = {name: p for name, p in members.items() if p.is_guest}
        found = self._slices.look(look.now_ns, guests)
        found |= self._resets.look(look, members)
        found |= self._memory.look(look, members, before)
        found |= self._time.look(look, members, before)
        if look.users is None:
            found |= {key: b for key, b in self.present.items() if b.kind not in CLOSE}
        else:
            found |= self._keepers.look(look.now_ns, guests, look.users)
            found |= self._gates.look(look.now_ns, guests)
            found |= self._unscheduled.look(look, set(members))
            found |= self._unaccounted.look(look, members)
        begun = [breach for key, breach in found.items() if key not in self.present]
        over = [breach for key, breach in self.present.items() if key not in found]
        self.present = {key: self.present.get(key, breach) for key, breach in found.items()}
        return begun, over

    @property
    def wants_closer_look(self) -> bool:
        """Whether to look at the table every CLOSER_NS, between the looks at everything."""
        rules = (self._slices, self._resets, self._memory, self._time)
        return any(rule.are_in_doubt for rule in rules)


# -- keeper ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class Silence:
    """Of a keeper; by what it writes and not by its clock, which may be another one."""

    alive_ns: int
    since_ns: int
    submitted: int
    first: int
    moved: int = 0


class Keepers:
    """Submits commands although its keeper does not look.

    Only then: in a process that is stopped, frozen or on its way out nothing moves, and the keeper
    of one that became another program by exec() is rightly gone.
    """

    def __init__(self) -> None:
        self._silences: dict[Name, Silence] = {}

    def look(
        self, now_ns: int, guests: dict[Name, ProcessState], users: tuple[DeviceUser, ...]
    ) -> Found:
        stopped = {name_of(user) for user in users if user.is_stopped}
        found: Found = {}
        for name in [name for name in self._silences if name not in guests]:
            del self._silences[name]
        for name, guest in guests.items():
            submitted = sum(queue.submitted for queue in guest.queues)
            silence = self._silences.get(name)
            if silence is None or silence.alive_ns != guest.alive_ns:
                silence = Silence(guest.alive_ns, now_ns, submitted, submitted)
                self._silences[name] = silence
            if now_ns - silence.since_ns < KEEPER_NS:
                silence.submitted = silence.first = submitted
                continue
            if submitted > silence.submitted and name not in stopped and guest.queues:
                silence.moved += 1
            silence.submitted = submitted
            if silence.moved >= MOVED:
                text = (
                    f"has submitted {submitted - silence.first} commands, but its keeper "
                    f"has not looked for {(now_ns - silence.since_ns) / SECOND:.1f} s"
                )
                found["keeper", name] = breach_of("keeper", guest, text)
        return found


# -- slice ----------------------------------------------------------------------------------------


@dataclass(slots=True)
class SliceDoubt:
    """A process that holds another slice than is planned."""

    since_ns: int
    slices_us: tuple[int, int]
    alive_ns: int
    returned: int
    chances: int = 0
    is_sure: bool = False


class Slices:
    """Holds another time slice than is planned, by its own word.

    A keeper cannot set one while a call of the program waits for room in the stream, nor before
    work of a held program has come to rest. Those looks of it do not count. Each device is judged
    for itself.
    """

    def __init__(self) -> None:
        self._doubts: dict[tuple[Name, str], SliceDoubt] = {}
        #: Some are, and too briefly to be independent of how often one looks.
        self.are_in_doubt = False

    def look(self, now_ns: int, guests: dict[Name, ProcessState]) -> Found:
        found: Found = {}
        present = {(name, q.device): guest for name, guest in guests.items() for q in guest.queues}
        for key in self._doubts.keys() - present.keys():
            del self._doubts[key]
        for (name, device), guest in present.items():
            queues = [queue for queue in guest.queues if queue.device == device]
            slices_us = (guest.slices_us.get(device, 0), guest.planned_us.get(device, 0))
            returned = sum(queue.returned for queue in queues)
            if slices_us[0] == slices_us[1]:
                self._doubts.pop((name, device), None)
                continue
            doubt = self._doubts.get((name, device))
            if doubt is None or doubt.slices_us != slices_us:
                self._doubts[name, device] = SliceDoubt(now_ns, slices_us, guest.alive_ns, returned)
                continue
            could = doubt.alive_ns != guest.alive_ns and returned > doubt.returned
            if could and not guest.is_loose and any(q.pending < ROOM for q in queues):
                doubt.chances += 1
            doubt.alive_ns, doubt.returned = guest.alive_ns, returned
            for_ns = now_ns - doubt.since_ns
            doubt.is_sure |= for_ns >= SLICE_NS and doubt.chances >= CHANCES
            if doubt.is_sure:
                text = (
                    f"has said for {for_ns / SECOND:.1f} s that it holds a timeslice of "
                    f"{_slice(slices_us[0])} on {device}, but {_slice(slices_us[1])} is planned"
                )
                found["slice", name] = breach_of("slice", guest, text, device)
        self.are_in_doubt = any(
            not doubt.is_sure and now_ns - doubt.since_ns < DOUBT_NS
            for doubt in self._doubts.values()
        )
        return found


def _slice(microseconds: int) -> str:
    return f"{microseconds} us" if microseconds else "the driver's own length"


# -- gate -----------------------------------------------------------------------------------------


@dataclass(slots=True)
class Held:
    """A queue behind a gate that has not opened since."""

    hold: tuple[int, int]
    handle: int
    submitted: int  #: by the time that the gate had been closed for long
    completed: int
    grown: int = 0


class Gates:
    """Completes commands that it submitted long after its gate had closed.

    What was submitted before may go on: it lies in front of the gate, and may take its time. Behind
    the last of it stand a mark and a gate, so that the count may rise once more. Not judged at
    level 1, where no gate is in the stream: events that are recorded while calls wait count, too.
    """

    def __init__(self) -> None:
        self._held: dict[tuple[Name, int], Held] = {}

    def look(self, now_ns: int, guests: dict[Name, ProcessState]) -> Found:
        found: Found = {}
        held: dict[tuple[Name, int], Held] = {}
        for name, guest in guests.items():
            if not guest.closed_ns or now_ns - guest.closed_ns < GATE_NS:
                continue
            for queue in guest.queues:
                if queue.level < LEVEL["submitted"]:
                    continue
                before = held[name, queue.slot] = self._since(name, guest, queue)
                late = queue.completed - before.submitted
                if late > FEW and queue.completed > before.completed:
                    before.grown += 1
                before.completed = queue.completed
                if before.grown >= GROWN:
                    text = (
                        f"has completed {late} commands on {queue.device} that it submitted after "
                        f"its gate had closed, {(now_ns - guest.closed_ns) / SECOND:.1f} s ago"
                    )
                    found["gate", name] = breach_of("gate", guest, text, queue.device)
        self._held = held
        return found

    def _since(self, name: Name, guest: ProcessState, queue: QueueCounts) -> Held:
        """Of this hold; of this stream, because slots are used again."""
        before = self._held.get((name, queue.slot))
        if (
            before is None
            or (before.hold, before.handle) != (guest.hold, queue.handle)
            or queue.completed < before.completed
        ):
            return Held(guest.hold, queue.handle, queue.submitted, queue.completed)
        return before
