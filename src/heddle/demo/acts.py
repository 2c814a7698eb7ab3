"""Two acts on one NPU: a camera that must not be late, and a transcription that has time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from heddle.bench.report import Bar, Report, quantile
from heddle.bench.workload import Arena, Request, Under, Workload, machine

DEVICE, PERSONALITY = "soft@npu", "npu"
FRAME_EVERY_MS, FRAME_COMMANDS, FRAME_COMMAND_US = 40, 8, 1000
DEADLINE_MS = FRAME_EVERY_MS
#: Pieces of a recording, each a command; the program keeps 40 of them queued.
PIECE_US, PIECES_QUEUED = 5000, 40
WARM_UP_S = 0.5


@dataclass(frozen=True, slots=True)
class Act:
    """What happened in one act."""

    name: str
    frames: list[Request]
    pieces: list[Request]
    start_ns: int
    end_ns: int

    @property
    def seconds(self) -> float:
        return (self.end_ns - self.start_ns) / 1e9

    @property
    def missed(self) -> int:
        """Frames that were late, and those that were never taken because the last was not done."""
        due = round(self.seconds * 1000 / FRAME_EVERY_MS)
        on_time = sum(frame.latency_ms <= DEADLINE_MS for frame in self.frames)
        return max(0, due - on_time)

    def row(self) -> dict[str, object]:
        latencies = [frame.latency_ms for frame in self.frames]
        done = sum(self.start_ns <= piece.end_ns < self.end_ns for piece in self.pieces)
        return {
            "act": self.name,
            "frame_p50_ms": round(quantile(latencies, 0.50), 2),
            "frame_p99_ms": round(quantile(latencies, 0.99), 2),
            "frames_due": round(self.seconds * 1000 / FRAME_EVERY_MS),
            "missed_deadlines": self.missed,
            "transcription_pieces_per_s": round(done / self.seconds, 1),
        }


def _watch(camera: Workload, name: str, seconds: float, say: Callable[[str], None]) -> None:
    """The live line: how the frames are doing right now."""
    begun = time.monotonic()
    while camera.running():
        time.sleep(0.1)
        frames = camera.requests()
        late = sum(frame.latency_ms > DEADLINE_MS for frame in frames)
        last = f"{frames[-1].latency_ms:6.1f} ms" if frames else "     -"
        done = min(1.0, (time.monotonic() - begun) / seconds)
        bar = "#" * round(done * 20)
        say(f"{name:<24} [{bar:<20}] last frame {last}, {late} of {len(frames)} late")
    camera.wait()


def play(name: str, seconds: float, scheduled: bool, say: Callable[[str], None]) -> Act:
    """One act: the transcription starts, then the camera comes."""
    camera_under = Under(priority=100) if scheduled else None
    transcription_under = Under(priority=-100) if scheduled else None
    frame = [str(FRAME_COMMANDS), str(FRAME_COMMAND_US), str(FRAME_EVERY_MS * 1000), "1"]
    piece = ["1", str(PIECE_US), "0", str(PIECES_QUEUED)]
    with Arena(PERSONALITY) as arena:
        long = str(seconds + 30)
        transcription = arena.start(DEVICE, ["requests", *piece, long], transcription_under)
        time.sleep(WARM_UP_S)
        camera = arena.start(DEVICE, ["requests", *frame, str(seconds)], camera_under)
        _watch(camera, name, seconds, say)
        transcription.stop()
        frames = camera.requests()
        start = frames[0].begin_ns
        end = start + round(seconds * 1e9)
        return Act(name, frames, transcription.requests(), start, end)


def perform(seconds: float, say: Callable[[str], None]) -> tuple[Report, list[Act]]:
    """Both acts, and the bar: with Heddle no frame is late."""
    acts = [
        play("act 1: native", seconds, False, say),
        play("act 2: preemptive", seconds, True, say),
    ]
    rows = [act.row() for act in acts]
    kept = float(str(rows[1]["transcription_pieces_per_s"]))
    free = 1 - FRAME_COMMANDS * FRAME_COMMAND_US / (FRAME_EVERY_MS * 1000)
    bars = [
        Bar("missed deadlines in act 2, of all frames", 0.01, acts[1].missed / len(acts[1].frames)),
        Bar(
            "transcription kept in act 2, of what the camera leaves",
            0.90,
            kept / (free * 1e6 / PIECE_US),
            at_least=True,
        ),
    ]
    return Report("demo", rows, bars, machine()), acts
