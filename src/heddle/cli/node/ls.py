"""List the nodes of the control plane.

The machine of the control plane runs jobs (ENGINE). Registered nodes are managed: listed, counted,
drained, and noticed when they are lost; no jobs run there yet. A node joins with `heddle node join`
and a join token.

FREE is what jobs can still get: what no partition and no job was given. Programs that were started
by hand on a node do not reduce it; `heddle device pool show` there also counts those.

examples:
  heddle node ls
  heddle node ls --state lost --kind edge
  heddle node ls -o json

exit codes: 111 not permitted; 123 no control plane answers
"""

from __future__ import annotations

import argparse

from heddle.cli._output import add_output, print_json
from heddle.cli.node._nodes import print_nodes
from heddle.model.choices import NODE_KINDS, NODE_STATES

HELP = "list the nodes of the control plane"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--state", action="append", choices=NODE_STATES, help="may be repeated")
    parser.add_argument("--kind", choices=NODE_KINDS, help="only these")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    kinds = [options.kind] if options.kind else []
    with where.find() as client:
        nodes = list(client.every_node(state=options.state or (), kind=kinds))
    if options.output == "json":
        print_json(nodes)
    elif nodes:
        print_nodes(nodes)
    else:
        print("no such node")
    return 0
