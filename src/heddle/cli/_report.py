"""A report of measurements, as people see it: its rows, and whether its bars hold."""

from __future__ import annotations

from heddle.cli._output import print_json, print_table
from heddle.harness.report import Report


def show(report: Report, output: str) -> None:
    if output == "json":
        print_json(report.as_dict())
        return
    heads = list(dict.fromkeys(key for row in report.rows for key in row if key != "rounds"))
    print_table(heads, [[cell(row.get(key, "-")) for key in heads] for row in report.rows])
    print()
    print_table(
        ("BAR", "LIMIT", "MEASURED", "HOLDS"),
        [
            (
                bar.name,
                f"{'>=' if bar.at_least else '<='} {bar.limit:.4g}",
                f"{bar.measured:.4g}",
                "yes" if bar.holds else "NO",
            )
            for bar in report.bars
        ],
    )


def cell(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
