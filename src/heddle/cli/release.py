"""Let a program or a job that was held go on.

examples:
  heddle release 7                        a program of this node
  heddle release j17                      a job
  heddle release j17 -o json
"""

from __future__ import annotations

import argparse

import heddle
from heddle.cli._jobs import program_or_job, sentence
from heddle.cli.output import add_output, print_json
from heddle.table import program_of

HELP = "let a held program or job go on"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        type=program_or_job,
        metavar="ID",
        help="a program's, as shown by heddle ps, or a process id; or a job's: j17",
    )
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    if isinstance(options.what, int):
        program = program_of(options.what)
        heddle.release(program)
        if options.output == "json":
            print_json({"program": program})
        return 0
    from heddle.client import where

    with where.find() as client:
        job = client.release(options.what)
    if options.output == "json":
        print_json(job)
    else:
        print(sentence(job))
    return 0
