"""Three acts: a camera that must not be late, and a transcription that has time, on one NPU; in the
last act there is a GPU, too, and the camera can use either."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from heddle.harness.report import Bar, Report, quantile
from heddle.harness.workload import Arena, Request, Under, Workload, machine

DEVICE, PERSONALITY = "soft@npu", "npu"
WORKER = os.path.join(os.path.dirname(os.path.realpath(__file__)), "programs", "worker.py")
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

    @property
    def missed_part(self) -> float:
        return self.missed * FRAME_EVERY_MS / 1000 / self.seconds

    @property
    def pieces_per_s(self) -> float:
        done = sum(self.start_ns <= piece.end_ns < self.end_ns for piece in self.pieces)
        return done / self.seconds

    def row(self) -> dict[str, object]:
        latencies = [frame.latency_ms for frame in self.frames]
        return {
            "act": self.name,
            "frame_p50_ms": round(quantile(latencies, 0.50), 2),
            "frame_p99_ms": round(quantile(latencies, 0.99), 2),
            "frames_due": round(self.seconds * 1000 / FRAME_EVERY_MS),
            "missed_deadlines": self.missed,
            "transcription_pieces_per_s": round(self.pieces_per_s, 1),
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
    with Arena(PERSONALITY) as arena:
        transcription = _transcribe(arena, seconds, transcription_under)
        camera = arena.start(DEVICE, ["requests", *frame, str(seconds)], camera_under)
        return _watched(name, seconds, camera, transcription, say)


def play_together(name: str, seconds: float, say: Callable[[str], None]) -> Act:
    """The camera has an implementation for the GPU, too, and each frame goes where it is best."""
    arrivals = f"every:{FRAME_EVERY_MS}"
    words = (seconds, FRAME_COMMANDS, FRAME_COMMAND_US, DEADLINE_MS, arrivals, "npu,gpu")
    with Arena(f"{PERSONALITY},gpu") as arena:
        transcription = _transcribe(arena, seconds, Under(priority=-100))
        program = [sys.executable, WORKER, *map(str, words)]
        camera = arena.start_program("soft", program, Under(priority=100))
        return _watched(name, seconds, camera, transcription, say)


def alone(seconds: float) -> list[float]:
    """Latencies of the camera's frames when it has the NPU to itself."""
    frame = [str(FRAME_COMMANDS), str(FRAME_COMMAND_US), str(FRAME_EVERY_MS * 1000), "1"]
    with Arena(PERSONALITY) as arena:
        camera = arena.start(DEVICE, ["requests", *frame, str(seconds)])
        camera.wait()
        return [request.latency_ms for request in camera.requests()[3:]]


def _transcribe(arena: Arena, seconds: float, under: Under | None) -> Workload:
    piece = ["1", str(PIECE_US), "0", str(PIECES_QUEUED)]
    started = arena.start(DEVICE, ["requests", *piece, str(seconds + 30)], under)
    time.sleep(WARM_UP_S)
    return started


def _watched(
    name: str,
    seconds: float,
    camera: Workload,
    transcription: Workload,
    say: Callable[[str], None],
) -> Act:
    _watch(camera, name, seconds, say)
    transcription.stop()
    frames = camera.requests()
    start = frames[0].begin_ns
    return Act(name, frames, transcription.requests(), start, start + round(seconds * 1e9))


def perform(seconds: float, say: Callable[[str], None]) -> tuple[Report, list[Act]]:
    """All acts, and the bars: with Heddle no frame is late."""
    say("the camera alone")
    base = quantile(alone(min(seconds, 3)), 0.99)
    acts = [
        play("act 1: native", seconds, False, say),
        play("act 2: preemptive", seconds, True, say),
        play_together("act 3: cooperative", seconds, say),
    ]
    native, preemptive, cooperative = acts
    whole = 1e6 / PIECE_US  # pieces a second
    left = 1 - FRAME_COMMANDS * FRAME_COMMAND_US / (FRAME_EVERY_MS * 1000)
    p99 = quantile([frame.latency_ms for frame in cooperative.frames], 0.99)
    bars = [
        Bar("missed in act 1, of all frames", 0.20, native.missed_part, at_least=True),
        Bar("missed in act 2, of all frames", 0.01, preemptive.missed_part),
        Bar(
            "transcription kept in act 2, of what the camera leaves",
            0.90,
            preemptive.pieces_per_s / (left * whole),
            at_least=True,
        ),
        Bar("frame p99 in act 3, of that alone", 1.2, p99 / base),
        Bar("missed in act 3", 0, cooperative.missed),
        Bar("transcription kept in act 3", 0.90, cooperative.pieces_per_s / whole, at_least=True),
    ]
    return Report("demo", [act.row() for act in acts], bars, machine()), acts
