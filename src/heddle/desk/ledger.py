"""The usage ledger: what attempts were charged in a time, exactly.

An attempt is charged for every millisecond from its start to its end. Thousandths of devices times
milliseconds are microseconds of devices: whole numbers, so nothing is rounded, and what reports for
one time after the other say adds up to what one report for all of it says. Money likewise: an
attempt has the price that it began with, in millionths of a currency for an hour, and that times
milliseconds is a whole number of parts, `PARTS` to a millionth. The energy of an attempt counts as
if it had been drawn evenly; what is rounded off in one time is in the next.
"""

from __future__ import annotations

import csv
import io
import threading
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields
from datetime import date, timedelta
from itertools import chain, islice, repeat
from operator import itemgetter
from typing import Any, NamedTuple

from heddle.control.charges import SO_FAR
from heddle.desk.access.users import within
from heddle.errors import StoreError
from heddle.model.job import WHOLE
from heddle.store.base import Event, Store

BY = ("day", "tenant", "user", "job", "model")
PAGE = 10_000
FEW, PAUSE_S = 500, 0.05  #: attempts read at once, after a pause, where no caller waits
UNKNOWN = -1  #: units without a declared worth, or no price
PARTS = 3_600_000  #: milliseconds of an hour: of money, exact amounts of a millionth
DAY_MS = 86_400_000
EPOCH = date(1970, 1, 1)


@dataclass(frozen=True, slots=True)
class UsageRow:
    """What was used by one tenant, user, job or model of device; what is not asked for is None.
    Time of whole devices, cores and units; a half device for two seconds is one second of a
    device. `_us` are exact, `_ms` the same rounded down."""

    tenant: str | None
    user: str | None
    job: str | None
    attempts: int  #: that have a part in this time
    device_ms: int
    cpu_ms: int
    unit_ms: int | None  #: None: the worth of some of it was not declared
    model: str | None = None  #: of the devices, with + between several; empty: cores only
    running: int = 0  #: of the attempts; they are charged up to now
    device_us: int = 0
    cpu_us: int = 0
    unit_us: int | None = 0
    day: str | None = None  #: of UTC: 2026-11-01
    costs: Mapping[str, int] = field(default_factory=dict)  #: millionths, rounded down, by currency
    costs_exact: Mapping[str, int] = field(default_factory=dict)  #: in parts, 3600000 to one of it
    unpriced: int = 0  #: attempts that had no price, so that the costs are without theirs
    millijoules: int | None = None  #: of attempts that are over; None: nothing of it was measured
    unmeasured: int = 0  #: attempts with devices that are over and of which nobody knows it


@dataclass(frozen=True, slots=True)
class UsageReport:
    """Of the part of every attempt that lies in this time."""

    from_ms: int
    to_ms: int
    now_ms: int  #: up to when running attempts are charged
    rows: Sequence[UsageRow]
    total: UsageRow


class Charge(NamedTuple):
    """One attempt: when, how much of what at a time, and whose."""

    end_ms: int
    ms: int
    devices: int  #: thousandths
    cores: int
    units: int
    tenant: str
    user: str
    job: str
    model: str
    price: int = UNKNOWN  #: of an hour of all of it, in millionths
    currency: str = ""
    energy: int = UNKNOWN  #: in all, in millijoules
    attempt: str = ""  #: of one that is charged in parts, as it was suspended
    goes_on: int = 0  #: 1: another part follows


_OPTIONAL = ("day", "costs", "costs_exact", "unpriced", "millijoules", "unmeasured")
_TEXTS = ("tenant", "user", "job", "model", "currency", "attempt")


def charge(event: Event, user_of: Callable[[str], str]) -> Charge:
    """`user_of` tells whose a job is, where the event does not."""
    detail: Mapping[str, Any] = event.detail
    job = str(detail["job"])
    devices = int(detail["device_milli"])
    units = detail.get("unit_milli", None if devices else 0)
    return Charge(
        event.at_ms,
        int(detail["ms"]),
        devices,
        int(detail["cpu_milli"]),
        UNKNOWN if units is None else int(units),
        event.tenant,
        str(detail.get("user") or user_of(job)),
        job,
        str(detail.get("model") or ""),
        int(detail.get("price_micro", UNKNOWN)),
        str(detail.get("currency", "")),
        int(detail.get("millijoules", UNKNOWN)),
        event.subject if "part" in detail else "",
        int(detail.get("part") == SO_FAR),
    )


class Charges:
    """Many of them, in little memory: 120 bytes each and the name of its job."""

    def __init__(self) -> None:
        self._columns: list[Any] = [[] if name in _TEXTS else array("q") for name in Charge._fields]
        self._same: dict[str, str] = {}

    def add(self, one: Charge) -> None:
        shared = (one.tenant, one.user, one.model, one.currency)
        same: dict[Any, str] = {text: self._same.setdefault(text, text) for text in shared}
        for column, value in zip(self._columns, one, strict=True):
            column.append(same.get(value, value))

    def all(self) -> Iterator[Charge]:
        """Those that are here now, as plain tuples: others may be added meanwhile."""
        return islice(zip(*self._columns, strict=False), len(self._columns[-1]))  # type: ignore[arg-type]


class Ledger:
    """Reads each event once. `running` gives what attempts that are not over would be charged at
    a time. For any thread."""

    def __init__(self, store: Store, running: Callable[[int], Sequence[Event]]) -> None:
        self._store = store
        self._running = running
        self._mutex = threading.Lock()
        self._closed = threading.Event()
        self._last = 0
        self._charges = Charges()

    def at(self, now_ms: int) -> tuple[Iterator[Charge], list[Charge]]:
        """Of attempts that are over, and of those that are not; each is in one of them."""
        with self._mutex:
            self._read()
            running = self._running(now_ms)
            ended = self._read()
            left = [event for event in running if event.subject not in ended]
            return self._charges.all(), [charge(event, self._user_of) for event in left]

    def warm(self) -> None:
        """Reads what is there already, little by little, so that the first report need not."""
        with suppress(StoreError):
            while not self._closed.wait(PAUSE_S):
                with self._mutex:
                    if not self._page(FEW):
                        return

    def close(self) -> None:
        self._closed.set()

    def _read(self) -> set[str]:
        """What is new; gives those attempts."""
        found: set[str] = set()
        while events := self._page(PAGE):
            found.update(event.subject for event in events)
        return found

    def _page(self, most: int) -> list[Event]:
        events = self._store.events(self._last, limit=most, kind="usage")
        for event in events:
            self._charges.add(charge(event, self._user_of))
        self._last = events[-1].number if events else self._last
        return events

    def _user_of(self, job: str) -> str:
        record = self._store.job(job)
        return record.user if record else ""


class _Sum:
    """Microseconds, and parts of millionths."""

    __slots__ = (
        *("attempts", "cores", "costs", "devices", "energy", "in_parts", "running", "units"),
        *("unmeasured", "unpriced"),
    )

    def __init__(self) -> None:
        self.attempts = self.running = self.devices = self.cores = 0
        self.unpriced = self.unmeasured = 0
        self.units: int | None = 0
        self.energy: int | None = None
        self.costs: dict[str, int] = {}
        self.in_parts: set[str] | None = None  #: attempts of which there is a part already

    def take(self, one: Charge, runs: int, before: int, length: int) -> None:
        """The part of an attempt that is so long, after as much of it."""
        _, ms, devices, cores, units, _, _, _, _, price, currency, energy, attempt, goes_on = one
        is_new = not attempt or self._is_first(attempt)
        self.attempts += is_new
        self.running += runs
        self.devices += length * devices
        self.cores += length * cores
        if units == UNKNOWN:
            self.units = None
        elif self.units is not None:
            self.units += length * units
        if price != UNKNOWN:
            self.costs[currency] = self.costs.get(currency, 0) + length * price
        elif ms:
            self.unpriced += is_new
        if energy != UNKNOWN:
            part = energy * (before + length) // ms - energy * before // ms if ms else energy
            self.energy = (self.energy or 0) + part
        elif ms and devices and not (runs or goes_on):
            self.unmeasured += 1

    def _is_first(self, attempt: str) -> bool:
        if self.in_parts is None:
            self.in_parts = set()
        is_first = attempt not in self.in_parts
        self.in_parts.add(attempt)
        return is_first

    def row(self, names: Mapping[str, str]) -> UsageRow:
        return UsageRow(
            names.get("tenant"),
            names.get("user"),
            names.get("job"),
            self.attempts,
            self.devices // WHOLE,
            self.cores // WHOLE,
            None if self.units is None else self.units // WHOLE,
            names.get("model"),
            self.running,
            self.devices,
            self.cores,
            self.units,
            names.get("day"),
            {currency: exact // PARTS for currency, exact in sorted(self.costs.items())},
            dict(sorted(self.costs.items())),
            self.unpriced,
            self.energy,
            self.unmeasured,
        )

    def add(self, other: _Sum) -> None:
        self.attempts += other.attempts
        self.running += other.running
        self.devices += other.devices
        self.cores += other.cores
        self.unpriced += other.unpriced
        self.unmeasured += other.unmeasured
        if other.energy is not None:
            self.energy = (self.energy or 0) + other.energy
        known = self.units is not None and other.units is not None
        self.units = self.units + other.units if known else None  # type: ignore[operator]
        for currency, exact in other.costs.items():
            self.costs[currency] = self.costs.get(currency, 0) + exact


def report(
    over: Iterable[Charge],
    running: Iterable[Charge],
    by: Sequence[str],
    from_ms: int,
    to_ms: int,
    now_ms: int,
    tenant: str = "",
) -> UsageReport:
    """Of a tenant and all below it. An attempt counts in each day in which it has a part, and once
    in the total."""
    named = [name for name in by if name != "day"]
    key_of = _key_of(named)
    by_day = "day" in by
    seen: dict[str, bool] = {}
    sums: dict[Any, _Sum] = {}
    once = _Sum()  # each attempt, however many days it has a part in
    for one, runs in chain(zip(over, repeat(0)), zip(running, repeat(1))):
        end_ms, ms, whose = one[0], one[1], one[5]
        start = max(end_ms - ms, from_ms)
        part = min(end_ms, to_ms) - start
        if part <= 0 and (ms or not from_ms <= end_ms < to_ms):
            continue
        if not seen.setdefault(whose, within(whose, tenant)):
            continue
        key, before = key_of(one), start - (end_ms - ms)
        for day, length in _days(start, part) if by_day else ((0, part),):
            found = sums.get((day, key))
            if found is None:
                found = sums[day, key] = _Sum()
            found.take(one, runs, before, length)
            before += length
        if by_day:
            once.take(one, runs, before - part, part)
    total = _Sum()
    rows = []
    for (day, key), found in sorted(sums.items()):
        names = dict(zip(named, key, strict=True))
        if by_day:
            names["day"] = (EPOCH + timedelta(days=day)).isoformat()
        rows.append(found.row(names))
        total.add(found)
    return UsageReport(from_ms, to_ms, now_ms, rows, (once if by_day else total).row({}))


def _key_of(names: Sequence[str]) -> Callable[[Charge], tuple[str, ...]]:
    at = [Charge._fields.index(name) for name in names]
    if not at:
        return lambda one: ()
    if len(at) == 1:
        (only,) = at
        return lambda one: (one[only],)  # type: ignore[return-value]
    return itemgetter(*at)


def _days(start: int, length: int) -> list[tuple[int, int]]:
    """Days since 1970, and how much of a span is in each."""
    first, last = start // DAY_MS, (start + max(length, 1) - 1) // DAY_MS
    end = start + length
    return [
        (day, min(end, (day + 1) * DAY_MS) - max(start, day * DAY_MS))
        for day in range(first, last + 1)
    ]


#: What is always in a table for programs; money and energy follow, where there is some.
_CSV = [part.name for part in fields(UsageRow) if part.name not in _OPTIONAL]


def as_csv(found: UsageReport) -> str:
    """A head, then the rows; the total is theirs to add. What a spreadsheet could take for a
    formula cannot be the name of a tenant, user or job. Without days, prices and measured energy it
    has no columns for them."""
    text = io.StringIO()
    writer = csv.writer(text)
    currencies = sorted(found.total.costs)
    names = [*_CSV]
    if any(row.day for row in found.rows):
        names.insert(0, "day")
    paid = ["unpriced"] if currencies else []
    drawn = [] if found.total.millijoules is None else ["millijoules", "unmeasured"]
    writer.writerow([*names, *(f"cost_{each}" for each in currencies), *paid, *drawn])
    for row in found.rows:
        costs = [money(row.costs.get(each, 0)) for each in currencies]
        values = ([getattr(row, name) for name in some] for some in (names, paid, drawn))
        first, left, energy = values
        writer.writerow([*first, *costs, *left, *energy])
    return text.getvalue()


def money(millionths: int) -> str:
    """Of the currency, to the millionth."""
    return f"{millionths // 10**6}.{millionths % 10**6:06}"
