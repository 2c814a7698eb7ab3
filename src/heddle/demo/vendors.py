"""Devices of two vendors under one policy.

A low program keeps each device busy. First an urgent program on each: strict priority, whatever
the vendor. Then a camera whose frames either device can do, while a more urgent program takes them
in turn, each for 30 ms out of 106: `heddle.task` sends each frame where it is in time.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence

from heddle.demo.acts import WORKER
from heddle.errors import NoSuchDeviceError, UsageError
from heddle.harness.report import Bar, Report, quantile
from heddle.harness.workload import Arena, Request, Under, Workload, load_variables, machine
from heddle.inventory import apis as inventory

DEVICES = ("soft@npu", "opencl@0")
COMMANDS, COMMAND_US, EVERY_MS, DEADLINE_MS = 8, 1000, 40, 30
#: A program more urgent than the camera, on each device in turn; out of step with the frames.
RIVAL_COMMANDS, RIVAL_EVERY_MS = 30, 53
#: Between what is due and what is submitted: two that are due at once may come in either order.
AT_ONCE_NS = 2_000_000
PIECE_US, PIECES_QUEUED = 1000, 40
WARM_UP_S = 1.0
RATIO_LIMIT, MISSED_LIMIT, TAKEN_LIMIT = 1.3, 0.01, 0.1


class Stage:
    """The two devices, and what it takes to run programs on them."""

    def __init__(self, devices: Sequence[str]) -> None:
        self.devices = [name.strip() for name in devices]
        apis = [device.partition("@")[0] for device in self.devices]
        if len(set(apis)) != 2 or not all("@" in device for device in self.devices):
            raise UsageError(
                f"--devices {','.join(devices)} is not allowed: give devices of two APIs, as in "
                f"{','.join(DEVICES)}."
            )
        known = [device.id for device in inventory.devices(lambda _: None)]
        for device in self.devices:
            if device not in known and not device.startswith("soft@"):
                raise NoSuchDeviceError(device, known)
        soft = [device.partition("@")[2] for device in self.devices if device.startswith("soft@")]
        self._soft = soft[0] if soft else "none"
        self._variables: dict[str, str] = {}
        for device in self.devices:
            self._variables |= load_variables(device)

    def arena(self) -> Arena:
        return Arena(self._soft, **self._variables)


def _frames(commands: int, every_ms: int, seconds: float) -> list[str]:
    return ["requests", str(commands), str(COMMAND_US), str(every_ms * 1000), "1", str(seconds)]


def _fill(arena: Arena, device: str, seconds: float, under: Under | None) -> Workload:
    words = ["1", str(PIECE_US), "0", str(PIECES_QUEUED), str(seconds + 60)]
    return arena.start(device, ["requests", *words], under)


def _spread(requests: list[Request]) -> dict[str, object]:
    latencies = [request.latency_ms for request in requests[3:]]
    return {
        "frames": len(latencies),
        "p50_ms": round(quantile(latencies, 0.50), 2),
        "p99_ms": round(quantile(latencies, 0.99), 2),
    }


def side_by_side(
    stage: Stage, name: str, seconds: float, scheduled: bool, filled: bool
) -> list[dict[str, object]]:
    """An urgent program on each device at the same time; a row for each."""
    low, high = (Under(-100), Under(100)) if scheduled else (None, None)
    with stage.arena() as arena:
        fillers = [_fill(arena, each, seconds, low) for each in stage.devices if filled]
        time.sleep(WARM_UP_S)
        frames = _frames(COMMANDS, EVERY_MS, seconds)
        urgent = [arena.start(device, frames, high) for device in stage.devices]
        for program in urgent:
            program.wait()
        for filler in fillers:
            filler.stop()
        return [
            {"act": name, "device": device, **_spread(program.requests())}
            for device, program in zip(stage.devices, urgent, strict=True)
        ]


def _interrupted(frames: list[tuple[str, Request]], bursts: list[tuple[str, Request]]) -> int:
    """Late frames from which the device was taken while they ran: no choice of device would have
    made these in time."""
    return sum(
        frame.latency_ms > DEADLINE_MS
        and any(
            device == other and frame.begin_ns - AT_ONCE_NS < burst.begin_ns < frame.end_ns
            for other, burst in bursts
        )
        for device, frame in frames
    )


def together(stage: Stage, seconds: float) -> dict[str, object]:
    """Frames that either device can do, while one of them is taken more often than not."""

    def worker(commands: int, every_ms: int, seconds: float, separator: str) -> list[str]:
        numbers = (seconds, commands, COMMAND_US, DEADLINE_MS)
        words = [*map(str, numbers), f"every:{every_ms}", separator.join(stage.devices)]
        return [sys.executable, WORKER, *words]

    with stage.arena() as arena:
        fillers = [_fill(arena, device, seconds, Under(-100)) for device in stage.devices]
        taking = worker(RIVAL_COMMANDS, RIVAL_EVERY_MS, seconds + 30, "+")
        rival = arena.start_program("any", taking, Under(150))
        time.sleep(WARM_UP_S)
        frames_of = worker(COMMANDS, EVERY_MS, seconds, ",")
        camera = arena.start_program("any", frames_of, Under(100))
        camera.wait()
        for other in (rival, *fillers):
            other.stop()
        frames = camera.requests()
        due = round(seconds * 1000 / EVERY_MS)
        late = [frame for frame in frames if frame.latency_ms > DEADLINE_MS]
        cut = _interrupted(camera.requests_by("way"), rival.requests_by("way"))
        taken = dict(word.split("=") for word in camera.words("taken").split())
        return {
            "act": "cooperative",
            "device": " or ".join(stage.devices),
            **_spread(frames),
            "missed": max(0, due - len(frames) + len(late)) / due,
            "interrupted": cut / due,
            "taken": {device: int(count) for device, count in taken.items()},
        }


def perform(devices: Sequence[str], seconds: float, say: Callable[[str], None]) -> Report:
    """All acts, and the bars."""
    stage = Stage(devices)
    say("an urgent program on each device, alone")
    rows = alone = side_by_side(stage, "alone", seconds, scheduled=False, filled=False)
    say("the same natively, beside programs that fill both devices")
    rows = rows + side_by_side(stage, "native", seconds, scheduled=False, filled=True)
    say("the same with Heddle: strict priority on both")
    strict = side_by_side(stage, "strict priority", seconds, scheduled=True, filled=True)
    say("frames that either device can do")
    cooperative = together(stage, seconds)
    rows = [*rows, *strict, cooperative]
    bars = [
        Bar(
            f"urgent p99 over alone, {row['device']}",
            RATIO_LIMIT,
            float(str(row["p99_ms"])) / float(str(base["p99_ms"])),
        )
        for base, row in zip(alone, strict, strict=True)
    ]
    missed = float(str(cooperative["missed"])) - float(str(cooperative["interrupted"]))
    bars.append(
        Bar("frames late or lost, but for those interrupted", MISSED_LIMIT, max(0.0, missed))
    )
    taken = cooperative["taken"]
    assert isinstance(taken, dict)
    whole = max(1, sum(taken.values()))
    bars += [
        Bar(f"frames on {device}", TAKEN_LIMIT, taken.get(device, 0) / whole, at_least=True)
        for device in stage.devices
    ]
    return Report("vendors", rows, bars, machine())
