"""Tokens: list them, make one for a user, revoke one. A token is shown once, when it is made.

It may do the least of its own scope and of its user's role: read, submit or admin. A name that is
new makes a user. On standard output there is nothing but the token, so that it can go into a file.

examples:
  heddle tokens
  heddle tokens make ann --tenant acme --scope submit --days 90
  heddle tokens make ci --tenant acme/vision > ci.token
  heddle tokens make ann@acme --tenant other         of another tenant, who has a role here
  heddle tokens revoke 1f2e3d4c5b6a
  heddle tokens -o json

exit codes: 2 it makes no sense; 111 the token may not; 123 no control plane answers
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

from heddle.cli.output import add_output, clean, positive, print_answer, print_json, print_table
from heddle.model.choices import SCOPES

HELP = "tokens: list, make, revoke"
DAY_MS = 86_400_000


def configure(parser: argparse.ArgumentParser) -> None:
    add_output(parser)
    verbs = parser.add_subparsers(dest="verb", metavar="list | make | revoke")
    add_output(verbs.add_parser("list", help="without their secrets (the default)"))
    make = verbs.add_parser("make", help="make one; it is shown once")
    make.add_argument("name", metavar="USER", help="ann, or exactly ann@acme")
    make.add_argument("--tenant", help="that it is for, with all below (default: your own)")
    make.add_argument("--scope", choices=SCOPES, help="(default: all that the user may do)")
    make.add_argument(
        "--days", type=positive, metavar="N", help="until it expires (default: never)"
    )
    add_output(make)
    revoke = verbs.add_parser("revoke", help="it does not count from then on")
    revoke.add_argument("token", metavar="ID", help="as `heddle tokens` shows it")
    add_output(revoke)


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    with where.find() as client:
        if options.verb == "make":
            asked = {"name": options.name, "tenant": options.tenant, "scope": options.scope}
            if options.days is not None:
                asked["expires_ms"] = int(time.time() * 1000 + options.days * DAY_MS)
            made = client.add_token(asked)
            _made(made, options.output)
        elif options.verb == "revoke":
            client.remove_token(options.token)
            gone = {"revoked": options.token}
            print_answer(options.output, gone, f"{options.token} is revoked.")
        else:
            _list(client.tokens()["tokens"], options.output)
    return 0


def _made(token: dict[str, Any], output: str) -> None:
    from heddle.cli._time import shown

    if output == "json":
        print_json(token)
        return
    where = token["tenant"] or "the whole cluster"
    told = f"A token for {token['name']} at {where}, which may {token['scope']}"
    print(clean(f"{told}; expires: {shown(token['expires_ms'])}."), file=sys.stderr)
    print("It is shown only now. Use it with HEDDLE_TOKEN=...", file=sys.stderr)
    print(token["token"])


def _list(tokens: list[dict[str, Any]], output: str) -> None:
    from heddle.cli._time import shown

    if output == "json":
        print_json(tokens)
        return
    rows = [
        (
            each["id"],
            each["user"] or each["name"],
            each["tenant"] or "*",
            each["scope"],
            shown(each["made_ms"]),
            each["by"],
            shown(each["expires_ms"]),
        )
        for each in tokens
    ]
    print_table(("TOKEN", "USER", "TENANT", "SCOPE", "MADE", "BY", "EXPIRES"), rows)
