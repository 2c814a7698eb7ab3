"""The usage ledger: what attempts that are over were charged, added up from events. Pure."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from typing import Any

from heddle.model.job import WHOLE
from heddle.store.base import Event

BY = ("tenant", "user", "job")


@dataclass(frozen=True, slots=True)
class UsageRow:
    """What was used by one tenant, user or job; what is not asked for is None. Milliseconds of
    whole devices, cores and units; a half device for two seconds is one second of a device."""

    tenant: str | None
    user: str | None
    job: str | None
    attempts: int
    device_ms: int
    cpu_ms: int
    unit_ms: int | None  #: None: of some of it nobody said the worth


@dataclass(frozen=True, slots=True)
class UsageReport:
    """Of attempts that ended in this time."""

    from_ms: int
    to_ms: int
    rows: Sequence[UsageRow]
    total: UsageRow


class _Sum:
    """Exact: rounded only when it is shown."""

    def __init__(self) -> None:
        self.attempts = self.devices = self.cores = 0
        self.units: int | None = 0

    def add(self, detail: Mapping[str, Any]) -> None:
        self.attempts += 1
        self.devices += detail["ms"] * detail["device_milli"]
        self.cores += detail["ms"] * detail["cpu_milli"]
        units = detail.get("unit_milli", None if detail["device_milli"] else 0)
        known = self.units is not None and units is not None
        self.units = self.units + detail["ms"] * units if known else None

    def row(self, tenant: str | None, user: str | None, job: str | None) -> UsageRow:
        units = None if self.units is None else self.units // WHOLE
        return UsageRow(
            tenant, user, job, self.attempts, self.devices // WHOLE, self.cores // WHOLE, units
        )


def report(
    events: Iterable[Event],
    by: Sequence[str],
    user_of: Callable[[str], str],
    from_ms: int,
    to_ms: int,
) -> UsageReport:
    """`user_of` tells whose a job is."""
    sums: dict[tuple[str | None, str | None, str | None], _Sum] = {}
    total = _Sum()
    for event in events:
        if not from_ms <= event.at_ms < to_ms:
            continue
        detail = event.detail
        job = str(detail["job"])
        user = (str(detail.get("user") or user_of(job))) if "user" in by else None
        key = event.tenant if "tenant" in by else None, user, job if "job" in by else None
        sums.setdefault(key, _Sum()).add(detail)
        total.add(detail)
    ordered = sorted(sums.items(), key=lambda each: tuple(part or "" for part in each[0]))
    rows = [each.row(*key) for key, each in ordered]
    return UsageReport(from_ms, to_ms, rows, total.row(None, None, None))


def as_csv(found: UsageReport) -> str:
    """A head, then the rows; the total is theirs to add. What a spreadsheet could take for a
    formula cannot be the name of a tenant, user or job."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([part.name for part in fields(UsageRow)])
    writer.writerows(astuple(row) for row in found.rows)
    return text.getvalue()
