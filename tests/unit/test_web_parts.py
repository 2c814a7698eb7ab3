"""What pages are made of: logs, the ledger, what changes live."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.desk.ledger import DAY_MS, Charge, report
from heddle.engine.base import Order
from heddle.engine.fake import Fake
from heddle.errors import LogGoneError
from heddle.store.base import EVERY_JOB, Event
from heddle.web import array_view
from heddle.web.job_view import TAIL_BYTES, Log
from heddle.web.live import Changed, WhenWritten, event
from heddle.web.usage_view import curve
from tests.dashboard import Plane, browser, busy


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plane]:
    with busy(tmp_path_factory.mktemp("plane")) as found:
        yield found


def test_the_ledger_adds_up(made: Plane) -> None:
    """With what runs, and as the API and `heddle account usage` say it."""
    client = browser(made, "admin")
    token = {"Authorization": f"Bearer {made.tokens['admin']}"}
    found = client.get("/v1/usage", headers=token).json()
    assert found["total"]["running"] > 0
    lines = client.get("/usage.csv?days=365").text.splitlines()
    assert lines[0] == "day,tenant,device_hours,core_hours,attempts"
    hours = sum(float(line.split(",")[2]) for line in lines[1:])
    assert hours == pytest.approx(found["total"]["device_us"] / 3.6e9, rel=1e-3)
    text = client.get("/usage?days=365").text
    rows = re.findall(r'tenant=([^"]+)">.*?<td class="n">([\d,.]+)<.*?(—|\d+)</td></tr>', text)
    assert {tenant.replace("%2F", "/"): running for tenant, _, running in rows} == {
        row["tenant"]: str(row["running"] or "—") for row in found["rows"]
    }


def test_costs_and_energy_are_shown_where_they_are_known(tmp_path: Path) -> None:
    with busy(tmp_path) as plane:
        client = browser(plane, "admin")
        assert "Cost" not in client.get("/usage").text
        detail = {"job": "j1", "ms": 3_600_000, "device_milli": 1000, "cpu_milli": 0}
        priced = {**detail, "price_micro": 1_234_567_800, "currency": "EUR", "millijoules": 4200}
        now_ms = plane.loop.now_ms()
        used = Event(now_ms, "usage", "j1.9", "used", "clinic", "heddle", priced)
        plane.loop.ask(lambda core: core.keep(used)).result(5)
        text = client.get("/usage").text
        assert "Cost, EUR" in text
        assert "1,234.5678" in text
        assert "attempts have no price" in text
        assert "4.2 J" in text
        head, *lines = client.get("/usage.csv").text.splitlines()
        assert head.endswith(",cost_EUR,joules")
        assert any(line.endswith(",1234.567800,4.200") for line in lines)
        assert any(line.endswith(",0.000000,") for line in lines), "unknown, not nothing"


def test_an_attempt_counts_on_every_day_in_which_it_ran() -> None:
    noon = 100 * DAY_MS + DAY_MS // 2
    charges = [
        Charge(noon, DAY_MS, 500, 1000, 0, "acme", "ann", "j1", "T4"),  # since the noon before
        Charge(noon, 0, 1000, 1000, 0, "acme", "ann", "j2", "T4"),
        Charge(noon, DAY_MS, 1000, 1000, 0, "other", "bob", "j3", "T4"),
    ]
    found = report(charges, [], ["day", "tenant"], 98 * DAY_MS, 101 * DAY_MS, noon, "acme")
    assert [(row.day, row.device_us, row.cpu_us, row.attempts) for row in found.rows] == [
        ("1970-04-10", DAY_MS * 500 // 2, DAY_MS * 1000 // 2, 1),
        ("1970-04-11", DAY_MS * 500 // 2, DAY_MS * 1000 // 2, 2),
    ]
    assert found.total.attempts == 2
    today = report(charges, [], ["tenant", "day"], 100 * DAY_MS, 101 * DAY_MS, noon)
    assert {(row.day, row.tenant) for row in today.rows} == {
        ("1970-04-11", "acme"),
        ("1970-04-11", "other"),
    }
    assert curve(found.rows, 98, 100) == [(98, 0.0), (99, 6.0), (100, 6.0)]


def test_a_page_of_which_all_is_left_out_has_a_next_one(
    made: Plane, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No job waits until a thousand replicas have been looked at."""
    store = made.loop.store
    assert array_view.page(store, EVERY_JOB, None, 5, lambda _: True) == ([], None)
    monkeypatch.setattr(array_view, "MOST_LOOKS", 2)
    lines, before = array_view.page(store, EVERY_JOB, None, 5, lambda _: True)
    assert not lines
    assert before == store.jobs(limit=12)[-1].id
    (first, *_), _ = array_view.page(store, EVERY_JOB, before, 5)
    assert first.record.id == store.jobs(limit=13)[-1].id


def test_the_end_of_a_log() -> None:
    engine = _written(b"".join(b"line %d\n" % n for n in range(100_000)))
    log = Log(engine, "j1.1", 0)
    text = "".join(log.pieces(most=100))
    assert log.skipped > 0
    assert len(text) == TAIL_BYTES
    assert text.endswith("line 99999\n")


@given(st.text(st.characters(exclude_characters="\x1b"), max_size=50), st.integers(1, 9))
def test_a_log_may_end_in_the_middle_of_a_character(text: str, size: int) -> None:
    data = text.encode("utf-8", "replace")
    engine = _written(b"")
    log = Log(engine, "j1.1", 0)
    found = ""
    for at in range(0, len(data), size):
        engine.write("j1.1", 0, data[at : at + size])
        found += "".join(log.pieces())
    plain = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
    assert found == plain.sub("", data.decode())


def test_colours_of_a_log_are_left_out() -> None:
    log = Log(_written(b"\x1b[1;32mgreen\x1b[0m\x1b]\x07\tx\r\n"), "j1.1", 0)
    assert "".join(log.pieces()).replace("]", "") == "green\tx\r\n"


def test_a_log_whose_beginning_is_gone() -> None:
    class Dropped(Fake):
        def logs(self, attempt: str, member: int, start: int, most: int) -> bytes:
            if start < 1_000_000:
                raise LogGoneError(1_000_000)
            return b"x" * 10 if start == 1_000_000 else b""

    log = Log(Dropped(), "j1.1", 0)
    assert "".join(log.pieces()) == "x" * 10


def _written(data: bytes) -> Fake:
    engine = Fake()
    engine.start(Order("j1.1", ("x",), ()))
    engine.write("j1.1", 0, data)
    return engine


def test_only_what_changed_is_told() -> None:
    changed = Changed()
    assert changed.only([("a", "1"), ("b", "1")]) == [("a", "1"), ("b", "1")]
    assert changed.only([("a", "1"), ("b", "2")]) == [("b", "2")]


def test_nothing_is_rendered_while_nothing_is_written() -> None:
    number, rendered = [1], [0]

    def render() -> list[tuple[str, str]]:
        rendered[0] += 1
        return [("pool", str(number[0]))]

    tell = WhenWritten(lambda: number[0], render)
    assert tell() == [("pool", "1")]
    assert [tell() for _ in range(3)] == [[], [], []]
    assert rendered == [1]
    number[0] = 2
    assert tell() == [("pool", "2")]


@given(st.text())
def test_an_event_is_one_event(text: str) -> None:
    data = event("log", text).decode()
    assert data.endswith("\n\n")
    assert all(line.startswith(("event: ", "data: ")) for line in data[:-2].split("\n"))
