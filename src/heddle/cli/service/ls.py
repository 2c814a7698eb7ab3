"""List services. `heddle service show NAME` lists the replicas of one.

Submit a service like a job, and submit it again to change it: `heddle submit -f`
(docs/guides/services.md).

examples:
  heddle service ls
  heddle service ls --tenant acme/vision -o json

exit codes: 111 not permitted; 123 no control plane answers
"""

from __future__ import annotations

import argparse

from heddle.cli._output import add_output, print_json
from heddle.cli.service._services import print_services

HELP = "list services"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tenant", metavar="PATH", help="the tenant, as in acme/vision")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    with where.find() as client:
        found = client.services(tenant=options.tenant)["services"]
    if options.output == "json":
        print_json(found)
    else:
        print_services(found)
    return 0
