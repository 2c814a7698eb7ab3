"""A recording in figures: how long each program ran and was held, and why. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from heddle.harness.report import quantile
from heddle.trace.recording import ProgramStory, Recording


@dataclass(frozen=True, slots=True)
class ProgramSummary:
    """One program; times of what was recorded. None: it was never held."""

    id: int
    name: str
    priority: int
    devices: tuple[str, ...]
    running_ns: int  #: it had work and its gate was open, on any device
    held_ns: int
    device_time_ns: int
    preemptions: int  #: how often its gate closed
    mean_hold_ns: int | None
    p99_hold_ns: int | None
    longest_hold_ns: int | None
    why: dict[str, int]  #: reason: time held for it, the longest first
    bursts_missed: int

    @property
    def main_reason(self) -> str:
        """What it was held for most of the time, and how much of it if not always."""
        if not self.why:
            return "-"
        reason, held_ns = next(iter(self.why.items()))
        total_ns = sum(self.why.values())
        return reason if held_ns == total_ns else f"{reason} ({held_ns / total_ns:.0%})"


@dataclass(frozen=True, slots=True)
class DeviceSummary:
    """One device."""

    id: str
    decisions: dict[str, int]  #: kind: how many
    latency_p50_ns: int | None  #: from the event to the last gate word written
    latency_p99_ns: int | None


def programs(recording: Recording) -> list[ProgramSummary]:
    used: dict[int, dict[int, int]] = {}
    for time in recording.device_times:
        used.setdefault(time.program, {})[time.device] = time.used_ns
    return [
        _program(story, recording, sum(used.get(story.id, {}).values()))
        for story in recording.programs
    ]


def _program(story: ProgramStory, recording: Recording, device_time_ns: int) -> ProgramSummary:
    lengths = [
        length for hold in story.holds for length in [hold.held_ns / hold.times] * hold.times
    ]
    why: Counter[str] = Counter()
    for hold in story.holds:
        for part in hold.parts():
            why[part.text] += part.end_ns - part.begin_ns
    return ProgramSummary(
        id=story.id,
        name=story.name,
        priority=story.priority,
        devices=tuple(recording.devices.get(device, "?") for device in story.devices),
        running_ns=covered((run.begin_ns, run.end_ns) for run in story.runs),
        held_ns=sum(hold.held_ns for hold in story.holds),
        device_time_ns=device_time_ns,
        preemptions=sum(hold.times - hold.began_before for hold in story.holds),
        mean_hold_ns=round(sum(lengths) / len(lengths)) if lengths else None,
        p99_hold_ns=round(quantile(lengths, 0.99)) if lengths else None,
        longest_hold_ns=round(max(lengths)) if lengths else None,
        why=dict(why.most_common()),
        bursts_missed=story.bursts_missed,
    )


def devices(recording: Recording) -> list[DeviceSummary]:
    found = []
    for index, name in recording.devices.items():
        here = [decision for decision in recording.decisions if decision.device == index]
        latencies = [float(decision.latency_ns) for decision in here]
        found.append(
            DeviceSummary(
                id=name,
                decisions=dict(Counter(decision.kind for decision in here)),
                latency_p50_ns=round(quantile(latencies, 0.50)) if latencies else None,
                latency_p99_ns=round(quantile(latencies, 0.99)) if latencies else None,
            )
        )
    return found


def as_dict(recording: Recording) -> dict[str, Any]:
    """All of it, for programs."""
    length_ns = recording.ended_ns - recording.began_ns
    return {
        "length_ns": length_ns,
        "looks": recording.looks,
        "longest_gap_ns": recording.longest_gap_ns,
        "cpu_share": round(recording.cpu_ns / max(1, length_ns), 4),
        "lost_decisions": recording.lost_decisions,
        "full": recording.full,
        "programs": [asdict(program) for program in programs(recording)],
        "devices": [asdict(device) for device in devices(recording)],
    }


def covered(spans: Iterable[tuple[int, int]]) -> int:
    """The length of all spans together; where several overlap, once."""
    total = end = 0
    for begin_ns, end_ns in sorted(spans):
        total += max(0, end_ns - max(begin_ns, end))
        end = max(end, end_ns)
    return total
