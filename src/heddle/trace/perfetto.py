"""A recording as a trace that https://ui.perfetto.dev opens: Chrome's JSON format. Pure.

A device is a process of the trace, a program on it is a thread; the process's main thread has the
decisions, because instants on a thread would come to lie under its slices. Times are whole
microseconds since the recording began, all rounded the same way: the viewer drops slices that
overlap by a nanosecond.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from heddle.trace.recording import Hold, ProgramStory, Recording

Event = dict[str, Any]

#: Devices get numbers that no program has: a thread with its process's number is the main one.
FIRST_DEVICE = 1_000_000
NOWHERE = FIRST_DEVICE - 1  #: for a program that was held before it had a queue


def lines(recording: Recording) -> Iterator[str]:
    """The file, an event a line."""
    yield '{"displayTimeUnit": "ms", "traceEvents": [\n'
    separator = ""
    for event in events(recording):
        yield separator + json.dumps(event)
        separator = ",\n"
    yield "\n]}\n"


def events(recording: Recording) -> Iterator[Event]:
    """All events: names, slices, decisions, device time."""
    yield from _names(recording)
    origin = recording.began_ns
    for story in recording.programs:
        for run in story.runs:
            yield _slice(origin, run.device, story.id, "running", run.begin_ns, run.end_ns, {})
        for pid in _places(story):
            for hold in story.holds:
                yield from _hold(origin, pid, story.id, hold)
    for decision in recording.decisions:
        yield {
            "ph": "i",
            "s": "t",
            "name": decision.kind,
            "pid": FIRST_DEVICE + decision.device,
            "tid": FIRST_DEVICE + decision.device,
            "ts": _us(max(decision.at_ns, origin), origin),
            "args": {"program": decision.program, "latency_ns": decision.latency_ns},
        }
    names = {story.id: story.name for story in recording.programs}
    for time in recording.device_times:
        yield {
            "ph": "C",
            "name": f"device time of {time.program} {names.get(time.program, '')}".rstrip(),
            "pid": FIRST_DEVICE + time.device,
            "ts": _us(time.at_ns, origin),
            "args": {"ms": time.used_ns / 1e6},
        }


def _places(story: ProgramStory) -> list[int]:
    """A program is held on all its devices at once."""
    return [FIRST_DEVICE + device for device in story.devices] or [NOWHERE]


def _names(recording: Recording) -> Iterator[Event]:
    if any(story.holds and not story.devices for story in recording.programs):
        yield _name("process_name", NOWHERE, NOWHERE, {"name": "no device yet"})
    for index, device in recording.devices.items():
        pid = FIRST_DEVICE + index
        yield _name("process_name", pid, pid, {"name": device})
        yield _name("process_sort_index", pid, pid, {"sort_index": index})
        yield _name("thread_name", pid, pid, {"name": "decisions"})
    for story in recording.programs:
        for pid in _places(story):
            name = f"{story.name} (priority {story.priority})"
            yield _name("thread_name", pid, story.id, {"name": name})
            yield _name("thread_sort_index", pid, story.id, {"sort_index": -story.priority})


def _name(what: str, pid: int, tid: int, args: dict[str, Any]) -> Event:
    return {"ph": "M", "name": what, "pid": pid, "tid": tid, "args": args}


def _hold(origin: int, pid: int, program: int, hold: Hold) -> Iterator[Event]:
    """The hold, and under it why."""
    name = "held" if hold.times == 1 else f"held {hold.times} times"
    parts = hold.parts()
    args: dict[str, Any] = {
        "reason": "; then ".join(part.text for part in parts),
        "held_ns": hold.held_ns,
        "times": hold.times,
    }
    if hold.began_before:
        args["began"] = "before the recording"
    device = pid - FIRST_DEVICE
    yield _slice(origin, device, program, name, hold.begin_ns, hold.end_ns, args)
    for part in parts:
        yield _slice(origin, device, program, part.text, part.begin_ns, part.end_ns, {})


def _slice(
    origin: int, device: int, program: int, name: str, begin: int, end: int, args: dict[str, Any]
) -> Event:
    ts = _us(begin, origin)
    return {
        "ph": "X",
        "name": name,
        "pid": FIRST_DEVICE + device,
        "tid": program,
        "ts": ts,
        "dur": _us(end, origin) - ts,
        "args": args,
    }


def _us(at_ns: int, origin_ns: int) -> int:
    return (at_ns - origin_ns) // 1000
