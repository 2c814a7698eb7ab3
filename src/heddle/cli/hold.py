"""Stop a program's accelerator work where it is; its processes go on until they wait for it.

examples:
  heddle hold 7
"""

from __future__ import annotations

import argparse

from heddle import native

HELP = "stop a program's accelerator work"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", type=int, help="program id, as shown by heddle ps")


def run(options: argparse.Namespace) -> int:
    native.hold(options.id, True)
    return 0
