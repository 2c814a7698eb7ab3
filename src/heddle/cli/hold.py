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
from heddle.cli import _held
from heddle.cli._held import configure as configure

HELP = "stop a program's accelerator work, or keep a job from starting"


def run(options: argparse.Namespace) -> int:
    return _held.act(options, heddle.hold, lambda client, job: client.hold(job))
