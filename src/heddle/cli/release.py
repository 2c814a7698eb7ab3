"""Let a program that was held go on.

examples:
  heddle release 7
"""

from __future__ import annotations

import argparse

import heddle
from heddle.table import program_of

HELP = "let a held program go on"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("program", type=int, help="its id, as shown by heddle ps, or a process id")


def run(options: argparse.Namespace) -> int:
    heddle.release(program_of(options.program))
    return 0
