"""Services: list them, look at one and its replicas, or end one (docs/services.md).

A service is submitted as jobs are, and changed by submitting it again: `heddle submit -f`. One that
is deleted takes no new requests; those under way have the time that its `drain` says.

examples:
  heddle services
  heddle services chat                    its replicas, and why it is as it is
  heddle services chat -o json
  heddle services --remove chat
  heddle services --remove chat --wait    until its replicas have ended

exit codes: 2 there is no such service; 111 the token may not; 123 no control plane answers
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Any

from heddle.cli._services import print_replicas, print_services, service_sentence
from heddle.cli.output import add_output, print_json
from heddle.errors import UsageError

if TYPE_CHECKING:
    from heddle.client.client import Client

HELP = "list services, look at one, end one"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="only this one, with its replicas")
    parser.add_argument("--remove", action="store_true", help="end it")
    parser.add_argument("--wait", action="store_true", help="with --remove: until it is gone")
    parser.add_argument("--tenant", metavar="PATH", help="whose, as in acme/vision")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    if options.name is None and (options.remove or options.wait):
        raise UsageError("--remove: say which service. `heddle services` lists all.")
    if options.wait and not options.remove:
        raise UsageError("--wait: it is for --remove.")
    with where.find() as client:
        if options.name is None:
            found = client.services(tenant=options.tenant)["services"]
            if options.output == "json":
                print_json(found)
            else:
                print_services(found)
            return 0
        if options.remove:
            shown = client.remove_service(options.name, tenant=options.tenant)
            if options.wait:
                _wait(client, shown)
        else:
            shown = client.service(options.name, tenant=options.tenant)
    if options.output == "json":
        print_json(shown)
    elif options.remove:
        print(f"{shown['name']} is gone." if options.wait else service_sentence(shown))
    else:
        print(service_sentence(shown))
        print_replicas(shown)
    return 0


def _wait(client: Client, service: dict[str, Any]) -> None:
    def is_there() -> bool:
        every = client.services(tenant=service["tenant"])["services"]
        return any(each["name"] == service["name"] for each in every)

    while is_there():
        time.sleep(0.2)
