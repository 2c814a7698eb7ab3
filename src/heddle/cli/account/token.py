"""Tokens: list, create, renew and revoke them. A token is shown once, when it is created. Only
administrators create tokens, and see all of their tenant; other users see their own.

The rights of a token are the lesser of its own scope and its user's role: read, submit or admin.
A new name creates a user. Standard output has only the new token, so that it can go into a file; a
token that a profile stores is replaced in the profile and not shown.

examples:
  heddle account token
  heddle account token create ann --tenant acme --scope submit --days 90
  heddle account token create ci --tenant acme/vision > ci.token
  heddle account token create ann@acme --tenant other  a user of another tenant with a role here
  heddle account token renew                  replace the token in use
  heddle account token renew 1f2e3d4c5b6a > ci.token
  heddle account token rm 1f2e3d4c5b6a
  heddle account token -o json

exit codes: 2 invalid arguments; 111 not permitted; 123 no control plane answers
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from heddle.cli._output import add_verbs, clean, positive, print_answer, print_json, print_table
from heddle.errors import UsageError
from heddle.model.choices import SCOPES

if TYPE_CHECKING:
    from heddle._gen import rest
    from heddle.client.client import Client

HELP = "tokens: list, create, renew, revoke"
DAY_MS = 86_400_000


def configure(parser: argparse.ArgumentParser) -> None:
    verbs = {
        "ls": "without their secrets (the default)",
        "create": "make one; it is shown once",
        "renew": "another one instead of one of your own",
        "rm": "it does not count from then on",
    }
    _, make, renew, revoke = add_verbs(parser, verbs)
    make.add_argument("name", metavar="USER", help="ann, or exactly ann@acme")
    make.add_argument("--tenant", help="tenant of the token, with all below (default: yours)")
    make.add_argument("--scope", choices=SCOPES, help="(default: the user's role)")
    make.add_argument(
        "--days", type=positive, metavar="N", help="until it expires (default: never)"
    )
    renew.add_argument("token", metavar="ID", nargs="?", help="(default: the one that is used)")
    revoke.add_argument("token", metavar="ID", help="as `heddle account token` shows it")


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    with where.find() as client:
        if options.verb == "create":
            asked: rest.TokenAsk = {
                "name": options.name,
                "tenant": options.tenant,
                "scope": options.scope,
            }
            if options.days is not None:
                asked["expires_ms"] = int(time.time() * 1000 + options.days * DAY_MS)
            made = client.add_token(asked)
            _made(made, options.output)
        elif options.verb == "renew":
            _renew(client, options.token, options.output)
        elif options.verb == "rm":
            client.remove_token(options.token)
            gone = {"revoked": options.token}
            print_answer(options.output, gone, f"{options.token} is revoked.")
        else:
            _list(client.tokens()["tokens"], options.output)
    return 0


def _renew(client: Client, token: str | None, output: str) -> None:
    """What is kept in a profile is replaced there, and not shown."""
    from heddle.client import profiles, where

    used = client.whoami()["token"]
    server = where.running()
    file = (where.read_token(server) or "") if server is not None else ""
    if (token or used) == file.partition("_")[2].partition("_")[0]:
        assert server is not None
        raise UsageError(
            f"that token is in {server.token_file}: remove the file and restart the control "
            "plane to get another one."
        )
    renewed = client.renew_token(token or used)
    known = profiles.load()
    kept = {
        name: replace(each, token=renewed["token"])
        for name, each in known.known.items()
        if each.token.partition("_")[2].partition("_")[0] == (token or used)
    }
    if not kept:
        _made(renewed, output)
        return
    profiles.save(replace(known, known={**known.known, **kept}))
    told = {name: value for name, value in renewed.items() if name != "token"}
    print_answer(output, told, f"The token of the profile {', '.join(sorted(kept))} is renewed.")


def _made(token: rest.NewToken, output: str) -> None:
    from heddle.cli._time import shown

    if output == "json":
        print_json(token)
        return
    where = token["tenant"] or "the whole cluster"
    told = f"A token for {token['name']} at {where}, which may {token['scope']}"
    print(clean(f"{told}; expires: {shown(token['expires_ms'])}."), file=sys.stderr)
    print(
        "It is shown only now. Use it with `heddle account login`, or HEDDLE_TOKEN=...",
        file=sys.stderr,
    )
    print(token["token"])


def _list(tokens: list[rest.Token], output: str) -> None:
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
