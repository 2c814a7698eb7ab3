"""The ledger: exact to the millisecond, whatever the window."""

from __future__ import annotations

import csv
import io
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.desk.ledger import (
    BY,
    DAY_MS,
    PARTS,
    UNKNOWN,
    Charge,
    Charges,
    Ledger,
    as_csv,
    charge,
    report,
)
from heddle.store import open_store
from heddle.store.base import Event
from tests.api_world import ApiWorld, one

amounts = st.integers(0, 10**9)
names = st.sampled_from(["a", "a/b", "c", "ab"])
charges = st.builds(
    Charge,
    end_ms=st.integers(0, 200),
    ms=st.integers(0, 250),
    devices=amounts,
    cores=amounts,
    units=st.just(-1) | amounts,
    tenant=names,
    user=st.sampled_from(["ann", "bob"]),
    job=st.sampled_from(["j1", "j2"]),
    model=st.sampled_from(["", "T4"]),
    price=st.just(UNKNOWN) | st.integers(0, 10**15),
    currency=st.sampled_from(["EUR", "CNY"]),
    energy=st.just(UNKNOWN) | amounts,
    attempt=st.sampled_from(["", "", ".1", ".2"]),
    goes_on=st.integers(0, 1),
).map(
    lambda one: (  # the parts of an attempt are all of one job
        one._replace(attempt="".join((one.tenant, one.user, one.job, one.model, one.attempt)))
        if one.attempt
        else one
    )
)
windows = st.lists(st.integers(-300, 300), min_size=2, max_size=8).map(sorted)
ALL = (-(10**6), 10**6)


@given(st.lists(charges), st.lists(charges), windows, st.sets(st.sampled_from(BY), min_size=1))
def test_what_one_time_after_the_other_says_adds_up_to_the_whole(
    over: list[Charge], running: list[Charge], cuts: list[int], by: set[str]
) -> None:
    def used(from_ms: int, to_ms: int) -> dict[tuple[object, ...], list[int | None]]:
        found = report(over, running, sorted(by), from_ms, to_ms, 0)
        total = found.total
        assert total.device_us == sum(row.device_us for row in found.rows)
        assert total.cpu_us == sum(row.cpu_us for row in found.rows)
        assert (total.millijoules or 0) == sum(row.millijoules or 0 for row in found.rows)
        for currency, exact in total.costs_exact.items():
            assert exact == sum(row.costs_exact.get(currency, 0) for row in found.rows)
            assert total.costs[currency] == exact // PARTS
        return {
            (r.day, r.tenant, r.user, r.job, r.model): [
                r.device_us,
                r.cpu_us,
                r.unit_us,
                r.millijoules or 0,
                *(r.costs_exact.get(currency, 0) for currency in ("EUR", "CNY")),
            ]
            for r in found.rows
        }

    edges = [ALL[0], *cuts, ALL[1]]
    parts = [used(*edge) for edge in pairwise(edges)]
    whole = used(*ALL)
    for key, amounts_of_key in whole.items():
        for at, amount in enumerate(amounts_of_key):
            said = [part[key][at] for part in parts if key in part]
            if amount is None:
                assert None in said
            else:
                assert sum(each or 0 for each in said) == amount
    assert all(part.keys() <= whole.keys() for part in parts)


@given(st.lists(charges), st.integers(-10, 210), st.integers(0, 100))
def test_it_is_what_a_clock_would_count(over: list[Charge], from_ms: int, length: int) -> None:
    """Each millisecond of the window by itself."""
    to_ms = from_ms + length
    expected = sum(
        one.devices
        for ms in range(from_ms, to_ms)
        for one in over
        if one.end_ms - one.ms <= ms < one.end_ms
    )
    assert report(over, [], ["tenant"], from_ms, to_ms, 0).total.device_us == expected


@given(st.lists(charges), st.integers(-10, 210), st.integers(0, 100))
def test_money_is_the_price_of_every_millisecond(
    over: list[Charge], from_ms: int, length: int
) -> None:
    to_ms = from_ms + length
    expected: dict[str, int] = {}
    for paid in over:
        ms = max(0, min(paid.end_ms, to_ms) - max(paid.end_ms - paid.ms, from_ms))
        if ms and paid.price != UNKNOWN:
            expected[paid.currency] = expected.get(paid.currency, 0) + ms * paid.price
    found = report(over, [], ["job"], from_ms, to_ms, 0).total.costs_exact
    assert {currency: exact for currency, exact in found.items() if exact} == {
        currency: exact for currency, exact in expected.items() if exact
    }


@given(st.lists(charges), st.lists(charges), st.integers(1, 10**6))
def test_the_days_add_up_to_the_whole(
    over: list[Charge], running: list[Charge], stretched: int
) -> None:
    """However long attempts are. One that has a part in several days is one attempt in all."""
    over = [one._replace(end_ms=one.end_ms * stretched, ms=one.ms * stretched) for one in over]
    by_day = report(over, running, ["day", "tenant"], -(10**12), 10**12, 0)
    plain = report(over, running, ["tenant"], -(10**12), 10**12, 0)
    assert by_day.total == plain.total
    assert sum(row.device_us for row in by_day.rows) == plain.total.device_us
    assert sum(row.millijoules or 0 for row in by_day.rows) == (plain.total.millijoules or 0)


@given(st.lists(charges), names)
def test_a_tenant_is_told_of_itself_and_those_below(over: list[Charge], tenant: str) -> None:
    found = report(over, [], ["tenant"], *ALL, 0, tenant)
    whose = {one.tenant for one in over}
    assert {row.tenant for row in found.rows} == {
        each for each in whose if each == tenant or each.startswith(f"{tenant}/")
    }


def test_what_was_kept_is_what_was_added() -> None:
    kept = Charges()
    several = [Charge(2**40, n, n, n, -1, "a", "ann", f"j{n}", "T4") for n in range(3)]
    for each in several:
        kept.add(each)
    now = kept.all()
    kept.add(several[0])  # by another thread, while somebody reads
    assert list(now) == several


def test_events_of_before_are_understood() -> None:
    old = Event(9, "usage", "j1.1", "used", "acme", "heddle",
                {"job": "j1", "ms": 4, "device_milli": 500, "cpu_milli": 0})  # fmt: skip
    found = charge(old, lambda job: f"whose {job} is")
    assert found == Charge(9, 4, 500, 0, -1, "acme", "whose j1 is", "j1", "")
    (row,) = report([found], [], ["user"], 0, 100, 0).rows
    assert (row.device_us, row.device_ms, row.unit_us) == (2000, 2, None)


def test_an_attempt_that_still_runs_is_charged_up_to_now(tmp_path: Path) -> None:
    with ApiWorld(tmp_path) as api:
        (job,) = api.submit(one())
        api.until(job, "running")
        started = api.get(f"/v1/jobs/{job}").json()["started_ms"]
        api.ahead_ms += 60_000
        found = api.get("/v1/usage?by=job,model").json()
        (row,) = found["rows"]
        assert (row["job"], row["attempts"], row["running"], row["model"]) == (job, 1, 1, "T4")
        assert row["device_us"] == 1000 * (found["now_ms"] - started)
        cut = started + 10_000
        first = api.get(f"/v1/usage?until={cut}").json()["total"]
        assert (first["device_us"], first["running"]) == (10_000_000, 1)
        api.run_to_end(job)
        ended = api.get(f"/v1/jobs/{job}").json()["attempts"][0]["ended_ms"]
        total = api.get("/v1/usage").json()["total"]
        rest = api.get(f"/v1/usage?since={cut}").json()["total"]
        assert total["running"] == 0
        assert total["device_us"] == 1000 * (ended - started)
        assert first["device_us"] + rest["device_us"] == total["device_us"]
        assert api.get(f"/v1/usage?since={ended}").json()["rows"] == []


def test_an_attempt_that_ends_meanwhile_counts_once(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "store.db"))
    detail = {"job": "j1", "user": "ann", "ms": 5, "device_milli": 1000, "cpu_milli": 0}
    ended = Event(9, "usage", "j1.1", "used", "acme", "heddle", detail)

    def running(now_ms: int) -> list[Event]:
        store.write([ended])  # it was there when we looked, and is over when we have looked
        return [ended]

    over, still = Ledger(store, running).at(0)
    assert (len(list(over)), still) == (1, [])
    store.close()


def test_an_attempt_in_parts_counts_once_in_each_time_that_has_one() -> None:
    """It was suspended: what it ran before is charged then, what it draws is known at its end."""
    detail = {"job": "j1", "user": "ann", "ms": 10, "device_milli": 1000, "cpu_milli": 0}
    events = [
        Event(20, "usage", "j1.1", "used", "acme", "heddle", {**detail, "part": "so far"}),
        Event(90, "usage", "j1.1", "used", "acme", "heddle",
              {**detail, "part": "last", "millijoules": 7}),
        Event(95, "usage", "j1.2", "used", "acme", "heddle", {**detail, "millijoules": 1}),
    ]  # fmt: skip
    parts = [charge(event, str) for event in events]
    (row,) = report(parts, [], ["job"], 0, 100, 0).rows
    assert (row.attempts, row.device_ms, row.unpriced) == (2, 30, 2)
    assert (row.millijoules, row.unmeasured) == (8, 0)
    assert [
        report(parts, [], ["job"], since, until, 0).total.attempts
        for since, until in ((0, 50), (50, 92), (12, 13), (25, 75))
    ] == [1, 2, 1, 0]
    still = report(parts[:1], parts[1:2], ["job"], 0, 100, 0).total
    assert (still.attempts, still.running) == (1, 1)


def test_the_csv_has_what_the_json_has() -> None:
    over = [Charge(10, 10, 1000, 500, 1000, "acme", "ann", "j1", "T4")]
    found = report(over, [], ["tenant", "model"], 0, 100, 0)
    (row,) = csv.DictReader(io.StringIO(as_csv(found)))
    assert (row["tenant"], row["user"], row["model"], row["device_us"]) == (
        "acme",
        "",
        "T4",
        "10000",
    )


def test_the_csv_is_a_bill_where_there_are_prices() -> None:
    hour = 3_600_000
    bare = Charge(2 * hour, hour, 1000, 0, 1000, "acme", "bob", "j1", "T4")
    paid = Charge(DAY_MS + hour, 2 * hour, 500, 0, 500, "acme", "ann", "j2", "H200",
                  1_950_000, "EUR")  # fmt: skip
    without = next(csv.reader(io.StringIO(as_csv(report([bare], [], ["user"], 0, 10**9, 0)))))
    assert not {"day", "unpriced"} & set(without)
    assert not [name for name in without if name.startswith("cost")]
    text = as_csv(report([bare, paid], [], ["day", "user"], 0, 10**9, 0))
    assert [
        (row["day"], row["user"], row["cost_EUR"], row["unpriced"])
        for row in csv.DictReader(io.StringIO(text))
    ] == [
        ("1970-01-01", "ann", "1.950000", "0"),
        ("1970-01-01", "bob", "0.000000", "1"),
        ("1970-01-02", "ann", "1.950000", "0"),
    ]


def test_energy_that_nobody_measured_is_not_nothing() -> None:
    hour = 3_600_000
    known = Charge(2 * hour, 2 * hour, 1000, 0, 0, "acme", "ann", "j1", "T4", energy=500_001)
    unknown = known._replace(job="j2", energy=UNKNOWN)
    cores = unknown._replace(job="j3", devices=0)
    first = report([known, unknown, cores], [unknown], ["job"], 0, hour, 0)
    assert [(row.millijoules, row.unmeasured) for row in first.rows] == [
        (250_000, 0),  # the half that is rounded off is in the second hour
        (None, 1),  # one that runs is not known yet
        (None, 0),  # without devices there is nothing to measure
    ]
    assert (first.total.millijoules, first.total.unmeasured) == (250_000, 1)
    (second,) = report([known], [], ["job"], hour, 2 * hour, 0).rows
    assert second.millijoules == 250_001
    head = next(csv.reader(io.StringIO(as_csv(first))))
    assert head[-2:] == ["millijoules", "unmeasured"]


@pytest.mark.alone
@pytest.mark.slow
def test_a_report_over_100_000_attempts_takes_less_than_a_second(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "store.db"))
    for start in range(0, 100_000, 5_000):
        store.write(
            [
                Event(n * 10, "usage", f"j{n}.1", "used", f"team-{n % 20}", "heddle",
                      {"job": f"j{n}", "user": f"u{n % 50}", "ms": 3_000, "device_milli": 500,
                       "cpu_milli": 1000, "unit_milli": 700, "model": "T4"})
                for n in range(start, start + 5_000)
            ]
        )  # fmt: skip
    ledger = Ledger(store, lambda _: [])
    took = []
    for by in (["tenant"], ["tenant"], ["tenant", "user"], ["tenant", "user", "job"]):
        begun = time.process_time()  # others may have the machine
        over, running = ledger.at(0)
        found = report(over, running, by, 1_000, 900_000, 10**6)
        took.append(time.process_time() - begun)
        assert found.total.attempts > 89_000
    store.close()
    print("a report over 100,000 attempts, s: first, again, by user, by job:", took)
    assert max(took[1:3]) < 1.0
    assert max(took) < 4.0, "the first one reads them all; the last has 90,000 rows"


def test_the_worked_example_of_the_docs() -> None:
    """docs/concepts/tenants.md: two attempts that are over, one that runs; by hour and in all."""
    hour = 3_600_000
    over = [
        Charge(2 * hour, 2 * hour, 1000, 4000, 700, "acme", "ann", "j1", "T4"),
        Charge(hour + hour // 2, hour, 500, 2000, 350, "acme/vision", "bob", "j2", "T4"),
    ]
    now = 2 * hour
    runs = [Charge(now, 3 * hour // 4, 1000, 1000, 700, "acme", "ann", "j3", "T4")]

    def seconds(from_ms: int, to_ms: int) -> list[tuple[object, ...]]:
        found = report(over, runs, ["tenant"], from_ms, to_ms, now)
        return [
            (r.tenant, r.attempts, r.running, r.device_ms / 1000, r.cpu_ms / 1000, r.unit_us)
            for r in (*found.rows, found.total)
        ]

    assert seconds(0, hour) == [
        ("acme", 1, 0, 3600.0, 14400.0, 2_520_000_000),
        ("acme/vision", 1, 0, 900.0, 3600.0, 630_000_000),
        (None, 2, 0, 4500.0, 18000.0, 3_150_000_000),
    ]
    assert seconds(hour, 2 * hour) == [
        ("acme", 2, 1, 6300.0, 17100.0, 4_410_000_000),
        ("acme/vision", 1, 0, 900.0, 3600.0, 630_000_000),
        (None, 3, 1, 7200.0, 20700.0, 5_040_000_000),
    ]
    assert seconds(0, 2 * hour)[-1] == (None, 3, 1, 11700.0, 38700.0, 8_190_000_000)
