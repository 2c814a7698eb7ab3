"""The last seconds of a recording as a picture: a time line per program. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from heddle.svg import CALM, GOOD, MUTED, Svg
from heddle.system.printable import printable
from heddle.trace import summary
from heddle.trace.recording import ProgramStory, Recording, TraceSpan

WIDTH, LEFT, RIGHT, TOP = 1000, 190, 30, 62
HEADING, LANE, LANE_GAP, DEVICE_GAP = 30, 24, 30, 14
WINDOW_NS, MOST_SLICES = 2_000_000_000, 160  #: what can be told apart in a lane
RUNNING, HELD, DECISION = GOOD, "#e08a8a", CALM


class Window:
    """What can be seen, and where."""

    def __init__(self, recording: Recording) -> None:
        self.end_ns = recording.ended_ns
        self.begin_ns = max(recording.began_ns, self.end_ns - WINDOW_NS)
        for story in recording.programs:
            for device in story.devices:
                begins = [run.begin_ns for run in story.runs if run.device == device]
                begins += [hold.begin_ns for hold in story.holds]
                if len(begins) > MOST_SLICES:
                    self.begin_ns = max(self.begin_ns, sorted(begins)[-MOST_SLICES])
        self.origin_ns = recording.began_ns
        self._scale = (WIDTH - LEFT - RIGHT) / max(1, self.end_ns - self.begin_ns)

    def x(self, at_ns: int) -> float:
        return LEFT + (min(max(at_ns, self.begin_ns), self.end_ns) - self.begin_ns) * self._scale

    def visible(self, parts: Iterable[TraceSpan]) -> list[TraceSpan]:
        """Those inside; what is too close to be told apart becomes one."""
        pixel_ns = 1 / self._scale
        shown: list[list[TraceSpan]] = []
        for part in parts:
            if part.end_ns <= self.begin_ns or part.begin_ns >= self.end_ns:
                continue
            last = shown[-1] if shown else [part]
            is_close = part.begin_ns - last[-1].end_ns < 0.4 * pixel_ns
            is_narrow = (
                min(part.end_ns - part.begin_ns, last[-1].end_ns - last[0].begin_ns) < pixel_ns
            )
            if shown and is_close and (is_narrow or part.text == last[-1].text):
                last.append(part)
            else:
                shown.append([part])
        return [_together(parts) for parts in shown]


def _together(parts: Sequence[TraceSpan]) -> TraceSpan:
    length = sum(part.end_ns - part.begin_ns for part in parts)
    text = "; ".join(dict.fromkeys(part.text for part in parts))
    times = f"{len(parts)} times, " if len(parts) > 1 else ""
    return TraceSpan(parts[0].begin_ns, parts[-1].end_ns, f"{text}: {times}{_time(length)}")


def draw(recording: Recording) -> str:
    """The picture of all devices, one below the other."""
    window = Window(recording)
    lanes = {
        device: sorted(
            (story for story in recording.programs if device in story.devices),
            key=lambda story: (-story.priority, story.id),
        )
        for device in recording.devices
    }
    lanes = {device: stories for device, stories in lanes.items() if stories}
    count = sum(len(stories) for stories in lanes.values())
    height = TOP + count * (LANE + LANE_GAP) + len(lanes) * (HEADING + DEVICE_GAP) + 60
    svg = Svg(WIDTH, max(height, 160))
    svg.text(20, 32, "Programs: running and held", size=20)
    length_s = (recording.ended_ns - recording.began_ns) / 1e9
    shown_ns = window.end_ns - window.begin_ns
    svg.text(
        WIDTH - RIGHT,
        32,
        f"the last {_time(shown_ns)} of {length_s:.3g} s; figures are of all that was recorded",
        fill=MUTED,
        end=True,
    )
    if not lanes:
        svg.text(20, 80, "No program had a queue on a device.", fill=MUTED)
        return svg.render()
    figures = {figure.id: figure for figure in summary.programs(recording)}
    of_device = {figure.id: figure for figure in summary.devices(recording)}
    y = TOP
    for device, stories in lanes.items():
        name = recording.devices[device]
        _draw_device(svg, window, recording, device, of_device[name], y)
        y += HEADING
        for story in stories:
            _draw_program(svg, window, device, story, figures[story.id], length_s, y)
            y += LANE + LANE_GAP
        y += DEVICE_GAP
    _draw_axis(svg, window, y)
    return svg.render()


def _draw_device(
    svg: Svg,
    window: Window,
    recording: Recording,
    device: int,
    figure: summary.DeviceSummary,
    y: float,
) -> None:
    svg.text(20, y + 14, figure.id, size=15)
    ticks = (
        TraceSpan(decision.at_ns, decision.at_ns + 1, f"{decision.kind} {decision.program}")
        for decision in sorted(recording.decisions, key=lambda decision: decision.at_ns)
        if decision.device == device
    )
    for tick in window.visible(ticks):
        begin, end = window.x(tick.begin_ns), window.x(tick.end_ns)
        svg.box(begin, y + 16, end - begin, 7, DECISION, tick.text.rpartition(":")[0])
    if figure.latency_p50_ns is not None and figure.latency_p99_ns is not None:
        svg.text(
            WIDTH - RIGHT,
            y + 10,
            f"{sum(figure.decisions.values())} decisions, latency p50 "
            f"{figure.latency_p50_ns / 1000:.1f} us, p99 {figure.latency_p99_ns / 1000:.1f} us",
            size=11,
            fill=MUTED,
            end=True,
        )


def _draw_program(
    svg: Svg,
    window: Window,
    device: int,
    story: ProgramStory,
    figure: summary.ProgramSummary,
    length_s: float,
    y: float,
) -> None:
    label = printable(f"{story.id} {story.name}")
    svg.text(LEFT - 12, y + 11, label if len(label) < 25 else f"{label[:23]}…", end=True)
    svg.text(LEFT - 12, y + 24, f"priority {story.priority}", size=11, fill=MUTED, end=True)
    svg.line(LEFT, y + LANE, WIDTH - RIGHT, y + LANE)
    runs = (
        TraceSpan(run.begin_ns, run.end_ns, "running") for run in story.runs if run.device == device
    )
    for part in window.visible(runs):
        begin, end = window.x(part.begin_ns), window.x(part.end_ns)
        svg.box(begin, y, end - begin, LANE, RUNNING, part.text)
    holds = (part for hold in story.holds for part in hold.parts())
    for part in window.visible(holds):
        begin, end = window.x(part.begin_ns), window.x(part.end_ns)
        svg.box(begin, y + LANE / 3, end - begin, LANE / 3, HELD, f"held, {part.text}")
    svg.text(LEFT, y + LANE + 14, _words(figure, length_s), size=11, fill=MUTED)


def _words(figure: summary.ProgramSummary, length_s: float) -> str:
    words = f"running {figure.running_ns / 1e7 / length_s:.0f} %"
    if figure.longest_hold_ns is None or figure.mean_hold_ns is None:
        return f"{words}, never held"
    return (
        f"{words}, held {figure.held_ns / 1e7 / length_s:.0f} %, preempted {figure.preemptions} "
        f"times, mean hold {_time(figure.mean_hold_ns)}, longest {_time(figure.longest_hold_ns)}: "
        f"{figure.main_reason}"
    )


def _draw_axis(svg: Svg, window: Window, y: float) -> None:
    length_ns = window.end_ns - window.begin_ns
    steps = (m * 10**k for k in range(3, 12) for m in (1, 2, 5))
    step = next(step for step in steps if length_ns <= 10 * step)
    first = -(-(window.begin_ns - window.origin_ns) // step)
    for number in range(first, (window.end_ns - window.origin_ns) // step + 1):
        x = window.x(window.origin_ns + number * step)
        svg.line(x, y, x, y + 6)
        near_end = x > WIDTH - RIGHT - 40
        svg.text(x + 2, y + 18, f"{number * step / 1e9:g} s", size=11, fill=MUTED, end=near_end)
    for number, (colour, words) in enumerate(
        [
            (RUNNING, "has work, gate open"),
            (HELD, "held; point at it to see why"),
            (DECISION, "decision"),
        ]
    ):
        svg.box(LEFT + number * 220, y + 30, 12, 10, colour)
        svg.text(LEFT + 18 + number * 220, y + 39, words, size=11, fill=MUTED)


def _time(nanoseconds: int) -> str:
    return f"{nanoseconds / 1e6:.3g} ms" if nanoseconds < 1e9 else f"{nanoseconds / 1e9:.3g} s"
