"""Let a node that was drained take jobs again.

examples:
  heddle undrain gpu-7
"""

from __future__ import annotations

import argparse

from heddle.cli import _nodes
from heddle.cli._nodes import configure as configure

HELP = "let a drained node take jobs again"


def run(options: argparse.Namespace) -> int:
    return _nodes.act(options, lambda client, node: client.undrain(node))
