"""Rates from two looks, the time line, and how they are written."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.model.plan import Plan
from heddle.node.table_look import TableSnapshot
from heddle.records import DecisionLine, ProgramState, QueueState, TableDevice
from heddle.system.printable import printable
from heddle.tui.columns import (
    PROGRAMS,
    bar_text,
    clock_text,
    glyph,
    ordered,
    share_text,
    summary,
)
from heddle.tui.sampler import CELL_NS, CELLS, Cell, CounterHistory, compare

SECOND = 1_000_000_000
GPU = TableDevice("soft@gpu", (), 3, 0, 0)


def program(id: int = 1, **changes: object) -> ProgramState:
    made = ProgramState(
        id=id, pid=100 + id, start_ticks=1, uid=0, is_guest=False, name="train", tenant="",
        priority=0, state="running", reason="",
        level_limit=3, deadline_us=0, weight=1000, share_milli=0, cap_milli=0, quantum_us=0,
        asked=Plan(0, 1000, 0, 0, 0, 0), burst_at_ns=0, devices=("soft@gpu",),
        processes=(100 + id,), queues=(), device_time_ns=0, held_ns=0, holds=0, timeslices_us={},
    )  # fmt: skip
    return replace(made, **changes)  # type: ignore[arg-type]


def queue(device: str, time_ns: int) -> QueueState:
    return QueueState(device, 2, 0, 0, 0, 0, time_ns)


def look(
    at_ns: int, *programs: ProgramState, devices: tuple[TableDevice, ...] = (GPU,)
) -> TableSnapshot:
    return TableSnapshot(at_ns, programs, devices, {})


def test_rates_are_what_changed_per_second() -> None:
    """Over the time between the looks, whatever it was."""
    before = look(10 * SECOND, program(device_time_ns=SECOND, held_ns=0, holds=4))
    after = look(
        12 * SECOND,
        program(device_time_ns=SECOND * 3 // 2, held_ns=SECOND, holds=24),
        devices=(replace(GPU, decisions=100, running=1),),
    )
    view = compare(before, after)
    (row,), (device,) = view.programs, view.devices
    assert (row.got, row.held, row.holds_per_s) == (0.25, 0.5, 10.0)
    assert (device.busy, device.decisions_per_s, device.programs) == (0.25, 50.0, 1)
    assert (device.running, device.command) == (1, "train")


def test_one_look_has_no_rates() -> None:
    """Absence is a value: None, and N/A on the screen."""
    for before in (None, look(5 * SECOND, program())):
        view = compare(before, look(5 * SECOND, program()))
        assert view.seconds == 0
        assert view.programs[0].got is None
        assert view.devices[0].busy is None
        texts = {column.head: column.text(view.programs[0]) for column in PROGRAMS}
        assert texts["GOT"] == texts["HOLDS/S"] == "N/A"


def test_a_new_program_counts_from_nothing() -> None:
    """All that it did, it did since the last look; also where the id was another's before."""
    after = look(SECOND, program(device_time_ns=SECOND // 10))
    assert compare(look(0), after).programs[0].got == pytest.approx(0.1)
    other = look(0, program(pid=7, device_time_ns=50 * SECOND))
    assert compare(other, after).programs[0].got == pytest.approx(0.1)


def test_a_program_on_two_devices_is_split_by_its_queues() -> None:
    """Each device is as busy as its own queues were."""
    both, npu = ("soft@gpu", "soft@npu"), replace(GPU, id="soft@npu")
    before = program(devices=both, queues=(queue("soft@gpu", 0), queue("soft@npu", 0)))
    after = program(
        devices=both,
        queues=(queue("soft@gpu", SECOND // 2), queue("soft@npu", SECOND // 4)),
        device_time_ns=SECOND * 3 // 4,
    )
    devices = (GPU, npu)
    view = compare(look(0, before, devices=devices), look(SECOND, after, devices=devices))
    assert [device.busy for device in view.devices] == [0.5, 0.25]
    assert view.programs[0].got == 0.75


def test_latencies_are_of_those_that_were_activated() -> None:
    """Other decisions keep nobody waiting."""
    lines = [DecisionLine(i, "activated", 1, 0, 1000 * (i + 1)) for i in range(10)]
    lines.append(DecisionLine(10, "idled", 1, 0, 10**9))
    device = compare(None, TableSnapshot(0, (), (GPU,), {GPU.id: tuple(lines)})).devices[0]
    assert (device.preempt_p50_ns, device.preempt_p99_ns) == (5000, 10000)
    assert compare(None, look(0)).devices[0].preempt_p50_ns is None


counters = st.integers(0, 2**63)
looks = st.lists(
    st.tuples(counters, st.dictionaries(st.integers(1, 4), st.tuples(counters, counters))),
    min_size=1,
    max_size=8,
)


@given(looks)
def test_nothing_is_ever_negative(seen: list[tuple[int, dict[int, tuple[int, int]]]]) -> None:
    """Whatever is reset, goes, or comes back, and however the clock jumps."""
    history = CounterHistory()
    before = None
    for at_ns, programs in seen:
        states = [
            program(id, device_time_ns=time_ns, held_ns=held_ns, holds=held_ns)
            for id, (time_ns, held_ns) in programs.items()
        ]
        now = look(at_ns, *states)
        view = compare(before, now)
        history.add(now)
        before = now
        assert all((device.busy or 0) >= 0 for device in view.devices)
        for row in view.programs:
            assert (row.got or 0) >= 0
            assert 0 <= (row.held or 0) <= 1
            cells = history.cells(row)
            assert len(cells) == CELLS
            assert all(cell is None or (cell.got >= 0 and 0 <= cell.held <= 1) for cell in cells)
            assert all(column.text(row) for column in PROGRAMS)


@pytest.mark.parametrize("every_ns", [CELL_NS // 4, CELL_NS, 5 * CELL_NS])
def test_the_time_line_is_in_seconds_however_often_one_looks(every_ns: int) -> None:
    """Half of the device for 30 s; nothing is known from before that."""
    history = CounterHistory()
    now = None
    for at_ns in range(0, 30 * CELL_NS + 1, every_ns):
        now = look(at_ns, program(device_time_ns=at_ns // 2, held_ns=at_ns // 4))
        history.add(now)
        if at_ns == 5 * CELL_NS:
            cells = history.cells(compare(None, now).programs[0])
            assert cells[: CELLS - 5] == [None] * (CELLS - 5)
            assert None not in cells[CELLS - 5 :]
    assert now is not None
    cells = history.cells(compare(None, now).programs[0])
    seen = [(cell.got, cell.held) for cell in cells if cell]
    assert seen == [pytest.approx((0.5, 0.25))] * CELLS


def test_what_has_gone_is_forgotten() -> None:
    """A top that runs for weeks does not grow."""
    history = CounterHistory()
    for second in range(200):
        history.add(look(second * SECOND, program(second % 3 + 1)))
    assert sum(len(points) for points in history._points.values()) == 1
    for second in range(200, 400):
        history.add(look(second * SECOND, program(1)))
    assert sum(len(points) for points in history._points.values()) <= CELLS + 3


def test_glyphs_tell_the_states_apart_without_colour() -> None:
    """The height is the part of the device."""
    assert glyph(None) == (" ", "idle")
    assert glyph(Cell(0, 0)) == ("·", "idle")
    assert glyph(Cell(0, 1)) == ("░", "held")
    assert glyph(Cell(0.1, 0.9)) == ("▁", "held")
    assert glyph(Cell(0.5, 0)) == ("▅", "running")
    assert glyph(Cell(3.0, 0)) == ("█", "running")


def test_texts() -> None:
    """As short as they are clear."""
    for nanoseconds, text in [
        (None, "N/A"), (0, "0"), (378, "378ns"), (14_482, "14us"), (381 * 10**6, "381ms"),
        (99 * SECOND, "99.0s"), (125 * SECOND, "2m05s"), (7500 * SECOND, "2h05m"),
        (400_000 * SECOND, "4d15h"),
    ]:  # fmt: skip
        assert clock_text(nanoseconds) == text
    assert bar_text(0.5, 4) == "██  "
    assert bar_text(7.0, 4) == "████"
    assert bar_text(None, 4) == "    "
    row = compare(None, look(0, program(share_milli=333))).programs[0]
    assert share_text(replace(row, share_asked=0.25)) == "25%→33%"
    assert share_text(replace(row, share=0)) == "-"
    assert printable("a\x1b[2Jb\n") == "a?[2Jb?"
    assert summary([row, replace(row, state="held")]) == "2 programs: 1 running, 1 held"


def test_order() -> None:
    """The largest first for amounts; equals by id; the same key again turns it round."""
    rows = compare(
        None, look(0, program(2), program(1), program(3, device_time_ns=SECOND))
    ).programs
    time = next(column for column in PROGRAMS if column.head == "TIME")
    assert [row.id for row in ordered(rows, time, False)] == [3, 1, 2]
    assert [row.id for row in ordered(rows, time, True)] == [1, 2, 3]
    for column in PROGRAMS:
        assert len(ordered(rows, column, False)) == 3


def test_every_key_does_one_thing() -> None:
    """Also those of the columns."""
    keys = [column.key for column in PROGRAMS if column.key]
    assert len(keys) == len(set(keys))
    assert not set(keys) & set("qhHIrRjk+-=<>,.? ")


def test_an_empty_partition_has_no_process() -> None:
    """Who was first in it may be gone; who is in it now is shown."""
    pid = next(column for column in PROGRAMS if column.head == "PID")
    for processes, shown in (((), "-"), ((70, 80), "70")):
        (row,) = compare(None, look(0, program(is_kept=True, processes=processes))).programs
        assert pid.text(row) == shown
    (row,) = compare(None, look(0, program(processes=()))).programs
    assert pid.text(row) == "101"
