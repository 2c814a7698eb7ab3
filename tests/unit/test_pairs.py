"""Rows in which every two values of two factors meet."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from heddle.research.bench._rows.pairs import Row, covering
from heddle.research.bench.share import FORMS, LENGTHS_US, PARTS_MILLI, PROCESSES, Case, bars, cases

FACTORS = st.lists(
    st.integers(1, 5).map(lambda size: tuple(range(size))), min_size=2, max_size=5
).map(tuple)


def pairs(rows: list[Row]) -> set[tuple[tuple[int, Any], ...]]:
    return {pair for row in rows for pair in combinations(enumerate(row), 2)}


@given(FACTORS)
def test_every_pair_of_values_occurs(factors: tuple[tuple[int, ...], ...]) -> None:
    """All that the full product has, in no more rows; and the two largest factors in no fewer."""
    rows = covering(factors)
    everything = list(product(*factors))
    assert pairs(rows) == pairs(everything)
    assert len(rows) <= len(everything)
    sizes = sorted(len(factor) for factor in factors)
    assert len(rows) >= sizes[-1] * sizes[-2]


@given(FACTORS, st.integers(0, 6))
def test_rows_that_make_no_sense_are_left_out(
    factors: tuple[tuple[int, ...], ...], most: int
) -> None:
    """Every pair that a sensible row has still occurs."""
    rows = covering(factors, lambda row: sum(row) <= most)
    assert all(sum(row) <= most for row in rows)
    assert pairs(rows) == pairs([row for row in product(*factors) if sum(row) <= most])


@given(FACTORS)
def test_the_same_factors_give_the_same_rows(factors: tuple[tuple[int, ...], ...]) -> None:
    """So that two runs of a benchmark can be compared; and no row is there for nothing."""
    rows = covering(factors)
    assert rows == covering(factors)
    gained = [len(pairs(rows[: i + 1])) - len(pairs(rows[:i])) for i in range(len(rows))]
    assert min(gained) > 0
    assert gained == sorted(gained, reverse=True)


def circumstances(case: Case) -> Row:
    own, *others = case.tenants
    limit = own.under.share_milli or own.under.cap_milli
    other = (others[0].length_us, others[0].processes) if others else (0, 1)
    return (case.kind, limit, own.length_us, other[0], case.form, own.processes, other[1])


def test_the_rows_of_the_share_benchmark() -> None:
    """Few enough for eight minutes, and every two circumstances meet."""
    found = cases(tuple(FORMS))
    two = [case for case in found if len(case.tenants) <= 2]
    factors = (
        ("share", "cap"),
        PARTS_MILLI,
        LENGTHS_US,
        (0, *LENGTHS_US),
        tuple(FORMS),
        PROCESSES,
        PROCESSES,
    )
    possible = [
        row for row in product(*factors) if row[3] or (row[0] == "cap" and row[6] == PROCESSES[0])
    ]
    assert pairs([circumstances(case) for case in two]) == pairs(possible)
    assert len(found) <= 48
    assert len({case.name for case in found}) == len(found)


def test_what_is_due_never_exceeds_the_device() -> None:
    """Where a share is asked for, or somebody has no limits, all of it is in use."""
    for case in cases(("eager",)):
        due = [tenant.due_milli for tenant in case.tenants]
        assert all(0 < each <= 1000 for each in due)
        assert case.fills == (case.kind == "share" or len(due) > 1)
        for tenant in case.tenants:
            assert tenant.due_milli <= (tenant.under.cap_milli or 1000)
    assert [len(case.tenants) for case in cases(("eager",))[-2:]] == [4, 4]


def test_bars_are_of_what_was_measured() -> None:
    """A part of the rows has a part of the bars; a cap that nobody is beside has no sum to keep."""
    idle = ("cap", False, {"error": 0.01, "sum": 0.24})
    beside = ("share", True, {"error": 0.03, "sum": 0.98})
    alone = ("alone", False, {"error": 0.004, "sum": 0.996})
    held = {bar.name: bar.holds for bar in bars([idle, beside, alone], 7.5)}
    assert held == {
        "error of a share, worst row": False,
        "error of a cap, worst row": True,
        "sum of the shares, worst row": True,
        "overhead without limits": True,
        "minutes for all rows": True,
    }
    assert [bar.name for bar in bars([idle], None)] == ["error of a cap, worst row"]
