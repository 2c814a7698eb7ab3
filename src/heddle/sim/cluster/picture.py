"""A simulated cluster as a picture, from its report: use over time, what jobs waited for, and how
long they took."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import log10
from typing import Any

from heddle.svg import BAD, CALM, GOOD, INK, MUTED, Svg

WIDTH, LEFT, RIGHT, TOP = 1000, 80, 190, 100
TALL, GAP = 170, 62
COLOURS = (CALM, "#c98a2b", "#7a5fb5", "#3a8f9e", BAD, "#9aa53a", "#b5577f", "#5f6f86")
HEIGHT = TOP + 3 * (TALL + GAP) + 6


def draw(report: dict[str, Any]) -> str:
    """Three graphs, one below the other; the first two have the same time axis."""
    svg = Svg(WIDTH, HEIGHT)
    svg.text(20, 32, _title(report), size=20)
    svg.text(20, 54, _words(report), fill=MUTED)
    points = report["over_time"]
    begin_s, end_s = float(report["begin_s"]), float(report["end_s"])

    def x(at_s: float) -> float:
        return LEFT + (at_s - begin_s) / max(end_s - begin_s, 1) * (WIDTH - LEFT - RIGHT)

    _use(svg, TOP, points, x)
    _reasons(svg, TOP + TALL + GAP, points, x)
    for base in (TOP + TALL, TOP + 2 * TALL + GAP):
        _times(svg, base, begin_s, end_s, x)
    _completion(svg, TOP + 2 * (TALL + GAP), report["jct_percentiles_s"])
    return svg.render()


def _use(
    svg: Svg, top: float, points: Sequence[dict[str, Any]], x: Callable[[float], float]
) -> None:
    svg.text(LEFT, top - 8, "Devices over time", size=13)

    def y(share: float) -> float:
        return top + TALL * (1 - share)

    for tenth in (0, 0.5, 1):
        svg.line(LEFT, y(tenth), WIDTH - RIGHT, y(tenth))
        svg.text(LEFT - 8, y(tenth) + 4, f"{tenth:.0%}", size=11, fill=MUTED, end=True)
    for key, colour in (("utilisation", GOOD), ("fragmentation", BAD)):
        known = [(x(point["at_s"]), y(point[key])) for point in points if point[key] is not None]
        _steps(svg, known, colour)
    _key(svg, top, [("in use, of all", GOOD), ("useless, of the idle", BAD)])


def _reasons(
    svg: Svg, top: float, points: Sequence[dict[str, Any]], x: Callable[[float], float]
) -> None:
    svg.text(LEFT, top - 8, "Waiting jobs, by what they wait for", size=13)
    sums: dict[str, float] = {}
    for point in points:
        for code, count in point["reasons"].items():
            sums[code] = sums.get(code, 0) + count
    codes = sorted(sums, key=lambda code: (-sums[code], code))
    most = max((sum(point["reasons"].values()) for point in points), default=0.0)
    for part in (0, 0.5, 1):
        svg.line(LEFT, top + TALL * (1 - part), WIDTH - RIGHT, top + TALL * (1 - part))
        if most or not part:
            label = f"{most * part:.3g}"
            svg.text(LEFT - 8, top + TALL * (1 - part) + 4, label, size=11, fill=MUTED, end=True)
    if not most:
        svg.text(LEFT + 12, top + TALL / 2 - 8, "no job waited", fill=MUTED)
        return
    width = x(points[1]["at_s"]) - x(points[0]["at_s"]) if len(points) > 1 else 1.0
    colours = {code: COLOURS[min(n, len(COLOURS) - 1)] for n, code in enumerate(codes)}
    for point in points:
        base = top + TALL
        for code in codes:
            tall = point["reasons"].get(code, 0) / most * TALL
            if tall >= 0.1:
                title = f"{code}: {point['reasons'][code]:g} jobs"
                svg.box(x(point["at_s"]), base - tall, width + 1, tall, colours[code], title)
                base -= tall
    shown = codes[: len(COLOURS)]
    _key(svg, top, [(code, colours[code]) for code in shown])


def _completion(svg: Svg, top: float, percentiles: Sequence[float | None]) -> None:
    """The part of the jobs that was done after a time, on a logarithmic axis."""
    svg.text(LEFT, top - 8, "Jobs done within this time after they came", size=13)
    for part in (0, 0.5, 1):
        y = top + TALL * (1 - part)
        svg.line(LEFT, y, WIDTH - RIGHT, y)
        svg.text(LEFT - 8, y + 4, f"{part:.0%}", size=11, fill=MUTED, end=True)
    known = [(max(value, 1.0), n / 100) for n, value in enumerate(percentiles) if value is not None]
    if not known:
        svg.text(LEFT + 12, top + TALL / 2 - 8, "no job has ended", fill=MUTED)
        return
    least, most = log10(known[0][0]), log10(known[-1][0] * 1.02)
    width = WIDTH - LEFT - RIGHT

    def x(seconds: float) -> float:
        return LEFT + (log10(seconds) - least) / max(most - least, 0.01) * width

    _steps(svg, [(x(seconds), top + TALL * (1 - part)) for seconds, part in known], INK)
    before = 0.0
    for seconds in MARKS:
        if known[0][0] <= seconds <= known[-1][0] and x(seconds) - before > 56:
            before = x(seconds)
            svg.line(before, top + TALL, before, top + TALL + 6)
            svg.text(before + 3, top + TALL + 16, span(seconds), size=11, fill=MUTED)
    _key(svg, top, [(f"half in {span(known[50][0])}", INK), (f"99% in {span(known[99][0])}", INK)])


MARKS = sorted({n * unit for unit in (1, 60, 3600, 86400) for n in (1, 2, 3, 5, 10, 20, 30, 40)})


def span(seconds: float) -> str:
    """A time in the unit that fits."""
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= (1 if seconds == size else 2) * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:.3g} s"


def _times(
    svg: Svg, base: float, begin_s: float, end_s: float, x: Callable[[float], float]
) -> None:
    for fifth in range(6):
        at_s = begin_s + (end_s - begin_s) * fifth / 5
        svg.line(x(at_s), base, x(at_s), base + 6)
        svg.text(x(at_s) + 3, base + 16, span(at_s), size=11, fill=MUTED, end=fifth == 5)


def _steps(svg: Svg, points: Sequence[tuple[float, float]], colour: str) -> None:
    for (x1, y1), (x2, y2) in pairwise(points):
        svg.line(x1, y1, x2, y1, colour)
        if y1 != y2:
            svg.line(x2, y1, x2, y2, colour)


def _key(svg: Svg, top: float, entries: Sequence[tuple[str, str]]) -> None:
    for n, (words, colour) in enumerate(entries):
        svg.box(WIDTH - RIGHT + 16, top + 20 * n, 10, 10, colour)
        svg.text(WIDTH - RIGHT + 32, top + 20 * n + 9, words)


def _title(report: dict[str, Any]) -> str:
    parts = [report["trace"], f"policy {report['policy']}"]
    if report["elastic"]:
        parts.append("elastic jobs")
    if not (report["migrate"] and report["moves"]):
        parts.append("without moves")
    return ", ".join(parts)


def _words(report: dict[str, Any]) -> str:
    jobs, use = report["overall"], report["utilisation"]
    return (
        f"{jobs['jobs']:,} jobs on {report['nodes']:,} nodes with {report['devices']:,} devices, "
        f"seed {report['seed']}; {use['mean']:.1%} of the devices in use in the mean"
    )
