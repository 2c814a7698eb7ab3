"""Measure, and say whether the bars hold. Ends with 1 if one does not.

examples:
  heddle bench overhead
  heddle bench preempt --device soft@gpu -o json
  heddle bench preempt --device cuda@0
  heddle bench preempt --device opencl@0
  heddle bench live
  heddle bench place --traces DIR      packing beside FGD; likewise bench jct
"""

from __future__ import annotations

import argparse
import importlib

import heddle.bench
from heddle.bench.report import Report
from heddle.cli.output import Progress, add_output, print_json, print_table
from heddle.modules import names_in

HELP = "measure, and say whether the bars hold; exit code 1 if one does not"
PARTS = {"report", "target", "workload"}


def names() -> list[str]:
    return [name for name in names_in(heddle.bench.__path__) if name not in PARTS]


def configure(parser: argparse.ArgumentParser) -> None:
    kinds = parser.add_subparsers(dest="name", required=True, metavar="NAME")
    for name in names():
        module = importlib.import_module(f"heddle.bench.{name}")
        form = parser.formatter_class
        kind = kinds.add_parser(
            name, help=module.HELP, description=module.__doc__, formatter_class=form
        )
        kind.add_argument("--device", default="soft@gpu", help="device to use (default soft@gpu)")
        add_output(kind)
        module.configure(kind)


def run(options: argparse.Namespace) -> int:
    module = importlib.import_module(f"heddle.bench.{options.name}")
    progress = Progress()
    report: Report = module.measure(options, progress.show)
    progress.done()
    show(report, options.output)
    return 0 if report.holds else 1


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
