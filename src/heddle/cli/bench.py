"""Run a benchmark, and compare it with its bars. Exits with 1 if one is missed.

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

from heddle.cli._output import Progress, add_output
from heddle.cli._report import show
from heddle.harness.report import Report
from heddle.research import bench as benchmarks
from heddle.seams import Seam

HELP = "run a benchmark against its bars; exit code 1 if one is missed"
GROUP = "Measure and simulate"
SEAM = Seam(benchmarks.__name__, "benchmark")


def configure(parser: argparse.ArgumentParser) -> None:
    kinds = parser.add_subparsers(dest="name", required=True, metavar="NAME")
    for name in SEAM.names():
        module = SEAM.load(name)
        form = parser.formatter_class
        kind = kinds.add_parser(
            name, help=module.HELP, description=module.__doc__, formatter_class=form
        )
        kind.add_argument("--device", default="soft@gpu", help="device to use (default soft@gpu)")
        add_output(kind)
        module.configure(kind)


def run(options: argparse.Namespace) -> int:
    module = SEAM.load(options.name)
    progress = Progress()
    report: Report = module.measure(options, progress.show)
    progress.done()
    show(report, options.output)
    return 0 if report.holds else 1
