"""Let a node take no new jobs; what runs there goes on. `heddle undrain` ends it.

examples:
  heddle drain gpu-7
  heddle drain gpu-7 -o json
"""

from __future__ import annotations

import argparse

from heddle.cli import _nodes
from heddle.cli._nodes import configure as configure

HELP = "let a node take no new jobs"


def run(options: argparse.Namespace) -> int:
    return _nodes.act(options, lambda client, node: client.drain(node))
