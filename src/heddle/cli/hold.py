"""Stop a program's accelerator work where it is; its processes go on until they wait for it.

A job that waits does not start before `heddle release`.

examples:
  heddle hold 7                           a program of this node
  heddle hold j17                         a job that waits
  heddle hold j17 -o json
"""

from __future__ import annotations

import argparse

import heddle
from heddle.cli._jobs import program_or_job, sentence
from heddle.cli.output import add_output, print_json
from heddle.table import program_of

HELP = "stop a program's accelerator work, or keep a job from starting"


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
        heddle.hold(program)
        if options.output == "json":
            print_json({"program": program})
        return 0
    from heddle.client import where

    with where.find() as client:
        job = client.hold(options.what)
    if options.output == "json":
        print_json(job)
    else:
        print(sentence(job))
    return 0
