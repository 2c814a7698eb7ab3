"""Four tasks of an intelligent vehicle and a learner that never stops, on an NPU and a GPU.

Natively each task has its device, as a vendor's pipeline would have it, and the devices serve in
their own order. With Heddle each request goes where its deadline is met, before the learner.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from heddle.demo.acts import WORKER
from heddle.harness.report import Bar, Report, quantile
from heddle.harness.workload import Arena, Request, Under, Workload, machine

DEVICES = ("npu", "gpu")
PIECE_US, PIECES_QUEUED = 2000, 20
KEEP_LIMIT = 0.85


@dataclass(frozen=True, slots=True)
class Sensor:
    """A task: its requests, when they come, and when each must be done."""

    name: str
    commands: int
    command_us: int
    deadline_ms: int
    arrivals: str  #: see demo/programs/worker.py
    device: str  #: where it runs natively
    priority: int

    def words(self, seconds: float, devices: str) -> list[str]:
        numbers = (seconds, self.commands, self.command_us, self.deadline_ms)
        return [sys.executable, WORKER, *map(str, numbers), self.arrivals, devices]


SENSORS = (
    Sensor("obstacle detection", 4, 1000, 20, "every:20", "npu", 100),
    Sensor("traffic lights", 10, 1000, 60, "every:100", "npu", 80),
    Sensor("driver fatigue", 5, 1000, 40, "burst:1000:8:40", "gpu", 60),
    Sensor("voice assistant", 20, 1000, 300, "poisson:400", "gpu", 40),
)


@dataclass(frozen=True, slots=True)
class Drive:
    """What happened in one drive."""

    requests: dict[str, list[Request]]
    pieces_per_s: float
    busy: float  #: device time of the tasks, of all there is


def drive(seconds: float, scheduled: bool, say: Callable[[str], None]) -> Drive:
    """The learner fills both devices, then the tasks come."""
    with Arena(",".join(DEVICES)) as arena:
        learners = [_learn(arena, device, seconds, scheduled) for device in DEVICES]
        time.sleep(0.5)
        runs = {}
        for sensor in SENSORS:
            under = Under(priority=sensor.priority) if scheduled else None
            devices = ",".join(DEVICES) if scheduled else sensor.device
            runs[sensor.name] = arena.start_program("soft", sensor.words(seconds, devices), under)
        for name, run in runs.items():
            say(f"{'with Heddle' if scheduled else 'natively'}: waiting for {name}")
            run.wait()
        found = {name: run.requests() for name, run in runs.items()}
        begin = max(requests[0].begin_ns for requests in found.values())
        end = min(requests[-1].end_ns for requests in found.values())
        span_s = (end - begin) / 1e9
        done = sum(begin < piece.end_ns < end for each in learners for piece in each.requests())
        work = sum(
            sensor.commands * sensor.command_us / 1e6
            for sensor in SENSORS
            for request in found[sensor.name]
            if begin < request.end_ns < end
        )
        return Drive(found, done / span_s, work / span_s / len(DEVICES))


def _learn(arena: Arena, device: str, seconds: float, scheduled: bool) -> Workload:
    words = ["requests", *map(str, (1, PIECE_US, 0, PIECES_QUEUED, seconds + 60))]
    return arena.start(f"soft@{device}", words, Under(priority=-100) if scheduled else None)


def _missed(sensor: Sensor, requests: list[Request]) -> int:
    return sum(request.latency_ms > sensor.deadline_ms for request in requests)


def perform(seconds: float, say: Callable[[str], None]) -> Report:
    """Both drives, and the bars."""
    drives = {"native": drive(seconds, False, say), "heddle": drive(seconds, True, say)}
    rows: list[dict[str, object]] = []
    missed = dict.fromkeys(drives, 0)
    for how, each in drives.items():
        for sensor in SENSORS:
            requests = each.requests[sensor.name]
            latencies = [request.latency_ms for request in requests]
            late = _missed(sensor, requests)
            missed[how] += late
            rows.append(
                {
                    "drive": how,
                    "task": sensor.name,
                    "deadline_ms": sensor.deadline_ms,
                    "requests": len(requests),
                    "p50_ms": round(quantile(latencies, 0.50), 2),
                    "p99_ms": round(quantile(latencies, 0.99), 2),
                    "missed_deadlines": late,
                }
            )
        rows.append({"drive": how, "task": "learner", "pieces_per_s": round(each.pieces_per_s, 1)})
    scheduled = drives["heddle"]
    whole = len(DEVICES) * 1e6 / PIECE_US * (1 - scheduled.busy)
    bars = [
        Bar("deadlines missed natively", 1, missed["native"], at_least=True),
        Bar("deadlines missed with Heddle", 0, missed["heddle"]),
        Bar(
            "the learner keeps, of what the tasks leave",
            KEEP_LIMIT,
            scheduled.pieces_per_s / whole,
            at_least=True,
        ),
    ]
    return Report("car", rows, bars, machine())
