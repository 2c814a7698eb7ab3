"""Let a program that was held go on.

examples:
  heddle release 7
"""

from __future__ import annotations

import argparse

from heddle import native

HELP = "let a held program go on"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", type=int, help="program id, as shown by heddle ps")


def run(options: argparse.Namespace) -> int:
    native.hold(options.id, False)
    return 0
