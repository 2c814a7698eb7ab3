"""Report usage from the ledger: device time, core time, normalised units and, where devices have
prices (`heddle up --sites`), money.

Only the part of an attempt between --since and --until counts; a running attempt is charged up to
now, at the prices of its start. Reports for consecutive times add up to the report for the whole
time. NO-PRICE counts attempts whose cost is not known, and is not included. JOULES are there where
hardware counts energy, of attempts that are over; UNMEASURED counts those that lack it.

examples:
  heddle account usage
  heddle account usage --by tenant,user --since 2026-11-01 --until 2026-12-01
  heddle account usage --by job --since 24h
  heddle account usage --by day --since 30d                 days are UTC
  heddle account usage --by model -o csv > november.csv
  heddle account usage -o json

exit codes: 2 wrong options; 111 not permitted; 123 no control plane answers
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from heddle.cli._output import amount, print_json, print_table
from heddle.cli._time import moment

if TYPE_CHECKING:
    from heddle._gen import rest

HELP = "report usage and costs, by day, tenant, user, job or model of device"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--by",
        default="tenant",
        metavar="A,B",
        help="day, tenant, user, job, model (default tenant)",
    )
    parser.add_argument("--since", type=moment, metavar="TIME", help="or how long ago: 24h")
    parser.add_argument("--until", type=moment, metavar="TIME", help="not included")
    parser.add_argument(
        "-o",
        "--output",
        choices=["table", "csv", "json"],
        default="table",
        help="table for people (default), csv or json for programs",
    )


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    which = {"since": options.since, "until": options.until, "by": options.by}
    with where.find() as client:
        if options.output == "csv":
            print(client.usage_csv(**which), end="")
            return 0
        report = client.usage(**which)
    if options.output == "json":
        print_json(report)
        return 0
    by, total = options.by.split(","), report["total"]
    heads = [*(name.upper() for name in by), "ATTEMPTS", "RUNNING", "DEVICE-S", "CORE-S", "UNIT-S"]
    rows = [
        _row([str(each.get(name) or "-") for name in by], each, total) for each in report["rows"]
    ]
    rows.append(_row(["total", *[""] * (len(by) - 1)], total, total))
    print_table((*heads, *(head for head, _ in _more(total, total))), rows)
    return 0


def _row(names: list[str], row: rest.UsageRow, total: rest.UsageRow) -> list[object]:
    """With all that the total has columns for."""
    times = map(seconds, (row["device_us"], row["cpu_us"], row["unit_us"]))
    more = (cell for _, cell in _more(row, total))
    return [*names, row["attempts"], row["running"] or "-", *times, *more]


def _more(row: rest.UsageRow, total: rest.UsageRow) -> Iterator[tuple[str, object]]:
    """Money and energy, with heads, where the total has some."""
    for currency in total["costs"]:
        cost = row["costs"].get(currency)
        yield currency.upper(), "-" if cost is None else amount(cost)
    if total["costs"] and total["unpriced"]:
        yield "NO-PRICE", row["unpriced"] or "-"
    if total["millijoules"] is not None:
        drew = row["millijoules"]
        yield "JOULES", "-" if drew is None else f"{drew // 1000}.{drew % 1000:03}"
        if total["unmeasured"]:
            yield "UNMEASURED", row["unmeasured"] or "-"


def seconds(microseconds: int | None) -> str:
    """To the millisecond, rounded down."""
    if microseconds is None:
        return "N/A"
    ms = microseconds // 1000
    return f"{ms // 1000}.{ms % 1000:03}"
