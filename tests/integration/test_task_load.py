"""The short look that `heddle.task` takes before each request."""

from __future__ import annotations

import os

from heddle.harness.workload import Arena, Under
from heddle.table import Table
from tests.world import eventually


def test_the_short_look_sees_what_the_long_one_sees() -> None:
    """While nothing moves: a request takes the short one three times."""
    with Arena("gpu") as arena:
        held = arena.start("soft@gpu", ["requests", "1", "1000", "0", "8", "60"], Under(-100))
        arena.start("soft@gpu", ["requests", "1", "1000", "0", "8", "60"], Under(100))
        assert eventually(lambda: os.path.exists(arena.table))
        with Table(arena.table) as table:
            assert eventually(lambda: any(program.held_ns for program in table.programs()))
            programs, work = table.programs(), sorted(table.work(), key=lambda p: p.id)
            held_ns = {program.id: table.held_ns(program.id) for program in programs}
        assert held.running()
    assert len(work) == 2
    for whole, part in zip(programs, work, strict=True):
        assert (part.id, part.priority) == (whole.id, whole.priority)
        assert [q.device for q in part.queues] == [q.device for q in whole.queues]
        assert all(
            after.submitted >= before.submitted
            for before, after in zip(whole.queues, part.queues, strict=True)
        )
        assert held_ns[whole.id] >= whole.held_ns
    assert any(program.held_ns for program in programs)


def test_who_is_not_there_was_never_held() -> None:
    with Arena("gpu") as arena:
        arena.start("soft@gpu", ["requests", "1", "1000", "0", "8", "60"], Under(0))
        assert eventually(lambda: os.path.exists(arena.table))
        with Table(arena.table) as table:
            assert table.held_ns(999_999) == 0
