"""Forget a node: its key ends, and if it is there it leaves.

examples:
  heddle node rm gpu-7

exit codes: 2 there is no such node; 111 the token may not; 123 no control plane answers
"""

from __future__ import annotations

import argparse

from heddle.cli._output import print_answer
from heddle.cli.node._nodes import configure as configure

HELP = "forget a node; its key ends"


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    with where.find() as client:
        client.remove_node(options.node)
    print_answer(options.output, {"forgotten": options.node}, f"{options.node} is forgotten")
    return 0
