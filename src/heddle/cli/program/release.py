"""Let a held program or job continue.

examples:
  heddle program release 7      a program of this node; its memory comes back, too
  heddle program release 7 --onto cuda@0=cuda@1  a checkpointed one, on a device of the same model
  heddle program release train  all that runs in a partition
  heddle program release j17    a job
  heddle program release j17 -o json
"""

from __future__ import annotations

import argparse

import heddle
from heddle.cli.program import _held
from heddle.errors import UsageError

HELP = "let a held program or job continue"


def configure(parser: argparse.ArgumentParser) -> None:
    _held.configure(parser)
    parser.add_argument(
        "--onto", action="append", default=[], metavar="OLD=NEW", help="continue on another device"
    )


def run(options: argparse.Namespace) -> int:
    moves = [_move(text) for text in options.onto]
    if moves and options.node:
        raise UsageError("--onto is for a program of this node: run it there.")
    if moves and not isinstance(options.what, int):
        raise UsageError("--onto is for a program of this node; `heddle ps` lists them.")
    return _held.act(
        options,
        lambda program: heddle.release(program, moves),
        lambda client, job: client.release(job),
        lambda client, node, program: client.release_program(node, program),
    )


def _move(text: str) -> tuple[str, str]:
    old, sign, new = text.partition("=")
    if not (old and sign and new):
        raise UsageError(f"--onto {text} is not allowed: give two devices, cuda@0=cuda@1.")
    return old, new
