"""Stop giving a node new jobs; running jobs continue. `heddle node undrain` reverses it.

examples:
  heddle node drain gpu-7
  heddle node drain gpu-7 -o json

exit codes: 2 there is no such node; 111 not permitted; 123 no control plane answers
"""

from __future__ import annotations

import argparse

from heddle.cli.node import _nodes
from heddle.cli.node._nodes import configure as configure

HELP = "stop giving a node new jobs"


def run(options: argparse.Namespace) -> int:
    return _nodes.act(options, lambda client, node: client.drain(node))
