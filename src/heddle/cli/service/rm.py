"""Delete a service. It accepts no new requests; requests in flight have the time of its `drain`.

examples:
  heddle service rm chat
  heddle service rm chat --wait           until its replicas have ended

exit codes: 2 there is no such service; 111 not permitted; 123 no control plane answers
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from heddle.cli._output import add_output, print_json
from heddle.cli.service._services import service_sentence

if TYPE_CHECKING:
    from heddle._gen import rest
    from heddle.client.client import Client

HELP = "delete a service"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("--wait", action="store_true", help="until it is gone")
    parser.add_argument("--tenant", metavar="PATH", help="the tenant, as in acme/vision")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    with where.find() as client:
        shown = client.remove_service(options.name, tenant=options.tenant)
        if options.wait:
            _wait(client, shown)
    if options.output == "json":
        print_json(shown)
    else:
        print(f"{shown['name']} is gone." if options.wait else service_sentence(shown))
    return 0


def _wait(client: Client, service: rest.Standing) -> None:
    def is_there() -> bool:
        every = client.services(tenant=service["tenant"])["services"]
        return any(each["name"] == service["name"] for each in every)

    while is_there():
        time.sleep(0.2)
