"""Forget the token of a profile. Copies of the token stay valid unless you revoke it.

examples:
  heddle account logout                           forget the current profile
  heddle account logout --profile home
  heddle account logout --revoke                  also revoke the token

exit codes: 2 there is no such profile; 111, 123 with --revoke: the server does not do it; the
profile stays then
"""

from __future__ import annotations

import argparse
from dataclasses import replace

from heddle.cli._output import add_output, print_answer
from heddle.errors import UsageError

HELP = "forget the token of a profile"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--profile", metavar="NAME", help="(default: the one that is used)")
    parser.add_argument("--revoke", action="store_true", help="also revoke the token")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    from heddle.client import profiles
    from heddle.client.client import Client

    found = profiles.load()
    name = options.profile or found.used
    if not name:
        raise UsageError(
            "no profile is used: give one with --profile; `heddle account login --list`."
        )
    gone = found.named(name)
    if options.revoke:
        with Client(gone.address, gone.token, pin=gone.pin) as client:
            client.remove_token(client.whoami()["token"])
    left = {each: known for each, known in found.known.items() if each != name}
    profiles.save(replace(found, known=left, used="" if found.used == name else found.used))
    told = {"profile": name, "revoked": options.revoke}
    end = "and its token is revoked" if options.revoke else "its token counts on until it expires"
    print_answer(options.output, told, f"The profile {name} is forgotten; {end}.")
    return 0
