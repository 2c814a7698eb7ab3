"""The screen of `heddle top`: thin, since sampler.py and columns.py know what is on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby, zip_longest
from typing import ClassVar, Protocol

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.timer import Timer
from textual.widgets import Footer, Static

import heddle
from heddle.errors import HeddleError
from heddle.model.priority import HIGHEST, LOWEST
from heddle.node import table_look
from heddle.node.table_look import TableSnapshot
from heddle.system.printable import printable
from heddle.tui import sampler
from heddle.tui.columns import (
    DEVICES,
    PROGRAMS,
    Column,
    bar_text,
    glyph,
    ordered,
    summary,
)
from heddle.tui.grid import Cell, Grid
from heddle.tui.jobs import JOBS, RUN, Job, JobColumn, Jobs, heading, now_ms, shown
from heddle.tui.sampler import CELLS, CounterHistory, ProgramRow, ScreenView

COLOURS = {"running": "green", "held": "yellow", "idle": "grey62"}
TIMELINE, TIMELINE_AT = f"LAST {CELLS} S", 5  #: heading, and which column it comes before
BUSY_AT, BUSY_WIDTH = 2, 12
STEP = 10  #: of + and -
INTERVALS_S = (0.25, 0.5, 1.0, 2.0, 5.0, 10.0)
SORTED_FIRST = PROGRAMS[0]  # by id: a program stays in its row

#: keys, action, what it does, in the footer
KEYS: Sequence[tuple[str, str, str, bool]] = (
    ("q", "quit", "quit", True),
    ("h,question_mark", "help", "help", True),
    ("space,H", "hold", "hold or release", True),
    ("plus,equals_sign", "priority(1)", "priority + 10", True),
    ("minus", "priority(-1)", "priority - 10", True),
    ("j,k,up,down", "", "select", False),
    ("left,right", "", "scroll to the sides", False),
    ("less_than_sign,comma", "sort_beside(-1)", "sort one column left", False),
    ("greater_than_sign,full_stop", "sort_beside(1)", "sort one column right", False),
    ("I", "invert", "invert the order", False),
    ("r", "interval(-1)", "refresh faster", True),
    ("R", "interval(1)", "refresh slower", False),
)
NAMES = {
    "question_mark": "?",
    "plus": "+",
    "equals_sign": "=",
    "minus": "-",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "comma": ",",
    "full_stop": ".",
    "space": "Space",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
}


class Control(Protocol):
    """What the keys change."""

    def hold(self, program: int, on: bool) -> None: ...
    def set_priority(self, program: int, priority: int) -> None: ...


class OwnControl:
    """That of this machine."""

    def hold(self, program: int, on: bool) -> None:
        if on:
            heddle.hold(program)
        else:
            heddle.release(program)

    def set_priority(self, program: int, priority: int) -> None:
        heddle.hint(program=program, priority=priority)


class Question(ModalScreen[bool]):
    """Asks before something changes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "dismiss(True)", "yes"),
        Binding("n,escape,q", "dismiss(False)", "no"),
    ]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self._text, markup=False)
            yield Static("y or Enter: yes     n or Esc: no", classes="hint", markup=False)


class Help(ModalScreen[None]):
    """All keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,h,enter,space,question_mark", "dismiss(None)", "close")
    ]

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(help_text(), markup=False)


def help_text() -> str:
    """Two columns that fit 80: what can be done, and by what the programs can be sorted."""
    acts = [
        (" ".join(NAMES.get(key, key) for key in keys.split(",")), what)
        for keys, _, what, _ in KEYS
    ]
    sorts = [(column.key, column.what or column.head.lower()) for column in PROGRAMS if column.key]
    left = [f"{keys:<11}{what}" for keys, what in acts]
    right = ["sort by", *(f"{key}  {what}" for key, what in sorts)]
    lines = [f"{a:<35}{b}".rstrip() for a, b in zip_longest(left, right, fillvalue="")]
    lines += [
        "",
        f"LAST {CELLS} S, a letter a second: a block is as high as the part of the",
        "device that it got. ░ held, · idle. Yellow: held most of the time.",
    ]
    return "\n".join(lines)


def _colour(column: JobColumn, job: Job) -> str:
    """Only of its state: what runs and what waits."""
    if column.head != "STATE":
        return ""
    return COLOURS["running" if job["state"] in RUN else "held"]


class TopApp(App[None]):
    """Looks at the table every `interval_s` seconds and shows it."""

    TITLE = "heddle top"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #head { height: 1; padding: 0 1; background: $primary-background; }
    #devices { height: auto; max-height: 40%; margin-bottom: 1; }
    #programs { height: 1fr; }
    #jobs-head { height: 1; padding: 0 1; background: $primary-background; }
    #jobs { height: auto; max-height: 40%; }
    .absent { display: none; }
    #detail { height: 2; padding: 0 1; color: $text-muted; }
    ModalScreen { align: center middle; }
    .box { width: auto; max-width: 100%; height: auto; max-height: 100%; padding: 1 2;
           border: round $primary; background: $surface; }
    .box Static { width: auto; max-width: 100%; }
    .hint { margin-top: 1; color: $text-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(
                keys, action, what, show=show, priority="ctrl+c" in keys, key_display=None
            )
            for keys, action, what, show in KEYS
        ),
        *(
            Binding(column.key, f"sort('{column.head}')", f"sort by {column.head}", show=False)
            for column in PROGRAMS
            if column.key
        ),
    ]  # fmt: skip

    def __init__(
        self,
        interval_s: float = 1.0,
        readonly: bool = False,
        look: Callable[[bool], TableSnapshot] = table_look.look,
        control: Control | None = None,
        jobs: Callable[[], Jobs | None] = lambda: None,
    ) -> None:
        super().__init__()
        self.interval_s = interval_s
        self.readonly = readonly
        self._look = look
        self._control = control or OwnControl()
        self._jobs = jobs
        self._before: TableSnapshot | None = None
        self._history = CounterHistory()
        self._view = ScreenView(0.0, (), ())
        self._shown: list[ProgramRow] = []
        self._sorted: Column = SORTED_FIRST
        self._inverted = False
        self._timer: Timer | None = None
        heads = [(column.head, column.right) for column in PROGRAMS]
        heads.insert(TIMELINE_AT, (TIMELINE, False))
        self.head = Static(id="head", markup=False)
        self.devices = Grid([(c.head, c.right) for c in DEVICES], "devices", False)
        self.programs = Grid(heads, "programs", True)
        self.detail = Static(id="detail", markup=False)
        self.jobs_head = Static(id="jobs-head", classes="absent", markup=False)
        self.jobs = Grid([(c.head, c.right) for c in JOBS], "jobs", False)
        self.jobs.add_class("absent")

    def compose(self) -> ComposeResult:
        yield self.head
        yield self.devices
        yield self.programs
        yield self.detail
        yield self.jobs_head
        yield self.jobs
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.programs.focus()
        self._mark()
        self._timer = self.set_interval(self.interval_s, self.tick)
        self.tick()
        self.set_timer(0.3, self.tick)  # rates need a second sample, soon

    def tick(self) -> None:
        """Looks and shows. A table that cannot be read is said, and tried again."""
        self._show_jobs(self._jobs())
        try:
            snapshot = self._look(self.readonly)
        except HeddleError as error:
            self.head.update(f"heddle top   {error}", layout=False)
            return
        if self._before is not None and snapshot.at_ns == self._before.at_ns:
            return  # of another node, which has said nothing new
        self._view = sampler.compare(self._before, snapshot)
        self._before = snapshot
        self._history.add(snapshot)
        self._show()

    def _show_jobs(self, found: Jobs | None) -> None:
        """Only where there is a control plane."""
        rows = shown(found) if found is not None else []
        self.jobs_head.set_class(found is None, "absent")
        self.jobs.set_class(not rows, "absent")
        if found is not None:
            self.jobs_head.update(heading(found), layout=False)
            now = now_ms()
            self.jobs.show([[[(c.text(job, now), _colour(c, job))] for c in JOBS] for job in rows])

    def _show(self) -> None:
        chosen = self.selected
        self._shown = ordered(self._view.programs, self._sorted, self._inverted)
        mode = "  READ ONLY" if self.readonly else ""
        words = [
            "heddle top",
            summary(self._shown),
            f"every {self.interval_s:g} s{mode}",
        ]
        self.head.update("   ".join(words), layout=False)
        self.devices.show([self._device_cells(row) for row in self._view.devices])
        # The cursor stays with its program; where that has gone, it stays in its row.
        ids = [row.id for row in self._shown]
        row = ids.index(chosen.id) if chosen and chosen.id in ids else self.programs.row
        self.programs.show([self._program_cells(row) for row in self._shown], row)
        self._describe()

    @staticmethod
    def _device_cells(row: sampler.DeviceRow) -> list[Cell]:
        cells: list[Cell] = [[(column.text(row), "")] for column in DEVICES]
        bar, busy = bar_text(row.busy, BUSY_WIDTH), cells[BUSY_AT][0][0]
        cells[BUSY_AT] = [(bar, COLOURS["running"]), (f" {busy:>4}", "")]
        return cells

    def _program_cells(self, row: ProgramRow) -> list[Cell]:
        cells: list[Cell] = [
            [(column.text(row), COLOURS[row.state] if column.head == "STATE" else "")]
            for column in PROGRAMS
        ]
        glyphs = [glyph(cell) for cell in self._history.cells(row)]
        runs = groupby(glyphs, key=lambda pair: pair[1])
        line = [("".join(letter for letter, _ in run), COLOURS[state]) for state, run in runs]
        cells.insert(TIMELINE_AT, line)
        return cells

    def _describe(self) -> None:
        row = self.selected
        if row is None:
            self.detail.update("", layout=False)
            return
        why = row.reason or ("nothing is in its way" if row.state == "running" else "no work")
        note = "\nread only: nothing can be changed" if self.readonly else ""
        text = f"program {row.id} ({printable(row.command)}): {row.state}, {why}{note}"
        self.detail.update(text, layout=False)

    def _mark(self) -> None:
        down = self._sorted.down != self._inverted
        self.programs.mark(self._sorted.head, "▼" if down else "▲")

    @property
    def selected(self) -> ProgramRow | None:
        """The program under the cursor."""
        row = self.programs.row
        return self._shown[row] if 0 <= row < len(self._shown) else None

    def on_grid_selected(self) -> None:
        self._describe()

    # What the keys do.

    def action_help_quit(self) -> None:
        self.exit()  # Ctrl-C: Textual would only say which key quits

    def action_help(self) -> None:
        self.push_screen(Help())

    def action_sort(self, head: str) -> None:
        self._sort(next(column for column in PROGRAMS if column.head == head))

    def action_sort_beside(self, step: int) -> None:
        self._sort(PROGRAMS[(PROGRAMS.index(self._sorted) + step) % len(PROGRAMS)])

    def _sort(self, column: Column) -> None:
        # The same key again turns the order round, as in nvitop.
        self._inverted = not self._inverted if column is self._sorted else False
        self._sorted = column
        self._mark()
        self._show()

    def action_invert(self) -> None:
        self._sort(self._sorted)

    def action_interval(self, step: int) -> None:
        beyond = [s for s in INTERVALS_S if (s - self.interval_s) * step > 0]
        if not beyond or self._timer is None:
            return
        self.interval_s = min(beyond) if step > 0 else max(beyond)
        self._timer.stop()
        self._timer = self.set_interval(self.interval_s, self.tick)
        self._show()

    def action_hold(self) -> None:
        row = self.selected
        if row is None or self._refused():
            return
        on = not row.held_by_person
        what = (
            f"Hold program {row.id} ({printable(row.command)})? Its device work stops until it is "
            "released."
            if on
            else f"Release program {row.id} ({printable(row.command)})?"
        )
        done = f"program {row.id} {'held' if on else 'released'}"
        change = partial(self._control.hold, row.id, on)
        self.push_screen(Question(what), lambda yes: self._change(change, done) if yes else None)

    def action_priority(self, sign: int) -> None:
        row = self.selected
        if row is None or self._refused():
            return
        wanted = max(LOWEST, min(HIGHEST, row.asked_priority + sign * STEP))
        change = partial(self._control.set_priority, row.id, wanted)
        self._change(change, f"program {row.id} asks for priority {wanted}")

    def _refused(self) -> bool:
        if self.readonly:
            self.notify("read only: start heddle top without --readonly", severity="warning")
        return self.readonly

    def _change(self, change: Callable[[], None], done: str) -> None:
        try:
            change()
        except HeddleError as error:
            self.notify(str(error), severity="error", markup=False)
            return
        self.notify(done, markup=False)
        self.tick()
