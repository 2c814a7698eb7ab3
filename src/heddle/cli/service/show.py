"""Show one service: its state, the reason, and its replicas.

examples:
  heddle service show chat
  heddle service show chat -o json

exit codes: 2 there is no such service; 111 not permitted; 123 no control plane answers
"""

from __future__ import annotations

import argparse

from heddle.cli._output import add_output, print_json
from heddle.cli.service._services import print_replicas, service_sentence

HELP = "show one service and its replicas"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("--tenant", metavar="PATH", help="the tenant, as in acme/vision")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    with where.find() as client:
        shown = client.service(options.name, tenant=options.tenant)
    if options.output == "json":
        print_json(shown)
    else:
        print(service_sentence(shown))
        print_replicas(shown)
    return 0
