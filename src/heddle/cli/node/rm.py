"""Remove a node: its key is revoked, and a connected node leaves.

examples:
  heddle node rm gpu-7

exit codes: 2 there is no such node; 111 not permitted; 123 no control plane answers
"""

from __future__ import annotations

import argparse

from heddle.cli._output import print_answer
from heddle.cli.node._nodes import configure as configure

HELP = "remove a node and revoke its key"


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    with where.find() as client:
        client.remove_node(options.node)
    print_answer(options.output, {"forgotten": options.node}, f"{options.node} is forgotten")
    return 0
