"""`heddle sim sites`: several clusters, one job file."""

from __future__ import annotations

import argparse
from pathlib import Path

from heddle.cli._output import add_output, print_json
from heddle.extras import extra

HELP = "several clusters, one job file"

DESCRIPTION = """Several sites with a cluster each, on one virtual clock: which one gets a job, why
not another, and what happens when one falls silent. Without files it tells a story of three sites.
What is modelled, and the files: docs/concepts/sites.md."""

EXAMPLES = """examples:
  heddle sim sites
  heddle sim sites -o json
  heddle sim sites --file examples/sites/sites.toml --job examples/sites/job.yaml
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_output(parser)
    parser.add_argument("--file", metavar="FILE", type=Path, help="sites.toml (default: a story)")
    parser.add_argument("--job", metavar="FILE", type=Path, help="jobs, as YAML or JSON")


def run(options: argparse.Namespace) -> int:
    with extra("heddle sim sites", "NumPy", "cluster"):
        from heddle.sim.sites import report
    found = report.run_story(options)
    if options.output == "json":
        print_json(found)
    else:
        print(report.text(found))
    return 0
