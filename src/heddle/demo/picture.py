"""The acts as a picture: time lines of both programs, as SVG written by hand."""

from __future__ import annotations

from heddle.demo.acts import DEADLINE_MS, PIECE_US, Act
from heddle.harness.workload import Request
from heddle.svg import BAD, CALM, GOOD, MUTED, Svg

WIDTH, LEFT, RIGHT = 1000, 130, 30
LANE, GAP, ACT_HEIGHT = 34, 12, 150
WINDOW_MS = 800

ON_TIME, LATE, BACKGROUND = GOOD, BAD, CALM


def _x(at_ns: int, origin_ns: int) -> float:
    return LEFT + (at_ns - origin_ns) / 1e6 / WINDOW_MS * (WIDTH - LEFT - RIGHT)


def _visible(requests: list[Request], origin_ns: int) -> list[Request]:
    end = origin_ns + WINDOW_MS * 1_000_000
    return [r for r in requests if r.end_ns > origin_ns and r.begin_ns < end]


def _draw_act(svg: Svg, act: Act, top: float) -> None:
    # The middle of the act: by then both programs are in their stride.
    origin = act.start_ns + round(act.seconds / 2 * 1e9) - WINDOW_MS * 500_000
    right = WIDTH - RIGHT
    row = act.row()
    svg.text(20, top, act.name, size=15)
    svg.text(
        right,
        top,
        f"frame p50 {row['frame_p50_ms']} ms, p99 {row['frame_p99_ms']} ms, "
        f"{row['missed_deadlines']} of {row['frames_due']} deadlines missed, "
        f"{row['transcription_pieces_per_s']} pieces/s",
        fill=MUTED,
        end=True,
    )
    for lane, label in enumerate(("camera", "transcription")):
        y = top + 16 + lane * (LANE + GAP)
        svg.text(LEFT - 12, y + LANE / 2 + 4, label, end=True)
        svg.line(LEFT, y + LANE, right, y + LANE)
    for frame in _visible(act.frames, origin):
        begin, end = max(_x(frame.begin_ns, origin), LEFT), min(_x(frame.end_ns, origin), right)
        colour = ON_TIME if frame.latency_ms <= DEADLINE_MS else LATE
        svg.box(begin, top + 16, end - begin, LANE, colour, f"frame, {frame.latency_ms:.1f} ms")
    for piece in _visible(act.pieces, origin):
        done = piece.end_ns
        begin, end = max(_x(done - PIECE_US * 1000, origin), LEFT), min(_x(done, origin), right)
        if end > begin:
            svg.box(begin, top + 16 + LANE + GAP, end - begin - 0.6, LANE, BACKGROUND)


def draw(acts: list[Act]) -> str:
    """The picture of all acts, one below the other."""
    height = 70 + ACT_HEIGHT * len(acts) + 30
    svg = Svg(WIDTH, height)
    svg.text(20, 32, "Two programs, one NPU; in act 3 there is a GPU, too", size=20)
    svg.text(
        WIDTH - RIGHT,
        32,
        f"{WINDOW_MS} ms from the middle of each act; a frame is due every {DEADLINE_MS} ms",
        fill=MUTED,
        end=True,
    )
    for number, act in enumerate(acts):
        _draw_act(svg, act, 75 + number * ACT_HEIGHT)
    base = 62 + ACT_HEIGHT * len(acts)
    for tick in range(0, WINDOW_MS + 1, 100):
        x = _x(tick * 1_000_000, 0)
        svg.line(x, base, x, base + 6)
        svg.text(x + 2, base + 18, f"{tick} ms", size=11, fill=MUTED, end=tick == WINDOW_MS)
    for number, (colour, words) in enumerate(
        [
            (ON_TIME, "frame in time, from due to done"),
            (LATE, "frame late"),
            (BACKGROUND, "piece transcribed"),
        ]
    ):
        svg.box(LEFT + number * 250, base + 26, 12, 10, colour)
        svg.text(LEFT + 18 + number * 250, base + 35, words, size=11, fill=MUTED)
    return svg.render()
