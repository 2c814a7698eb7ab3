"""The usage ledger: what attempts were charged in a time, exactly.

An attempt is charged for every millisecond from its start to its end. Thousandths of devices times
milliseconds are microseconds of devices: whole numbers, so nothing is rounded, and what reports for
one time after the other say adds up to what one report for all of it says.
"""

from __future__ import annotations

import csv
import io
import threading
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, fields
from itertools import chain, islice, repeat
from operator import itemgetter
from typing import Any, NamedTuple

from heddle.desk.access.users import within
from heddle.errors import StoreError
from heddle.model.job import WHOLE
from heddle.store.base import Event, Store

BY = ("tenant", "user", "job", "model")
PAGE = 10_000
FEW, PAUSE_S = 500, 0.05  #: attempts read at once, after a pause, where no caller waits
UNKNOWN = -1  #: units without a declared worth


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
    )


class Charges:
    """Many of them, in little memory: 80 bytes each and the name of its job."""

    def __init__(self) -> None:
        self._numbers = [array("q") for _ in range(5)]
        self._names: list[list[str]] = [[] for _ in range(4)]
        self._same: dict[str, str] = {}

    def add(self, one: Charge) -> None:
        *numbers, tenant, user, job, model = one
        for column, number in zip(self._numbers, numbers, strict=True):
            column.append(number)
        same = self._same.setdefault
        texts = (same(tenant, tenant), same(user, user), job, same(model, model))
        for names, text in zip(self._names, texts, strict=True):
            names.append(text)

    def all(self) -> Iterator[Charge]:
        """Those that are here now, as plain tuples: others may be added meanwhile."""
        return islice(zip(*self._numbers, *self._names, strict=False), len(self._names[-1]))  # type: ignore[arg-type]


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
    """Microseconds."""

    __slots__ = ("attempts", "cores", "devices", "running", "units")

    def __init__(self) -> None:
        self.attempts = self.running = self.devices = self.cores = 0
        self.units: int | None = 0

    def row(
        self, tenant: str | None, user: str | None, job: str | None, model: str | None
    ) -> UsageRow:
        return UsageRow(
            tenant,
            user,
            job,
            self.attempts,
            self.devices // WHOLE,
            self.cores // WHOLE,
            None if self.units is None else self.units // WHOLE,
            model,
            self.running,
            self.devices,
            self.cores,
            self.units,
        )

    def add(self, other: _Sum) -> None:
        self.attempts += other.attempts
        self.running += other.running
        self.devices += other.devices
        self.cores += other.cores
        known = self.units is not None and other.units is not None
        self.units = self.units + other.units if known else None  # type: ignore[operator]


def report(
    over: Iterable[Charge],
    running: Iterable[Charge],
    by: Sequence[str],
    from_ms: int,
    to_ms: int,
    now_ms: int,
    tenant: str = "",
) -> UsageReport:
    """Of a tenant and all below it."""
    first = len(Charge._fields) - len(BY)
    key_of = itemgetter(*(first + BY.index(name) for name in by))
    seen: dict[str, bool] = {}
    sums: dict[Any, _Sum] = {}
    for one, runs in chain(zip(over, repeat(0)), zip(running, repeat(1))):
        end_ms, ms, devices, cores, units, whose = one[:6]
        part = min(end_ms, to_ms) - max(end_ms - ms, from_ms)
        if part <= 0 and (ms or not from_ms <= end_ms < to_ms):
            continue
        if not seen.setdefault(whose, within(whose, tenant)):
            continue
        key = key_of(one)
        found = sums.get(key)
        if found is None:
            found = sums[key] = _Sum()
        found.attempts += 1
        found.running += runs
        found.devices += part * devices
        found.cores += part * cores
        if units == UNKNOWN:
            found.units = None
        elif found.units is not None:
            found.units += part * units
    total = _Sum()
    rows = []
    at = [by.index(name) if name in by else len(by) for name in BY]  # the last is None
    for key, found in sorted(sums.items()):
        names = (*key, None) if len(by) > 1 else (key, None)
        rows.append(found.row(*(names[i] for i in at)))
        total.add(found)
    return UsageReport(from_ms, to_ms, now_ms, rows, total.row(None, None, None, None))


def as_csv(found: UsageReport) -> str:
    """A head, then the rows; the total is theirs to add. What a spreadsheet could take for a
    formula cannot be the name of a tenant, user or job."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([part.name for part in fields(UsageRow)])
    writer.writerows(astuple(row) for row in found.rows)
    return text.getvalue()
