"""Which guests do not keep to the rules: looks in, breaches out. No clock, nothing is touched.

A guest can only be seen from outside: in /proc, and in what it writes into its own pages. All that
makes an honest program look odd for a while must be excused, so each rule says what it waits for;
and a guest that forges its own pages with care is not found. What matters is done without it: it
cannot write anybody else's gate, plan or account.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from heddle._gen.table import LEVEL

if TYPE_CHECKING:
    from heddle.table import ProcessState, QueueCounts

KINDS = ("unscheduled", "slice", "gate", "keeper")

SECOND = 1_000_000_000
LOOK_NS = 2 * SECOND  # between two looks
CLOSER_NS = SECOND // 10  # likewise, while a slice is in doubt

UNSCHEDULED_NS = 3 * SECOND  # joining takes milliseconds; an agent that is asked may take 2 s
SLICE_NS = 2 * SECOND
DOUBT_NS = 10 * SECOND  # of looking closely
CHANCES = 20  # looks of its keeper at which the slice could have been set
ROOM = 256  # commands in a stream: below that no call of a vendor waits for room
GATE_NS = 2 * SECOND  # what lies in front of a gate is done in tens of milliseconds, mostly
FEW = 8  # commands; each thread may have passed the gate with one as it closed
GROWN = 3  # looks at which there were more of them; an honest program comes to one
KEEPER_NS = 5 * SECOND  # it looks every 250 ms
MOVED = 2  # looks at which there were new commands although it was silent


# -- looks ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class User:
    """A process that has a device mapped."""

    pid: int
    start_ticks: int
    uid: int
    name: str
    devices: tuple[str, ...]
    has_shim: bool = False  #: Heddle is in it, so it joins as soon as it works
    is_stopped: bool = False  #: by SIGSTOP or a debugger


@dataclass(frozen=True, slots=True)
class Look:
    """What there was to see at one moment."""

    now_ns: int
    processes: tuple[ProcessState, ...]  #: of the table
    users: tuple[User, ...] | None = None  #: None: a closer look, for the sake of slices
    roots: Mapping[int, int] = field(default_factory=dict)  #: pid: program that began with it


@dataclass(frozen=True, slots=True)
class Breach:
    """Something that an honest program does not do."""

    kind: str  #: of KINDS
    program: int  #: id; 0: of none
    pid: int
    start_ticks: int  #: of pid, which may be somebody else's later
    uid: int
    device: str  #: empty if it is about no single one
    text: str  #: one sentence: what was seen


Name = tuple[int, int]  # pid and start time
Found = dict[tuple[str, Name], Breach]


# -- the detector ---------------------------------------------------------------------------------


class Detector:
    """Remembers looks for as long as they matter."""

    def __init__(self) -> None:
        self.present: Found = {}
        self._keepers = Keepers()
        self._slices = Slices()
        self._gates = Gates()
        self._unscheduled = Unscheduled()

    def look(self, look: Look) -> tuple[list[Breach], list[Breach]]:
        """Takes in a look; the breaches that have begun, and those that are over."""
        guests = {name_of(p): p for p in look.processes if p.is_guest}
        found = self._slices.look(look.now_ns, guests)
        if look.users is None:
            found |= {key: b for key, b in self.present.items() if b.kind != "slice"}
        else:
            found |= self._keepers.look(look.now_ns, guests, look.users)
            found |= self._gates.look(look.now_ns, guests)
            members = {name_of(p) for p in look.processes} - self._keepers.silent
            found |= self._unscheduled.look(look.now_ns, members, look.users, look.roots)
        begun = [breach for key, breach in found.items() if key not in self.present]
        over = [breach for key, breach in self.present.items() if key not in found]
        self.present = {key: self.present.get(key, breach) for key, breach in found.items()}
        return begun, over

    @property
    def wants_closer_look(self) -> bool:
        """Whether to look at the table every CLOSER_NS, between the looks at everything."""
        return self._slices.are_in_doubt


def name_of(process: ProcessState | User) -> Name:
    return process.pid, process.start_ticks


def _breach(kind: str, process: ProcessState, text: str, device: str = "") -> Breach:
    name = name_of(process)
    return Breach(kind, process.program, *name, process.uid, device, f"process {name[0]} {text}")


# -- unscheduled ----------------------------------------------------------------------------------


class Unscheduled:
    """Uses a device, and is of no program.

    Who carries the shim is excused: it has a context but no work yet, or is a copy that fork() made
    of one that has. A process of the table is one as long as its keeper lives: exec() may have made
    another program of it.
    """

    def __init__(self) -> None:
        self._since_ns: dict[Name, int] = {}

    def look(
        self, now_ns: int, members: set[Name], users: tuple[User, ...], roots: Mapping[int, int]
    ) -> Found:
        suspects = {name_of(u): u for u in users if not u.has_shim and name_of(u) not in members}
        # Who was not suspected at the last look begins anew.
        self._since_ns = {name: self._since_ns.get(name, now_ns) for name in suspects}
        return {
            ("unscheduled", name): self._tell(suspects[name], now_ns - since_ns, roots)
            for name, since_ns in self._since_ns.items()
            if now_ns - since_ns >= UNSCHEDULED_NS
        }

    @staticmethod
    def _tell(user: User, for_ns: int, roots: Mapping[int, int]) -> Breach:
        device = user.devices[0] if len(user.devices) == 1 else ""
        what = " and ".join(user.devices)
        text = (
            f"process {user.pid} ({user.name}) of user {user.uid} has had {what} "
            f"for {for_ns / SECOND:.1f} s, and Heddle is not in it"
        )
        program = roots.get(user.pid, 0)
        return Breach("unscheduled", program, *name_of(user), user.uid, device, text)


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
        self.silent: set[Name] = set()  #: for long, whether they submit or not

    def look(self, now_ns: int, guests: dict[Name, ProcessState], users: tuple[User, ...]) -> Found:
        stopped = {name_of(user) for user in users if user.is_stopped}
        found: Found = {}
        self.silent.clear()
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
            self.silent.add(name)
            if submitted > silence.submitted and name not in stopped and guest.queues:
                silence.moved += 1
            silence.submitted = submitted
            if silence.moved >= MOVED:
                text = (
                    f"has submitted {submitted - silence.first} commands, but its keeper "
                    f"has not looked for {(now_ns - silence.since_ns) / SECOND:.1f} s"
                )
                found["keeper", name] = _breach("keeper", guest, text)
        return found


# -- slice ----------------------------------------------------------------------------------------


@dataclass(slots=True)
class Doubt:
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
    work of a held program has come to rest. Those looks of it do not count. On several devices the
    word is that of the device where it changed last, so it says nothing.
    """

    def __init__(self) -> None:
        self._doubts: dict[Name, Doubt] = {}
        self._devices: dict[Name, set[str]] = {}
        #: Some are, and not for so long that it does not matter how often one looks.
        self.are_in_doubt = False

    def look(self, now_ns: int, guests: dict[Name, ProcessState]) -> Found:
        found: Found = {}
        self._devices = {name: self._devices.get(name, set()) for name in guests}
        for name in [name for name in self._doubts if name not in guests]:
            del self._doubts[name]
        for name, guest in guests.items():
            self._devices[name].update(queue.device for queue in guest.queues)
            slices_us = (guest.slice_us, guest.planned_us)
            returned = sum(queue.returned for queue in guest.queues)
            if slices_us[0] == slices_us[1] or len(self._devices[name]) != 1 or not guest.queues:
                self._doubts.pop(name, None)
                continue
            doubt = self._doubts.get(name)
            if doubt is None or doubt.slices_us != slices_us:
                self._doubts[name] = Doubt(now_ns, slices_us, guest.alive_ns, returned)
                continue
            could = doubt.alive_ns != guest.alive_ns and returned > doubt.returned
            if could and not guest.is_loose and any(q.pending < ROOM for q in guest.queues):
                doubt.chances += 1
            doubt.alive_ns, doubt.returned = guest.alive_ns, returned
            for_ns = now_ns - doubt.since_ns
            doubt.is_sure |= for_ns >= SLICE_NS and doubt.chances >= CHANCES
            if doubt.is_sure:
                text = (
                    f"has said for {for_ns / SECOND:.1f} s that it holds a timeslice of "
                    f"{_slice(guest.slice_us)}, but {_slice(guest.planned_us)} is planned"
                )
                found["slice", name] = _breach("slice", guest, text, guest.queues[0].device)
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
                    found["gate", name] = _breach("gate", guest, text, queue.device)
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
