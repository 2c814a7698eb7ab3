"""Report usage from the ledger: device time, core time and normalised units, to the millisecond.

Only the part of an attempt between --since and --until counts; a running attempt is charged up to
now. Reports for consecutive times add up to the report for the whole time.

examples:
  heddle account usage
  heddle account usage --by tenant,user --since 2026-11-01 --until 2026-12-01
  heddle account usage --by job --since 24h
  heddle account usage --by model -o csv > november.csv
  heddle account usage -o json

exit codes: 2 wrong options; 111 not permitted; 123 no control plane answers
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from heddle.cli._output import print_json, print_table
from heddle.cli._time import moment

if TYPE_CHECKING:
    from heddle._gen import rest

HELP = "report usage, by tenant, user, job or model of device"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--by", default="tenant", metavar="A,B", help="tenant, user, job, model (default tenant)"
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
    by = options.by.split(",")
    heads = [name.upper() for name in by]
    rows = [_row([str(each.get(name) or "-") for name in by], each) for each in report["rows"]]
    rows.append(_row(["total", *[""] * (len(by) - 1)], report["total"]))
    print_table((*heads, "ATTEMPTS", "RUNNING", "DEVICE-S", "CORE-S", "UNIT-S"), rows)
    return 0


def _row(names: list[str], row: rest.UsageRow) -> list[object]:
    times = map(seconds, (row["device_us"], row["cpu_us"], row["unit_us"]))
    return [*names, row["attempts"], row["running"] or "-", *times]


def seconds(microseconds: int | None) -> str:
    """To the millisecond, rounded down."""
    if microseconds is None:
        return "N/A"
    ms = microseconds // 1000
    return f"{ms // 1000}.{ms % 1000:03}"
