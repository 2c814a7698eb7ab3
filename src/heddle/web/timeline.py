"""Who ran on a device, as a picture: time from left to right, one lane below the other."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape

from markupsafe import Markup

from heddle.model.job import WHOLE
from heddle.web.job_view import Span

WIDTH, LANE, TOP = 960, 26, 22
STEPS_S = (60, 300, 900, 3600, 3 * 3600, 6 * 3600, 86400, 7 * 86400)
MOST_LANES = 12


def draw(spans: Sequence[Span], begin_ms: int, end_ms: int, title: str) -> Markup:
    """What is between two times. A span is as high as its share of the device."""
    shown = [s for s in spans if (s.end_ms or end_ms) >= begin_ms and s.begin_ms <= end_ms]
    lanes = _lanes(sorted(shown, key=lambda s: s.begin_ms), end_ms)
    height = TOP + LANE * max(1, min(MOST_LANES, len(lanes))) + 4
    scale = WIDTH / max(1, end_ms - begin_ms)
    parts = [
        f'<svg class="timeline" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="{escape(title)}">'
    ]
    for at_ms, text in _ticks(begin_ms, end_ms):
        x = (at_ms - begin_ms) * scale
        parts.append(f'<line class="tick" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 4}" y2="{height}"/>')
        parts.append(f'<text x="{min(x + 3, WIDTH - 40):.1f}" y="13">{text}</text>')
    for number, lane in enumerate(lanes[:MOST_LANES]):
        for span in lane:
            left = max(span.begin_ms, begin_ms)
            w = max(3.0, ((span.end_ms or end_ms) - left) * scale)
            x = min((left - begin_ms) * scale, WIDTH - w)
            tall = max(5.0, (LANE - 6) * min(span.given_milli, WHOLE) / WHOLE)
            y = TOP + LANE * number + (LANE - 4 - tall)
            parts.append(_box(span, x, y, w, tall))
    return Markup("".join([*parts, "</svg>"]))


def _box(span: Span, x: float, y: float, w: float, h: float) -> str:
    look = span.state
    if not span.job:
        look = "other"
    elif span.why == "preempted":
        look = span.why
    elif span.attempt is not None and span.attempt.exit_code:
        look = "failed"
    note = f"{span.job or '?'} · {span.given_milli / 10:g} % · {span.why or span.state}"
    box = (
        f'<rect class="span {escape(look)}" x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" '
        f'height="{h:.1f}" rx="2"><title>{escape(note)}</title></rect>'
    )
    name = f'<text class="on" x="{x + 4:.1f}" y="{y + h - 5:.1f}">{escape(span.job)}</text>'
    return box + name if span.job and w > 9 * len(span.job) and h >= 14 else box


def _lanes(spans: Sequence[Span], end_ms: int) -> list[list[Span]]:
    """Each in the first lane in which nobody is."""
    lanes: list[list[Span]] = []
    for span in spans:
        for lane in lanes:
            if (lane[-1].end_ms or end_ms + 1) <= span.begin_ms:
                lane.append(span)
                break
        else:
            lanes.append([span])
    return lanes


def _ticks(begin_ms: int, end_ms: int) -> list[tuple[int, str]]:
    span_s = (end_ms - begin_ms) / 1000
    step = next((s for s in STEPS_S if span_s / s <= 9), STEPS_S[-1]) * 1000
    first = -(-begin_ms // step) * step
    form = "%H:%M" if step < 86_400_000 else "%m-%d"
    return [
        (at, f"{datetime.fromtimestamp(at / 1000, UTC):{form}}")
        for at in range(first, end_ms + 1, step)
    ]
