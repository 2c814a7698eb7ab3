"""Let a node that was drained take jobs again.

examples:
  heddle node undrain gpu-7
  heddle node undrain gpu-7 -o json

exit codes: 2 there is no such node; 111 not permitted; 123 no control plane answers
"""

from __future__ import annotations

import argparse

from heddle.cli.node import _nodes
from heddle.cli.node._nodes import configure as configure

HELP = "let a drained node take jobs again"


def run(options: argparse.Namespace) -> int:
    return _nodes.act(options, lambda client, node: client.undrain(node))
