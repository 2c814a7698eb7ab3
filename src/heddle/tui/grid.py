"""A table of short texts.

Textual's own (DataTable) renders every cell anew when one has changed: with it `heddle top` took
8.7 % of a core for eight programs at 1 Hz, with this 1.3 to 1.7 % (headless, one run each of
12 to 24 s, on a shared 2-core machine).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

GAP = 2
HEAD = Style(bold=True)
CURSOR = Style(color="black", bgcolor="cyan")

#: The texts of a cell, each with its colour; no colour: the ordinary one.
Cell = Sequence[tuple[str, str]]


class Grid(ScrollView):
    """Rows under a heading that stays. Columns grow and never shrink: nothing jumps about."""

    class Selected(Message):
        """The cursor is in another row."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "move(1)", show=False),
        Binding("up,k", "move(-1)", show=False),
        Binding("pagedown", "move(10)", show=False),
        Binding("pageup", "move(-10)", show=False),
        Binding("home", "move(-1000)", show=False),
        Binding("end", "move(1000)", show=False),
    ]

    def __init__(self, heads: Sequence[tuple[str, bool]], id: str, cursor: bool) -> None:
        super().__init__(id=id)
        self.can_focus = cursor
        self._cursor = cursor
        self._right = [right for _, right in heads]
        self._heads = [head for head, _ in heads]
        self._widths = [len(head) + 1 for head in self._heads]  # with room for the sign
        self._sorted, self._sign = "", ""
        self._rows: Sequence[Sequence[Cell]] = ()
        self.row = 0  #: where the cursor is

    def show(self, rows: Sequence[Sequence[Cell]], row: int = 0) -> None:
        """Shows these rows, with the cursor in this one."""
        for cells in rows:
            for number, cell in enumerate(cells):
                width = sum(len(text) for text, _ in cell)
                self._widths[number] = max(self._widths[number], width)
        self._rows = rows
        self.row = max(0, min(row, len(rows) - 1))
        width = sum(self._widths) + GAP * len(self._widths)
        size = Size(width, len(rows) + 1)
        if size != self.virtual_size:
            self.virtual_size = size
            self.refresh(layout=True)
        self.refresh()

    def mark(self, head: str, sign: str) -> None:
        """Says by which column the rows are sorted."""
        self._sorted, self._sign = head, sign
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._rows) + 1

    def action_move(self, step: int) -> None:
        self.select(self.row + step)

    def select(self, row: int) -> None:
        if not self._cursor:
            return
        self.row = max(0, min(row, len(self._rows) - 1))
        x, _ = self.scroll_offset
        self.scroll_to_region(Region(x, self.row, 1, 2), animate=False)
        self.post_message(self.Selected())
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        if event.y > 0:
            self.select(event.y - 1 + self.scroll_offset.y)

    def render_line(self, y: int) -> Strip:
        x, top = self.scroll_offset
        base = self.rich_style
        row = y - 1 + top
        if y == 0:
            base += HEAD
            segments = self._line([[(head, "")] for head in self._heads], base, heading=True)
        elif row < len(self._rows):
            here = self._cursor and row == self.row
            base = CURSOR if here else base
            segments = self._line(self._rows[row], base, coloured=not here)
        else:
            segments = []
        width = self.size.width
        return Strip(segments).crop(x, x + width).extend_cell_length(width, base)

    def _line(
        self, cells: Sequence[Cell], base: Style, coloured: bool = True, heading: bool = False
    ) -> list[Segment]:
        line: list[Segment] = []
        for number, cell in enumerate(cells):
            if heading and self._heads[number] == self._sorted:
                cell = [(self._sorted + self._sign, "reverse")]
            space = " " * (self._widths[number] - sum(len(text) for text, _ in cell))
            before, after = (space, "") if self._right[number] else ("", space)
            line.append(Segment(before + " " * (GAP // 2), base))
            for text, colour in cell:
                style = base + Style.parse(colour) if colour and coloured else base
                line.append(Segment(text, style))
            line.append(Segment(after + " " * (GAP // 2), base))
        return line
