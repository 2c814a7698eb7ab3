"""Usage: device and core hours, and what they cost, by tenant and by day."""

from __future__ import annotations

import csv
import io
import json

from starlette.responses import Response

from heddle.desk.ledger import DAY_MS, UsageReport, money
from heddle.desk.usage import report
from heddle.web.site import Tab, WebSite
from heddle.web.usage_view import curve, day_of
from heddle.web.visit import Visit

DAYS = (1, 7, 30, 365)


def add(site: WebSite) -> None:
    site.get("/usage", _show, tab=Tab(80))
    site.get("/usage.csv", _csv)


def _show(visit: Visit) -> Response:
    days, first, last = _span(visit)
    found = _report(visit, "tenant", first, last)
    rows = sorted(found.rows, key=lambda row: -row.device_us)
    points = curve(_report(visit, "day", first, last).rows, first, last) if days > 1 else []
    columns = [[day * DAY_MS // 1000 for day, _ in points], [hours for _, hours in points]]
    return visit.page(
        "usage.html",
        rows=rows,
        total=found.total,
        days=days,
        choices=DAYS,
        since=day_of(first),
        currencies=sorted(found.total.costs),
        has_energy=found.total.millijoules is not None,
        data=json.dumps(columns),
    )


def _csv(visit: Visit) -> Response:
    _, first, last = _span(visit)
    text = io.StringIO()
    writer = csv.writer(text)
    found = _report(visit, "day,tenant", first, last)
    currencies = sorted(found.total.costs)
    more = [f"cost_{each}" for each in currencies]
    more += [] if found.total.millijoules is None else ["joules"]
    writer.writerow(["day", "tenant", "device_hours", "core_hours", "attempts", *more])
    for row in found.rows:
        hours = [f"{us / 3.6e9:.6f}" for us in (row.device_us, row.cpu_us)]
        paid = [money(row.costs.get(each, 0)) for each in currencies]
        if found.total.millijoules is not None:
            paid.append("" if row.millijoules is None else f"{row.millijoules / 1000:.3f}")
        writer.writerow([row.day, row.tenant, *hours, row.attempts, *paid])
    headers = {"Content-Disposition": 'attachment; filename="usage.csv"'}
    return Response(text.getvalue(), headers=headers, media_type="text/csv; charset=utf-8")


def _span(visit: Visit) -> tuple[int, int, int]:
    """How many days, the first and the last, since 1970."""
    asked = visit.query("days")
    days = int(asked) if asked in map(str, DAYS) else 30
    last = visit.site.loop.now_ms() // DAY_MS
    return days, last - days + 1, last


def _report(visit: Visit, by: str, first: int, last: int) -> UsageReport:
    return visit.call(report, by=by, from_ms=first * DAY_MS, to_ms=(last + 1) * DAY_MS)
