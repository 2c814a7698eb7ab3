"""Usage: device and core hours by tenant, and by day."""

from __future__ import annotations

import csv
import io
import json

from starlette.responses import Response

from heddle.web.site import Site
from heddle.web.usage_view import DAY_MS, Ledger, Used, by_day, by_tenant
from heddle.web.visit import Visit

DAYS = (1, 7, 30, 365)


def add(site: Site) -> None:
    page = UsagePage(Ledger(site.loop.store))
    site.get("/usage", page.show)
    site.get("/usage.csv", page.csv)


class UsagePage:
    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def show(self, visit: Visit) -> Response:
        days, first, last, sums = self._sums(visit)
        rows = by_tenant(sums)
        total = Used()
        for used in rows.values():
            total.add(used)
        curve = by_day(sums, first, last)
        columns = [[day * DAY_MS // 1000 for day, _ in curve], [hours for _, hours in curve]]
        return visit.page(
            "usage.html", rows=rows, total=total, days=days, choices=DAYS, data=json.dumps(columns)
        )

    def csv(self, visit: Visit) -> Response:
        _, _, _, sums = self._sums(visit)
        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerow(["day", "tenant", "device_hours", "core_hours", "attempts"])
        for (day, tenant), used in sorted(sums.items()):
            hours = [f"{ms / 3_600_000:.6f}" for ms in (used.device_ms, used.core_ms)]
            writer.writerow([_date(day), tenant, *hours, used.attempts])
        headers = {"Content-Disposition": 'attachment; filename="usage.csv"'}
        return Response(text.getvalue(), headers=headers, media_type="text/csv; charset=utf-8")

    def _sums(self, visit: Visit) -> tuple[int, int, int, dict[tuple[int, str], Used]]:
        asked = visit.query("days")
        days = int(asked) if asked in map(str, DAYS) else 30
        last = visit.site.loop.now_ms() // DAY_MS
        first = last - days + 1
        return days, first, last, self._ledger.sums(first, visit.who.sees)


def _date(day: int) -> str:
    from datetime import date

    return date.fromordinal(date(1970, 1, 1).toordinal() + day).isoformat()
