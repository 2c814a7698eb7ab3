"""A machine's topology as a picture: boxes in boxes, and how far its devices are apart."""

from __future__ import annotations

from dataclasses import dataclass

from heddle.inventory.topology_text import (
    compared,
    legend,
    link_text,
    links_text,
    place,
    short,
    size,
    title,
)
from heddle.model.distance import Distance
from heddle.model.hardware import ACCELERATORS, Component
from heddle.model.site import Site
from heddle.model.topology import Branch, Topology
from heddle.svg import INK, MUTED, RULE, Svg

MARGIN, PAD, HEAD = 24, 8, 20
LEAF_W, LEAF_H = 164, 58
CELL_W, CELL_H, NAMES_W = 54, 22, 170
MOST_COMPARED = 32
#: How wide a place may become before what is in it goes on in the next row.
WIDEST = {"machine": 1640, "numa": 780, "root": 780}
FILLS = {"cpu": "#f6ecd2", "memory": "#f3efe6", "nic": "#dfe9f6", "storage": "#edf0f3"}
ACCELERATOR, SWITCH = "#d9f0e5", "#e9e2f5"
FRAMES = {"machine": "#ffffff", "numa": "#f7f9fb", "root": "#ffffff", "bridge": "#f7f9fb"}
#: From near to far, up to these distances.
HEAT: tuple[tuple[int, str], ...] = (
    *((0, "#ffffff"), (1, "#1f9d6b"), (21, "#57b98f"), (30, "#8fd0b3"), (40, "#bfe3d1")),
    *((50, "#dcebe4"), (60, "#e9edf2"), (1000, "#f3e3e0")),
)


@dataclass(frozen=True, slots=True)
class _Box:
    branch: Branch
    width: int
    height: int
    inside: tuple[tuple[int, int, _Box], ...] = ()  #: x, y and box


def draw(topology: Topology, site: Site) -> str:
    """The whole picture."""
    tree = topology.tree()
    box = _lay(tree)
    shown = compared(tree)[:MOST_COMPARED]
    rows = [[topology.distance(a.id, b.id) for b in shown] for a in shown]
    words = legend([distance for row in rows for distance in row])
    matrix_h = (max(len(shown), len(words)) + 1) * CELL_H + 30 if len(shown) > 1 else 0
    words_w = 90 + 6 * max((len(text) for _, text in words), default=0)
    matrix_w = NAMES_W + len(shown) * CELL_W + words_w if matrix_h else 0
    where = place(site)
    top = MARGIN + (24 if where else 0)
    svg = Svg(max(box.width, matrix_w, 320) + 2 * MARGIN, top + box.height + matrix_h + 2 * MARGIN)
    if where:
        svg.text(MARGIN, MARGIN + 8, where, size=13, fill=MUTED)
    _paint(svg, box, MARGIN, top)
    if matrix_h:
        _matrix(svg, top + box.height + 30, shown, rows, words)
    return svg.render()


def _lay(branch: Branch) -> _Box:
    """Places what is in a branch from left to right, in as many rows as it takes."""
    if not branch.children:
        return _Box(branch, LEAF_W, LEAF_H)
    own = LEAF_H if _is_device(branch) else HEAD
    x, y, row_h, width = PAD, own + PAD // 2, 0, 0
    inside: list[tuple[int, int, _Box]] = []
    for child in map(_lay, branch.children):
        full = x + child.width + PAD > WIDEST.get(branch.kind, 520)
        other = bool(inside) and bool(inside[-1][2].inside) != bool(child.inside)
        if x > PAD and (full or other):  # devices and boxes full of devices do not share a row
            x, y, row_h = PAD, y + row_h + PAD, 0
        inside.append((x, y, child))
        x, row_h = x + child.width + PAD, max(row_h, child.height)
        width = max(width, x)
    least = max(LEAF_W, 8 * len(title(branch)) + 2 * PAD)
    return _Box(branch, max(width, least), y + row_h + PAD, tuple(inside))


def _is_device(branch: Branch) -> bool:
    return branch.kind not in FRAMES


def _paint(svg: Svg, box: _Box, x: int, y: int) -> None:
    fill = FRAMES.get(box.branch.kind) or _fill(box.branch.kind)
    svg.box(x, y, box.width, box.height, "#aab4c0" if _is_device(box.branch) else RULE)
    svg.box(x + 1, y + 1, box.width - 2, box.height - 2, fill)
    if _is_device(box.branch) and box.branch.component is not None:
        _words(svg, box.branch.component, x + PAD, y)
    else:
        big = box.branch.kind == "machine"
        svg.text(
            x + PAD, y + 15, title(box.branch), size=14 if big else 11, fill=INK if big else MUTED
        )
    for dx, dy, child in box.inside:
        _paint(svg, child, x + dx, y + dy)


def _fill(kind: str) -> str:
    return ACCELERATOR if kind in ACCELERATORS else FILLS.get(kind, SWITCH)


def _words(svg: Svg, component: Component, x: int, y: int) -> None:
    """Its name, what it is, and what it brings, one line each."""
    brings = [size(component.memory_bytes)] if component.memory_bytes else []
    brings += links_text(component) or ([link_text(component.link)] if component.link else [])
    svg.text(x, y + 17, component.name, size=12)
    svg.text(x, y + 33, _cut(f"{component.vendor} {component.model}"), size=11, fill=MUTED)
    svg.text(x, y + 48, _cut(", ".join(filter(None, brings))), size=10, fill=MUTED)


def _cut(text: str, most: int = 26) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _matrix(
    svg: Svg,
    y: int,
    shown: list[Component],
    rows: list[list[Distance]],
    words: list[tuple[str, str]],
) -> None:
    left = MARGIN + NAMES_W
    for number, (component, row) in enumerate(zip(shown, rows, strict=True)):
        middle = y + (number + 1) * CELL_H + 15
        svg.text(left + number * CELL_W + 20, y + 15, str(number), size=11, fill=MUTED)
        svg.text(left - 32, middle, component.name, size=11, end=True)
        svg.text(left - 8, middle, str(number), size=11, fill=MUTED, end=True)
        for column, distance in enumerate(row):
            x, top = left + column * CELL_W, y + (number + 1) * CELL_H
            colour = next(fill for limit, fill in HEAT if distance.value <= limit)
            note = f"{component.name} to {shown[column].name}: distance {distance.value}"
            svg.box(x + 1, top + 1, CELL_W - 2, CELL_H - 2, colour, note)
            svg.text(x + 5, middle, short(distance), size=10)
    for number, (word, text) in enumerate(words):
        at = y + (number + 1) * CELL_H + 15
        svg.text(left + len(shown) * CELL_W + 20, at, word, size=11)
        svg.text(left + len(shown) * CELL_W + 74, at, text, size=11, fill=MUTED)
