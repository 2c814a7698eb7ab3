"""The jobs on a device as a picture: time from left to right, one lane below the other.

All that depends on the width is in parts of a hundred, so the picture is as wide as its page, and
its words stay readable on a telephone. Times are in UTC; a script marks those of the reader's own
zone instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape

from markupsafe import Markup

from heddle.desk.jobs.preemption import PREEMPTED
from heddle.model.job import WHOLE
from heddle.web.device_view import Span

LANE, TOP = 26, 22
STEPS_S = (60, 300, 600, 900, 1800, 3600, 3 * 3600, 6 * 3600, 86400, 7 * 86400)
MOST_LANES = 12
NAMED = 5.0  #: in parts of a hundred: a box that is narrower has no name in it


def draw(spans: Sequence[Span], begin_ms: int, end_ms: int, title: str) -> Markup:
    """What is between two times. A span is as high as its share of the device."""
    shown = [s for s in spans if (s.end_ms or end_ms) >= begin_ms and s.begin_ms <= end_ms]
    lanes = _lanes(sorted(shown, key=lambda s: s.begin_ms), end_ms)
    height = TOP + LANE * max(1, min(MOST_LANES, len(lanes))) + 4
    scale = 100 / max(1, end_ms - begin_ms)
    parts = [
        f'<svg class="timeline" width="100%" height="{height}" role="img" '
        f'aria-label="{escape(title)}" data-begin="{begin_ms}" data-end="{end_ms}">'
    ]
    for at_ms, text in _ticks(begin_ms, end_ms):
        x = (at_ms - begin_ms) * scale
        parts.append(
            f'<line class="tick" x1="{x:.2f}%" x2="{x:.2f}%" y1="{TOP - 4}" y2="{height}"/>'
        )
        if x < 95:
            parts.append(f'<text class="tick" x="{x:.2f}%" dx="3" y="13">{text}</text>')
    for number, lane in enumerate(lanes[:MOST_LANES]):
        for span in lane:
            left = max(span.begin_ms, begin_ms)
            w = max(0.3, ((span.end_ms or end_ms) - left) * scale)
            x = min((left - begin_ms) * scale, 100 - w)
            tall = max(5.0, (LANE - 6) * min(span.given_milli, WHOLE) / WHOLE)
            y = TOP + LANE * number + (LANE - 4 - tall)
            parts.append(_box(span, x, y, w, tall))
    return Markup("".join([*parts, "</svg>"]))


def _box(span: Span, x: float, y: float, w: float, h: float) -> str:
    """A drawing of its own, so that what is too long for it is cut off."""
    look = span.state
    if not span.job:
        look = "other"
    elif span.why == PREEMPTED:
        look = span.why
    elif span.attempt is not None and span.attempt.exit_code:
        look = "failed"
    note = f"{span.job or '?'} · {span.given_milli / 10:g} % · {span.why or span.state}"
    name = ""
    if span.job and w >= NAMED and h >= 14:
        name = f'<text class="on" x="4" y="{h - 5:.1f}">{escape(span.job)}</text>'
    return (
        f'<svg x="{x:.2f}%" y="{y:.1f}" width="{w:.2f}%" height="{h:.1f}">'
        f"<title>{escape(note)}</title>"
        f'<rect class="span {escape(look)}" width="100%" height="100%" rx="2"/>{name}</svg>'
    )


def _lanes(spans: Sequence[Span], end_ms: int) -> list[list[Span]]:
    """Each in the first free lane."""
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
    step = next((s for s in STEPS_S if span_s / s <= 8), STEPS_S[-1]) * 1000
    first = -(-begin_ms // step) * step
    form = "%H:%M" if step < 86_400_000 else "%m-%d"
    return [
        (at, f"{datetime.fromtimestamp(at / 1000, UTC):{form}}")
        for at in range(first, end_ms + 1, step)
    ]
