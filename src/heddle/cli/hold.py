"""Stop a program's accelerator work where it is; its processes go on until they wait for it.

examples:
  heddle hold 7
"""

from __future__ import annotations

import argparse

import heddle
from heddle.table import program_of

HELP = "stop a program's accelerator work"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("program", type=int, help="its id, as shown by heddle ps, or a process id")


def run(options: argparse.Namespace) -> int:
    heddle.hold(program_of(options.program))
    return 0
