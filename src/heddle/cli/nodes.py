"""List the nodes of the control plane, or show one; make join tokens, and forget nodes.

The machine of the control plane runs jobs (ENGINE). Registered nodes are managed: listed, counted,
drained, noticed when they are lost; nothing runs work there yet. A node joins with `heddle join`
and a join token, which counts once and for an hour unless you say otherwise.

FREE is what jobs can still get: what neither a partition nor a job was given. Programs that were
started by hand on a node take nothing of it; `heddle pool ls` there counts those as well.

examples:
  heddle nodes
  heddle nodes --state lost --kind edge
  heddle nodes gpu-7                      with its devices
  heddle nodes gpu-7 -o json              with its inventory, topology, scores and live state
  heddle nodes token
  heddle nodes token --kind edge --site eu/fra1 --uses 500 --for 2h
  heddle nodes forget gpu-7               its key ends; if it is there it leaves

exit codes: 2 there is no such node, or it makes no sense; 111 the token may not; 123 no control
plane answers
"""

from __future__ import annotations

import argparse
import os
import time
from typing import TYPE_CHECKING, Any

from heddle.cli._jobs import span
from heddle.cli._nodes import print_nodes
from heddle.cli.output import add_output, print_answer, print_json, print_table
from heddle.errors import UsageError
from heddle.model.choices import NODE_KINDS, NODE_STATES

if TYPE_CHECKING:
    from heddle.client.client import Client

HELP = "list the nodes, and make tokens with which others join"
FOR_TOKEN = ("kind", "site", "name", "uses", "time")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what", nargs="*", metavar="NODE | token | forget NODE", help="one node only, or what to do"
    )
    parser.add_argument("--state", action="append", choices=NODE_STATES, help="may be given again")
    parser.add_argument(
        "--kind", choices=NODE_KINDS, help="only these; of a token: its nodes are that"
    )
    parser.add_argument("--site", metavar="S", help="of a token: where its nodes stand")
    parser.add_argument("--name", metavar="N", help="of a token: for the node of this name only")
    parser.add_argument("--uses", type=int, metavar="N", help="of a token (default 1)")
    parser.add_argument("--for", dest="time", metavar="TIME", help="of a token: 90s, 2h (1h)")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    words = options.what
    with where.find() as client:
        if words == ["token"]:
            return _token(client, options)
        if given := [each for each in FOR_TOKEN[1:] if getattr(options, each) is not None]:
            option = "--for" if given[0] == "time" else f"--{given[0]}"
            raise UsageError(f"{option} is of a token: `heddle nodes token {option} ...`.")
        if len(words) == 2 and words[0] == "forget":
            client.remove_node(words[1])
            print_answer(options.output, {"forgotten": words[1]}, f"{words[1]} is forgotten")
            return 0
        if len(words) > 1:
            raise UsageError("one NODE, `token`, or `forget NODE`: not more. See the examples.")
        if words:
            return _one(client.node(words[0]), options.output)
        kinds = [options.kind] if options.kind else []
        nodes = list(client.every_node(state=options.state or (), kind=kinds))
    if options.output == "json":
        print_json(nodes)
    elif nodes:
        print_nodes(nodes)
    else:
        print("no such node")
    return 0


def _one(node: dict[str, Any], output: str) -> int:
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


def _token(client: Client, options: argparse.Namespace) -> int:
    if options.state:
        raise UsageError("--state is about nodes, not about a token.")
    asked: dict[str, Any] = {
        name: getattr(options, name) for name in FOR_TOKEN[:4] if getattr(options, name) is not None
    }
    if options.time is not None:
        from heddle.inventory.cordon import seconds_of

        asked["seconds"] = max(1, int(seconds_of(options.time)))
    made = client.add_join_token(asked)
    pin = _pin(client)
    token = made["token"] + (f"_{pin}" if pin else "")
    if options.output == "json":
        print_json({**made, "token": token})
        return 0
    left = span(made["invitation"]["expires_ms"] - time.time() * 1000)
    uses = made["invitation"]["uses"]
    print(f"heddle join {_address(client)} --token {token}")
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
    given = os.environ.get(where.PIN)
    if not given:
        return None
    from heddle.client.trust import clean_pin

    return clean_pin(given)
