"""Processes that use a device without a place in the table: uncounted memory or time.

Beside /proc and the table there is a third source: the device, or its driver. What it says of a
process (`Use`) is compared with what the process has said in the table. The table is read before
and after the device is asked, so that a program which just came, went or gave back is not taken for
one that hides.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from heddle.agent.look import (
    SECOND,
    Breach,
    DeviceUser,
    Found,
    Look,
    Name,
    Total,
    Use,
    breach_of,
    in_mib,
    name_of,
)

TYPE_CHECKING = False

if TYPE_CHECKING:
    from heddle.records import ProcessState

UNSCHEDULED_NS = 3 * SECOND  # joining takes milliseconds; an agent that is asked may take 2 s
DOUBT_NS = 2 * SECOND  # it must have lasted this long,
SAMPLES = 5  # and at this many looks, at least 0.1 s apart
PAUSE_NS = 2 * SECOND  # a process whose device is idle for longer starts again
UNACCOUNTED_NS = 5 * SECOND
UNACCOUNTED = 1 << 30  # bytes: what drivers keep for themselves, and round


def uses_of(look: Look) -> dict[Name, list[Use]]:
    found: dict[Name, list[Use]] = {}
    for use in look.uses:
        found.setdefault(name_of(use), []).append(use)
    return found


def takes(use: Use) -> bool:
    """Whether it has more of the device than an unused context."""
    return bool(use.is_busy) or (use.memory or 0) > use.allowance


def takes_what(uses: list[Use]) -> str:
    """In words, for people."""
    words = []
    for use in filter(takes, uses):
        memory = in_mib(use.memory) if use.memory else ""
        busy = "work" if use.is_busy else ""
        words.append(f"{' and '.join(filter(None, (memory, busy)))} on {use.device}")
    return ", ".join(words)


def excess(uses: list[Use], *moments: ProcessState) -> int:
    """Bytes that a process has beyond what it was counted with at any of these moments."""
    has = sum(use.memory or 0 for use in uses)
    return has - max(p.memory for p in moments) - sum(use.allowance for use in uses)


def is_doubtful(look: Look) -> bool:
    """Whether a process seems to have more than was counted. Memory that comes and goes by the
    millisecond may look so although it is counted correctly: worth asking again at once."""
    moments: dict[Name, list[ProcessState]] = {}
    for process in (*look.before, *look.processes):
        moments.setdefault(name_of(process), []).append(process)
    uses = uses_of(look)
    return any(excess(uses[name], *moments[name]) > 0 for name in uses.keys() & moments.keys())


def least(one: Look, other: Look) -> Look:
    """Of two moments, what is best for each process: the least that the device said, and the most
    that was counted. A process that the device no longer names has nothing."""
    had = {(name_of(use), use.device): use.memory or 0 for use in other.uses}
    counted = {name_of(p): p.memory for p in other.processes}
    uses = (
        replace(use, memory=min(use.memory or 0, had.get((name_of(use), use.device), 0)))
        for use in one.uses
    )
    processes = (
        replace(p, memory=max(p.memory, counted.get(name_of(p), 0))) for p in one.processes
    )
    return replace(one, uses=tuple(uses), processes=tuple(processes))


class Unscheduled:
    """Uses a device, and is of no program.

    A process with the shim is excused as long as the device says nothing against it: it has a
    context but no work yet, or is a copy that fork() made of one that has. A process without it is
    accused even if the table has it: exec() has made another program of it.
    """

    def __init__(self) -> None:
        self._since_ns: dict[tuple[Name, bool], int] = {}

    def look(self, look: Look, members: set[Name]) -> Found:
        users = {name_of(u): u for u in look.users or () if u.is_raw or not u.has_shim}
        uses = uses_of(look)
        takers = {name for name, own in uses.items() if any(map(takes, own))} - members
        proven = {name for name, user in users.items() if user.is_proven}
        proven |= {n for n in takers if any(takes(use) and use.is_proven for use in uses[n])}
        # A new suspicion starts from zero; so does one that is proven only now.
        suspects = {(name, name in proven) for name in users.keys() | takers}
        self._since_ns = {key: self._since_ns.get(key, look.now_ns) for key in suspects}
        found: Found = {}
        for (name, is_proven), since_ns in self._since_ns.items():
            for_ns = look.now_ns - since_ns
            if for_ns >= UNSCHEDULED_NS:
                user, own = users.get(name), uses.get(name, [])
                told = self._tell(name, user, own, for_ns, look.roots)
                key = "unscheduled" if is_proven else "unscheduled, they say"
                found[key, name] = replace(told, is_proven=is_proven)
        return found

    @staticmethod
    def _tell(
        name: Name, user: DeviceUser | None, uses: list[Use], for_ns: int, roots: Mapping[int, int]
    ) -> Breach:
        who = user or uses[0]
        # A file may stand for all devices of an api; the device itself knows better.
        devices = sorted({use.device for use in uses}) or list(user.devices if user else ())
        what = " and ".join(devices)
        text = f"process {who.pid} ({who.name}) of user {who.uid} has had {what} "
        text += f"for {for_ns / SECOND:.1f} s"
        if user:
            raw = "it goes past the driver" if user.has_shim else "Heddle is not in it"
            text += f", and {raw}"
        if taken := takes_what(uses):
            text += f"; it has {taken}" + ("" if user else ", and no place in the table")
        device = devices[0] if len(devices) == 1 else ""
        return Breach("unscheduled", roots.get(who.pid, 0), *name, who.uid, device, text)


@dataclass(slots=True)
class Doubt:
    """Something about a process that may yet turn out to be honest."""

    since_ns: int
    last_ns: int
    samples: int = 0
    least: int = 0  #: of all samples

    @property
    def is_sure(self) -> bool:
        return self.samples >= SAMPLES and self.last_ns - self.since_ns >= DOUBT_NS


class Doubts(dict[Name, Doubt]):
    """Of one rule."""

    @property
    def are_unsettled(self) -> bool:
        return any(not doubt.is_sure for doubt in self.values())

    def take(self, name: Name, now_ns: int, amount: int = 0) -> Doubt:
        doubt = self.setdefault(name, Doubt(now_ns, now_ns, least=amount))
        doubt.samples += 1
        doubt.last_ns = now_ns
        doubt.least = min(doubt.least, amount)
        return doubt

    def keep(self, names: Collection[Name]) -> None:
        for name in self.keys() - set(names):
            del self[name]


class Resets:
    """Says that it holds one timeslice, and the device says that it holds another.

    Its keeper records what it has set, so another caller has set it since.
    """

    def __init__(self) -> None:
        self._doubts = Doubts()

    @property
    def are_in_doubt(self) -> bool:
        return self._doubts.are_unsettled

    def look(self, look: Look, members: dict[Name, ProcessState]) -> Found:
        found: Found = {}
        odd = set()
        for name, uses in uses_of(look).items():
            process, held_us = members.get(name), uses[0].slice_us
            if process is None or len(uses) != 1 or held_us is None:  # of which one, else?
                continue
            set_us = process.slices_us.get(uses[0].device)
            if set_us in (None, held_us):  # None: the driver's own, which it need not say
                continue
            odd.add(name)
            self._doubts.take(name, look.now_ns)
            if self._doubts[name].is_sure:
                text = (
                    f"({uses[0].name}) holds a timeslice of {held_us} us on {uses[0].device}, "
                    f"but {set_us} us was set"
                )
                found["slice", name] = breach_of(
                    "slice", process, text, uses[0].device, is_proven=uses[0].is_proven
                )
        self._doubts.keep(odd)
        return found


class UncountedMemory:
    """Has more memory of a device than it was counted with.

    What is asked for is counted before the driver is called, and what is freed after: so an honest
    process never has more, but for the moment of a look. Drivers add something of their own to each
    process (`allowance`); where they do, pools may also keep what was freed, which is not counted
    any more, and never more than was counted once.
    """

    def __init__(self) -> None:
        self._doubts = Doubts()
        self._most: dict[Name, int] = {}  #: that each was ever counted with

    @property
    def are_in_doubt(self) -> bool:
        return self._doubts.are_unsettled

    def look(
        self, look: Look, members: dict[Name, ProcessState], before: dict[Name, ProcessState]
    ) -> Found:
        found: Found = {}
        odd = set()
        self._most = {
            name: max(self._most.get(name, 0), process.memory) for name, process in members.items()
        }
        for name, uses in uses_of(look).items():
            process, was = members.get(name), before.get(name)
            if process is None or was is None:
                continue
            counted = max(process.memory, was.memory)
            pooled = self._most[name] if any(use.allowance for use in uses) else 0
            over = excess(uses, process, was) - pooled
            if over <= 0:
                continue
            odd.add(name)
            doubt = self._doubts.take(name, look.now_ns, over)
            if self._doubts[name].is_sure:
                has = sum(use.memory or 0 for use in uses)
                most = max(uses, key=lambda use: use.memory or 0)
                text = (
                    f"({most.name}) has {in_mib(has)} of {most.device}, but was counted with "
                    f"{in_mib(counted)}: at least {in_mib(doubt.least)} are behind Heddle's back"
                )
                proven = all(use.is_proven for use in uses)
                found["memory", name] = breach_of(
                    "memory", process, text, most.device, is_proven=proven
                )
        self._doubts.keep(odd)
        return found


class Time:
    """Keeps a device busy, and says that it has no work.

    Counted only if all that it had submitted was done before and after the device was asked, and
    no call was entered in between.
    """

    def __init__(self) -> None:
        self._doubts = Doubts()

    @property
    def are_in_doubt(self) -> bool:
        return self._doubts.are_unsettled

    def look(
        self, look: Look, members: dict[Name, ProcessState], before: dict[Name, ProcessState]
    ) -> Found:
        found: Found = {}
        uses = uses_of(look)
        for name, own in uses.items():
            process, was = members.get(name), before.get(name)
            busy = [use.device for use in own if use.is_busy]
            if busy and process and was and _is_idle(was, process):
                self._doubts.take(name, look.now_ns)
        self._doubts.keep(
            [
                name
                for name, doubt in self._doubts.items()
                if name in members and name in uses and look.now_ns - doubt.last_ns < PAUSE_NS
            ]
        )
        for name, doubt in self._doubts.items():
            if self._doubts[name].is_sure:
                use = max(uses[name], key=lambda use: bool(use.is_busy))
                proven = all(use.is_proven for use in uses[name])
                text = (
                    f"({use.name}) has had {use.device} busy at {doubt.samples} looks in "
                    f"{(doubt.last_ns - doubt.since_ns) / SECOND:.1f} s, and says it has no work"
                )
                found["time", name] = breach_of(
                    "time", members[name], text, use.device, is_proven=proven
                )
        return found


def _is_idle(was: ProcessState, now: ProcessState) -> bool:
    """All the time between the two. (Its active bit says nothing: a lone program keeps it.)"""
    submitted = [queue.submitted for queue in was.queues]
    return submitted == [queue.submitted for queue in now.queues] and all(
        queue.pending <= 0 for queue in (*was.queues, *now.queues)
    )


class Unaccounted:
    """Of a device as a whole: memory or work of no process that the device can name.

    In containers and on some drivers it names none. Then what the table has counted is taken off.
    """

    def __init__(self) -> None:
        self._since_ns: dict[tuple[str, str], int] = {}

    def look(self, look: Look, members: dict[Name, ProcessState]) -> Found:
        named = {use.device for use in look.uses if takes(use)}
        active = {device for process in members.values() for device in process.active}
        said: dict[tuple[str, str], str] = {}
        for total in look.totals:
            rest = _rest(total, members)
            if rest > UNACCOUNTED:
                said[total.device, "memory"] = f"{in_mib(rest)} of {total.device} are taken"
            if total.is_busy and total.device not in active and total.device not in named:
                said[total.device, "time"] = f"{total.device} is busy"
        self._since_ns = {key: self._since_ns.get(key, look.now_ns) for key in said}
        found: Found = {}
        for (device, what), since_ns in self._since_ns.items():
            for_ns = look.now_ns - since_ns
            if for_ns >= UNACCOUNTED_NS:
                text = f"{said[device, what]} for {for_ns / SECOND:.1f} s, and no process is known"
                breach = Breach("unaccounted", 0, 0, 0, 0, device, text)
                found[f"unaccounted {device} {what}", (0, 0)] = breach
        return found


def _rest(total: Total, members: dict[Name, ProcessState]) -> int:
    if total.memory is None:
        return 0
    if total.named is not None:
        return total.memory - total.named
    here = [p for p in members.values() if any(q.device == total.device for q in p.queues)]
    return total.memory - sum(2 * p.memory + total.allowance for p in here)
