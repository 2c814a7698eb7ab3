"""Show one node with its devices; as JSON also its inventory, topology, scores and live state.

examples:
  heddle node show gpu-7
  heddle node show gpu-7 -o json

exit codes: 2 there is no such node; 111 not permitted; 123 no control plane answers
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from heddle.cli._output import print_json, print_table
from heddle.cli.node._nodes import configure as configure
from heddle.cli.node._nodes import print_nodes

if TYPE_CHECKING:
    from heddle._gen import rest

HELP = "show one node with its devices"


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    with where.find() as client:
        return _one(client.node(options.node), options.output)


def _one(node: rest.NodeState, output: str) -> int:
    if output == "json":
        print_json(node)
        return 0
    print_nodes([node])
    if node["devices"]:
        print()
        print_table(
            ("DEVICE", "KIND", "MODEL", "VENDOR", "MEMORY MIB", "LEVEL", "FREE"),
            [
                (
                    each["name"],
                    each["kind"],
                    each["model"] or "N/A",
                    each["vendor"] or "N/A",
                    each["memory_mib"] or "N/A",
                    each["level"],
                    f"{each['free_milli'] / 10:g} %" if node["engine"] else "-",
                )
                for each in node["devices"]
            ],
        )
    return 0
