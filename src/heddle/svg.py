"""Pictures written by hand: shapes, colours and nothing else."""

from __future__ import annotations

from html import escape

INK, MUTED, RULE = "#1f2933", "#697586", "#d5dbe3"
GOOD, BAD, CALM = "#1f9d6b", "#d64545", "#8aa4c8"


class Svg:
    """Shapes in order; coordinates in pixels."""

    def __init__(self, width: int, height: int) -> None:
        self._size = (width, height)
        self._parts: list[str] = []

    def box(self, x: float, y: float, w: float, h: float, fill: str, title: str = "") -> None:
        inner = f"<title>{escape(title)}</title>" if title else ""
        self._parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(w, 0.8):.1f}" height="{h:.1f}" '
            f'rx="1.5" fill="{fill}">{inner}</rect>'
        )

    def line(self, x1: float, y1: float, x2: float, y2: float, stroke: str = RULE) -> None:
        self._parts.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{stroke}"/>'
        )

    def text(
        self, x: float, y: float, words: str, *, size: int = 12, fill: str = INK, end: bool = False
    ) -> None:
        anchor = ' text-anchor="end"' if end else ""
        self._parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}"{anchor}>'
            f"{escape(words)}</text>"
        )

    def render(self) -> str:
        width, height = self._size
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
                f'width="{width}" height="{height}" font-family="system-ui, sans-serif">',
                f'<rect width="{width}" height="{height}" fill="white"/>',
                *self._parts,
                "</svg>",
                "",
            ]
        )
