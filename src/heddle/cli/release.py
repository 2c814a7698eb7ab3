"""Let a program that was held go on.

examples:
  heddle release 7
"""

from __future__ import annotations

import argparse

from heddle import native
from heddle.table import program_of

HELP = "let a held program go on"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("program", type=int, help="its id, as shown by heddle ps, or a process id")


def run(options: argparse.Namespace) -> int:
    native.hold(program_of(options.program), False)
    return 0
