"""The rows of real loops in `heddle bench share`."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.harness.workload import Request
from heddle.research.bench._rows.loops import (
    BACK_NS,
    KINDS,
    SPLITS,
    LoopCharges,
    due,
    later,
    phases,
    rate,
    rows,
)

MS = 1_000_000


def test_every_loop_and_every_split_is_in_several_rows() -> None:
    """And they are few: each takes a quarter of a minute."""
    found = rows()
    assert len(found) <= 16
    assert len(set(found)) == len(found)
    for kind in KINDS:
        assert sum(kind in row.kinds for row in found) >= 3
    for split in SPLITS:
        assert sum(split == row.shares for row in found) >= 2


def test_work_and_pauses_are_told_apart() -> None:
    """Two seconds of steps of 20 ms, a second of nothing, and so on."""
    begins = [round * 3000 + i * 20 for round in range(4) for i in range(100)]
    pulses = [Request(begin * MS, (begin + 20) * MS) for begin in begins]
    works, pauses = phases(pulses)
    assert works == [(3000 * MS, 5000 * MS), (6000 * MS, 8000 * MS)]
    assert pauses == [(at * MS, (at + 1000) * MS) for at in (2000, 5000, 8000)]
    assert rate(pulses, later(works, BACK_NS)) == 50.0
    assert rate(pulses, pauses) == 0.0


@given(
    st.lists(st.tuples(st.floats(0.05, 1), st.floats(0.01, 1)), min_size=1, max_size=5),
)
def test_what_is_due_is_the_share_or_the_need(made: list[tuple[float, float]]) -> None:
    """Nobody gets more than it needs, nor less than the smaller of both; nothing is left over."""
    total = sum(share for share, _ in made)
    shares, needs = [share / total for share, _ in made], [need for _, need in made]
    got = due(shares, needs)
    for share, need, part in zip(shares, needs, got, strict=True):
        assert min(share, need) - 1e-9 <= part <= need + 1e-9
    assert abs(sum(got) - min(1.0, sum(needs))) < 1e-6


def test_a_part_of_the_device_is_what_was_charged_in_that_time() -> None:
    """Looked at every 20 ms; what lies between two looks counts in proportion."""
    times = [at * 20 * MS for at in range(101)]
    charges = LoopCharges(times, [(at * 6 * MS, min(at, 50) * 20 * MS) for at in range(101)])
    assert charges.part(0, [(0, 2000 * MS)]) == 0.3
    assert charges.part(0, [(110 * MS, 215 * MS), (330 * MS, 1000 * MS)]) == pytest.approx(0.3)
    assert charges.part(1, [(0, 1000 * MS)]) == 1.0
    assert charges.part(1, [(900 * MS, 1100 * MS)]) == pytest.approx(0.5)
    assert charges.part(1, [(1000 * MS, 2000 * MS)]) == 0.0


def test_a_table_that_is_not_made_yet_is_looked_at_again(tmp_path: Path) -> None:
    """PyTorch takes seconds to come up, and the first program makes the table."""
    charges = LoopCharges()
    charges.look(str(tmp_path / "table"), [1])
    assert charges.times == []
