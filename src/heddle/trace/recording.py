"""What goes into a recording and what comes out of it. Times are CLOCK_MONOTONIC, nanoseconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

# -- in: one look at the table. Tuples, because there are a thousand of each a second -------------


class GateSeen(NamedTuple):
    """A program's gate; fields as in the table."""

    word: int
    closed_ns: int
    closings: int
    held_ns: int


class ProgramSeen(NamedTuple):
    """A program."""

    id: int
    attached: int  #: bit per device
    active: tuple[int, ...]  #: of each process that has work: bit per device
    gate: GateSeen


class DecisionSeen(NamedTuple):
    """A line of a device's story."""

    device: int  #: index in the table
    kind: str
    program: int  #: whose event it was
    at_ns: int  #: in force
    latency_ns: int

    @property
    def event_ns(self) -> int:
        return self.at_ns - self.latency_ns


class TraceSample(NamedTuple):
    """All that is seen at one time. Decisions were read first: what they did is in the rest."""

    began_ns: int
    at_ns: int  #: when the last of it was read
    programs: Sequence[ProgramSeen]
    leaders: Mapping[int, int]  #: device: program that goes first there, 0: none
    decisions: Sequence[DecisionSeen] = ()  #: since the look before
    lost: int = 0  #: decisions that were overwritten before they could be read


# -- out: slices ----------------------------------------------------------------------------------


class TraceSpan(NamedTuple):
    """A time with a text to it."""

    begin_ns: int
    end_ns: int
    text: str


@dataclass(frozen=True, slots=True)
class Hold:
    """A time for which a program's gate was closed; or several short ones that came and went
    between two looks, drawn as one."""

    begin_ns: int
    end_ns: int
    held_ns: int  #: what the table counted; differs from the length where two clocks met
    times: int
    reasons: tuple[tuple[int, str], ...]  #: since when: why
    began_before: bool = False  #: the recording

    def parts(self) -> list[TraceSpan]:
        """The hold by reason; together they are the whole of it."""
        ends = [*(begin for begin, _ in self.reasons[1:]), self.end_ns]
        return [
            TraceSpan(begin, end, text)
            for (begin, text), end in zip(self.reasons, ends, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class DeviceRun:
    """A time for which a program had work on a device and its gate was open."""

    device: int
    begin_ns: int
    end_ns: int


@dataclass(frozen=True, slots=True)
class ProgramStory:
    """One program's part of the recording."""

    id: int
    name: str
    priority: int
    devices: tuple[int, ...]  #: that it had queues on
    runs: tuple[DeviceRun, ...]  #: those of one device do not overlap
    holds: tuple[Hold, ...]  #: do not overlap each other, nor runs
    bursts_missed: int  #: ended between two looks, and nothing says when they began


@dataclass(frozen=True, slots=True)
class DeviceTime:
    """How much device time a program has had, since the recording began."""

    at_ns: int
    device: int
    program: int
    used_ns: int


@dataclass(frozen=True, slots=True)
class Recording:
    """All that was recorded."""

    began_ns: int
    ended_ns: int
    devices: Mapping[int, str]  #: index: api@name
    programs: tuple[ProgramStory, ...]
    decisions: tuple[DecisionSeen, ...]
    device_times: tuple[DeviceTime, ...]
    looks: int
    longest_gap_ns: int  #: between two looks
    lost_decisions: int
    full: bool = False  #: ended early, because it had become too large
    cpu_ns: int = 0  #: what the looking took of a core
