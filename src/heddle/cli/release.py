"""Let a program or a job that was held go on.

examples:
  heddle release 7                        a program of this node
  heddle release j17                      a job
  heddle release j17 -o json
"""

from __future__ import annotations

import argparse

import heddle
from heddle.cli import _held
from heddle.cli._held import configure as configure

HELP = "let a held program or job go on"


def run(options: argparse.Namespace) -> int:
    return _held.act(options, heddle.release, lambda client, job: client.release(job))
