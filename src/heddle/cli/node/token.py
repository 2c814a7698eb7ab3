"""Create a join token, with which nodes register.

It is valid once and for an hour unless you say otherwise, and is shown only now.

examples:
  heddle node token
  heddle node token --kind edge --site eu/fra1 --uses 500 --for 2h
  heddle node token --name gpu-7          for this node only

exit codes: 2 invalid arguments; 111 not permitted; 123 no control plane answers
"""

from __future__ import annotations

import argparse
import os
import time
from typing import TYPE_CHECKING, cast

from heddle.cli._jobs import span
from heddle.cli._output import add_output, print_json
from heddle.model.choices import NODE_KINDS

if TYPE_CHECKING:
    from heddle._gen import rest
    from heddle.client.client import Client

HELP = "create a token with which other nodes join"
ASKED = ("kind", "site", "name", "uses")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kind", choices=NODE_KINDS, help="its nodes are that")
    parser.add_argument("--site", metavar="S", help="where its nodes stand")
    parser.add_argument("--name", metavar="N", help="for the node of this name only")
    parser.add_argument("--uses", type=int, metavar="N", help="how often it counts (default 1)")
    parser.add_argument("--for", dest="time", metavar="TIME", help="how long: 90s, 2h (1h)")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    given = {name: getattr(options, name) for name in ASKED}
    asked = cast("rest.Asked", {name: each for name, each in given.items() if each is not None})
    if options.time is not None:
        from heddle.inventory.cordon import seconds_of

        asked["seconds"] = max(1, int(seconds_of(options.time)))
    with where.find() as client:
        made = client.add_join_token(asked)
        pin, address = _pin(client), _address(client)
    token = made["token"] + (f"_{pin}" if pin else "")
    if options.output == "json":
        print_json({**made, "token": token})
        return 0
    left = span(made["invitation"]["expires_ms"] - time.time() * 1000)
    uses = made["invitation"]["uses"]
    print(f"heddle node join {address} --token {token}")
    print(f"\nfor {'one node' if uses == 1 else f'{uses} nodes'}, within {left}; shown only now")
    return 0


def _address(client: Client) -> str:
    """As other machines see it, as far as that is known here."""
    from heddle.cli._told_up import outside_address
    from heddle.client import where

    server = where.running()
    if server is None or server.address != client.address:
        return client.address
    return outside_address(server) or client.address


def _pin(client: Client) -> str | None:
    """Of the server's certificate: with it in the token, a node needs no other way to know it."""
    from heddle.client import where

    server = where.running()
    if server is not None and server.address == client.address and server.pin:
        return server.pin
    from heddle.client.trust import clean_pin
    from heddle.client.variables import PIN

    given = os.environ.get(PIN)
    return clean_pin(given) if given else None
