"""Change a running program's priority or deadline.

examples:
  heddle hint 7 --priority high
  heddle hint 7 --deadline-ms 33
"""

from __future__ import annotations

import argparse

import heddle

HELP = "change a running program's priority or deadline"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", type=int, help="program id, as shown by heddle ps")
    parser.add_argument("--priority", metavar="N", help="-255..255, high or low")
    parser.add_argument(
        "--deadline-ms", type=float, metavar="MS", help="after the start of a burst; 0: none"
    )


def run(options: argparse.Namespace) -> int:
    deadline = None if options.deadline_ms is None else options.deadline_ms / 1000
    heddle.hint(priority=options.priority, deadline=deadline, program=options.id)
    return 0
