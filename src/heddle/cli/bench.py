"""Run a benchmark, and compare it with its bars. Exits with 1 if one is missed.

Ctrl-C or SIGTERM ends a long one early; it prints the rows that it has measured by then.

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
import signal

from heddle.cli._output import Progress, add_output, complain
from heddle.cli._report import show
from heddle.harness.report import BenchInterrupt, Report
from heddle.harness.workload import machine
from heddle.research import bench as benchmarks
from heddle.seams import Seam

HELP = "run a benchmark against its bars; exit code 1 if one is missed"
GROUP = "Measure and simulate"
SEAM = Seam(benchmarks.__name__, "benchmark")
INTERRUPTED = 130


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
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: `timeout` sends it
    try:
        report: Report = module.measure(options, progress.show)
    except BenchInterrupt as ended:
        progress.done()
        show(Report(options.name, ended.rows, [], machine()), options.output)
        count = len(ended.rows)
        complain(f"interrupted after {count} row{'s' * (count != 1)}: no bar was judged.")
        return INTERRUPTED
    progress.done()
    show(report, options.output)
    return 0 if report.holds else 1
