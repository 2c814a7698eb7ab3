"""Usage: device and core hours by tenant, and by day."""

from __future__ import annotations

import csv
import io
import json
from datetime import date
from itertools import chain

from starlette.responses import Response

from heddle.desk.usage import report
from heddle.web.site import Tab, WebSite
from heddle.web.usage_view import DAY_MS, UsageTotals, by_day, curve
from heddle.web.visit import Visit

DAYS = (1, 7, 30, 365)


def add(site: WebSite) -> None:
    site.get("/usage", _show, tab=Tab(80))
    site.get("/usage.csv", _csv)


def _show(visit: Visit) -> Response:
    days, first, last = _span(visit)
    found = visit.call(report, from_ms=first * DAY_MS, to_ms=(last + 1) * DAY_MS)
    rows = sorted(found.rows, key=lambda row: -row.device_us)
    points = curve(_sums(visit, first, last), first, last) if days > 1 else []
    columns = [[day * DAY_MS // 1000 for day, _ in points], [hours for _, hours in points]]
    return visit.page(
        "usage.html",
        rows=rows,
        total=found.total,
        days=days,
        choices=DAYS,
        since=_date(first),
        data=json.dumps(columns),
    )


def _csv(visit: Visit) -> Response:
    _, first, last = _span(visit)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["day", "tenant", "device_hours", "core_hours", "attempts"])
    for (day, tenant), used in sorted(_sums(visit, first, last).items()):
        hours = [f"{us / 3.6e9:.6f}" for us in (used.device_us, used.core_us)]
        writer.writerow([_date(day), tenant, *hours, used.attempts])
    headers = {"Content-Disposition": 'attachment; filename="usage.csv"'}
    return Response(text.getvalue(), headers=headers, media_type="text/csv; charset=utf-8")


def _span(visit: Visit) -> tuple[int, int, int]:
    """How many days, the first and the last, since 1970."""
    asked = visit.query("days")
    days = int(asked) if asked in map(str, DAYS) else 30
    last = visit.site.loop.now_ms() // DAY_MS
    return days, last - days + 1, last


def _sums(visit: Visit, first: int, last: int) -> dict[tuple[int, str], UsageTotals]:
    over, running = visit.desk.ledger.at(visit.desk.now_ms())
    return by_day(chain(over, running), first, last, visit.who.sees)


def _date(day: int) -> str:
    return date.fromordinal(date(1970, 1, 1).toordinal() + day).isoformat()
